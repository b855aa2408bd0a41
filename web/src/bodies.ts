// Bodies in their places.

import {
  BackSide,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  Vector3,
  type BufferGeometry,
  type Object3D,
} from "three";
import { triad } from "./axes";
import { bodyBall, bodyCorners, bodyReach, somePoints, type Corner } from "./extent";
import { DeformedShape } from "./flexible";
import { bodyColour } from "./palette";
import type { Body, Look, Scene } from "./payload";
import { quaternion, type Reference } from "./reference";
import { attitudeAt, type Place } from "./samples";
import { edges, surface } from "./shapes";
import type { StressUnit } from "./stress";

const CLEAR = 0.45; // opacity of the far walls of a body whose inside is seen

export class DrawnBody {
  readonly group = new Group();
  readonly axes: Object3D;
  readonly shape: DeformedShape | null;
  readonly colour: string;
  readonly reach: number;
  private readonly lookCorners: Corner[];
  readonly middle: Vector3; // beside which its name is written, in its axes
  private readonly hull: Mesh<BufferGeometry, MeshLambertMaterial> | null = null;
  shown = true;

  constructor(
    readonly body: Body,
    readonly index: number,
    size: number,
    edgeMaterial: LineBasicMaterial,
  ) {
    this.colour = bodyColour(body, index);
    this.reach = bodyReach(body);
    this.lookCorners = bodyCorners(body);
    const seen = body.ground && body.looks.length ? body.looks[0].at : bodyBall(body).centre;
    this.middle = new Vector3(...seen);
    const solid = body.looks.filter((look) => (look.opacity ?? 1) >= 1);
    const clear = body.looks.filter((look) => (look.opacity ?? 1) < 1);
    if (solid.length) {
      this.hull = new Mesh(surface(solid, this.colour), lit(1));
      this.hull.castShadow = this.hull.receiveShadow = true;
      this.group.add(this.hull);
    }
    for (const look of clear) this.group.add(this.transparent(look));
    const lines = edges(body.looks);
    if (lines) this.group.add(new LineSegments(lines, edgeMaterial));
    this.shape = body.flexible ? new DeformedShape(body.flexible, this.colour) : null;
    if (this.shape) this.group.add(this.shape.group);
    for (const child of this.group.children) child.userData.body = index;
    this.axes = triad(0.35 * Math.max(Math.min(this.reach, size), 0.15 * size));
    this.group.add(this.axes);
  }

  /** Points whose silhouette is that of the body as it is drawn, in its axes. */
  get corners(): Corner[] {
    const bent = this.shape ? somePoints(this.shape.drawn).map((at) => ({ at, radius: 0 })) : [];
    return [...this.lookCorners, ...bent];
  }

  /** Let what is inside be seen, before the far walls alone, or not. */
  seeThrough(clear: boolean): void {
    if (!this.hull) return;
    const side = clear ? BackSide : DoubleSide;
    Object.assign(this.hull.material, { side, transparent: clear, depthWrite: !clear, opacity: clear ? CLEAR : 1 });
    this.hull.material.needsUpdate = true;
    this.hull.renderOrder = clear ? -1 : 0;
  }

  private transparent(look: Look): Mesh {
    const mesh = new Mesh(surface([look], this.colour), lit(look.opacity ?? 1));
    mesh.renderOrder = 1;
    return mesh;
  }
}

function lit(opacity: number): MeshLambertMaterial {
  return new MeshLambertMaterial({
    vertexColors: true,
    side: DoubleSide,
    transparent: opacity < 1,
    depthWrite: opacity >= 1,
    opacity,
    polygonOffset: true, // edges lie before the faces they bound
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
}

export class Bodies {
  readonly group = new Group();
  readonly drawn: DrawnBody[];
  private readonly edgeMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.45 });

  constructor(private readonly scene: Scene) {
    this.drawn = scene.bodies.map((body, k) => {
      return new DrawnBody(body, k, scene.size, this.edgeMaterial);
    });
    for (const body of this.drawn) this.group.add(body.group);
  }

  place(place: Place, reference: Reference): void {
    const origin = reference.origin(place);
    for (const drawn of this.drawn) {
      const table = drawn.body.positions;
      const here = 3 * place.index;
      const next = place.fraction > 0 ? here + 3 : here;
      const p = drawn.group.position;
      p.x = table[here] + place.fraction * (table[next] - table[here]) - origin[0];
      p.y = table[here + 1] + place.fraction * (table[next + 1] - table[here + 1]) - origin[1];
      p.z = table[here + 2] + place.fraction * (table[next + 2] - table[here + 2]) - origin[2];
      drawn.group.quaternion.copy(quaternion(attitudeAt(drawn.body.attitudes, place)));
      drawn.group.visible = drawn.shown;
      if (drawn.shape && drawn.shown) drawn.shape.bend(place);
    }
  }

  showAxes(shown: boolean): void {
    for (const drawn of this.drawn) drawn.axes.visible = shown && !drawn.body.ground;
  }

  /** Bodies that carry devices, so that these are seen, or as they are. */
  seeThrough(clear: boolean): void {
    for (const drawn of this.drawn) if (drawn.body.carries) drawn.seeThrough(clear);
  }

  /** Stress by colours, of all bodies of which it is known to one scale, or not; what the scales end at. */
  showStress(shown: boolean): Map<StressUnit, number> {
    const scales = new Map<StressUnit, number>();
    const shapes = this.drawn.flatMap(({ shape }) => (shape?.stress ? [{ shape, unit: shape.stress.unit }] : []));
    if (shown)
      for (const { shape, unit } of shapes)
        scales.set(unit, Math.max(scales.get(unit) ?? 0, shape.greatestStress()));
    for (const { shape, unit } of shapes) shape.showStress(scales.get(unit) ?? 0);
    return scales;
  }

  setEdgeColour(colour: string): void {
    this.edgeMaterial.color.set(colour);
    for (const drawn of this.drawn) drawn.shape?.setLineColour(colour);
  }

  index(name: string | number): number {
    if (typeof name === "number") return name in this.scene.bodies ? name : -1;
    return this.scene.bodies.findIndex((body) => body.name === name);
  }
}
