// Play, pause, speed, loop and the time in figures.

import { nearRound, type Clock } from "./clock";
import { h, iconButton, relabel } from "./dom";
import { decimalsOf, inWords } from "./numbers";
import type { Timeline } from "./timeline";

export class Transport {
  readonly element: HTMLElement;
  readonly rates: number[];
  private readonly playButton: HTMLButtonElement;
  private readonly loopButton: HTMLButtonElement;
  private readonly speed: HTMLSelectElement;
  private readonly time: HTMLInputElement;
  private readonly decimals: number;

  constructor(
    private readonly clock: Clock,
    timeline: Timeline,
  ) {
    this.decimals = decimalsOf(clock.duration);
    this.rates = ratesAround(clock.usualRate);
    this.playButton = iconButton("play", "Play", () => clock.toggle());
    this.playButton.classList.add("primary");
    const start = iconButton("start", "To the start", () => clock.set(clock.from));
    this.loopButton = iconButton("loop", "Loop", () => clock.setLoop(!clock.loop));
    this.speed = h(
      "select",
      {
        "aria-label": "Speed",
        title: "Seconds of the run in a second",
        onchange: () => clock.setRate(Number(this.speed.value)),
      },
      ...this.rates.map((rate) => h("option", { value: rate }, rateName(rate))),
    );
    this.time = h("input", {
      type: "text",
      inputmode: "decimal",
      "aria-label": "Time in seconds",
      title: "Time, s: type another to go there",
      onchange: () => clock.set(Number(this.time.value.replace(",", ".").replace("−", "-"))),
      onkeydown: (event: KeyboardEvent) => event.key === "Enter" && this.time.blur(),
    });
    const words = inWords(clock.duration);
    const end = `/ ${clock.to.toFixed(this.decimals)} s`;
    this.time.style.width = `${Math.max(5, clock.to.toFixed(this.decimals).length + 1.5)}ch`;
    this.element = h(
      "div",
      { class: "transport", role: "group", "aria-label": "Playback" },
      h("div", { class: "buttons" }, start, this.playButton, this.loopButton),
      h("div", { class: "time" }, this.time, h("span", { title: words }, end)),
      timeline.element,
      this.speed,
    );
    clock.onChange(() => this.show());
    this.show();
  }

  /** Faster or slower by one step. */
  faster(direction: 1 | -1): void {
    const k = this.rates.findIndex((rate) => rate >= this.clock.rate * 0.999);
    this.clock.setRate(this.rates[Math.max(0, Math.min(this.rates.length - 1, k + direction))]);
  }

  private show(): void {
    const { playing, loop, time, rate } = this.clock;
    relabel(this.playButton, playing ? "pause" : "play", playing ? "Pause" : "Play");
    this.loopButton.setAttribute("aria-pressed", String(loop));
    if (document.activeElement !== this.time) this.time.value = time.toFixed(this.decimals);
    if (Number(this.speed.value) !== rate) this.speed.value = String(rate);
  }
}

function ratesAround(usual: number): number[] {
  const rates = new Set([1, usual]);
  let rate = usual;
  for (let k = 0; k < 6; k++) rates.add((rate = nearRound(rate * 2.1)));
  rate = usual;
  for (let k = 0; k < 6; k++) rates.add((rate = nearRound(rate / 2.1)));
  return [...rates].map((r) => Number(r.toPrecision(6))).sort((a, b) => a - b);
}

function rateName(rate: number): string {
  return `${rate >= 1e4 || rate < 1e-3 ? rate.toExponential(0).replace("e+", "e") : rate} ×`;
}
