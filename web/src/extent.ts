// How much room bodies and their motion take.

import { Vector3 } from "three";
import type { Body, Flexible, Look, Scene } from "./payload";
import { quaternion } from "./reference";
import { valuesAt, type Place } from "./samples";

const LOOKED_AT = 200; // samples at most
const MOST_BALLS = 20_000; // bodies times samples
const FAR = 5; // sizes of the spacecraft: whoever travels further is followed
const MOST_POINTS = 24; // of a body that bends

/** Radius of a look about the origin of its body. */
function reach(look: Look): number {
  const away = Math.hypot(...look.at);
  switch (look.kind) {
    case "box":
      return away + Math.hypot(...look.size) / 2;
    case "cylinder":
      return away + Math.hypot(Math.max(look.radius, look.top ?? 0), look.length / 2);
    case "sphere":
      return away + look.radius;
    case "mesh":
      return away + farthest(look.vertices);
  }
}

function farthest(points: Float32Array): number {
  let most = 0;
  for (let i = 0; i < points.length; i += 3)
    most = Math.max(most, Math.hypot(points[i], points[i + 1], points[i + 2]));
  return most;
}

/** Radius of a body about its origin. */
export function bodyReach(body: Body): number {
  const flexible = body.flexible ? farthest(body.flexible.points) : 0;
  return Math.max(flexible, ...body.looks.map(reach), 0);
}

export interface Corner {
  at: Vector3;
  radius: number;
}

/** Points whose silhouette is that of a body's looks, about, in its axes: their ends and corners, each with a radius. */
export function bodyCorners(body: Body): Corner[] {
  return body.looks.flatMap(corners).map(({ at, radius }) => ({ at: new Vector3(...at), radius }));
}

/** Some of many points, the last among them. */
export function somePoints(points: Float32Array): Vector3[] {
  const last = points.length / 3 - 1;
  const number = Math.min(MOST_POINTS, last + 1);
  return Array.from({ length: number }, (_, j) => {
    return new Vector3().fromArray(points, 3 * Math.round((j * last) / Math.max(1, number - 1)));
  });
}

/** The least and greatest coordinates of a body, in its axes. */
function bodyBox(body: Body): { low: number[]; high: number[] } {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const include = (at: ArrayLike<number>, from: number, radius: number): void => {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], at[from + k] - radius);
      high[k] = Math.max(high[k], at[from + k] + radius);
    }
  };
  for (const look of body.looks)
    for (const { at, radius } of balls(look)) include(at, 0, radius);
  const points = body.flexible?.points ?? [];
  for (let i = 0; i < points.length; i += 3) include(points, i, 0);
  return { low, high };
}

/** Balls that a body lies in at a place in time, in its axes. */
export function bodyBalls(body: Body, place: Place): Extent[] {
  const found = body.looks.flatMap((look) => balls(look).map(({ at, radius }) => ({ centre: at, radius })));
  if (body.flexible) found.push(...bentPoints(body.flexible, place));
  return found.length ? found : [{ centre: [0, 0, 0], radius: 0 }]; // the end of a line perhaps
}

/** Some points of a body that bends, where they are. */
function bentPoints({ points, shapes, coordinates }: Flexible, place: Place): Extent[] {
  const count = shapes.length / points.length;
  const q = valuesAt(coordinates, count, place);
  const last = points.length / 3 - 1;
  const number = Math.min(MOST_POINTS, last + 1);
  return Array.from({ length: number }, (_, j) => {
    const i = 3 * Math.round((j * last) / Math.max(1, number - 1));
    const centre = [points[i], points[i + 1], points[i + 2]];
    for (let k = 0; k < count; k++)
      if (q[k] !== 0) for (let c = 0; c < 3; c++) centre[c] += q[k] * shapes[k * points.length + i + c];
    return { centre, radius: 0 };
  });
}

/** A ball around a body, in its axes: about its middle, which may be far from its origin. */
export function bodyBall(body: Body): Extent {
  const { low, high } = bodyBox(body);
  if (!(high[0] >= low[0])) return { centre: [0, 0, 0], radius: 0 };
  const centre = low.map((x, k) => (x + high[k]) / 2);
  return { centre, radius: Math.min(Math.hypot(...low.map((x, k) => high[k] - x)) / 2, bodyReach(body)) };
}

/** Balls whose hull is that of a look, about: of a mesh some of its points, of a cylinder some of its rims. */
function corners(look: Look): { at: number[]; radius: number }[] {
  if (look.kind === "mesh") return somePoints(look.vertices).map((point) => ({ at: placed(look, point), radius: 0 }));
  if (look.kind !== "cylinder") return balls(look);
  const turns = Array.from({ length: 12 }, (_, k) => (Math.PI * k) / 6);
  return [1, -1].flatMap((way) => {
    const radius = way > 0 ? look.top ?? look.radius : look.radius;
    return turns.map((turn) => {
      const point = new Vector3(radius * Math.cos(turn), radius * Math.sin(turn), (way * look.length) / 2);
      return { at: placed(look, point), radius: 0 };
    });
  });
}

/** A point of a look, in the axes of its body. */
function placed(look: Look, point: Vector3): number[] {
  point.applyQuaternion(quaternion(look.attitude));
  return look.at.map((x, k) => x + point.getComponent(k));
}

/** Balls that a look lies within: of a box its corners, of a long cylinder those at its ends. */
function balls(look: Look): { at: number[]; radius: number }[] {
  const ways = [1, -1];
  if (look.kind === "box") {
    const [a, b, c] = look.size.map((x) => x / 2);
    const points = ways.flatMap((i) => ways.flatMap((j) => ways.map((k) => new Vector3(i * a, j * b, k * c))));
    return points.map((point) => ({ at: placed(look, point), radius: 0 }));
  }
  if (look.kind !== "cylinder") return [{ at: look.at, radius: reach({ ...look, at: [0, 0, 0] }) }];
  const radius = Math.max(look.radius, look.top ?? 0);
  return ways.map((way) => ({ at: placed(look, new Vector3(0, 0, (way * look.length) / 2)), radius }));
}

export interface Extent {
  centre: number[];
  radius: number;
}

/** A ball around all motion in inertial space; around the planet, where there is one. */
export function motionExtent(scene: Scene): Extent {
  const places = roomTaken(scene);
  if (!places.length) return { centre: [0, 0, 0], radius: scene.size };
  const low = [0, 1, 2].map((k) => Math.min(...places.map(({ centre, radius }) => centre[k] - radius)));
  const high = [0, 1, 2].map((k) => Math.max(...places.map(({ centre, radius }) => centre[k] + radius)));
  const middle = scene.planet ? [0, 0, 0] : low.map((x, k) => (x + high[k]) / 2);
  const far = Math.max(...places.map(({ centre, radius }) => distance(centre, middle) + radius));
  if (scene.planet) return { centre: middle, radius: Math.max(scene.planet.radius, far) };
  return { centre: middle, radius: Math.max(far, 0.5 * scene.size) };
}

/** Balls around all bodies at some samples. */
function roomTaken(scene: Scene): Extent[] {
  const { times, rootPosition, bodies } = scene;
  const balls = bodies.map(bodyBall);
  const stride = Math.max(1, Math.floor(times.length / Math.min(LOOKED_AT, MOST_BALLS / bodies.length)));
  const found: Extent[] = [];
  for (let i = 0; i < times.length; i += stride)
    bodies.forEach(({ positions, attitudes }, b) => {
      const middle = new Vector3(...balls[b].centre);
      middle.applyQuaternion(quaternion([...attitudes.subarray(4 * i, 4 * i + 4)]));
      const centre = [0, 1, 2].map((k) => {
        return rootPosition[3 * i + k] + positions[3 * i + k] + middle.getComponent(k);
      });
      found.push({ centre, radius: balls[b].radius });
    });
  return found;
}

/** How far below the middle of a motion it comes, the other way than up. */
export function depth(scene: Scene, { centre }: Extent, up: Vector3): number {
  const below = roomTaken(scene).map((room) => {
    return room.radius - up.dot(new Vector3(...room.centre.map((x, k) => x - centre[k])));
  });
  return Math.max(0, ...below);
}

/** How far a body comes from another one, as both move. */
export function reachAbout({ times, bodies }: Scene, centre: number, body: number): number {
  const from = bodies[centre].positions;
  const to = bodies[body].positions;
  const stride = Math.max(1, Math.floor(times.length / LOOKED_AT));
  let most = 0;
  for (let i = 0; i < 3 * times.length; i += 3 * stride)
    most = Math.max(most, Math.hypot(to[i] - from[i], to[i + 1] - from[i + 1], to[i + 2] - from[i + 2]));
  return most + bodyReach(bodies[body]);
}

function distance(a: number[], b: number[]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** Whether the spacecraft as a whole goes far beyond its own size. */
export function travels(scene: Scene, { radius }: Extent): boolean {
  return scene.planet !== undefined || radius > FAR * scene.size;
}
