// What is not a body: planet with shadow and ground track, orbit path and a grid to see motion against.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  Quaternion,
  Vector3,
} from "three";
import { nearRound } from "./clock";
import { GroundTrack } from "./groundtrack";
import type { Scene } from "./payload";
import { Planet } from "./planet";
import { quaternion } from "./reference";
import { attitudeAt, placeOf, type Place } from "./samples";
import type { Sky } from "./sky";
import { colour } from "./theme";
import { Umbra } from "./umbra";

const MOST = 4000; // points of the orbit path
const LINES = 20; // of the grid, each way
const WIDEST = 1e30; // m: beyond, a run has failed, and single precision ends soon

const FEW = 3; // revolutions that are drawn alike
const SHADOW = 1.6; // of the radius of all motion, to which the shadow is drawn

export class Surroundings {
  readonly far = new Group(); // planet and orbit, from the inertial origin
  readonly planet: Planet | null = null;
  readonly orbit: Group | null = null;
  readonly umbra: Umbra | null = null;
  readonly track: GroundTrack | null = null;
  readonly grid: LineSegments;
  private readonly gridMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.5 });
  private readonly revolution: Line | null = null; // about the present one of the orbit path
  private readonly others: Line | null = null; // all of it, faint
  private stride = 1; // of the samples that the orbit path goes through

  /** The grid lies so far below the centre. */
  constructor(
    private readonly scene: Scene,
    private readonly sky: Sky,
    room: { centre: number[]; radius: number; up: Vector3; low: number },
    software: boolean, // whether the processor draws
  ) {
    const { planet, times } = scene;
    if (planet) {
      this.planet = new Planet(planet, software);
      this.far.add(this.planet.group);
      const { nodes = [] } = scene;
      const path = this.path();
      this.revolution = lineOf(path, 0.85);
      this.orbit = new Group().add(this.revolution);
      if (nodes.length > FEW) this.orbit.add((this.others = lineOf(path, 0.22)));
      this.far.add(this.orbit);
      if (planet.track) {
        this.track = new GroundTrack(planet, times, scene.nodes ?? []);
        this.planet.group.add(this.track.group);
      }
      if (sky.sun) {
        this.umbra = new Umbra(sky.sun, planet.radius, SHADOW * room.radius);
        this.far.add(this.umbra.group);
      }
    }
    this.grid = this.plane(Math.min(Math.max(room.radius, scene.size), WIDEST), room.up);
    this.grid.userData.centre = room.centre.map((x, k) => x - room.low * room.up.getComponent(k));
    this.grid.visible = !planet;
  }

  /** Put things where they lie from the reference, which is given in inertial space; of an orbit that goes round
   * often, those who are near see the present revolution alone. */
  place(reference: number[], place: Place, near: boolean): void {
    this.far.position.set(-reference[0], -reference[1], -reference[2]);
    const c = this.grid.userData.centre as number[];
    this.grid.position.set(c[0] - reference[0], c[1] - reference[1], c[2] - reference[2]);
    const attitudes = this.scene.planet?.attitudes;
    if (attitudes) this.planet!.group.quaternion.copy(quaternion(attitudeAt(attitudes, place)));
    this.track?.place(place);
    if (this.others) {
      this.others.visible = !near;
      this.showRevolution(this.scene.times[place.index]);
    }
    const sun = this.sky.towardsSun([0, 0, 0], place);
    if (sun) this.umbra?.place(sun);
  }

  /** Turn the planet to the viewer, and its day side to the Sun; without one, light comes from elsewhere. */
  face(viewer: Vector3, place: Place, light: Vector3): void {
    const sun = this.sky.towardsSun([0, 0, 0], place);
    this.planet?.face(viewer.clone().sub(this.far.position), sun ?? light, sun !== null);
  }

  setColours(): void {
    this.gridMaterial.color.set(colour("grid"));
    this.planet?.setColours();
    this.umbra?.setColours();
    this.track?.setColours(colour("track"));
    for (const line of [this.revolution, this.others])
      if (line) this.tint(line, new Color(colour("orbit")), new Color(colour("orbit-dark")));
  }

  private path(): Float32Array {
    const { times, rootPosition } = this.scene;
    this.stride = Math.ceil(times.length / MOST);
    const points: number[] = [];
    for (let i = 0; i < times.length; i += this.stride) points.push(...rootPosition.subarray(3 * i, 3 * i + 3));
    return new Float32Array(points);
  }

  /** From the node before the last to the one after the next. */
  private showRevolution(now: number): void {
    const { nodes = [], times } = this.scene;
    const next = nodes.findIndex((time) => time > now);
    const last = next < 0 ? nodes.length - 1 : next - 1;
    const at = (k: number, beyond: number): number => Math.floor(placeOf(times, nodes[k] ?? beyond).index / this.stride);
    const [first, end] = [at(last - 1, times[0]), at(last + 2, times[times.length - 1])];
    this.revolution!.geometry.setDrawRange(first, end - first + 1);
  }

  /** The path in another colour where it lies in shadow. */
  private tint(path: Line, bright: Color, dark: Color): void {
    const { sunlight } = this.scene;
    const count = path.geometry.attributes.position.count;
    const tints = new Float32Array(3 * count);
    for (let k = 0; k < count; k++) {
      const tint = dark.clone().lerp(bright, sunlight ? sunlight[k * this.stride] : 1);
      tint.toArray(tints, 3 * k);
    }
    path.geometry.setAttribute("color", new BufferAttribute(tints, 3));
  }

  private plane(radius: number, up: Vector3): LineSegments {
    const step = nearRound(radius / 5);
    const reach = LINES * step;
    const points: number[] = [];
    for (let i = -LINES; i <= LINES; i++)
      points.push(i * step, -reach, 0, i * step, reach, 0, -reach, i * step, 0, reach, i * step, 0);
    const grid = new LineSegments(geometryOf(new Float32Array(points)), this.gridMaterial);
    grid.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), up));
    grid.renderOrder = -2; // before bodies that are seen into
    grid.raycast = () => {};
    return grid;
  }
}

function lineOf(points: Float32Array, opacity: number): Line {
  const material = new LineBasicMaterial({ vertexColors: true, transparent: true, opacity });
  const line = new Line(geometryOf(points), material);
  line.frustumCulled = false;
  return line;
}

function geometryOf(points: Float32Array): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3));
}
