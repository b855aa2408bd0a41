// What is not a body: planet, orbit path and a grid to see motion against.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  Quaternion,
  Vector3,
} from "three";
import { nearRound } from "./clock";
import type { Scene } from "./payload";
import { Planet } from "./planet";

const MOST = 4000; // points of the orbit path
const LINES = 20; // of the grid, each way
const WIDEST = 1e30; // m: beyond, a run has failed, and single precision ends soon

export class Surroundings {
  readonly far = new Group(); // planet and orbit, from the inertial origin
  readonly planet: Planet | null = null;
  readonly orbit: Line | null = null;
  readonly grid: LineSegments;
  private readonly gridMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.5 });
  private readonly orbitMaterial = new LineBasicMaterial({ transparent: true, opacity: 0.8 });

  /** The grid lies so far below the centre. */
  constructor(scene: Scene, centre: number[], radius: number, up: Vector3, low: number) {
    if (scene.planet) {
      this.planet = new Planet(scene.planet.radius);
      this.far.add(this.planet.group);
      this.orbit = this.path(scene);
      this.far.add(this.orbit);
    }
    this.grid = this.plane(Math.min(Math.max(radius, scene.size), WIDEST), up);
    this.grid.userData.centre = centre.map((x, k) => x - low * up.getComponent(k));
    this.grid.visible = !scene.planet;
  }

  /** Put things where they lie from the reference, which is given in inertial space. */
  place(reference: number[]): void {
    this.far.position.set(-reference[0], -reference[1], -reference[2]);
    const c = this.grid.userData.centre as number[];
    this.grid.position.set(c[0] - reference[0], c[1] - reference[1], c[2] - reference[2]);
  }

  setColours(lines: string, orbit: string, planet: string, graticule: string): void {
    this.gridMaterial.color.set(lines);
    this.orbitMaterial.color.set(orbit);
    this.planet?.surface.color.set(planet);
    this.planet?.lines.color.set(graticule);
  }

  private path(scene: Scene): Line {
    const n = scene.times.length;
    const stride = Math.ceil(n / MOST);
    const points: number[] = [];
    for (let i = 0; i < n; i += stride)
      points.push(...scene.rootPosition.subarray(3 * i, 3 * i + 3));
    const line = new Line(geometryOf(new Float32Array(points)), this.orbitMaterial);
    line.frustumCulled = false;
    return line;
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

function geometryOf(points: Float32Array): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3));
}
