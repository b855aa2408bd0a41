// What leaves a nozzle: as long as its thrust is large, and only while it fires.

import { BufferAttribute, CylinderGeometry, DoubleSide, Color, Mesh, MeshBasicMaterial, type Group } from "three";
import type { ThrusterShape } from "./payload";
import { placeOf } from "./samples";

const LEAST = 1e-3; // of the full thrust: less is none
const LAYERS = [
  { colour: "#e8742c", wide: 1, flare: 2.6, long: 1, opacity: 0.7 },
  { colour: "#ffd27a", wide: 0.7, flare: 1.2, long: 0.55, opacity: 0.85 },
];

export class Plume {
  drawn = 0; // m
  private readonly thrust: Float64Array;
  private readonly parts: Mesh[];

  constructor(
    private readonly thruster: ThrusterShape,
    group: Group,
    private readonly times: Float64Array,
  ) {
    this.thrust = thruster.values!();
    this.parts = LAYERS.map((layer) => layerOf(layer, thruster.radius));
    group.add(...this.parts);
  }

  /** Thrust is as at the sample before: between samples it is not known when it went on or off. */
  place(time: number): void {
    const part = this.thrust[placeOf(this.times, time).index] / this.thruster.full;
    this.drawn = part > LEAST ? part * this.thruster.length : 0;
    this.parts.forEach((mesh, k) => {
      mesh.visible = this.drawn > 0;
      mesh.scale.z = LAYERS[k].long * this.drawn || 1;
    });
  }
}

/** A cone from the nozzle along z, of length 1, that fades out. */
function layerOf({ colour, wide, flare, opacity }: (typeof LAYERS)[number], radius: number): Mesh {
  const near = wide * radius;
  const geometry = new CylinderGeometry(flare * near, near, 1, 24, 6, true).translate(0, 0.5, 0).rotateX(Math.PI / 2);
  const z = geometry.getAttribute("position");
  const { r, g, b } = new Color(colour);
  const colours = new Float32Array(4 * z.count);
  for (let i = 0; i < z.count; i++) colours.set([r, g, b, opacity * (1 - z.getZ(i)) ** 1.5], 4 * i);
  geometry.setAttribute("color", new BufferAttribute(colours, 4));
  const material = new MeshBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false, side: DoubleSide });
  const mesh = new Mesh(geometry, material);
  mesh.renderOrder = 3;
  mesh.raycast = () => {};
  return mesh;
}
