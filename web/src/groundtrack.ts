// The ground track on the planet: all of it faint, the last revolution bright, and the point below now.

import { BufferAttribute, BufferGeometry, CanvasTexture, Group, Line, LineBasicMaterial, Points, PointsMaterial } from "three";
import { h } from "./dom";
import type { PlanetEntry } from "./payload";
import { placeOf, valuesAt, type Place } from "./samples";

const ABOVE = 1.0012; // radii
const DOT = 8; // pixels

export class GroundTrack {
  readonly group = new Group(); // within the planet's, a ball of radius 1
  private readonly faint = new LineBasicMaterial({ transparent: true, opacity: 0.3 });
  private readonly bright = new LineBasicMaterial();
  private readonly dot = new PointsMaterial({ size: DOT, sizeAttenuation: false, alphaMap: disc(), alphaTest: 0.5 });
  private readonly last: Line;
  private readonly below: Points;
  private readonly track: Float64Array;

  constructor(
    private readonly planet: PlanetEntry,
    private readonly times: Float64Array,
    private readonly nodes: number[],
  ) {
    this.track = planet.track!;
    const points = new Float32Array(3 * times.length);
    for (let k = 0; k < times.length; k++) points.set(this.point([this.track[2 * k], this.track[2 * k + 1]]), 3 * k);
    const all = geometryOf(points);
    this.last = new Line(geometryOf(points.slice()), this.bright);
    this.below = new Points(geometryOf(new Float32Array(3)), this.dot);
    this.group.add(new Line(all, this.faint), this.last, this.below);
    for (const child of this.group.children) child.frustumCulled = false;
  }

  place(place: Place): void {
    const passed = this.nodes.findLastIndex((time) => time <= this.times[place.index]);
    const first = passed > 0 ? placeOf(this.times, this.nodes[passed - 1]).index : 0;
    const here = this.point(valuesAt(this.track, 2, place));
    this.last.geometry.setDrawRange(first, place.index - first + 1);
    const below = this.below.geometry.attributes.position as BufferAttribute;
    below.set(here);
    below.needsUpdate = true;
  }

  setColours(track: string): void {
    for (const material of [this.faint, this.bright, this.dot]) material.color.set(track);
  }

  /** Where a longitude and a latitude lie on the ball that is flattened to the planet. */
  private point([longitude, latitude]: number[]): number[] {
    const [l, b] = [(longitude * Math.PI) / 180, (latitude * Math.PI) / 180];
    const polar = 1 - (this.planet.flattening ?? 0);
    const n = [Math.cos(b) * Math.cos(l), Math.cos(b) * Math.sin(l), polar * Math.sin(b)];
    const scale = ABOVE / Math.hypot(...n);
    return n.map((x) => x * scale);
  }
}

function geometryOf(points: Float32Array): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3));
}

/** A round spot. */
function disc(): CanvasTexture {
  const canvas = h("canvas", { width: 32, height: 32 });
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#fff";
  pen.arc(16, 16, 15, 0, 2 * Math.PI);
  pen.fill();
  return new CanvasTexture(canvas);
}
