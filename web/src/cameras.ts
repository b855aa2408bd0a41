// Where the viewer stands: an angle and a distance about a point, in the axes of the reference.

import { Quaternion, Vector3, type PerspectiveCamera } from "three";
import type { Extent } from "./extent";
import { framing } from "./framing";
import type { Reference } from "./reference";
import type { Place } from "./samples";

const STEEPEST = (89.5 / 180) * Math.PI;

export class Viewpoint {
  azimuth = -0.9;
  elevation = 0.42;
  distance = 10;
  readonly pan = new Vector3(); // of the point looked at from the reference, in its axes
  readonly lookedAt = new Vector3(); // this point, where it is drawn
  private readonly upright = new Quaternion();

  constructor(up: number[] | undefined) {
    this.setUp(up ?? [0, 0, 1]);
  }

  setUp(up: number[]): void {
    const axis = new Vector3(...up);
    if (axis.lengthSq() > 0)
      this.upright.setFromUnitVectors(new Vector3(0, 0, 1), axis.normalize());
  }

  get up(): Vector3 {
    return new Vector3(0, 0, 1).applyQuaternion(this.upright);
  }

  /** From the point looked at to the viewer, a unit vector. */
  get direction(): Vector3 {
    const level = Math.cos(this.elevation);
    return new Vector3(
      level * Math.cos(this.azimuth),
      level * Math.sin(this.azimuth),
      Math.sin(this.elevation),
    ).applyQuaternion(this.upright);
  }

  turn(right: number, down: number): void {
    this.azimuth -= right;
    this.elevation = Math.max(-STEEPEST, Math.min(STEEPEST, this.elevation + down));
  }

  /** Stand along a direction of the reference's axes. */
  look(from: number[]): void {
    const d = new Vector3(...from).applyQuaternion(this.upright.clone().invert()).normalize();
    this.elevation = Math.max(-STEEPEST, Math.min(STEEPEST, Math.asin(d.z)));
    if (Math.hypot(d.x, d.y) > 1e-6) this.azimuth = Math.atan2(d.y, d.x);
  }

  zoom(factor: number): void {
    this.distance = Math.max(1e-4, Math.min(1e12, this.distance * factor));
  }

  /** Move what is looked at by parts of the picture's height. */
  slide(right: number, up: number, camera: PerspectiveCamera, place: Place, axes: Reference): void {
    const height = 2 * this.distance * Math.tan((camera.fov * Math.PI) / 360);
    const back = axes.attitude(place).invert();
    const toRight = new Vector3(1, 0, 0).applyQuaternion(camera.quaternion).applyQuaternion(back);
    const toTop = new Vector3(0, 1, 0).applyQuaternion(camera.quaternion).applyQuaternion(back);
    this.pan.addScaledVector(toRight, right * height).addScaledVector(toTop, up * height);
  }

  /** Stand where these balls fill the picture, seen as before. */
  fit(balls: Extent[], camera: PerspectiveCamera): void {
    const high = Math.tan((camera.fov * Math.PI) / 360);
    const { target, distance } = framing(balls, this.direction, this.up, high * camera.aspect, high);
    if (!(distance > 0)) return;
    this.distance = distance;
    this.pan.copy(target);
  }

  /** Bring cameras where the viewer stands. */
  place(camera: PerspectiveCamera, far: PerspectiveCamera, axes: Quaternion): void {
    const target = this.lookedAt.copy(this.pan).applyQuaternion(axes);
    camera.position.copy(this.direction.applyQuaternion(axes)).multiplyScalar(this.distance);
    camera.position.add(target);
    camera.up.copy(this.up.applyQuaternion(axes));
    camera.lookAt(target);
    camera.near = this.distance / 200;
    camera.far = this.distance * 2000;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    far.position.copy(camera.position);
    far.quaternion.copy(camera.quaternion);
    far.updateMatrixWorld();
  }
}
