// What the colours of stress mean.

import { h } from "./dom";
import { prefixed } from "./numbers";
import { STRESS_RAMP, type StressUnit } from "./stress";

const NAMES: Record<StressUnit, string> = { Pa: "Stress (von Mises)", "N m": "Bending moment" };

export class StressLegend {
  readonly element = h("div", { class: "stress-legend", role: "note", hidden: true });

  /** The values at which the scales end. */
  show(scales: Map<StressUnit, number>): void {
    this.element.hidden = !scales.size;
    this.element.replaceChildren(
      ...[...scales].map(([unit, most]) => {
        const ramp = h("span", { class: "ramp" });
        ramp.style.setProperty("--ramp", STRESS_RAMP.join(", "));
        return h("p", {}, NAMES[unit], " 0", ramp, prefixed(most, unit));
      }),
    );
  }
}
