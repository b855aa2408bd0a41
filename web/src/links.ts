// Springs and rods without mass: lines between points of bodies.

import { Group, Vector3 } from "three";
import type { Bodies } from "./bodies";
import type { Scene } from "./payload";
import { Tubes } from "./tubes";

const COLOUR = "#8b93a1";

export class Links {
  readonly group = new Group();
  private readonly points: Float32Array;
  private readonly tubes: Tubes;
  private readonly at = new Vector3();

  constructor(private readonly scene: Scene) {
    const ends = 2 * scene.links.length;
    this.points = new Float32Array(3 * ends);
    const pairs = Uint32Array.from({ length: ends }, (_, k) => k);
    this.tubes = new Tubes(pairs, 0.006 * scene.size, COLOUR).untouched();
    this.group.add(this.tubes.group);
  }

  place(bodies: Bodies): void {
    if (!this.scene.links.length) return;
    this.scene.links.forEach(({ ends }, k) => {
      const shown = ends.every(({ body }) => bodies.drawn[body].shown);
      ends.forEach(({ body, at }, end) => {
        const { group } = bodies.drawn[shown ? body : ends[0].body];
        this.at.fromArray(shown ? at : ends[0].at).applyQuaternion(group.quaternion).add(group.position);
        this.at.toArray(this.points, 3 * (2 * k + end));
      });
    });
    this.tubes.place(this.points);
  }
}
