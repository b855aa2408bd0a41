// What a page is given, and how it is unpacked.

export interface Scene {
  title: string;
  subtitle: string;
  notes: string[];
  times: Float64Array; // s
  root: number; // the body that positions are relative to
  rootPosition: Float64Array; // 3 n, inertial, m
  bodies: Body[];
  joints: Joint[];
  arrows: Arrow[];
  devices: Device[];
  pointing: Pointing[];
  telemetry: Part[];
  quantities: Quantity[];
  plotted: number[]; // quantities, when the page opens
  stages: { name: string; from: number; to: number }[];
  events: { name: string; time: number; what: string }[];
  links: Link[];
  planet?: PlanetEntry;
  velocities?: Float64Array; // 3 n, of the root, inertial, m/s
  sky?: FarBody[];
  sunlight?: Float64Array; // n: 0 in the umbra, 1 in full light
  field?: Float64Array; // 3 n, magnetic, inertial axes, T
  eclipses?: { from: number; to: number; umbra: boolean }[];
  nodes?: number[]; // times at which the equator is crossed northward
  size: number; // m, about the radius of the spacecraft
  up?: number[]; // inertial, against uniform gravity
}

/** What is circled, at the inertial origin. */
export interface PlanetEntry {
  name: string;
  radius: number; // m, at the equator
  flattening?: number;
  attitudes?: Float64Array; // 4 n, w x y z, planet to inertial
  land?: Land;
  vertices?: Float32Array; // 3 v, in radii, of a planet that is no ball
  faces?: Uint32Array; // 3 f
  track?: Float64Array; // 2 n, longitude without jumps and latitude below the root, deg
}

/** Coast lines as rings, of so many points each. */
export interface Land {
  points: Float64Array; // longitude without jumps, latitude, deg
  rings: number[];
}

/** The Sun, a moon or a planet far away. */
export interface FarBody {
  name: string;
  radius: number; // m
  positions: Float64Array; // 3 n, inertial, m
}

export interface Body {
  name: string;
  parent: number; // -1: ground
  mass: number;
  ground?: boolean;
  massless?: boolean;
  carries?: boolean; // has devices inside
  positions: Float64Array; // 3 n, from the root, inertial axes, m
  attitudes: Float64Array; // 4 n, w x y z, body to inertial
  looks: Look[];
  frames: { name: string; at: number[]; attitude: number[] }[];
  flexible?: Flexible;
}

export type Shape =
  | { kind: "box"; size: number[] }
  | { kind: "cylinder"; radius: number; top?: number; length: number } // along z, centred
  | { kind: "sphere"; radius: number }
  | { kind: "mesh"; vertices: Float32Array; triangles: Uint32Array };

export type Look = Shape & {
  at: number[];
  attitude: number[];
  colour: string | null;
  opacity?: number;
};

export interface Flexible {
  points: Float32Array; // 3 P
  lines: Uint32Array; // pairs of points
  radii?: Float32Array; // m, of the tubes along these
  triangles: Uint32Array;
  shapes: Float32Array; // m by 3 P, metres for a unit of each coordinate
  coordinates: Float64Array; // n by m
  frequencies: number[]; // Hz, of modes: shapes beyond these are what nodes do besides
  labels: string[];
  stress?: FlexibleStress;
}

/** Stresses of elements by mode, and the elements around each point: those from starts[p] on. */
export interface FlexibleStress {
  kind: "solid" | "plate" | "beam";
  components: Float32Array; // modes by elements by components, Pa or N m for a unit of each coordinate
  starts: Uint32Array;
  elements: Uint32Array;
}

export interface Joint {
  name: string;
  kind: string;
  inboard: number;
  outboard: number;
  at: number[]; // in the outboard body
}

export interface Arrow {
  name: string;
  kind: "force" | "reaction" | "torque" | "gravity";
  body: number;
  at: number[]; // in the body
  places?(): Float64Array; // in the body, three for each time: where it acts, if that moves
  axes?: { body: number; attitude: number[] }; // a frame in whose axes values are, of ground: -1; else inertial
  times?: Float64Array;
  values(): Float64Array; // three for each time, N or N m
}

/** What devices and lines of sight have: where they are on a body, and what they follow along time. */
interface OnBody {
  name: string;
  body: number;
  at: number[]; // in the body
  attitude: number[]; // of its own axes in the body
  times?: Float64Array;
  values?(): Float64Array;
}

/** Turns about its z axis, at the speeds that it follows, rad/s. */
export type WheelShape = OnBody & { kind: "wheel" };
/** Its exhaust goes along z; it follows the thrust, N. */
export type ThrusterShape = OnBody & { kind: "thruster"; radius: number; length: number; full: number };
/** Fuel settles towards z; it follows the mass, kg. */
export type TankShape = OnBody & { kind: "tank"; radius: number; length: number; dome: number; density: number };
export type BallShape = OnBody & { kind: "ball"; radius: number; density: number };
/** A mass that sloshes along z from its joint: how far, and how large, at equal steps of fuel up to `most`, kg. */
export type SloshShape = OnBody & { kind: "slosh"; most: number; offsets: number[]; radii: number[] };
export type Device = (WheelShape | ThrusterShape | TankShape | BallShape | SloshShape | (OnBody & { kind: "part" })) & {
  looks?: Look[]; // in its own axes
};

/** A line of sight along z, which follows whether it sees; a direction in space; an attitude aimed at. */
export type Pointing =
  | (OnBody & { kind: "sight"; half: number }) // rad; 0: none is known
  | (OnBody & { kind: "direction"; what: "sun" | "field"; along: number[] }) // inertial
  | (OnBody & { kind: "target"; target?: number[] }); // w x y z, or followed

/** A device, sensor or controller with its quantities. */
export interface Part {
  section: "devices" | "sensors" | "controllers" | "orbit" | "environment";
  name: string;
  kind: string;
  quantities: number[];
}

/** What is drawn as a line between points of two bodies: a spring, a rod without mass. */
export interface Link {
  name: string;
  ends: { body: number; at: number[] }[];
}

export interface Quantity {
  name: string;
  unit: string;
  columns: string[];
  times?: Float64Array;
  values(): Float64Array;
}

/** How quantities, arrows and devices come, before tables that they share are put in. */
interface Shared {
  coarse?: boolean; // at the times of `coarseTimes`
  body?: number; // what the motion of this body gives already
  quantity?: number; // what this quantity gives already
}

interface Channel {
  at: number;
  count: number;
  width: number;
  quantum: number;
  order: number;
  bytes: number;
}

interface Block {
  at: number;
  type: "f8" | "f4" | "u4" | "u2" | "i2";
  count: number;
  scale?: number;
}

export async function decode(text: string): Promise<Scene> {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const buffer = await new Response(stream).arrayBuffer();
  const length = Number(new DataView(buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  return connected(filled(header, buffer.slice(8 + length)) as Scene & Coarse);
}

interface Coarse {
  coarseTimes?: Float64Array;
}

function filled(value: unknown, data: ArrayBuffer): unknown {
  if (Array.isArray(value)) return value.map((entry) => filled(entry, data));
  if (value === null || typeof value !== "object") return value;
  const record = value as Record<string, unknown>;
  if ("quantum" in record) return channel(record as unknown as Channel, data);
  if ("at" in record && "type" in record) return block(record as unknown as Block, data);
  const made: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(record))
    // Of very many tables few are looked at.
    made[key] = key === "values" || key === "places" ? once(() => filled(entry, data)) : filled(entry, data);
  return made;
}

function connected(scene: Scene & Coarse): Scene {
  const quantities: (Quantity & Shared)[] = scene.quantities;
  const arrows: (Arrow & Shared)[] = scene.arrows;
  for (const each of [...quantities, ...arrows]) if (each.coarse) each.times = scene.coarseTimes;
  for (const each of quantities) if (!each.values) each.values = once(() => motion(scene, each));
  for (const each of [...arrows, ...scene.devices, ...scene.pointing] as Shared[]) {
    if (each.quantity === undefined) continue;
    const { times, values } = scene.quantities[each.quantity];
    Object.assign(each, { times, values });
  }
  return scene;
}

/** Position or attitude of a body, as the picture has them. */
function motion({ bodies, rootPosition }: Scene, { body, columns }: Quantity & Shared): Float64Array {
  const { positions, attitudes } = bodies[body!];
  return columns.length === 4 ? attitudes : positions.map((entry, i) => entry + rootPosition[i]);
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function block({ at, type, count, scale }: Block, data: ArrayBuffer): Float64Array | Float32Array | Uint32Array {
  if (type === "f8") return new Float64Array(data.slice(at, at + 8 * count));
  if (type === "f4") return new Float32Array(data.slice(at, at + 4 * count));
  if (type === "u4") return new Uint32Array(data.slice(at, at + 4 * count));
  const short = data.slice(at, at + 2 * count);
  if (type === "u2") return Uint32Array.from(new Uint16Array(short));
  return Float32Array.from(new Int16Array(short), (entry) => entry * scale!);
}

function channel(described: Channel, data: ArrayBuffer): Float64Array {
  const { at, count, width, quantum, order, bytes } = described;
  const planes = new Uint8Array(data, at, count * width * bytes);
  const values = new Float64Array(count * width);
  for (let k = 0; k < width; k++) {
    const column = new Float64Array(count);
    const start = k * count * bytes;
    for (let i = 0; i < count; i++) {
      let zigzag = 0;
      for (let b = bytes - 1; b >= 0; b--) zigzag = zigzag * 256 + planes[start + b * count + i];
      column[i] = zigzag % 2 === 0 ? zigzag / 2 : -(zigzag + 1) / 2;
    }
    for (let d = order; d > 0; d--) for (let i = d; i < count; i++) column[i] += column[i - 1];
    for (let i = 0; i < count; i++) values[i * width + k] = column[i] * quantum;
  }
  return values;
}
