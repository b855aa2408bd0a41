// Curves beside the picture, with a cursor in step with the motion.

import uPlot from "uplot";
import type { Clock } from "./clock";
import { h, iconButton } from "./dom";
import { shown } from "./numbers";
import { paletteColour } from "./palette";
import type { Quantity, Scene } from "./payload";
import { Search } from "./search";
import { placeOf, valuesAt } from "./samples";
import { colour } from "./theme";

const HEIGHT = 148;
const DEGREES = 180 / Math.PI;
const MOST_COLUMNS = 12; // curves in one plot

/** One quantity over time. */
class Plot {
  readonly element: HTMLElement;
  readonly chart: uPlot;
  private readonly holder = h("div", { class: "chart" });
  private readonly cursor = h("div", { class: "now" });
  private readonly values: HTMLElement[];
  private readonly when = h("span", { class: "when" });
  private readonly times: Float64Array;
  private readonly table: Float64Array;
  private hovered: number | null = null;

  constructor(
    readonly quantity: Quantity,
    times: Float64Array,
    private readonly clock: Clock,
    remove: () => void,
    private readonly zoomed: (from: number, to: number) => void,
    sync: uPlot.SyncPubSub,
    degrees: boolean,
  ) {
    this.times = quantity.times ?? times;
    const turned = degrees && isAngle(quantity);
    this.table = turned ? quantity.values().map((value) => DEGREES * value) : quantity.values();
    const unit = turned ? quantity.unit.replace("rad", "deg") : quantity.unit;
    const columns = quantity.columns.slice(0, MOST_COLUMNS);
    this.values = columns.map(() => h("output"));
    const legend = columns.map((name, k) => {
      const entry = h("span", { class: "entry" }, name, this.values[k]);
      entry.style.setProperty("--curve", paletteColour(k));
      return entry;
    });
    this.element = h(
      "section",
      { class: "plot", "aria-label": quantity.name },
      h(
        "header",
        {},
        h("h3", { title: quantity.name }, quantity.name),
        h("span", { class: "unit" }, unit),
        iconButton("close", `Remove ${quantity.name}`, remove),
      ),
      this.holder,
      h("div", { class: "legend" }, ...legend, this.when),
    );
    this.chart = new uPlot(this.options(columns, sync), this.data(columns), this.holder);
    this.chart.over.append(this.cursor);
    this.chart.over.addEventListener("click", (event) => this.seek(event));
    this.chart.over.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") this.seek(event); // a finger has no hover: it moves time
    });
    this.follow();
  }

  resize(width: number): void {
    if (width > 0 && width !== this.chart.width) this.chart.setSize({ width, height: HEIGHT });
  }

  /** Bring cursor and values to the time that is shown. */
  follow(chart = this.chart): void {
    const x = chart.valToPos(this.clock.time, "x");
    const within = x >= 0 && x <= chart.over.clientWidth;
    this.cursor.hidden = !within;
    if (within) this.cursor.style.transform = `translateX(${x.toFixed(1)}px)`;
    this.tell();
  }

  now(): number[] {
    return valuesAt(this.table, this.quantity.columns.length, placeOf(this.times, this.clock.time));
  }

  private tell(): void {
    const width = this.quantity.columns.length;
    const values = this.hovered === null ? this.now() : [...this.table.subarray(this.hovered * width)];
    this.values.forEach((output, k) => {
      const text = shown(values[k]);
      if (output.textContent !== text) output.textContent = text;
    });
    this.element.classList.toggle("hovered", this.hovered !== null);
    this.when.textContent = this.hovered === null ? "" : `at ${shown(this.times[this.hovered])} s`;
  }

  private seek(event: MouseEvent): void {
    const { over } = this.chart;
    this.clock.set(this.chart.posToVal(event.clientX - over.getBoundingClientRect().left, "x"));
  }

  private data(columns: string[]): uPlot.AlignedData {
    const width = this.quantity.columns.length;
    const count = this.times.length;
    const curves = columns.map((_, k) => {
      const curve = new Float64Array(count);
      for (let i = 0; i < count; i++) curve[i] = this.table[i * width + k];
      return curve;
    });
    return [this.times, ...curves];
  }

  private options(columns: string[], sync: uPlot.SyncPubSub): uPlot.Options {
    const axis = {
      stroke: () => colour("muted"),
      grid: { stroke: () => colour("grid"), width: 1 },
      ticks: { show: false },
      font: "11px system-ui, sans-serif",
    };
    const labels = (_: uPlot, values: number[]): string[] => values.map((value) => short(value, values));
    return {
      width: 320,
      height: HEIGHT,
      padding: [8, 10, 0, 0],
      legend: { show: false },
      cursor: {
        sync: { key: sync.key, setSeries: false },
        drag: { x: true, y: false },
        points: { size: 6 },
      },
      scales: { x: { time: false }, y: { range: yRange } },
      axes: [
        { ...axis, size: 24, gap: 2, values: labels },
        { ...axis, size: 54, gap: 4, space: 28, values: labels },
      ],
      series: [
        {},
        ...columns.map((label, k) => ({
          label,
          stroke: paletteColour(k),
          width: 1.5,
          pxAlign: 0, // curves that climb slowly have no steps
          points: { show: false },
        })),
      ],
      hooks: {
        draw: [(chart) => this.follow(chart)], // only now its size is known
        setCursor: [(chart) => this.hover(chart.cursor.idx ?? null, chart.cursor.left ?? -1)],
        setScale: [
          (chart, key) => {
            const { min, max } = chart.scales.x;
            if (key === "x" && min !== undefined && max !== undefined) this.zoomed(min!, max!);
          },
        ],
      },
    };
  }

  private hover(index: number | null, left: number): void {
    this.hovered = left >= 0 ? index : null;
    this.tell();
  }
}

/** Whether it is an angle, or how fast one changes. */
export function isAngle({ unit }: Quantity): boolean {
  return /^rad(\/s([²2]|\^2)?)?$/.test(unit);
}

/** Room above and below the curves; a constant one gets a range that shows it as such. */
function yRange(_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax {
  if (low === null || high === null) return [-1, 1];
  const middle = (low + high) / 2;
  const least = 1e-9 * Math.max(Math.abs(low), Math.abs(high));
  const half = Math.max((high - low) / 2, least) || 1;
  return [middle - 1.12 * half, middle + 1.12 * half];
}

/** Figures of an axis, as many as tell its ticks apart. */
function short(value: number, values: number[]): string {
  if (value === 0) return "0";
  const size = Math.max(...values.map(Math.abs));
  if (size >= 1e5 || size < 1e-3)
    return value.toExponential(1).replace(/\.0(?=e)/, "").replace("e+", "e").replaceAll("-", "−");
  const step = values.length > 1 ? Math.abs(values[1] - values[0]) : size;
  const decimals = Math.max(0, Math.min(8, Math.ceil(-Math.log10(step) - 1e-9)));
  return value.toFixed(decimals).replace("-", "−");
}

export class Plots {
  readonly element = h("div", { class: "plots" });
  private readonly list = h("div", { class: "plot-list" });
  private readonly search: Search;
  private readonly reset: HTMLButtonElement;
  private readonly sync = uPlot.sync("time");
  private plots: Plot[] = [];
  private zooming = false;
  private degrees = false;
  private readonly unitBox = h("input", { type: "checkbox" });

  constructor(
    private readonly scene: Scene,
    private readonly clock: Clock,
  ) {
    const entries = scene.quantities.map(({ name, unit }) => ({ name, note: unit }));
    const label = `Plot one of ${entries.length} quantities`;
    this.search = new Search(entries, label, (name) => this.add(name));
    this.reset = h("button", { type: "button", class: "quiet", hidden: true }, "All times");
    this.reset.addEventListener("click", () => this.zoom(clock.from, clock.to));
    const tools = h("div", { class: "plot-tools" }, this.search.element, this.reset);
    if (scene.quantities.some(isAngle)) tools.append(this.unitLabel());
    this.element.append(tools, this.list);
    clock.onChange(() => this.follow());
    new ResizeObserver(() => this.resize()).observe(this.list);
    for (const k of scene.plotted) this.add(scene.quantities[k].name);
  }

  /** Angles in degrees, or in radians. */
  showDegrees(degrees: boolean): void {
    this.degrees = this.unitBox.checked = degrees;
    const { names } = this;
    for (const name of names) this.remove(name);
    for (const name of names) this.add(name);
  }

  get names(): string[] {
    return this.plots.map(({ quantity }) => quantity.name);
  }

  focusSearch(): void {
    this.search.input.focus();
  }

  quantity(name: string): Quantity | undefined {
    return this.scene.quantities.find((quantity) => quantity.name === name);
  }

  add(name: string): boolean {
    const quantity = this.quantity(name);
    if (!quantity) return false;
    const before = this.plots.find((plot) => plot.quantity === quantity);
    if (before) {
      before.element.scrollIntoView({ block: "nearest" });
      return true;
    }
    const zoomed = (from: number, to: number): void => this.zoom(from, to);
    const remove = (): void => void this.remove(name);
    const plot = new Plot(quantity, this.scene.times, this.clock, remove, zoomed, this.sync, this.degrees);
    this.sync.sub(plot.chart);
    this.plots.push(plot);
    this.list.append(plot.element);
    const [first] = this.plots;
    if (first !== plot) {
      const { min, max } = first.chart.scales.x;
      this.zoom(min!, max!);
    }
    this.resize();
    plot.element.scrollIntoView({ block: "nearest" });
    return true;
  }

  remove(name: string): boolean {
    const plot = this.plots.find(({ quantity }) => quantity.name === name);
    if (!plot) return false;
    this.plots = this.plots.filter((other) => other !== plot);
    this.sync.unsub(plot.chart);
    plot.chart.destroy();
    plot.element.remove();
    return true;
  }

  valueAt(name: string): number[] | undefined {
    const plotted = this.plots.find(({ quantity }) => quantity.name === name);
    if (plotted) return plotted.now();
    const quantity = this.quantity(name);
    if (!quantity) return undefined;
    const place = placeOf(quantity.times ?? this.scene.times, this.clock.time);
    return valuesAt(quantity.values(), quantity.columns.length, place);
  }

  private unitLabel(): HTMLElement {
    this.unitBox.addEventListener("change", () => this.showDegrees(this.unitBox.checked));
    return h("label", { class: "check" }, this.unitBox, "Degrees");
  }

  redraw(): void {
    for (const plot of this.plots) plot.chart.redraw(false, true);
  }

  resize(): void {
    for (const plot of this.plots) plot.resize(this.list.clientWidth - 2);
    this.follow();
  }

  private follow(): void {
    for (const plot of this.plots) plot.follow();
  }

  /** The same stretch of time in all plots. */
  private zoom(from: number, to: number): void {
    if (this.zooming) return;
    this.zooming = true;
    for (const { chart } of this.plots) {
      const { min, max } = chart.scales.x;
      if (min !== from || max !== to) chart.setScale("x", { min: from, max: to });
    }
    this.zooming = false;
    const { from: first, to: last } = this.clock;
    this.reset.hidden = from <= first && to >= last;
    this.follow();
  }
}
