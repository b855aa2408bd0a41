// Directions at the spacecraft: nadir, velocity, Sun and magnetic field, as arrows of one length.

import { Group, Quaternion, Vector3 } from "three";
import type { Bodies } from "./bodies";
import type { Scene } from "./payload";
import { arrow } from "./pointing";
import type { Reference } from "./reference";
import { valuesAt, type Place } from "./samples";
import type { Sky } from "./sky";

export type VectorKind = "nadir" | "velocity" | "sun" | "field";
export const VECTOR_COLOURS: Record<VectorKind, string> = {
  nadir: "#3f8fd0",
  velocity: "#3fa35a",
  sun: "#e0a21b",
  field: "#b05fc4",
};
export const VECTOR_NAMES: Record<VectorKind, string> = {
  nadir: "nadir",
  velocity: "velocity",
  sun: "Sun",
  field: "magnetic field",
};
const LONG = 0.85; // of the spacecraft's size
const THICK = 0.005; // radius of a shaft, of this size too
const SHAFT = 1.2; // radius, pixels
const UP = new Vector3(0, 1, 0);

export class Vectors {
  readonly groups = {} as Record<VectorKind, Group>;
  readonly ends = {} as Record<VectorKind, Vector3>; // in the axes of the root
  private readonly direction: Record<VectorKind, (place: Place) => Vector3 | null>;

  constructor(
    private readonly scene: Scene,
    private readonly bodies: Bodies,
    sky: Sky,
  ) {
    const { rootPosition, velocities, field } = scene;
    const along = (table: Float64Array | undefined, place: Place): Vector3 | null =>
      table ? new Vector3(...valuesAt(table, 3, place)) : null;
    this.direction = {
      nadir: (place) => (velocities ? along(rootPosition, place)!.negate() : null),
      velocity: (place) => along(velocities, place),
      sun: (place) => sky.towardsSun(valuesAt(rootPosition, 3, place), place),
      field: (place) => along(field, place),
    };
    for (const kind of Object.keys(VECTOR_COLOURS) as VectorKind[]) {
      this.groups[kind] = arrow(LONG * scene.size, THICK * scene.size, VECTOR_COLOURS[kind]);
      this.ends[kind] = new Vector3();
    }
  }

  has(kind: VectorKind): boolean {
    return this.direction[kind]({ index: 0, fraction: 0 }) !== null;
  }

  /** The attitude of an arrow, w x y z: its y is its direction. */
  aim(name: string): number[] | undefined {
    const kind = (Object.keys(VECTOR_NAMES) as VectorKind[]).find((each) => VECTOR_NAMES[each] === name);
    if (!kind || !this.has(kind)) return undefined;
    const { w, x, y, z } = this.groups[kind].quaternion;
    return [w, x, y, z];
  }

  /** Where they are; a pixel of the picture is so many metres. */
  place(place: Place, reference: Reference, pixel: number): void {
    if (!this.scene.bodies.length) return;
    const at = new Vector3(...reference.from(this.scene.root, place));
    const back: Quaternion = this.bodies.drawn[this.scene.root].group.quaternion.clone().invert();
    for (const kind of Object.keys(this.groups) as VectorKind[]) {
      const direction = this.direction[kind](place)?.normalize();
      if (!direction) continue;
      const group = this.groups[kind];
      const thick = Math.min(1, (SHAFT * pixel) / (THICK * this.scene.size));
      group.scale.set(thick, 1, thick);
      group.position.copy(at);
      group.quaternion.setFromUnitVectors(UP, direction);
      this.ends[kind].copy(direction).multiplyScalar(LONG * this.scene.size).applyQuaternion(back);
    }
  }
}
