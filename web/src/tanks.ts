// Tanks, through whose walls the fuel is seen: up to which level, where it settles.

import {
  CylinderGeometry,
  DoubleSide,
  LatheGeometry,
  Mesh,
  MeshLambertMaterial,
  SphereGeometry,
  Vector2,
  type BufferGeometry,
  type Group,
} from "three";
import type { BallShape, SloshShape, TankShape } from "./payload";
import { placeOf, valuesAt } from "./samples";

const FUEL = "#3b8fd6";
const WALL = "#9aa7b8";
const SLOSHES = "#1f66ad";
const RINGS = 14; // of a wall or of fuel, from the bottom up
const AROUND = 36;
const STEP = 1e-3; // of the height of a tank: smaller changes of the level are not seen

const wall = new MeshLambertMaterial({ color: WALL, transparent: true, opacity: 0.22, side: DoubleSide, depthWrite: false });
const fuel = new MeshLambertMaterial({ color: FUEL, emissive: FUEL, emissiveIntensity: 0.3, transparent: true, opacity: 0.55, depthWrite: false });
const sloshing = new MeshLambertMaterial({ color: SLOSHES });

/** A cylinder between two domes; fuel lies towards z. */
export class Tank {
  drawn = -1; // depth of the fuel, m
  private readonly fuel = new Mesh<BufferGeometry>(undefined, fuel);
  private readonly masses: Float64Array;
  private readonly height: number;

  constructor(
    private readonly tank: TankShape,
    group: Group,
    private readonly times: Float64Array,
  ) {
    this.masses = tank.values!();
    this.height = tank.length + 2 * tank.dome;
    const hull = new Mesh(this.turned(this.height), wall);
    hull.renderOrder = 2;
    this.fuel.renderOrder = 1;
    group.add(hull, this.fuel);
  }

  place(time: number): void {
    const [mass] = valuesAt(this.masses, 1, placeOf(this.times, time));
    const depth = this.depth(mass / this.tank.density);
    if (Math.abs(depth - this.drawn) < STEP * this.height) return;
    this.drawn = depth;
    this.fuel.visible = depth > STEP * this.height;
    this.fuel.geometry.dispose();
    this.fuel.geometry = this.turned(depth);
  }

  /** How high so much fuel stands, by halving. */
  private depth(volume: number): number {
    let [low, high] = [0, this.height];
    for (let k = 0; k < 40; k++) {
      const middle = (low + high) / 2;
      if (this.volume(middle) < volume) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  }

  private volume(depth: number): number {
    const { radius, length, dome } = this.tank;
    const area = Math.PI * radius ** 2;
    const cap = (s: number): number => (dome > 0 ? (area * s ** 2 * (1 - s / (3 * dome))) / dome : 0);
    const below = cap(Math.min(depth, dome)) + area * Math.min(Math.max(depth - dome, 0), length);
    const above = depth - dome - length; // in the upper dome
    return above > 0 ? below + cap(dome) - cap(dome - above) : below;
  }

  private width(depth: number): number {
    const { radius, length, dome } = this.tank;
    const from = Math.max(dome - depth, depth - dome - length, 0); // into a dome
    return dome > 0 ? radius * Math.sqrt(Math.max(0, 1 - (from / dome) ** 2)) : radius;
  }

  /** What lies below a level, as a body of revolution about z, closed by a flat surface. */
  private turned(depth: number): BufferGeometry {
    const { length, dome } = this.tank;
    const bottom = length / 2 + dome;
    const ends = [0, dome, dome + length, this.height].map((s) => Math.min(s, depth));
    const levels = ends.slice(1).flatMap((end, k) => rings(ends[k], end));
    const points = [0, ...levels, depth].map((s) => new Vector2(this.width(s), s - bottom));
    points.unshift(new Vector2(0, -bottom));
    points.push(new Vector2(0, depth - bottom));
    return new LatheGeometry(points, AROUND).rotateX(-Math.PI / 2);
  }
}

/** Levels between two ends, closer to each other at the ends, where domes are round. */
function rings(from: number, to: number): number[] {
  if (!(to > from)) return [];
  return Array.from({ length: RINGS + 1 }, (_, k) => {
    return from + ((to - from) * (1 - Math.cos((Math.PI * k) / RINGS))) / 2;
  });
}

/** A tank of which only the centre of the fuel is known: a ball of what is left within a ball. */
export class Ball {
  drawn = 0; // radius of the fuel, m
  private readonly fuel: Mesh;
  private readonly masses: Float64Array;

  constructor(
    private readonly ball: BallShape,
    group: Group,
    private readonly times: Float64Array,
  ) {
    this.masses = ball.values!();
    const round = new SphereGeometry(1, AROUND, 2 * RINGS);
    const hull = new Mesh(round, wall);
    hull.scale.setScalar(ball.radius);
    hull.renderOrder = 2;
    this.fuel = new Mesh(round, fuel);
    this.fuel.renderOrder = 1;
    group.add(hull, this.fuel);
  }

  place(time: number): void {
    const [mass] = valuesAt(this.masses, 1, placeOf(this.times, time));
    this.drawn = Math.cbrt((3 * Math.max(mass, 0)) / (4 * Math.PI * this.ball.density));
    this.fuel.scale.setScalar(this.drawn || 1e-9);
  }
}

/** A mass that sloshes, with the rod of a pendulum: both follow the level. */
export class Slosh {
  drawn = 0; // distance from the joint, m
  private readonly masses: Float64Array;
  private readonly ball = new Mesh(new SphereGeometry(1, AROUND, 2 * RINGS), sloshing);
  private readonly rod = new Mesh(new CylinderGeometry(1, 1, 1, 8).translate(0, 0.5, 0).rotateX(Math.PI / 2), sloshing);

  constructor(
    private readonly slosh: SloshShape,
    group: Group,
    private readonly times: Float64Array,
  ) {
    this.masses = slosh.values!();
    group.add(this.ball, this.rod);
  }

  place(time: number): void {
    const { most, offsets, radii } = this.slosh;
    const [mass] = valuesAt(this.masses, 1, placeOf(this.times, time));
    const step = Math.min(Math.max(mass / (most || 1), 0), 1) * (radii.length - 1);
    const place = { index: Math.floor(step), fraction: step % 1 };
    const [radius] = valuesAt(Float64Array.from(radii), 1, place);
    [this.drawn] = valuesAt(Float64Array.from(offsets), 1, place);
    this.ball.position.z = this.drawn;
    this.ball.scale.setScalar(radius || 1e-9);
    this.rod.scale.set(0.05 * radius || 1e-9, 0.05 * radius || 1e-9, this.drawn || 1e-9);
  }
}
