// Names beside bodies. Where two would overlap, the one further away is left out.

import { Vector3, type PerspectiveCamera } from "three";
import type { Bodies, DrawnBody } from "./bodies";
import { h } from "./dom";

interface Label {
  drawn: DrawnBody;
  element: HTMLElement;
  width: number;
}

const HEIGHT = 18; // pixels

export class Labels {
  readonly element = h("div", { class: "labels", "aria-hidden": "true" });
  shown = true;
  private readonly labels: Label[];

  constructor(bodies: Bodies) {
    this.labels = bodies.drawn
      .filter(({ body }) => !body.massless)
      .map((drawn) => ({ drawn, element: h("span", {}, drawn.body.name), width: 0 }));
    for (const { drawn, element } of this.labels)
      element.style.setProperty("--body", drawn.colour);
    this.element.append(...this.labels.map(({ element }) => element));
  }

  place(camera: PerspectiveCamera, width: number, height: number, hidden: (p: Vector3) => boolean): void {
    this.element.hidden = !this.shown;
    if (!this.shown) return;
    const point = new Vector3();
    const seen: { label: Label; x: number; y: number; away: number }[] = [];
    for (const label of this.labels) {
      const { middle, group } = label.drawn;
      const p = middle.clone().applyQuaternion(group.quaternion).add(group.position);
      point.copy(p).project(camera);
      const x = (0.5 + 0.5 * point.x) * width;
      const y = (0.5 - 0.5 * point.y) * height;
      const within = Math.abs(point.z) < 1 && x > 0 && x < width && y > 0 && y < height;
      if (within && label.drawn.shown && !hidden(p))
        seen.push({ label, x, y, away: p.distanceTo(camera.position) });
      else label.element.style.visibility = "hidden";
    }
    seen.sort((a, b) => a.away - b.away);
    const taken: number[][] = [];
    for (const { label, x, y } of seen) {
      label.width ||= label.element.offsetWidth;
      const box = [x + 8, y - HEIGHT - 2, x + 8 + label.width, y - 2];
      const free = !taken.some(
        (other) => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3],
      );
      label.element.style.visibility = free ? "visible" : "hidden";
      if (!free) continue;
      taken.push(box);
      label.element.style.transform = `translate(${Math.round(box[0])}px, ${Math.round(box[1])}px)`;
    }
  }
}
