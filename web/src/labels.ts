// Names of bodies and devices: beside the silhouette of a body, where they cover least of others. Where two would
// overlap, that of a device moves aside or is left out; of two bodies, that of the one further away.

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
const GAP = 4; // pixels between a body and its name
const ALIKE = 3; // pixels: points of a silhouette that are as far as its farthest
const SLENDER = 5; // times as long as wide: named beside its middle
const WAYS = [[1, -1], [-1, -1], [1, 1], [-1, 1], [1, 0], [-1, 0], [0, -1], [0, 1]].map(unit);

interface Disc {
  x: number;
  y: number;
  radius: number;
}

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

  /** Place all names; some boxes of the picture are taken by others. */
  place(camera: PerspectiveCamera, width: number, height: number, hidden: (p: Vector3) => boolean, taken: number[][]): void {
    this.element.hidden = !this.shown;
    if (!this.shown) return;
    const point = new Vector3();
    const pixels = height / (2 * Math.tan((camera.fov * Math.PI) / 360)); // of 1 m, 1 m away
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
    const outlines = seen.map(({ label }) => (label.of === "bodies" ? outline(label.drawn, camera, width, height, pixels) : []));
    const covered = outlines.filter((discs) => discs.length && !slender(discs)).map(bounds);
    seen.forEach(({ label, x, y }, k) => {
      label.width ||= label.element.offsetWidth;
      const around = outlines[k].length ? beside(outlines[k], label.width) : [];
      const fits = (box: number[]): boolean => {
        return !taken.some((other) => overlap(box, other)) && box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height;
      };
      const cost = (box: number[]): number => covered.reduce((sum, other) => sum + shared(box, other), 0);
      const free = around.filter(fits);
      const box = free.length
        ? free.reduce((best, each) => (cost(each) < cost(best) ? each : best))
        : boxes(x, y, label.width).find(fits); // what fills the picture is named inside
      label.element.style.visibility = box ? "visible" : "hidden";
      if (!box) return;
      taken.push(box);
      label.element.style.transform = `translate(${Math.round(box[0])}px, ${Math.round(box[1])}px)`;
    });
  }
}

/** What a body takes of the picture: discs whose hull is its silhouette, about. */
function outline({ corners, group }: DrawnBody, camera: PerspectiveCamera, width: number, height: number, pixels: number): Disc[] {
  const point = new Vector3();
  const found = corners.map(({ at, radius }) => {
    point.copy(at).applyQuaternion(group.quaternion).add(group.position);
    const away = point.distanceTo(camera.position);
    point.project(camera);
    return { x: (0.5 + 0.5 * point.x) * width, y: (0.5 - 0.5 * point.y) * height, radius: (radius * pixels) / away, z: point.z };
  });
  return found.filter(({ z }) => Math.abs(z) < 1);
}

/** Where a name can stand beside a silhouette, as left, top, right and bottom, the usual place first: beyond the
 * farthest point each way, or beside the middle of what is slender. */
function beside(discs: Disc[], width: number): number[][] {
  const along = slender(discs);
  const square = along ? [[along[1], -along[0]], [-along[1], along[0]]].sort((a, b) => a[1] - b[1]) : [];
  return [...square, ...WAYS].map(([dx, dy]) => {
    const far = discs.map(({ x, y, radius }) => x * dx + y * dy + radius);
    const most = Math.max(...far);
    const ends = discs.filter((_, k) => far[k] > most - ALIKE || (along && Math.abs(dx * along[0] + dy * along[1]) < 1e-6));
    const [x, y] = [mean(ends.map((disc) => disc.x)), mean(ends.map((disc) => disc.y))];
    const beyond = most - (x * dx + y * dy) + GAP + 0.5 * (Math.abs(dx) * width + Math.abs(dy) * HEIGHT);
    const [left, top] = [x + beyond * dx - width / 2, y + beyond * dy - HEIGHT / 2];
    return [left, top, left + width, top + HEIGHT];
  });
}

/** The direction of what is much longer than wide in the picture. */
function slender(discs: Disc[]): number[] | null {
  const spread = (dx: number, dy: number): number => {
    const high = Math.max(...discs.map(({ x, y, radius }) => x * dx + y * dy + radius));
    return high - Math.min(...discs.map(({ x, y, radius }) => x * dx + y * dy - radius));
  };
  let longest = [1, 0];
  let long = 0;
  for (const a of discs)
    for (const b of discs) {
      const far = Math.hypot(a.x - b.x, a.y - b.y);
      if (far > long) [longest, long] = [unit([a.x - b.x, a.y - b.y]), far];
    }
  return long > SLENDER * spread(-longest[1], longest[0]) ? longest : null;
}

function bounds(discs: Disc[]): number[] {
  const low = (of: "x" | "y"): number => Math.min(...discs.map((disc) => disc[of] - disc.radius));
  const high = (of: "x" | "y"): number => Math.max(...discs.map((disc) => disc[of] + disc.radius));
  return [low("x"), low("y"), high("x"), high("y")];
}

function unit([x, y]: number[]): number[] {
  const size = Math.hypot(x, y) || 1;
  return [x / size, y / size];
}

function mean(values: number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

/** Where a name can stand beside a point, the usual place first. */
function boxes(x: number, y: number, width: number): number[][] {
  const corners = [y - HEIGHT - 2, y + 2].flatMap((top) => [x + 8, x - 8 - width].map((side) => [side, top]));
  return corners.map(([left, top]) => [left, top, left + width, top + HEIGHT]);
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
