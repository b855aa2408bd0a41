// The time line: a slider, stages, eclipses and revolutions above it and events below.

import type { Clock } from "./clock";
import { h } from "./dom";
import { decimalsOf } from "./numbers";
import type { Scene } from "./payload";

const MOST = 300; // events marked
const MOST_TICKS = 12; // revolutions that are numbered
const NEAR = 1e-9; // part of the run within which two times are one

export class Timeline {
  readonly element = h("div", { class: "timeline" });
  readonly slider: HTMLInputElement;
  readonly marks: number[]; // times of stages and events, in order
  private readonly stages: HTMLButtonElement[];
  private readonly decimals: number;

  constructor(
    private readonly scene: Scene,
    private readonly clock: Clock,
  ) {
    this.decimals = decimalsOf(clock.duration);
    this.slider = h("input", {
      type: "range",
      min: clock.from,
      max: clock.to,
      step: "any",
      "aria-label": "Time",
      oninput: () => clock.set(this.slider.valueAsNumber),
    });
    this.stages = scene.stages.map((stage, k) => this.stage(stage, k));
    const events = scene.events.slice(0, MOST).map((event) => this.event(event));
    if (this.stages.length) this.element.append(h("div", { class: "stages" }, ...this.stages));
    const { eclipses = [], nodes = [] } = scene;
    if (eclipses.length || nodes.length) this.element.append(this.sunlight(eclipses, nodes));
    this.element.append(this.slider);
    if (events.length) this.element.append(h("div", { class: "events" }, ...events));
    const dark = eclipses.filter(({ umbra }) => umbra).flatMap(({ from, to }) => [from, to]);
    const times = [...scene.stages.map(({ from }) => from), ...scene.events.map(({ time }) => time), ...dark];
    this.marks = [...new Set(times)].sort((a, b) => a - b);
    clock.onChange(() => this.show());
    this.show();
  }

  /** To the next or the previous stage or event. */
  step(direction: 1 | -1): void {
    const { time, from, to, duration } = this.clock;
    const gap = NEAR * duration;
    const marks = direction > 0 ? this.marks : [...this.marks].reverse();
    const next = marks.find((mark) => direction * (mark - time) > gap);
    this.clock.set(next ?? (direction > 0 ? to : from));
  }

  private show(): void {
    const { time, from, duration } = this.clock;
    this.slider.value = String(time);
    this.slider.style.setProperty("--at", String(duration > 0 ? (time - from) / duration : 0));
    this.slider.setAttribute("aria-valuetext", `${time.toFixed(this.decimals)} seconds`);
    const now = this.scene.stages.findLastIndex((stage) => stage.from <= time);
    this.stages.forEach((button, k) => button.classList.toggle("now", k === now));
  }

  private part(time: number): number {
    const { from, duration } = this.clock;
    return duration > 0 ? Math.max(0, Math.min(1, (time - from) / duration)) : 0;
  }

  private stage(stage: Scene["stages"][number], k: number): HTMLButtonElement {
    const label = `Stage ${stage.name}, from ${stage.from.toFixed(this.decimals)} s`;
    const go = (): void => this.clock.set(stage.from);
    const attributes = { type: "button", title: label, "aria-label": label, onclick: go };
    const button = h("button", attributes, h("span", {}, stage.name));
    button.classList.toggle("odd", k % 2 === 1);
    button.style.setProperty("--from", String(this.part(stage.from)));
    button.style.setProperty("--to", String(this.part(stage.to)));
    return button;
  }

  /** A strip that is dark where the Sun is not seen, with a tick wherever a revolution begins. */
  private sunlight(eclipses: NonNullable<Scene["eclipses"]>, nodes: number[]): HTMLElement {
    const shadows = eclipses.map(({ from, to, umbra }) => {
      const [begin, end] = [from, to].map((time) => time.toFixed(this.decimals));
      const label = `${umbra ? "Umbra" : "Penumbra"} from ${begin} to ${end} s`;
      const go = (): void => this.clock.set(from);
      const button = h("button", { type: "button", class: umbra ? "umbra" : "penumbra", title: label, "aria-label": label, onclick: go });
      button.style.setProperty("--from", String(this.part(from)));
      button.style.setProperty("--to", String(this.part(to)));
      return button;
    });
    const every = Math.ceil(nodes.length / MOST_TICKS);
    const ticks = nodes.flatMap((time, k) => {
      if (k % every !== 0) return [];
      const tick = h("span", { class: "tick", title: `Revolution ${k + 1} begins` }, String(k + 1));
      tick.style.setProperty("--from", String(this.part(time)));
      return tick;
    });
    return h("div", { class: "sunlight" }, ...shadows, ...ticks);
  }

  private event(event: Scene["events"][number]): HTMLButtonElement {
    const label = `${event.name}: ${event.what}, at ${event.time.toFixed(this.decimals)} s`;
    const go = (): void => this.clock.set(event.time);
    const button = h("button", { type: "button", title: label, "aria-label": label, onclick: go });
    button.style.setProperty("--from", String(this.part(event.time)));
    return button;
  }
}
