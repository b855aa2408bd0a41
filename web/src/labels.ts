// Names beside bodies and devices, where they cover least of bodies. Where two would overlap, that of a device moves
// aside or is left out; of two bodies, that of the one further away.

import { Vector3, type PerspectiveCamera } from "three";
import type { Bodies, DrawnBody } from "./bodies";
import { h } from "./dom";

// What has names, those first that matter most.
const RANKS = ["bodies", "devices", "pointing", "sun", "velocity", "nadir", "field"] as const;
export type Named = (typeof RANKS)[number];

interface Label {
  of: Named;
  drawn: DrawnBody;
  at: Vector3; // in the axes of the body
  element: HTMLElement;
  width: number;
}

const HEIGHT = 18; // pixels
const FURTHEST = 90; // pixels that a name stands from the middle of its body, so as not to cover it
const OWN = 2; // what the body that is named counts for, when another is covered less
const BESIDE = 0.72; // of a half width: where a corner of a name touches a round body

export class Labels {
  readonly element = h("div", { class: "labels", "aria-hidden": "true" });
  shown = true;
  few = false; // whether only bodies are named
  readonly left = new Set<Named>(); // what is not shown now
  private readonly labels: Label[] = [];

  constructor(private readonly bodies: Bodies) {
    for (const drawn of bodies.drawn) {
      if (drawn.body.massless || !drawn.reach) continue; // what is drawn as a line, or a device
      const element = this.add("bodies", drawn.body.name, drawn.index, drawn.middle);
      element.style.setProperty("--body", drawn.colour);
    }
  }

  /** A name at a point of a body. */
  add(of: Named, name: string, body: number, at: Vector3): HTMLElement {
    const element = h("span", { class: `of-${of}` }, name);
    this.labels.push({ of, drawn: this.bodies.drawn[body], at, element, width: 0 });
    this.element.append(element);
    return element;
  }

  place(camera: PerspectiveCamera, width: number, height: number, hidden: (p: Vector3) => boolean): void {
    this.element.hidden = !this.shown;
    if (!this.shown) return;
    const point = new Vector3();
    const seen: { label: Label; x: number; y: number; away: number }[] = [];
    for (const label of this.labels) {
      const { group, shown } = label.drawn;
      const p = label.at.clone().applyQuaternion(group.quaternion).add(group.position);
      point.copy(p).project(camera);
      const x = (0.5 + 0.5 * point.x) * width;
      const y = (0.5 - 0.5 * point.y) * height;
      const within = Math.abs(point.z) < 1 && x > 0 && x < width && y > 0 && y < height;
      const named = !this.left.has(label.of) && (label.of === "bodies" || !this.few);
      if (within && shown && named && !hidden(p))
        seen.push({ label, x, y, away: p.distanceTo(camera.position) });
      else label.element.style.visibility = "hidden";
    }
    const rank = ({ of }: Label): number => RANKS.indexOf(of);
    seen.sort((a, b) => rank(a.label) - rank(b.label) || a.away - b.away);
    const taken: number[][] = [];
    const pixels = height / (2 * Math.tan((camera.fov * Math.PI) / 360)); // of 1 m, 1 m away
    const sizes = seen.map(({ label, away }) => (label.of === "bodies" ? (label.drawn.thickness * pixels) / away : 0));
    const covered = sizes.flatMap((size, k) => (size > 2 && size < FURTHEST ? [square(seen[k].x, seen[k].y, size)] : []));
    seen.forEach(({ label, x, y }, k) => {
      label.width ||= label.element.offsetWidth;
      const inside = sizes[k] >= FURTHEST; // what fills the picture is named inside
      const aside = inside ? 0 : BESIDE * sizes[k];
      const own = square(x, y, sizes[k]);
      const free = boxes(x, y, label.width, aside).filter((box) => {
        return !taken.some((other) => overlap(box, other)) && box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height;
      });
      const cost = (box: number[]): number => {
        return covered.reduce((sum, other) => sum + shared(box, other), 0) + (OWN - 1) * shared(box, own);
      };
      const box = free.length && !inside ? free.reduce((best, each) => (cost(each) < cost(best) ? each : best)) : free[0];
      label.element.style.visibility = box ? "visible" : "hidden";
      if (!box) return;
      taken.push(box);
      label.element.style.transform = `translate(${Math.round(box[0])}px, ${Math.round(box[1])}px)`;
    });
  }
}

/** Where a name can stand beside a point, as left, top, right and bottom, the usual place first. */
function boxes(x: number, y: number, width: number, aside: number): number[][] {
  const [above, below] = [y - HEIGHT - 2 - aside, y + 2 + aside];
  const [right, left] = [x + 8 + aside, x - 8 - width - aside];
  const corners = [above, below].flatMap((top) => [right, left].map((side) => [side, top]));
  return corners.map(([left, top]) => [left, top, left + width, top + HEIGHT]);
}

/** What a round body takes of the picture, about. */
function square(x: number, y: number, size: number): number[] {
  const half = BESIDE * size;
  return [x - half, y - half, x + half, y + half];
}

function overlap(a: number[], b: number[]): boolean {
  return a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3];
}

/** The area that two boxes share. */
function shared(a: number[], b: number[]): number {
  const wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const high = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return wide > 0 && high > 0 ? wide * high : 0;
}
