// Dots where bodies are too far away to be seen.

import { BufferAttribute, BufferGeometry, Color, Points, PointsMaterial, Vector3, type PerspectiveCamera } from "three";
import type { Bodies } from "./bodies";

const SMALLEST = 6; // pixels across: what is smaller gets a dot
const DOT = 7; // pixels across

export class Markers {
  readonly points: Points<BufferGeometry, PointsMaterial>;
  private readonly places: BufferAttribute;
  private readonly colours: BufferAttribute;
  private readonly colour = new Color();

  constructor(private readonly bodies: Bodies) {
    const count = bodies.drawn.length;
    this.places = new BufferAttribute(new Float32Array(3 * count), 3);
    this.colours = new BufferAttribute(new Float32Array(3 * count), 3);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", this.places);
    geometry.setAttribute("color", this.colours);
    const material = new PointsMaterial({ size: DOT, sizeAttenuation: false, vertexColors: true });
    this.points = new Points(geometry, material);
    this.points.frustumCulled = false;
    this.points.raycast = () => {};
  }

  place(camera: PerspectiveCamera, height: number, hidden: (p: Vector3) => boolean): void {
    const pixels = height / (2 * Math.tan((camera.fov * Math.PI) / 360)); // of 1 m, 1 m away
    const at = new Vector3();
    let count = 0;
    for (const { group, shown, reach, body, colour, middle } of this.bodies.drawn) {
      if (!shown || !reach || body.massless || body.ground) continue;
      at.copy(middle).applyQuaternion(group.quaternion).add(group.position);
      if ((2 * reach * pixels) / at.distanceTo(camera.position) > SMALLEST || hidden(at)) continue;
      at.toArray(this.places.array, 3 * count);
      this.colour.set(colour).toArray(this.colours.array, 3 * count);
      count++;
    }
    this.points.geometry.setDrawRange(0, count);
    this.points.visible = count > 0;
    this.places.needsUpdate = this.colours.needsUpdate = true;
  }
}
