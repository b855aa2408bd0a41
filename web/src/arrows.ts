// Forces, reactions and torques as arrows, all of a kind at once; faint where a body is before them.

import {
  ConeGeometry,
  CylinderGeometry,
  GreaterDepth,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from "three";
import type { Bodies } from "./bodies";
import type { Arrow, Scene } from "./payload";
import { quaternion } from "./reference";
import { placeOf, valuesAt, type Place } from "./samples";

export type ArrowKind = Arrow["kind"];
export const ARROW_COLOURS: Record<ArrowKind, string> = {
  force: "#d8594c",
  reaction: "#2f9e8f",
  torque: "#8f6bd0",
  gravity: "#b98a2f",
};
const LONGEST = 1.6; // of the usual length
const USUAL = 0.6; // part of the spacecraft's size, of a few arrows
const HIDDEN = 0.45; // opacity of what is inside or behind a body: most forces begin inside theirs
const SHAFT = 1.6; // radius, pixels
const HEAD = { wide: 5, long: 15 }; // pixels
const MANY = 10; // arrows, from which on they are shorter

/** All arrows of one kind. */
export class Arrows {
  readonly group = new Group();
  readonly arrows: Arrow[];
  scale = 1;
  private readonly shafts: InstancedMesh;
  private readonly heads: InstancedMesh;
  private readonly length: number; // m, of a usual one
  private usual = 0; // its value, known when they are first shown

  constructor(
    private readonly scene: Scene,
    readonly kind: ArrowKind,
  ) {
    this.arrows = scene.arrows.filter((arrow) => arrow.kind === kind);
    this.length = (USUAL * scene.size) / Math.sqrt(1 + this.arrows.length / MANY);
    const color = ARROW_COLOURS[kind];
    const material = new MeshBasicMaterial({ color });
    const faint = new MeshBasicMaterial({
      color,
      depthFunc: GreaterDepth,
      depthWrite: false,
      transparent: true,
      opacity: HIDDEN,
    });
    const shaft = new CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0);
    const head = new ConeGeometry(1, 1, 12).translate(0, 0.5, 0);
    this.shafts = new InstancedMesh(shaft, material, this.arrows.length);
    this.heads = new InstancedMesh(head, material, 2 * this.arrows.length);
    const behind = [this.shafts, this.heads].map((mesh) => {
      const hidden = new InstancedMesh(mesh.geometry, faint, mesh.count);
      hidden.instanceMatrix = mesh.instanceMatrix;
      return hidden;
    });
    for (const mesh of [this.shafts, this.heads, ...behind]) {
      mesh.frustumCulled = false;
      mesh.raycast = () => {};
      this.group.add(mesh);
    }
  }

  /** Where they are at a time; a pixel of the picture is so many metres. */
  place(time: number, bodies: Bodies, pixel: number): void {
    if (!this.group.visible) return;
    this.usual ||= usualSize(this.arrows);
    const place = placeOf(this.scene.times, time);
    this.arrows.forEach((arrow, k) => {
      this.draw(arrow, k, arrow.times ? placeOf(arrow.times, time) : place, bodies, pixel);
    });
    this.shafts.instanceMatrix.needsUpdate = true;
    this.heads.instanceMatrix.needsUpdate = true;
  }

  private draw(arrow: Arrow, k: number, place: Place, bodies: Bodies, pixel: number): void {
    const drawn = bodies.drawn[arrow.body];
    const value = new Vector3(...valuesAt(arrow.values(), 3, place));
    if (arrow.axes) {
      const { body, attitude } = arrow.axes;
      value.applyQuaternion(quaternion(attitude));
      if (body >= 0) value.applyQuaternion(bodies.drawn[body].group.quaternion);
    }
    const size = value.length();
    const long = Math.min(LONGEST, (this.scale * size) / this.usual) * this.length;
    if (!(long > 0.01 * this.length) || !drawn.shown) {
      this.shafts.setMatrixAt(k, NOTHING);
      this.heads.setMatrixAt(2 * k, NOTHING);
      this.heads.setMatrixAt(2 * k + 1, NOTHING);
      return;
    }
    const direction = value.divideScalar(size);
    const turn = new Quaternion().setFromUnitVectors(UP, direction);
    const at = arrow.places ? valuesAt(arrow.places(), 3, place) : arrow.at;
    const from = new Vector3(...at)
      .applyQuaternion(drawn.group.quaternion)
      .add(drawn.group.position);
    const head = Math.min(HEAD.long * pixel, 0.5 * long);
    const wide = (HEAD.wide / HEAD.long) * head;
    this.shafts.setMatrixAt(k, stretched(from, turn, (SHAFT / HEAD.wide) * wide, long - head));
    const behind = (back: number): Vector3 => from.clone().addScaledVector(direction, long - back);
    this.heads.setMatrixAt(2 * k, stretched(behind(head), turn, wide, head));
    // A torque has a second head behind the first, as in the books.
    const second = this.kind === "torque" ? stretched(behind(1.7 * head), turn, wide, head) : NOTHING;
    this.heads.setMatrixAt(2 * k + 1, second);
  }
}

const UP = new Vector3(0, 1, 0);
const NOTHING = new Matrix4().makeScale(0, 0, 0);

function stretched(from: Vector3, turn: Quaternion, wide: number, long: number): Matrix4 {
  return new Matrix4().compose(from, turn, new Vector3(wide, long, wide));
}

/** What most of the largest values stay below, so that a short impact does not dwarf the rest. */
function usualSize(arrows: Arrow[]): number {
  const sizes: number[] = [];
  for (const arrow of arrows) {
    const values = arrow.values();
    const stride = 3 * Math.max(1, Math.floor(values.length / 3 / 500));
    for (let i = 0; i < values.length; i += stride) {
      const size = Math.hypot(values[i], values[i + 1], values[i + 2]);
      if (size > 0) sizes.push(size);
    }
  }
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(0.95 * (sizes.length - 1))] || 1;
}
