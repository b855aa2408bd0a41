// Devices on their bodies: wheels that turn, plumes while thrusters fire, tanks with what is left.

import { Group, Mesh, MeshLambertMaterial } from "three";
import type { Bodies } from "./bodies";
import { nearRound } from "./clock";
import type { Device, Scene } from "./payload";
import { Plume } from "./plumes";
import { quaternion } from "./reference";
import { placeOf, valuesAt } from "./samples";
import { surface } from "./shapes";
import { Ball, Slosh, Tank } from "./tanks";

const FASTEST = 0.8; // turns in a second of the viewer, of the fastest wheel: more cannot be followed

/** A device that changes along time; `drawn` is the number that it shows. */
interface Moving {
  readonly drawn: number;
  place(time: number): void;
}

export class Devices {
  readonly groups: Group[] = [];
  readonly wheels: Wheel[] = [];
  private readonly moving = new Map<string, Moving>();
  private readonly fastest: number; // rad/s

  constructor(scene: Scene, bodies: Bodies) {
    for (const device of scene.devices) {
      const group = new Group();
      group.position.fromArray(device.at);
      group.quaternion.copy(quaternion(device.attitude));
      const moving = this.filled(device, group, scene);
      if (moving) this.moving.set(device.name, moving);
      group.traverse((part) => (part.userData.body = device.body));
      bodies.drawn[device.body].group.add(group);
      this.groups.push(group);
    }
    this.fastest = Math.max(0, ...this.wheels.map(({ fastest }) => fastest));
  }

  /** How many times slower wheels are shown than they are, at so many seconds of the run a second. */
  slowed(rate: number): number {
    const turns = (this.fastest * rate) / (2 * Math.PI);
    return turns > FASTEST ? Math.max(1, nearRound(turns / FASTEST)) : 1;
  }

  place(time: number, rate: number): void {
    const slowed = this.slowed(rate);
    for (const wheel of this.wheels) wheel.slowed = slowed;
    for (const each of this.moving.values()) each.place(time);
  }

  /** What is drawn of a device: the angle of a wheel, rad, the length of a plume or the depth of fuel, m. */
  drawn(name: string): number | undefined {
    return this.moving.get(name)?.drawn;
  }

  private filled(device: Device, group: Group, scene: Scene): Moving | null {
    const { looks, times = scene.times } = device;
    if (looks) group.add(new Mesh(surface(looks, "#8a94a3"), solid));
    switch (device.kind) {
      case "wheel": {
        const wheel = new Wheel(group, times, device.values!());
        this.wheels.push(wheel);
        return wheel;
      }
      case "thruster":
        return new Plume(device, group, times);
      case "tank":
        return new Tank(device, group, times);
      case "ball":
        return new Ball(device, group, times);
      case "slosh":
        return new Slosh(device, group, times);
      case "part":
        return null;
    }
  }
}

const solid = new MeshLambertMaterial({ vertexColors: true });

/** A wheel about the z axis of its group: its angle is that of the run, divided by `slowed`. */
class Wheel implements Moving {
  slowed = 1;
  readonly fastest: number;
  drawn = 0;
  private readonly angles: Float64Array; // rad, at each sample
  private readonly upright;

  constructor(
    private readonly group: Group,
    private readonly times: Float64Array,
    speeds: Float64Array,
  ) {
    this.upright = group.quaternion.clone();
    this.angles = new Float64Array(times.length);
    for (let i = 1; i < times.length; i++)
      this.angles[i] = this.angles[i - 1] + 0.5 * (speeds[i] + speeds[i - 1]) * (times[i] - times[i - 1]);
    this.fastest = speeds.reduce((most, speed) => Math.max(most, Math.abs(speed)), 0);
  }

  place(time: number): void {
    [this.drawn] = valuesAt(this.angles, 1, placeOf(this.times, time));
    this.drawn /= this.slowed;
    this.group.quaternion.copy(this.upright);
    this.group.rotateZ(this.drawn % (2 * Math.PI));
  }
}
