// The Sun, moons and planets far away: as large as they are seen, and named, at the edge of the picture where
// they are beyond it.

import {
  CircleGeometry,
  Color,
  Mesh,
  Scene as Pass,
  ShaderMaterial,
  SphereGeometry,
  Vector3,
  type PerspectiveCamera,
} from "three";
import { h } from "./dom";
import type { FarBody, Scene } from "./payload";
import { valuesAt, type Place } from "./samples";
import { colour } from "./theme";

const EDGE = 22; // pixels from the edge of the picture
const [WIDE, HIGH] = [70, 20]; // pixels that a name takes
const GLOW = 9; // radii of the Sun, to which its glow is seen
const AROUND = `
varying vec3 at;
void main() {
  at = position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const DISC = `
uniform vec3 tint;
varying vec3 at;
void main() {
  float away = length(at.xy) * ${GLOW.toFixed(1)};
  float glow = 0.55 * pow(max(0.0, 1.0 - away / ${GLOW.toFixed(1)}), 2.5);
  gl_FragColor = vec4(tint, max(glow, 1.0 - smoothstep(0.9, 1.1, away)));
  #include <colorspace_fragment>
}`;
const BALL = `
uniform vec3 tint, sun;
varying vec3 at;
void main() {
  gl_FragColor = vec4(tint * (0.22 + 0.9 * smoothstep(-0.08, 0.6, dot(normalize(at), sun))), 1.0);
  #include <colorspace_fragment>
}`;

/** One of them: what is drawn, in a pass of its own about the viewer, and its name. */
class Seen {
  readonly mesh: Mesh;
  readonly direction = new Vector3(); // from the viewer, inertial
  readonly element: HTMLElement;
  readonly uniforms = { tint: { value: new Color() }, sun: { value: new Vector3(0, 0, 1) } };

  constructor(readonly body: FarBody) {
    const sun = body.name === "Sun";
    const material = new ShaderMaterial({
      uniforms: this.uniforms,
      vertexShader: AROUND,
      fragmentShader: sun ? DISC : BALL,
      transparent: sun,
    });
    this.mesh = new Mesh(sun ? new CircleGeometry(1, 64) : new SphereGeometry(1, 32, 24), material);
    this.mesh.frustumCulled = false;
    this.element = h("span", { class: `far far-${body.name.toLowerCase()}` }, h("i"), body.name);
  }
}

export class Sky {
  readonly pass = new Pass();
  readonly element = h("div", { class: "sky", "aria-hidden": "true" });
  readonly sun: FarBody | null;
  private readonly seen: Seen[];

  constructor(scene: Scene) {
    this.seen = (scene.sky ?? []).map((body) => new Seen(body));
    this.sun = scene.sky?.find(({ name }) => name === "Sun") ?? null;
    for (const { mesh, element } of this.seen) {
      this.pass.add(mesh);
      this.element.append(element);
    }
  }

  setColours(): void {
    for (const { body, uniforms } of this.seen)
      uniforms.tint.value.set(colour(`far-${body.name.toLowerCase()}`) || colour("muted"));
  }

  /** Direction of the Sun from a point of inertial space. */
  towardsSun(from: number[], place: Place): Vector3 | null {
    return this.sun && this.towards(this.sun, from, place);
  }

  /** Where a body of the sky is drawn: its direction from the viewer. */
  directionOf(name: string): number[] | undefined {
    return this.seen.find(({ body }) => body.name === name)?.direction.toArray();
  }

  /** Put all where they are seen by a viewer at a point of inertial space. */
  place(viewer: number[], camera: PerspectiveCamera, place: Place): void {
    for (const { body, mesh, direction, uniforms } of this.seen) {
      const away = this.towards(body, viewer, place);
      direction.copy(away).normalize();
      mesh.position.copy(direction);
      const wide = Math.max(Math.tan(Math.asin(Math.min(1, body.radius / away.length()))), 1e-3);
      mesh.scale.setScalar(body.name === "Sun" ? GLOW * wide : wide);
      if (body.name === "Sun") mesh.quaternion.copy(camera.quaternion);
      const light = this.sun && this.towards(this.sun, valuesAt(body.positions, 3, place), place);
      if (light) uniforms.sun.value.copy(light).normalize();
    }
  }

  /** Names beside what is in the picture, and at its edge for the rest. */
  name(camera: PerspectiveCamera, width: number, height: number, hidden: (direction: Vector3) => boolean): void {
    const back = camera.quaternion.clone().invert();
    const taken: number[][] = [];
    for (const { direction, element } of this.seen) {
      const d = direction.clone().applyQuaternion(back);
      const { x, y, within } = onPicture(d, camera.fov, width, height);
      element.classList.toggle("within", within);
      element.classList.toggle("left", !within && x > 0.5 * width);
      element.classList.toggle("covered", hidden(direction));
      element.style.setProperty("--angle", `${Math.atan2(-d.y, d.x)}rad`);
      let top = freeOf(x, y, height);
      while (taken.some((other) => Math.abs(other[0] - x) < WIDE && Math.abs(other[1] - top) < HIGH))
        top += y > height / 2 ? -HIGH : HIGH;
      taken.push([x, top]);
      element.style.transform = `translate(${Math.round(x)}px, ${Math.round(top)}px)`;
    }
  }

  private towards({ positions }: FarBody, from: number[], place: Place): Vector3 {
    const p = valuesAt(positions, 3, place);
    return new Vector3(p[0] - from[0], p[1] - from[1], p[2] - from[2]);
  }
}

/** Beside the buttons at the top and the axes at the bottom, on the left. */
function freeOf(x: number, y: number, height: number): number {
  if (x < 440) y = Math.max(y, 66);
  return x < 200 ? Math.min(y, height - 90) : y;
}

/** Where a direction in the axes of the camera is in the picture, or else towards which point of its edge, pixels. */
function onPicture(d: Vector3, fov: number, width: number, height: number): { x: number; y: number; within: boolean } {
  const scale = height / 2 / Math.tan((fov * Math.PI) / 360) / -d.z;
  const [wide, high] = [width / 2 - EDGE, height / 2 - EDGE];
  const within = d.z < 0 && Math.abs(d.x * scale) < wide && Math.abs(d.y * scale) < high;
  const out = Math.min(wide / (Math.abs(d.x) || 1e-9), high / (Math.abs(d.y) || 1e-9));
  const reach = within ? scale : out;
  return { x: width / 2 + reach * d.x, y: height / 2 - reach * d.y, within };
}
