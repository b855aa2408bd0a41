// How much room bodies and their motion take.

import type { Body, Look, Scene } from "./payload";

const LOOKED_AT = 200; // samples at most

/** Radius of a look about the origin of its body. */
function reach(look: Look): number {
  const away = Math.hypot(...look.at);
  switch (look.kind) {
    case "box":
      return away + Math.hypot(...look.size) / 2;
    case "cylinder":
      return away + Math.hypot(look.radius, look.length / 2);
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

export interface Extent {
  centre: number[];
  radius: number;
}

/** A ball around all motion in inertial space; around the planet, where there is one. */
export function motionExtent(scene: Scene): Extent {
  const n = scene.times.length;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const reaches = scene.bodies.map(bodyReach);
  const stride = Math.max(1, Math.floor(n / LOOKED_AT));
  for (let i = 0; i < n; i += stride)
    scene.bodies.forEach((body, b) => {
      for (let k = 0; k < 3; k++) {
        const x = scene.rootPosition[3 * i + k] + body.positions[3 * i + k];
        low[k] = Math.min(low[k], x - reaches[b]);
        high[k] = Math.max(high[k], x + reaches[b]);
      }
    });
  if (scene.planet) {
    const farthestCorner = Math.hypot(...low.map((x, k) => Math.max(Math.abs(x), Math.abs(high[k]))));
    return { centre: [0, 0, 0], radius: Math.max(scene.planet.radius, 0.75 * farthestCorner) };
  }
  const centre = low.map((x, k) => (x + high[k]) / 2);
  const radius = Math.hypot(...low.map((x, k) => high[k] - x)) / 2;
  return { centre, radius: Math.max(radius, 0.5 * scene.size) };
}

/** Whether the craft as a whole goes far beyond its own size. */
export function travels(scene: Scene): boolean {
  return scene.planet !== undefined || motionExtent(scene).radius > 12 * scene.size;
}
