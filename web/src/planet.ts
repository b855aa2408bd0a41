// A planet: only the cap that is seen is made, so that its horizon is round from any height. It turns, is
// flattened, and has a day and a night side, where that is known. One that is no ball has a surface of triangles.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix3,
  Mesh,
  ShaderMaterial,
  Vector3,
  type Texture,
} from "three";
import { landTexture } from "./land";
import type { PlanetEntry } from "./payload";
import { colour } from "./theme";

const AROUND = 128;
const RINGS = 24;
const CLOSE = 1.5; // radii from the centre, within which the net is drawn finer
const TEXELS = 4096; // around the equator, of the map; half as many where the processor draws
const AIR: Record<string, number> = { Earth: 0.016, Mars: 0.012 }; // how high the air is seen, radii

// A point s of the unit ball lies at (x, y, (1 - f) z) on the flattened planet.
const VERTEX = `
uniform mat3 turn;
varying vec3 s;
void main() {
  s = turn * position;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const LIGHT = `
uniform vec3 sun;
uniform float polar, sunlit;
varying vec3 s;
vec3 upward() { return normalize(vec3(s.xy, s.z / polar)); }
float daylight(vec3 n) { return mix(1.0, smoothstep(-0.12, 0.12, dot(n, sun)), sunlit); }`;
const SURFACE = `${LIGHT}
uniform sampler2D map;
uniform float mapped, texels;
uniform vec3 eye, ground, land, coast, night, air;
void main() {
  vec3 n = upward();
  vec3 base = ground;
  if (mapped > 0.5) {
    vec2 place = vec2(atan(s.y, s.x) / 6.283185307 + 0.5, asin(clamp(n.z, -1.0, 1.0)) / 3.141592654 + 0.5);
    float wide = length(fwidth(n)) * texels / 6.283185307;
    float m = textureLod(map, place, log2(max(wide, 1e-3))).r;
    float soft = max(fwidth(m), 0.02);
    if (soft > 0.7) soft = 0.7;
    base = mix(ground, land, smoothstep(0.5 - soft, 0.5 + soft, m));
    base = mix(base, coast, 0.6 * (1.0 - smoothstep(0.7, 1.5, abs(m - 0.5) / soft)) * (1.0 - smoothstep(4.0, 14.0, wide)));
  }
  float day = daylight(n);
  float height = max(dot(n, sun), 0.0);
  vec3 lit = base * mix(0.78 + 0.3 * height, 0.72 + 0.36 * sqrt(height), sunlit);
  float edge = 1.0 - max(dot(n, normalize(eye - s)), 0.0);
  lit = mix(lit, air, 0.75 * edge * edge * edge);
  vec3 dark = base * night * 0.5;
  gl_FragColor = vec4(mix(dark, lit, day), 1.0);
  #include <colorspace_fragment>
}`;
const GLOW = `${LIGHT}
uniform vec3 air;
uniform float thick;
void main() {
  float up = clamp((length(s) - 1.0) / thick, 0.0, 1.0);
  gl_FragColor = vec4(air, 0.75 * (1.0 - up) * (1.0 - up) * daylight(normalize(s)));
  #include <colorspace_fragment>
}`;

const SOLID_VERTEX = `
varying vec3 s, n;
void main() {
  s = position;
  n = normal;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;
const SOLID = `${LIGHT}
varying vec3 n;
uniform vec3 ground, night;
void main() {
  vec3 face = normalize(n);
  float height = max(dot(face, sun), 0.0);
  vec3 lit = ground * mix(0.55 + 0.5 * height, 0.3 + 0.75 * height, sunlit);
  gl_FragColor = vec4(mix(ground * night * 0.5, lit, daylight(face)), 1.0);
  #include <colorspace_fragment>
}`;

export class Planet {
  readonly group = new Group(); // planet-fixed axes, flattened: a ball within
  readonly lines = new LineBasicMaterial({ transparent: true, opacity: 0.35 });
  private readonly uniforms;
  private readonly cap: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly glow: Mesh<BufferGeometry, ShaderMaterial>;
  private readonly coarse: LineSegments;
  private readonly fine: LineSegments;
  private height = 0; // above the centre of the ball, for which the cap was made

  constructor(
    readonly entry: PlanetEntry,
    software: boolean,
  ) {
    const texels = software ? TEXELS / 2 : TEXELS;
    const map: Texture | null = entry.land ? landTexture(entry.land, texels) : null;
    this.uniforms = {
      map: { value: map },
      mapped: { value: +Boolean(map) },
      texels: { value: texels },
      turn: { value: new Matrix3() },
      eye: { value: new Vector3() },
      sun: { value: new Vector3(0, 0, 1) },
      sunlit: { value: 0 },
      polar: { value: 1 - (entry.flattening ?? 0) },
      thick: { value: AIR[entry.name] ?? 0 },
      ground: { value: new Color() },
      land: { value: new Color() },
      coast: { value: new Color() },
      night: { value: new Color() },
      air: { value: new Color() },
    };
    this.cap = this.mesh(RINGS, SURFACE);
    this.glow = this.mesh(1, GLOW);
    Object.assign(this.glow.material, { transparent: true, depthWrite: false });
    this.glow.visible = AIR[entry.name] > 0 && Boolean(entry.attitudes);
    this.coarse = new LineSegments(graticule(1.0006, 15), this.lines);
    this.fine = new LineSegments(graticule(1.0006, 3), this.lines);
    if (entry.vertices && entry.faces) this.group.add(this.solid(entry.vertices, entry.faces));
    else this.group.add(this.cap, this.glow, this.coarse, this.fine);
    this.group.scale.set(entry.radius, entry.radius, entry.radius * this.uniforms.polar.value);
  }

  /** Turn the cap to the viewer, and let light come from a direction; both from the centre, in inertial axes.
   * Light of the Sun makes day and night. */
  face(viewer: Vector3, light: Vector3, sunlit: boolean): void {
    const back = this.group.quaternion.clone().invert();
    const { eye, sun, turn, sunlit: bright } = this.uniforms;
    eye.value.copy(viewer).applyQuaternion(back).divide(this.group.scale);
    sun.value.copy(light).applyQuaternion(back).normalize();
    bright.value = +sunlit;
    this.cap.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), eye.value.clone().normalize());
    this.cap.updateMatrix();
    this.glow.quaternion.copy(this.cap.quaternion);
    turn.value.setFromMatrix4(this.cap.matrix);
    const height = eye.value.length();
    this.fine.visible = height < CLOSE && !this.entry.land;
    this.coarse.visible = !this.fine.visible;
    if (Math.abs(height - this.height) < 1e-4 * (height - 1)) return;
    this.height = height;
    const horizon = Math.acos(Math.min(1, 1 / height));
    lay(this.cap, (ring) => [(horizon * ring) / RINGS, 1]);
    lay(this.glow, (ring) => [horizon, 1 + ring * this.uniforms.thick.value]);
  }

  setColours(): void {
    const name = this.entry.vertices ? "moon" : this.entry.name.toLowerCase();
    const { ground, land, coast, night, air } = this.uniforms;
    ground.value.set(colour(`ground-${name}`) || colour("planet"));
    land.value.set(colour("land"));
    coast.value.set(colour("coast"));
    night.value.set(colour("night"));
    air.value.set(AIR[this.entry.name] ? colour(`air-${name}`) : ground.value);
    this.lines.color.set(colour(name === "moon" || name === "mars" ? `net-${name}` : "graticule"));
  }

  /** A surface of triangles in place of a ball. */
  private solid(vertices: Float32Array, faces: Uint32Array): Mesh<BufferGeometry, ShaderMaterial> {
    const shared = new BufferGeometry().setIndex(new BufferAttribute(faces, 1));
    shared.setAttribute("position", new BufferAttribute(vertices, 3));
    const geometry = shared.toNonIndexed();
    geometry.computeVertexNormals();
    const { uniforms } = this;
    return new Mesh(geometry, new ShaderMaterial({ uniforms, vertexShader: SOLID_VERTEX, fragmentShader: SOLID }));
  }

  private mesh(rings: number, fragment: string): Mesh<BufferGeometry, ShaderMaterial> {
    const geometry = new BufferGeometry().setIndex(triangles(rings));
    geometry.setAttribute("position", new BufferAttribute(new Float32Array(3 * AROUND * (rings + 1)), 3));
    const { uniforms } = this;
    const made = new Mesh(geometry, new ShaderMaterial({ uniforms, vertexShader: VERTEX, fragmentShader: fragment }));
    made.frustumCulled = false;
    return made;
  }
}

/** Put the rings of a mesh where they lie about z: their angle from it, and their distance from the centre. */
function lay(mesh: Mesh<BufferGeometry>, ring: (k: number) => [number, number]): void {
  const position = mesh.geometry.attributes.position as BufferAttribute;
  for (let k = 0; k < position.count; k++) {
    const [tilt, away] = ring(Math.floor(k / AROUND));
    const turn = (2 * Math.PI * (k % AROUND)) / AROUND;
    const level = away * Math.sin(tilt);
    position.setXYZ(k, level * Math.cos(turn), level * Math.sin(turn), away * Math.cos(tilt));
  }
  position.needsUpdate = true;
}

function triangles(rings: number): number[] {
  const found: number[] = [];
  for (let ring = 0; ring < rings; ring++)
    for (let i = 0; i < AROUND; i++) {
      const a = ring * AROUND + i;
      const b = ring * AROUND + ((i + 1) % AROUND);
      found.push(a, a + AROUND, b + AROUND, a, b + AROUND, b);
    }
  return found;
}

/** Meridians and parallels, so many degrees apart. */
function graticule(radius: number, degrees: number): BufferGeometry {
  const points: number[] = [];
  const step = Math.PI / 90;
  const apart = (degrees * Math.PI) / 180;
  const add = (longitude: number, latitude: number): void => {
    const level = radius * Math.cos(latitude);
    points.push(level * Math.cos(longitude), level * Math.sin(longitude), radius * Math.sin(latitude));
  };
  for (let k = 0; k < 360 / degrees; k++)
    for (let i = -44; i < 44; i++) {
      add(k * apart, i * step);
      add(k * apart, (i + 1) * step);
    }
  for (let k = 1 - 90 / degrees; k < 90 / degrees; k++)
    for (let i = 0; i < 180; i++) {
      add(i * step, k * apart);
      add((i + 1) * step, k * apart);
    }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
}
