// The time line: a slider, stages above it and events below.

import type { Clock } from "./clock";
import { h } from "./dom";
import { decimalsOf } from "./numbers";
import type { Scene } from "./payload";

const MOST = 300; // events marked
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
    this.element.append(this.slider);
    if (events.length) this.element.append(h("div", { class: "events" }, ...events));
    const times = [...scene.stages.map(({ from }) => from), ...scene.events.map(({ time }) => time)];
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

  private event(event: Scene["events"][number]): HTMLButtonElement {
    const label = `${event.name}: ${event.what}, at ${event.time.toFixed(this.decimals)} s`;
    const go = (): void => this.clock.set(event.time);
    const button = h("button", { type: "button", title: label, "aria-label": label, onclick: go });
    button.style.setProperty("--from", String(this.part(event.time)));
    return button;
  }
}
