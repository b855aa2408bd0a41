// A body that bends: its points where shapes and coordinates put them, many times as far if asked.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
} from "three";
import type { Flexible } from "./payload";
import { valuesAt, type Place } from "./samples";
import { Stress, stressColour } from "./stress";
import { Tubes } from "./tubes";

const SHOWN = 0.12; // how far a single mode goes, as a part of the body's size
const THICK = 0.008; // radius of a beam without surface, as such a part
const MOST_TUBES = 3000; // pieces drawn as tubes

export class DeformedShape {
  readonly group = new Group();
  magnification = 1;
  mode: number | null = null;
  private readonly points: BufferAttribute;
  private readonly lineMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.6 });
  private readonly amplitudes: number[];
  private readonly tubes: Tubes | null;
  readonly stress: Stress | null;
  private stressScale = 0; // Pa or N m, of the last colour; none: stress is not shown
  private readonly hull: Mesh<BufferGeometry, MeshLambertMaterial> | null = null;
  private readonly size: number; // m, the longest of its three
  private phase = 0;

  constructor(
    private readonly flexible: Flexible,
    private readonly colour: string,
  ) {
    this.points = new BufferAttribute(flexible.points.slice(), 3);
    this.points.setUsage(DynamicDrawUsage);
    if (flexible.triangles.length) {
      // Normals come from the drawn triangles themselves, as those of a bent surface change.
      const material = new MeshLambertMaterial({
        color: colour,
        side: DoubleSide,
        flatShading: true,
        polygonOffset: true,
        polygonOffsetFactor: 1,
        polygonOffsetUnits: 1,
      });
      this.hull = new Mesh(this.geometry(flexible.triangles), material);
      this.hull.castShadow = this.hull.receiveShadow = true;
      this.group.add(this.hull);
    }
    this.size = Math.max(...extremes(flexible.points));
    const bare = !flexible.triangles.length && flexible.lines.length <= 2 * MOST_TUBES;
    this.tubes = bare ? new Tubes(flexible.lines, flexible.radii ?? THICK * this.size, colour) : null;
    if (this.tubes) this.group.add(this.tubes.group);
    else this.group.add(new LineSegments(this.geometry(flexible.lines), this.lineMaterial));
    this.stress = flexible.stress ? new Stress(flexible.stress, flexible.frequencies.length) : null;
    this.amplitudes = flexible.frequencies.map((_, k) => this.amplitude(k));
    for (const child of this.group.children) child.frustumCulled = false;
  }

  /** Points as they are drawn. */
  get drawn(): Float32Array {
    return this.points.array as Float32Array;
  }

  setLineColour(colour: string): void {
    this.lineMaterial.color.set(colour);
  }

  /** A single mode swings, whatever the run does, until none is asked for. */
  swing(mode: number | null): void {
    this.mode = mode;
    this.phase = 0;
  }

  advance(seconds: number): void {
    this.phase += 2 * Math.PI * 0.8 * seconds; // all modes at one pace: their own may be too fast
  }

  bend(place: Place): void {
    const { points, shapes, coordinates } = this.flexible;
    const count = shapes.length / points.length;
    const q = this.mode === null ? valuesAt(coordinates, count, place) : this.swinging(count);
    const bent = this.drawn;
    bent.set(points);
    for (let k = 0; k < count; k++) {
      const factor = this.magnification * q[k];
      if (factor === 0) continue;
      const start = k * points.length;
      for (let i = 0; i < bent.length; i++) bent[i] += factor * shapes[start + i];
    }
    this.points.needsUpdate = true;
    this.tubes?.place(bent);
    if (this.stressScale > 0) this.paint(q);
  }

  /** Stress at all points, none where it is not known. */
  stressAt(place: Place): Float64Array | null {
    const { coordinates, shapes, points } = this.flexible;
    return this.stress?.values(valuesAt(coordinates, shapes.length / points.length, place)) ?? null;
  }

  /** The greatest stress along the run. */
  greatestStress(): number {
    const { coordinates, shapes, points } = this.flexible;
    return this.stress?.greatest(coordinates, shapes.length / points.length) ?? 0;
  }

  /** Show stress by colours, of which the last stands for this much; or none. */
  showStress(scale: number): void {
    this.stressScale = this.stress ? scale : 0;
    const shown = this.stressScale > 0;
    if (this.hull) {
      const { material } = this.hull;
      material.vertexColors = shown;
      material.color.set(shown ? "#ffffff" : this.colour);
      material.needsUpdate = true;
    }
    if (!shown) this.tubes?.paint(null);
  }

  private paint(q: number[]): void {
    const values = this.stress!.values(q);
    const colour = new Color();
    const colours = new Float32Array(3 * values.length);
    const scale = this.mode === null ? this.stressScale : Math.max(...values);
    values.forEach((value, p) => stressColour(scale > 0 ? value / scale : 0, colour).toArray(colours, 3 * p));
    this.hull?.geometry.setAttribute("color", new BufferAttribute(colours, 3));
    this.tubes?.paint(colours);
  }

  private swinging(count: number): number[] {
    const q = new Array<number>(count).fill(0);
    // What the viewer magnifies is the run; a mode has no size of its own.
    q[this.mode!] = (this.amplitudes[this.mode!] * Math.sin(this.phase)) / this.magnification;
    return q;
  }

  private amplitude(mode: number): number {
    const { points, shapes } = this.flexible;
    let most = 0;
    for (let i = 0; i < points.length; i += 3) {
      const s = mode * points.length + i;
      most = Math.max(most, Math.hypot(shapes[s], shapes[s + 1], shapes[s + 2]));
    }
    return most > 0 ? (SHOWN * this.size) / most : 0;
  }

  private geometry(indices: Uint32Array): BufferGeometry {
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.points);
    geometry.setIndex(new BufferAttribute(indices, 1));
    return geometry;
  }
}

/** How far points lie apart along each axis. */
function extremes(points: Float32Array): number[] {
  return [0, 1, 2].map((axis) => {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < points.length; i += 3) {
      low = Math.min(low, points[i]);
      high = Math.max(high, points[i]);
    }
    return Math.max(0, high - low);
  });
}
