// Joints as small balls and frames as small axes, where bodies have them.

import { Group, InstancedMesh, Matrix4, MeshBasicMaterial, SphereGeometry, Vector3 } from "three";
import { triad } from "./axes";
import type { Bodies } from "./bodies";
import type { Scene } from "./payload";
import { quaternion } from "./reference";

export class Joints {
  readonly group = new Group();
  private readonly balls: InstancedMesh;
  private readonly at = new Vector3();
  private readonly pose = new Matrix4();

  constructor(private readonly scene: Scene) {
    const ball = new SphereGeometry(0.022 * scene.size, 12, 8);
    const material = new MeshBasicMaterial({ color: "#e0a13a", depthTest: false, transparent: true });
    this.balls = new InstancedMesh(ball, material, scene.joints.length);
    this.balls.renderOrder = 4;
    this.balls.frustumCulled = false;
    this.balls.raycast = () => {};
    this.group.add(this.balls);
  }

  place(bodies: Bodies): void {
    if (!this.group.visible) return;
    this.scene.joints.forEach(({ outboard, at }, k) => {
      const { group, shown } = bodies.drawn[outboard];
      this.at.fromArray(at).applyQuaternion(group.quaternion).add(group.position);
      this.pose.makeScale(+shown, +shown, +shown).setPosition(this.at);
      this.balls.setMatrixAt(k, this.pose);
    });
    this.balls.instanceMatrix.needsUpdate = true;
  }
}

/** Axes of all frames of all bodies, fixed to them. */
export function frames(scene: Scene, bodies: Bodies): Group[] {
  return bodies.drawn.flatMap(({ body, group }) => {
    if (!body.frames.length) return [];
    const all = new Group();
    for (const { at, attitude } of body.frames) {
      const axes = triad(0.12 * scene.size);
      axes.position.fromArray(at);
      axes.quaternion.copy(quaternion(attitude));
      all.add(axes);
    }
    group.add(all);
    return [all];
  });
}
