// Devices, sensors and controllers, orbit and environment: their values at the time that is shown.

import type { Clock } from "./clock";
import { h } from "./dom";
import { shown } from "./numbers";
import type { Part, Quantity, Scene } from "./payload";
import { placeOf, valuesAt } from "./samples";

const TITLES: Record<Part["section"], string> = {
  devices: "Devices",
  sensors: "Sensors",
  controllers: "Controllers",
  orbit: "Orbit",
  environment: "Environment",
};
export const ORBIT: Part["section"][] = ["orbit", "environment"];

interface Reading {
  quantity: Quantity;
  output: HTMLElement;
}

export class DeviceList {
  readonly element = h("div", { class: "device-list" });
  private readonly readings: Reading[] = [];

  constructor(
    private readonly scene: Scene,
    private readonly clock: Clock,
    private readonly plot: (name: string) => void,
    sections: Part["section"][],
  ) {
    for (const section of sections) {
      const parts = scene.telemetry.filter((part) => part.section === section);
      if (parts.length)
        this.element.append(h("section", { class: "group" }, ...titles(section, parts), ...parts.map((part) => this.part(part))));
    }
  }

  /** Bring all values to the time that is shown, if they are seen. */
  follow(): void {
    if (!this.element.offsetParent) return;
    for (const { quantity, output } of this.readings) {
      const place = placeOf(quantity.times ?? this.scene.times, this.clock.time);
      const values = valuesAt(quantity.values(), quantity.columns.length, place);
      const text = values.length > 1 ? values.map((x, k) => `${quantity.columns[k]} ${shown(x)}`).join("   ") : shown(values[0]);
      if (output.textContent !== text) output.textContent = text;
    }
  }

  private part({ name, kind, quantities }: Part): HTMLElement {
    const rows = quantities.map((k) => this.row(name, this.scene.quantities[k]));
    return h(
      "details",
      { open: true },
      h("summary", { title: name }, h("span", { class: "name" }, name), h("small", {}, kind)),
      h("div", { class: "readings" }, ...rows),
    );
  }

  /** A quantity that is plotted when it is pressed. */
  private row(owner: string, quantity: Quantity): HTMLElement {
    const output = h("output");
    this.readings.push({ quantity, output });
    const own = quantity.name.startsWith(`${owner}.`) ? quantity.name.slice(owner.length + 1) : quantity.name;
    return h(
      "button",
      { type: "button", class: quantity.columns.length > 1 ? "vector" : "", title: `Plot ${quantity.name}`, onclick: () => this.plot(quantity.name) },
      h("span", {}, own.replaceAll("_", " ")),
      output,
      h("small", {}, quantity.unit),
    );
  }
}

/** The title of a section, unless its only part is called so already. */
function titles(section: Part["section"], parts: Part[]): HTMLElement[] {
  return parts[0].name === section ? [] : [h("h3", {}, TITLES[section])];
}
