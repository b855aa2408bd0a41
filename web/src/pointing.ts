// Where a spacecraft points: cones of sight, directions in space, and axes with their targets.

import {
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
  type Object3D,
} from "three";
import { AXES } from "./axes";
import type { Bodies } from "./bodies";
import type { Pointing as Entry, Scene } from "./payload";
import { quaternion } from "./reference";
import { attitudeAt, placeOf } from "./samples";

const SEEN = "#e0a21b";
const UNSEEN = "#8b93a1";
const DIRECTIONS = { sun: "#e0a21b", field: "#4f8f5f" };
const LONG = 0.7; // of arrows, as a part of the spacecraft's size
const NARROW = 0.35; // rad: wider cones are shorter
const WIDEST = (80 * Math.PI) / 180; // half-angle of a cone that is drawn; beyond, only its axis is

export class Pointing {
  readonly groups: Group[] = [];
  readonly ends: { name: string; body: number; at: Vector3 }[] = []; // of cones, in their bodies
  private readonly placed: (() => void)[] = [];
  private readonly aims = new Map<string, Object3D>();
  private time = 0;

  constructor(
    private readonly scene: Scene,
    private readonly bodies: Bodies,
    near: Object3D,
  ) {
    for (const entry of scene.pointing) {
      if (entry.kind === "sight") this.sight(entry);
      else if (entry.kind === "direction") this.inSpace(near, entry, this.direction(entry), () => null);
      else this.target(near, entry);
    }
  }

  place(time: number): void {
    this.time = time;
    for (const place of this.placed) place();
  }

  /** The attitude of what is drawn, w x y z: its z is a line of sight, its y a direction, its axes a target's. */
  aim(name: string): number[] | undefined {
    const turn = this.aims.get(name)?.getWorldQuaternion(new Quaternion());
    return turn && [turn.w, turn.x, turn.y, turn.z];
  }

  /** A cone about the z axis of a sensor, in another colour while it sees what it looks for. */
  private sight(entry: Entry & { kind: "sight" }): void {
    const group = this.onBody(entry);
    this.aims.set(entry.name, group);
    const length = (entry.half > NARROW ? 0.5 : 0.8) * LONG * this.scene.size;
    const material = glassy(UNSEEN, 0.2);
    const line = stick(length, 0.003 * this.scene.size, material.clone());
    line.material.opacity = 0.9;
    if (entry.half > 0 && entry.half < WIDEST) group.add(cone(length, entry.half, material));
    group.add(line.rotateX(Math.PI / 2));
    const at = new Vector3(0, 0, length).applyQuaternion(group.quaternion).add(group.position);
    this.ends.push({ name: entry.name, body: entry.body, at });
    const seen = entry.values?.();
    const colour = (): string => {
      if (!seen) return SEEN;
      return seen[placeOf(entry.times ?? this.scene.times, this.time).index] > 0.5 ? SEEN : UNSEEN;
    };
    this.placed.push(() => {
      for (const each of [material, line.material]) each.color.set(colour());
    });
  }

  private direction(entry: Entry & { kind: "direction" }): Object3D {
    const { size } = this.scene;
    const shown = arrow(LONG * size, 0.005 * size, DIRECTIONS[entry.what]);
    shown.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...entry.along));
    return shown;
  }

  /** The axes of a frame as they are, and thinner and longer as they are to be. */
  private target(near: Object3D, entry: Entry & { kind: "target" }): void {
    const { size } = this.scene;
    this.onBody(entry).add(cross(0.6 * LONG * size, 0.006 * size, 1));
    const table = entry.values?.();
    const wanted = (): number[] => {
      return table ? attitudeAt(table, placeOf(entry.times ?? this.scene.times, this.time)) : entry.target!;
    };
    this.inSpace(near, entry, cross(LONG * size, 0.003 * size, 0.75), wanted);
  }

  private onBody({ body, at, attitude }: Entry): Group {
    const group = new Group();
    group.position.fromArray(at);
    group.quaternion.copy(quaternion(attitude));
    this.bodies.drawn[body].group.add(group);
    this.groups.push(group);
    return group;
  }

  /** What goes with a point of a body and does not turn with it. */
  private inSpace(near: Object3D, { name, body, at }: Entry, shown: Object3D, attitude: () => number[] | null): void {
    const group = new Group().add(shown);
    this.aims.set(name, shown);
    near.add(group);
    this.groups.push(group);
    this.placed.push(() => {
      const drawn = this.bodies.drawn[body];
      shown.visible = drawn.shown;
      group.position.fromArray(at).applyQuaternion(drawn.group.quaternion).add(drawn.group.position);
      const turn = attitude();
      if (turn) group.quaternion.copy(quaternion(turn));
    });
  }
}

function glassy(color: string, opacity: number): MeshBasicMaterial {
  return new MeshBasicMaterial({ color, transparent: true, opacity, depthWrite: false, side: DoubleSide });
}

/** A cone about z with its apex at the origin, as long as a line of sight. */
function cone(length: number, half: number, material: MeshBasicMaterial): Mesh {
  const long = length * Math.cos(half);
  const geometry = new ConeGeometry(length * Math.sin(half), long, 40, 1, true)
    .translate(0, -long / 2, 0)
    .rotateX(-Math.PI / 2);
  return ghost(new Mesh(geometry, material));
}

function stick(length: number, radius: number, material: MeshBasicMaterial): Mesh<CylinderGeometry, MeshBasicMaterial> {
  return ghost(new Mesh(new CylinderGeometry(radius, radius, length, 8).translate(0, length / 2, 0), material));
}

/** An arrow along y. */
export function arrow(length: number, radius: number, colour: string, opacity = 1): Group {
  const material = glassy(colour, opacity);
  const head = 12 * radius;
  const tip = new ConeGeometry(3.4 * radius, head, 12).translate(0, length - head / 2, 0);
  return new Group().add(stick(length - head, radius, material), ghost(new Mesh(tip, material)));
}

/** Arrows along x, y and z in their colours. */
function cross(length: number, radius: number, opacity: number): Group {
  const all = AXES.map((colour) => arrow(length, radius, colour, opacity));
  all[0].rotateZ(-Math.PI / 2);
  all[2].rotateX(Math.PI / 2);
  return new Group().add(...all);
}

function ghost<T extends Mesh>(mesh: T): T {
  mesh.renderOrder = 4;
  mesh.raycast = () => {};
  return mesh;
}
