// What is shown besides the bodies, and how large.

import { ARROW_COLOURS } from "./arrows";
import { h } from "./dom";
import { shown } from "./numbers";
import { VECTOR_COLOURS } from "./vectors";
import { SHOWN, type Shown, type World } from "./world";

const NAMES: Record<Shown, string> = {
  labels: "Labels",
  trails: "Trails",
  axes: "Body axes",
  frames: "Frames",
  joints: "Joints",
  devices: "Devices",
  inside: "See into bodies",
  pointing: "Pointing",
  grid: "Grid",
  force: "Forces",
  reaction: "Reactions",
  torque: "Torques",
  gravity: "Gravity",
  nadir: "Nadir",
  velocity: "Velocity",
  sun: "Sun direction",
  field: "Magnetic field",
  orbit: "Orbit path",
  planet: "Planet",
  track: "Ground track",
  umbra: "Planet shadow",
  sky: "Sun and Moon",
  stress: "Stress colours",
  shadows: "Shadows of bodies",
};

export class Options {
  readonly element = h("div", { class: "options" });
  private readonly boxes = new Map<Shown, HTMLInputElement>();
  private readonly magnification: Slider | null = null;
  private readonly selects = new Map<number, HTMLSelectElement>();

  constructor(private readonly world: World) {
    const things = SHOWN.filter((thing) => world.has(thing)).map((thing) => this.box(thing));
    this.element.append(group("Show", ...things));
    if (world.scene.arrows.length) this.element.append(group("Arrows", this.arrowScale()));
    const flexible = world.bodies.drawn.filter(({ shape }) => shape);
    if (flexible.length) {
      this.magnification = new Slider("Deformation", 0, 4, (x) => this.magnify(x));
      const modes = flexible.map(({ index }) => this.modes(index));
      this.element.append(group("Flexible bodies", this.magnification.element, ...modes));
    }
    const { notes } = world.scene;
    if (notes.length)
      this.element.append(group("Notes", ...notes.map((note) => h("p", { class: "note" }, note))));
    this.show();
  }

  show(): void {
    for (const [thing, box] of this.boxes) box.checked = this.world.shown[thing];
    for (const [body, select] of this.selects)
      select.value = String(this.world.bodies.drawn[body].shape?.mode ?? "");
    const first = this.world.bodies.drawn.find(({ shape }) => shape);
    if (first?.shape) this.magnification?.set(first.shape.magnification);
  }

  toggle(thing: Shown): void {
    if (this.world.has(thing)) this.world.show(thing, !this.world.shown[thing]);
    this.show();
  }

  magnify(factor: number): void {
    for (const { shape } of this.world.bodies.drawn) if (shape) shape.magnification = factor;
    this.world.onChange();
    this.show();
  }

  swing(body: number, mode: number | null): void {
    this.world.bodies.drawn[body].shape?.swing(mode);
    this.world.onChange();
    this.show();
  }

  private box(thing: Shown): HTMLElement {
    const box = h("input", { type: "checkbox" });
    box.addEventListener("change", () => this.toggle(thing));
    this.boxes.set(thing, box);
    const label = h("label", { class: "check" }, box, NAMES[thing]);
    const colours: Record<string, string> = { ...ARROW_COLOURS, ...VECTOR_COLOURS };
    if (thing in colours) {
      const swatch = h("span", { class: "swatch" });
      swatch.style.setProperty("--body", colours[thing]);
      label.append(swatch);
    }
    return label;
  }

  private arrowScale(): HTMLElement {
    const scale = new Slider("Length", -2, 3, (factor) => {
      for (const arrows of Object.values(this.world.arrows)) arrows.scale = factor;
      this.world.onChange();
    });
    return scale.element;
  }

  private modes(body: number): HTMLElement {
    const { name, flexible } = this.world.scene.bodies[body];
    const label = `Mode of ${name}`;
    const select = h("select", { "aria-label": label }, h("option", { value: "" }, "as in the run"));
    flexible!.frequencies.forEach((frequency, k) => {
      const hertz = frequency > 0 ? ` · ${shown(frequency)} Hz` : "";
      select.append(h("option", { value: k }, `${flexible!.labels[k] ?? k + 1}${hertz}`));
    });
    select.addEventListener("change", () => {
      this.swing(body, select.value === "" ? null : Number(select.value));
    });
    this.selects.set(body, select);
    return h("label", { class: "field" }, h("span", { title: name }, name), select);
  }
}

/** A factor on a scale of powers of ten, with its value beside it. */
class Slider {
  readonly element: HTMLElement;
  private readonly input: HTMLInputElement;
  private readonly output = h("output");

  constructor(label: string, low: number, high: number, change: (factor: number) => void) {
    this.input = h("input", { type: "range", min: low, max: high, step: 0.05, "aria-label": label });
    this.input.addEventListener("input", () => {
      change(10 ** this.input.valueAsNumber);
      this.tell(10 ** this.input.valueAsNumber);
    });
    this.element = h("label", { class: "field" }, h("span", {}, label), this.input, this.output);
    this.set(1);
  }

  set(factor: number): void {
    if (factor > 0) this.input.value = String(Math.log10(factor));
    this.tell(factor);
  }

  private tell(factor: number): void {
    this.output.textContent = `× ${Number(factor.toPrecision(2))}`;
  }
}

function group(title: string, ...children: Node[]): HTMLElement {
  return h("section", { class: "group" }, h("h3", {}, title), ...children);
}
