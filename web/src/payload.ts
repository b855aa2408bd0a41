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
  quantities: Quantity[];
  stages: { name: string; from: number; to: number }[];
  events: { name: string; time: number; what: string }[];
  planet?: { radius: number; name: string }; // at the inertial origin
  size: number; // m, about the radius of the craft
  up?: number[]; // inertial, against uniform gravity
}

export interface Body {
  name: string;
  parent: number; // -1: ground
  mass: number;
  ground?: boolean;
  massless?: boolean;
  positions: Float64Array; // 3 n, from the root, inertial axes, m
  attitudes: Float64Array; // 4 n, w x y z, body to inertial
  looks: Look[];
  frames: { name: string; at: number[]; attitude: number[] }[];
  flexible?: Flexible;
}

export type Shape =
  | { kind: "box"; size: number[] }
  | { kind: "cylinder"; radius: number; length: number } // along z, centred
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
  triangles: Uint32Array;
  shapes: Float32Array; // m by 3 P, metres for a unit of each coordinate
  coordinates: Float64Array; // n by m
  frequencies: number[]; // Hz
  labels: string[];
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
  kind: "force" | "reaction" | "torque";
  body: number;
  at: number[]; // in the body
  values: Float64Array; // 3 n, inertial axes, N or N m
}

export interface Quantity {
  name: string;
  unit: string;
  columns: string[];
  times?: Float64Array;
  values(): Float64Array;
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
  type: "f4" | "u4" | "u2";
  count: number;
}

export async function decode(text: string): Promise<Scene> {
  const packed = Uint8Array.from(atob(text.trim()), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const buffer = await new Response(stream).arrayBuffer();
  const length = Number(new DataView(buffer).getBigUint64(0, true));
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  return filled(header, buffer.slice(8 + length)) as Scene;
}

function filled(value: unknown, data: ArrayBuffer): unknown {
  if (Array.isArray(value)) return value.map((entry) => filled(entry, data));
  if (value === null || typeof value !== "object") return value;
  const record = value as Record<string, unknown>;
  if ("quantum" in record) return channel(record as unknown as Channel, data);
  if ("at" in record && "type" in record) return block(record as unknown as Block, data);
  const made: Record<string, unknown> = {};
  for (const [key, entry] of Object.entries(record)) made[key] = filled(entry, data);
  if ("columns" in record) {
    const values = made.values;
    made.values = () => values;
  }
  return made;
}

function block({ at, type, count }: Block, data: ArrayBuffer): Float32Array | Uint32Array {
  if (type === "f4") return new Float32Array(data.slice(at, at + 4 * count));
  if (type === "u4") return new Uint32Array(data.slice(at, at + 4 * count));
  return Uint32Array.from(new Uint16Array(data.slice(at, at + 2 * count)));
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
