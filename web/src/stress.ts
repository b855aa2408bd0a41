// Stresses of a body that bends, as colours of its points: of plates and solids after von Mises, of beams the
// bending moment. Each element has its own; a point shows the mean of those around it.

import { Color } from "three";
import type { FlexibleStress } from "./payload";
import { valuesAt, type Place } from "./samples";

const LOOKED_AT = 60; // samples at most, of which the greatest is sought
const RAMP = ["#2c3e8f", "#2f86c1", "#3fb59b", "#9fce4a", "#f3c530", "#ee7f2b", "#c92a2a"].map((c) => new Color(c));

export const STRESS_RAMP = RAMP.map((colour) => `#${colour.getHexString()}`);
export type StressUnit = "Pa" | "N m";

export class Stress {
  readonly unit: StressUnit;
  private readonly modes: number;
  private readonly width: number;
  private readonly elements: number;
  private readonly each: Float64Array; // of the elements
  private readonly sum: Float64Array; // components of one element

  constructor(
    private readonly given: FlexibleStress,
    modes: number,
  ) {
    this.modes = modes;
    this.width = given.kind === "beam" ? 4 : 6;
    this.elements = given.components.length / this.modes / this.width;
    this.unit = given.kind === "beam" ? "N m" : "Pa";
    this.each = new Float64Array(this.elements);
    this.sum = new Float64Array(this.width);
  }

  /** The greatest of a run at a point, as far as some samples tell. */
  greatest(coordinates: Float64Array, count: number): number {
    const last = coordinates.length / count - 1;
    const stride = Math.max(1, Math.ceil((last + 1) / LOOKED_AT));
    let most = 0;
    for (let index = 0; index <= last; index += stride) {
      const place: Place = { index, fraction: 0 };
      for (const value of this.values(valuesAt(coordinates, count, place))) most = Math.max(most, value);
    }
    return most;
  }

  /** What is seen at each point, for these coordinates of modes. */
  values(q: number[]): Float64Array {
    this.measure(q);
    const { starts, elements } = this.given;
    const found = new Float64Array(starts.length - 1);
    for (let p = 0; p < found.length; p++) {
      for (let k = starts[p]; k < starts[p + 1]; k++) found[p] += this.each[elements[k]];
      found[p] /= starts[p + 1] - starts[p];
    }
    return found;
  }

  private measure(q: number[]): void {
    const { kind, components } = this.given;
    for (let e = 0; e < this.elements; e++) {
      this.sum.fill(0);
      for (let mode = 0; mode < this.modes; mode++) {
        const start = (mode * this.elements + e) * this.width;
        for (let c = 0; c < this.width; c++) this.sum[c] += q[mode] * components[start + c];
      }
      this.each[e] = MEASURES[kind](this.sum);
    }
  }
}

const MEASURES: Record<FlexibleStress["kind"], (s: Float64Array) => number> = {
  solid: ([xx, yy, zz, yz, zx, xy]) =>
    Math.sqrt(((xx - yy) ** 2 + (yy - zz) ** 2 + (zz - xx) ** 2) / 2 + 3 * (yz ** 2 + zx ** 2 + xy ** 2)),
  plate: (s) => Math.max(plane(s[0], s[1], s[2]), plane(s[3], s[4], s[5])),
  beam: (s) => Math.max(Math.hypot(s[0], s[1]), Math.hypot(s[2], s[3])),
};

function plane(xx: number, yy: number, xy: number): number {
  return Math.sqrt(Math.max(0, xx * xx - xx * yy + yy * yy + 3 * xy * xy));
}

/** The colour of a part of the greatest stress. */
export function stressColour(part: number, colour: Color): Color {
  const at = Math.max(0, Math.min(1, part)) * (RAMP.length - 1);
  const k = Math.min(RAMP.length - 2, Math.floor(at));
  return colour.lerpColors(RAMP[k], RAMP[k + 1], at - k);
}
