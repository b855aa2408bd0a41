// From where all that is shown fills the picture: balls around bodies as they move, and the nearest place of
// the viewer, along a given direction, from which these are seen with some room beside them.

import { Vector3 } from "three";
import type { DrawnBody } from "./bodies";
import { bodyBalls, type Extent } from "./extent";
import type { Scene } from "./payload";
import { quaternion, type Reference } from "./reference";
import { attitudeAt, type Place } from "./samples";

const FILLED = 0.74; // of width or height: names and arrows stand beside bodies
const MOST_BALLS = 60_000;
const LOOKED_AT = 80; // samples at most
const ROUNDS = 8; // in which the middle is found

/** Balls around bodies at a place in time, from the reference in its axes. */
export function ballsAt(bodies: DrawnBody[], reference: Reference, place: Place): Extent[] {
  const back = reference.attitude(place).invert();
  const at = new Vector3();
  return bodies.flatMap(({ body, index }) => {
    const origin = reference.from(index, place);
    const turn = quaternion(attitudeAt(body.attitudes, place));
    return bodyBalls(body, place).map(({ centre, radius }) => {
      at.set(centre[0], centre[1], centre[2]).applyQuaternion(turn);
      at.set(at.x + origin[0], at.y + origin[1], at.z + origin[2]).applyQuaternion(back);
      return { centre: at.toArray(), radius };
    });
  });
}

/** Balls around bodies at some samples of the whole run. */
export function ballsAlong(scene: Scene, bodies: DrawnBody[], reference: Reference): Extent[] {
  const { times } = scene;
  const each = ballsAt(bodies, reference, { index: 0, fraction: 0 }).length;
  const count = Math.max(8, Math.min(LOOKED_AT, MOST_BALLS / Math.max(1, each)));
  const stride = Math.max(1, Math.floor(times.length / count));
  const found: Extent[] = [];
  for (let index = 0; index < times.length; index += stride)
    found.push(...ballsAt(bodies, reference, { index, fraction: 0 }));
  return found;
}

/** What to look at, and from how far, for balls to fill the picture; `wide` and `high` are tangents of half of it. */
export function framing(
  balls: Extent[],
  direction: Vector3,
  up: Vector3,
  wide: number,
  high: number,
): { target: Vector3; distance: number } {
  const right = up.clone().cross(direction).normalize();
  const above = direction.clone().cross(right);
  const axes = [right, above, direction];
  const points = balls.map(({ centre, radius }) => {
    const at = new Vector3(...centre);
    return { at: axes.map((axis) => axis.dot(at)), radius };
  });
  const middle = [0, 1, 2].map((k) => {
    const low = Math.min(...points.map(({ at, radius }) => at[k] - radius));
    const high = Math.max(...points.map(({ at, radius }) => at[k] + radius));
    return (low + high) / 2;
  });
  const tangents = [FILLED * wide, FILLED * high];
  let distance = 0;
  for (let round = 0; round < ROUNDS; round++) {
    distance = 0;
    for (const { at, radius } of points) {
      const nearer = at[2] - middle[2];
      distance = Math.max(distance, nearer + 1.5 * radius);
      tangents.forEach((tangent, k) => {
        const aside = Math.abs(at[k] - middle[k]) + radius * Math.hypot(1, tangent);
        distance = Math.max(distance, nearer + aside / tangent);
      });
    }
    if (!(distance > 0)) break;
    for (const k of [0, 1]) {
      const seen = points.map(({ at, radius }) => {
        const away = Math.max(distance - (at[2] - middle[2]), 1e-9 * distance);
        return [(at[k] - middle[k] - radius) / away, (at[k] - middle[k] + radius) / away];
      });
      const low = Math.min(...seen.map(([a]) => a));
      const high = Math.max(...seen.map(([, b]) => b));
      middle[k] += ((low + high) / 2) * distance * 0.7;
    }
  }
  const target = new Vector3();
  axes.forEach((axis, k) => target.addScaledVector(axis, middle[k]));
  return { target, distance };
}
