// Where drawn positions are measured from, in double precision. What is drawn is then small, so
// that nothing trembles even thousands of kilometres from the origin of inertial space.

import { Matrix4, Quaternion, Vector3 } from "three";
import type { Scene } from "./payload";
import { attitudeAt, valuesAt, type Place } from "./samples";

export type CameraKind = "orbit" | "follow" | "body" | "lvlh";
export const CAMERA_KINDS: CameraKind[] = ["orbit", "follow", "body", "lvlh"];

export class Reference {
  kind: CameraKind = "orbit";
  body: number;

  constructor(
    private readonly scene: Scene,
    readonly centre: number[], // of what stays in place with the orbit camera, inertial, m
  ) {
    this.body = scene.root;
  }

  /** Position of a body from the reference, in inertial axes. */
  from(body: number, place: Place): number[] {
    const p = valuesAt(this.scene.bodies[body].positions, 3, place);
    const r = this.origin(place);
    return [p[0] - r[0], p[1] - r[1], p[2] - r[2]];
  }

  /** The reference itself, from the root. */
  origin(place: Place): number[] {
    if (this.kind !== "orbit") return valuesAt(this.scene.bodies[this.body].positions, 3, place);
    const root = valuesAt(this.scene.rootPosition, 3, place);
    return root.map((entry, k) => this.centre[k] - entry);
  }

  /** The reference itself, in inertial space. */
  inertial(place: Place): number[] {
    if (this.kind === "orbit") return this.centre;
    const root = valuesAt(this.scene.rootPosition, 3, place);
    return this.origin(place).map((entry, k) => entry + root[k]);
  }

  /** Axes in which the camera stands still. */
  attitude(place: Place): Quaternion {
    if (this.kind === "lvlh") return localAxes(this.scene, place);
    if (this.kind !== "body") return new Quaternion();
    return quaternion(attitudeAt(this.scene.bodies[this.body].attitudes, place));
  }
}

/** Axes of the orbit where the root is: x forward, y along the angular momentum, z away from the planet. */
export function localAxes({ rootPosition, velocities }: Scene, place: Place): Quaternion {
  const up = new Vector3(...valuesAt(rootPosition, 3, place)).normalize();
  const normal = up.clone().cross(new Vector3(...valuesAt(velocities!, 3, place))).normalize();
  return new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(normal.clone().cross(up), normal, up));
}

/** From w, x, y, z. */
export function quaternion([w, x, y, z]: number[]): Quaternion {
  return new Quaternion(x, y, z, w);
}
