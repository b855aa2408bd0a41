// The shadow of a planet: a cone away from the Sun, drawn as far as the motion goes.

import { BackSide, BufferAttribute, BufferGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from "three";
import type { FarBody } from "./payload";
import { colour } from "./theme";

const AROUND = 96;
const STEPS = 12; // along the cone
const ASIDE = 1.004; // of its width: beside the edge of the planet, not on it
const DENSE = 0.34; // opacity of its sides at the planet

export class Umbra {
  readonly group = new Group();
  // Its far side alone: it is seen behind the planet, and from within, and never before the planet.
  private readonly sides = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: BackSide });
  private readonly cone: Mesh;
  private made = 0; // distance of the Sun that the cone was made for, m

  constructor(
    private readonly sun: FarBody,
    private readonly radius: number,
    private readonly length: number, // m, that is drawn
  ) {
    this.cone = new Mesh(new BufferGeometry(), this.sides);
    this.cone.frustumCulled = false;
    this.cone.renderOrder = 1;
    this.group.add(this.cone);
  }

  /** Turn it away from the Sun, which is so far from the planet, in inertial axes. */
  place(sun: Vector3): void {
    this.group.quaternion.setFromUnitVectors(new Vector3(0, 0, -1), sun.clone().normalize());
    const away = sun.length();
    if (Math.abs(away / this.made - 1) > 1e-3) this.make((this.made = away));
  }

  setColours(): void {
    this.sides.color.set(colour("umbra"));
  }

  private make(away: number): void {
    const apex = (this.radius * away) / (this.sun.radius - this.radius);
    const length = Math.min(this.length, apex);
    const points: number[] = [];
    const tints: number[] = [];
    const index: number[] = [];
    for (let k = 0; k <= STEPS; k++)
      for (let i = 0; i < AROUND; i++) {
        const wide = ASIDE * this.radius * (1 - (length * k) / STEPS / apex);
        const turn = (2 * Math.PI * i) / AROUND;
        points.push(wide * Math.cos(turn), wide * Math.sin(turn), (length * k) / STEPS);
        tints.push(1, 1, 1, DENSE * (1 - k / STEPS) ** 0.7);
        const [a, b] = [k * AROUND + i, k * AROUND + ((i + 1) % AROUND)];
        if (k < STEPS) index.push(a, b, a + AROUND, b, b + AROUND, a + AROUND);
      }
    const at = (values: number[], width: number): BufferAttribute => new BufferAttribute(new Float32Array(values), width);
    this.cone.geometry.setIndex(index).setAttribute("position", at(points, 3)).setAttribute("color", at(tints, 4));
  }
}
