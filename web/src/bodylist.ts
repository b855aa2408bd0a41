// The list of bodies: seen or hidden, and which one the camera goes with.

import type { DrawnBody } from "./bodies";
import { h, iconButton } from "./dom";
import { matches } from "./search";
import type { World } from "./world";

const MANY = 12; // from which on the list can be searched

interface Row {
  drawn: DrawnBody;
  element: HTMLElement;
  box: HTMLInputElement;
  follow: HTMLButtonElement;
}

export class BodyList {
  readonly element = h("div", { class: "body-list" });
  private readonly rows: Row[];
  private nodes = false;
  private query = "";

  constructor(private readonly world: World) {
    const depths = depthsOf(world.scene.bodies.map(({ parent }) => parent));
    this.rows = world.bodies.drawn.map((drawn, k) => this.row(drawn, depths[k]));
    const all = h("button", { type: "button", class: "quiet" }, "Show all");
    const none = h("button", { type: "button", class: "quiet" }, "Hide all");
    all.addEventListener("click", () => this.setAll(true));
    none.addEventListener("click", () => this.setAll(false));
    const tools = h("div", { class: "row-tools" }, all, none);
    if (this.rows.some(({ drawn }) => drawn.body.massless)) tools.append(this.nodesBox());
    this.element.append(tools);
    if (this.rows.length > MANY) this.element.append(this.filter());
    this.element.append(h("ul", {}, ...this.rows.map(({ element }) => element)));
    this.list();
    this.show();
  }

  /** Bring the list in step with the world. */
  show(): void {
    const { reference } = this.world;
    for (const { drawn, box, follow, element } of this.rows) {
      box.checked = drawn.shown;
      const followed = reference.kind !== "orbit" && reference.body === drawn.index;
      follow.setAttribute("aria-pressed", String(followed));
      element.classList.toggle("followed", followed);
    }
  }

  point(body: number): void {
    this.rows.forEach(({ element }, k) => element.classList.toggle("picked", k === body));
    this.rows[body]?.element.scrollIntoView({ block: "nearest" });
  }

  private row(drawn: DrawnBody, depth: number): Row {
    const { name, mass } = drawn.body;
    const box = h("input", { type: "checkbox", checked: true });
    box.addEventListener("change", () => {
      drawn.shown = box.checked;
      this.world.onChange();
    });
    const swatch = h("span", { class: "swatch" });
    swatch.style.setProperty("--body", drawn.colour);
    const follow = iconButton("target", `Follow ${name}`, () => {
      const { kind } = this.world.reference;
      this.world.setCamera(kind === "orbit" ? "follow" : kind, drawn.index);
    });
    const note = drawn.body.ground ? "ground" : mass > 0 ? `${Number(mass.toPrecision(4))} kg` : "";
    const label = h("label", { title: name }, box, swatch, h("span", { class: "name" }, name));
    const element = h("li", {}, label, h("small", {}, note), follow);
    element.style.setProperty("--depth", String(Math.min(depth, 6)));
    return { drawn, element, box, follow };
  }

  private setAll(shown: boolean): void {
    for (const { drawn, element } of this.rows) if (!element.hidden) drawn.shown = shown;
    this.world.onChange();
    this.show();
  }

  private nodesBox(): HTMLElement {
    const box = h("input", { type: "checkbox" });
    box.addEventListener("change", () => {
      this.nodes = box.checked;
      this.list();
    });
    return h("label", { class: "check" }, box, "massless bodies");
  }

  private filter(): HTMLElement {
    const label = "Find a body";
    const input = h("input", { type: "search", placeholder: label, "aria-label": label });
    input.addEventListener("input", () => {
      this.query = input.value;
      this.list();
    });
    return h("div", { class: "search" }, input);
  }

  private list(): void {
    const found = this.rows.map(({ drawn }) => ({ name: drawn.body.name, note: "" }));
    const kept = new Set(matches(found, this.query));
    this.rows.forEach(({ drawn, element }, k) => {
      element.hidden = !kept.has(found[k]) || (drawn.body.massless === true && !this.nodes);
    });
  }
}

function depthsOf(parents: number[]): number[] {
  return parents.map((parent) => {
    let depth = 0;
    for (let p = parent; p >= 0 && depth <= parents.length; p = parents[p]) depth++;
    return depth;
  });
}
