// `window.treetop`: the page for scripts, in the words of the page.

import type { Page } from "./page";
import type { Scene } from "./payload";
import type { CameraKind } from "./reference";
import type { Theme } from "./theme";
import type { Shown } from "./world";

export interface Treetop {
  readonly scene: Scene;
  readonly time: number;
  setTime(time: number): void;
  readonly playing: boolean;
  play(): void;
  pause(): void;
  readonly camera: { kind: CameraKind; body: string };
  setCamera(kind: CameraKind, body?: string | number): void;
  fit(now?: boolean): void; // all into the picture, as it moves or as it is now
  positionOf(body: string | number): number[]; // inertial, m, as drawn
  offsetOf(body: string | number): number[]; // from what the camera goes with, inertial axes, m, as drawn
  shapeOf(body: string | number): number[]; // points of a body that bends, in its axes, m, as drawn
  stressOf(body: string | number): number[]; // at points of a body that bends, Pa or N m
  drawnOf(device: string): number; // angle of a wheel, rad; length of a plume, depth of fuel, m
  aimOf(name: string): number[]; // attitude of a line of sight (z), a direction (y) or a target, w x y z
  directionOf(body: string): number[]; // of the Sun, a moon or planet in the sky, from the viewer, inertial
  readonly below: number[]; // planet-fixed direction of the root from the centre of the planet, as drawn
  valueAt(quantity: string): number[];
  readonly plotted: string[];
  plot(name: string): void;
  degrees(shown: boolean): void; // angles of plots in degrees, or in radians
  unplot(name: string): void;
  show(thing: Shown, shown: boolean): void; // as in the list of what is shown
  magnify(factor: number): void;
  mode(body: string | number, mode: number | null): void;
  theme: Theme;
  readonly frames: number;
}

export function api(page: Page): Treetop {
  const { scene, clock, world, plots, options, themes } = page;
  const body = (name: string | number): number => {
    const index = world.bodies.index(name);
    if (index < 0) throw new Error(`there is no body ${name}`);
    return index;
  };
  const asked = <T>(answer: T | undefined | false, name: string): T => {
    if (answer === undefined || answer === false) throw new Error(`there is no quantity ${name}`);
    return answer;
  };
  return {
    scene,
    get time() {
      return clock.time;
    },
    setTime(time) {
      clock.set(time);
      world.setTime(clock.time);
    },
    get playing() {
      return clock.playing;
    },
    play: () => clock.play(),
    pause: () => clock.pause(),
    get camera() {
      return { kind: world.reference.kind, body: scene.bodies[world.reference.body]?.name ?? "" };
    },
    setCamera: (kind, name) => world.setCamera(kind, name === undefined ? undefined : body(name)),
    fit: (now) => world.fit(now),
    positionOf: (name) => world.positionOf(body(name)),
    offsetOf: (name) => world.offsetOf(body(name)),
    shapeOf: (name) => world.shapeOf(body(name)),
    stressOf: (name) => world.stressOf(body(name)),
    drawnOf: (name) => {
      world.draw();
      const drawn = world.devices.drawn(name);
      if (drawn === undefined) throw new Error(`there is no device ${name} that is drawn`);
      return drawn;
    },
    aimOf: (name) => {
      world.draw();
      const aim = world.pointing.aim(name) ?? world.vectors.aim(name);
      if (!aim) throw new Error(`nothing of ${name} points anywhere`);
      return aim;
    },
    directionOf: (name) => {
      world.draw();
      const direction = world.sky.directionOf(name);
      if (!direction) throw new Error(`there is no ${name} in the sky`);
      return direction;
    },
    get below() {
      world.draw();
      return world.below();
    },
    valueAt: (name) => asked(plots.valueAt(name), name),
    get plotted() {
      return plots.names;
    },
    degrees: (shown) => plots.showDegrees(shown),
    plot: (name) => void asked(plots.add(name), name),
    unplot: (name) => void asked(plots.remove(name), name),
    show: (thing, shown) => {
      if (shown !== world.shown[thing]) options.toggle(thing);
    },
    magnify: (factor) => options.magnify(factor),
    mode: (name, mode) => options.swing(body(name), mode),
    get theme() {
      return themes.current;
    },
    set theme(theme) {
      themes.set(theme);
    },
    get frames() {
      return page.frames;
    },
  };
}
