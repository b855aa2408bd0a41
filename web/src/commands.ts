// What the keys do.

import type { Command } from "./keys";
import type { Page } from "./page";
import { CAMERA_KINDS } from "./reference";

const TURN = 0.08; // radians
const ZOOM = 1.12;

export function commands(page: Page): Command[] {
  const { clock, world, timeline, transport, options, themes, plots } = page;
  const sample = (direction: number): void => {
    const { index, fraction } = world.place;
    const next = direction > 0 ? index + 1 : fraction > 0 ? index : index - 1;
    const { times } = world.scene;
    clock.set(times[Math.max(0, Math.min(times.length - 1, next))]);
  };
  const leap = (event: KeyboardEvent, direction: number): void => {
    if (event.shiftKey) sample(direction);
    else clock.set(clock.time + direction * 0.02 * clock.duration);
  };
  const turn = (right: number, down: number): void => {
    world.viewpoint.turn(right * TURN, down * TURN);
    world.onChange();
  };
  const zoom = (factor: number): void => {
    world.viewpoint.zoom(factor);
    world.onChange();
  };
  return [
    { keys: [" ", "k"], does: "play or pause", act: () => clock.toggle() },
    { keys: ["ArrowLeft", "ArrowRight"], does: "back and forth by a fiftieth of the run; with Shift by a sample", act: (event) => leap(event, event.key === "ArrowRight" ? 1 : -1) },
    { keys: ["Home", "End"], does: "to the start, to the end", act: (event) => clock.set(event.key === "Home" ? clock.from : clock.to) },
    { keys: ["p", "n"], does: "to the previous, the next stage or event", act: (event) => timeline.step(event.key === "n" ? 1 : -1) },
    { keys: [",", "."], does: "slower, faster", act: (event) => transport.faster(event.key === "." ? 1 : -1) },
    { keys: ["l"], does: "loop", act: () => clock.setLoop(!clock.loop) },
    { keys: ["1", "2", "3", "4"], does: "camera: orbit, follow, body-fixed, LVLH", act: (event) => world.setCamera(CAMERA_KINDS[Number(event.key) - 1]) },
    { keys: ["b", "B"], shown: "B", does: "camera: to the next body, with Shift to the one before", act: (event) => page.nextBody(event.shiftKey ? -1 : 1) },
    { keys: ["a", "d", "w", "s"], does: "turn the camera", act: ({ key }) => turn(+(key === "a") - +(key === "d"), +(key === "w") - +(key === "s")) },
    { keys: ["+", "=", "-"], shown: "+ −", does: "closer, further away", act: (event) => zoom(event.key === "-" ? ZOOM : 1 / ZOOM) },
    { keys: ["x", "y", "z"], does: "look along an axis, again to look from its other end", act: (event) => page.lookAlong("xyz".indexOf(event.key)) },
    { keys: ["f"], does: "fit all into the picture", act: () => world.fit() },
    { keys: ["e"], does: "labels", act: () => options.toggle("labels") },
    { keys: ["i"], does: "body axes", act: () => options.toggle("axes") },
    { keys: ["j"], does: "joints", act: () => options.toggle("joints") },
    { keys: ["t"], does: "trails", act: () => options.toggle("trails") },
    { keys: ["r"], does: "force arrows", act: () => options.toggle("force") },
    { keys: ["c"], does: "reaction arrows", act: () => options.toggle("reaction") },
    { keys: ["v"], does: "devices", act: () => options.toggle("devices") },
    { keys: ["u"], does: "see into bodies that carry devices", act: () => options.toggle("inside") },
    { keys: ["q"], does: "lines of sight and targets", act: () => options.toggle("pointing") },
    { keys: ["o"], does: "orbit path", act: () => options.toggle("orbit") },
    { keys: ["g"], does: "grid", act: () => options.toggle("grid") },
    { keys: ["/"], does: "plot a quantity", act: () => (page.panel.open("plots"), plots.focusSearch()) },
    { keys: ["h"], does: "panel beside the picture", act: () => page.panel.toggle() },
    { keys: ["m"], does: "light or dark", act: () => themes.toggle() },
    { keys: ["?"], does: "these keys", act: () => page.help.toggle() },
  ];
}
