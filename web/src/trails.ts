// Paths that bodies have come along, as the camera sees them: in space, about the body that is
// followed, or in the axes of the body that it is fixed to.

import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Vector3 } from "three";
import type { Bodies, DrawnBody } from "./bodies";
import type { Scene } from "./payload";
import type { Reference } from "./reference";
import type { Place } from "./samples";

const MOST = 4000; // points of a trail

interface Trail {
  drawn: DrawnBody;
  line: Line<BufferGeometry, LineBasicMaterial>;
}

export class Trails {
  readonly group = new Group();
  private trails: Trail[] = [];
  private stride = 1;
  private laid = "";

  constructor(
    private readonly scene: Scene,
    private readonly bodies: Bodies,
  ) {}

  place(place: Place, reference: Reference): void {
    if (!this.group.visible) return;
    this.lay(reference);
    this.group.quaternion.copy(reference.attitude(place));
    const back = this.group.quaternion.clone().invert();
    const passed = Math.floor(place.index / this.stride) + 1;
    for (const { drawn, line } of this.trails) {
      line.visible = drawn.shown;
      // The last point goes with the body, between samples too.
      const tip = drawn.group.position.clone().applyQuaternion(back);
      const points = line.geometry.getAttribute("position") as BufferAttribute;
      const kept = line.userData.points as Float32Array;
      points.array.set(kept.subarray(Math.max(0, 3 * (passed - 2)), 3 * passed), Math.max(0, 3 * (passed - 2)));
      points.setXYZ(passed, tip.x, tip.y, tip.z);
      points.needsUpdate = true;
      line.geometry.setDrawRange(0, passed + 1);
    }
  }

  private lay(reference: Reference): void {
    const wanted = `${reference.kind} ${reference.kind === "orbit" ? "" : reference.body}`;
    if (this.laid === wanted) return;
    this.laid = wanted;
    this.stride = Math.ceil(this.scene.times.length / MOST);
    for (const { line } of this.trails) line.geometry.dispose();
    this.group.clear();
    this.trails = this.bodies.drawn
      .filter(({ body }) => !body.ground && !body.massless)
      .map((drawn) => this.trail(drawn, reference));
    for (const { line } of this.trails) this.group.add(line);
  }

  private trail(drawn: DrawnBody, reference: Reference): Trail {
    const count = Math.ceil(this.scene.times.length / this.stride);
    const points = new Float32Array(3 * (count + 1));
    for (let i = 0; i < count; i++) {
      const place = { index: i * this.stride, fraction: 0 };
      points.set(this.seen(drawn, place, reference), 3 * i);
    }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(points, 3));
    const material = new LineBasicMaterial({ color: drawn.colour, transparent: true, opacity: 0.75 });
    const line = new Line(geometry, material);
    line.frustumCulled = false;
    line.userData.points = points.slice();
    line.raycast = () => {};
    return { drawn, line };
  }

  private seen(drawn: DrawnBody, place: Place, reference: Reference): number[] {
    const from = reference.from(drawn.index, place);
    return new Vector3(...from).applyQuaternion(reference.attitude(place).invert()).toArray();
  }
}
