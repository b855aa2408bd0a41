// The page as a whole: its parts, and the loop that draws.

import { BodyList } from "./bodylist";
import { CameraBar } from "./camerabar";
import { Clock } from "./clock";
import { DeviceList, ORBIT } from "./devicelist";
import { commands } from "./commands";
import { h, iconButton, relabel } from "./dom";
import { Help, listen } from "./keys";
import { Options } from "./options";
import { Panel } from "./panel";
import type { Scene } from "./payload";
import { Plots } from "./plots";
import { Themes } from "./theme";
import { Timeline } from "./timeline";
import { Transport } from "./transport";
import { World } from "./world";

const LONGEST = 0.5; // seconds a frame may count: a browser may pause pages that are not seen

export class Page {
  readonly clock: Clock;
  readonly themes = new Themes();
  readonly world: World;
  readonly timeline: Timeline;
  readonly transport: Transport;
  readonly plots: Plots;
  readonly bodyList: BodyList;
  readonly deviceList: DeviceList;
  readonly orbitList: DeviceList;
  readonly options: Options;
  readonly panel: Panel;
  readonly help: Help;
  frames = 0; // drawn so far
  private readonly cameraBar: CameraBar;
  private asked = false;
  private last: number | null = null; // when the last frame of a motion was drawn, ms

  constructor(
    readonly scene: Scene,
    holder: HTMLElement,
  ) {
    const { times } = scene;
    this.clock = new Clock(times[0], times[times.length - 1]);
    this.world = new World(scene);
    this.timeline = new Timeline(scene, this.clock);
    this.transport = new Transport(this.clock, this.timeline);
    this.plots = new Plots(scene, this.clock);
    this.bodyList = new BodyList(this.world);
    const plot = (name: string): void => this.plotted(name);
    this.deviceList = new DeviceList(scene, this.clock, plot, ["devices", "sensors", "controllers"]);
    this.orbitList = new DeviceList(scene, this.clock, plot, ORBIT);
    this.options = new Options(this.world);
    this.cameraBar = new CameraBar(this.world);
    this.panel = new Panel([
      { id: "plots", title: "Plots", content: this.plots.element },
      { id: "bodies", title: "Bodies", content: this.bodyList.element },
      ...listed("devices", "Devices", this.deviceList),
      ...listed("orbit", "Orbit", this.orbitList),
      { id: "options", title: "Show", content: this.options.element },
    ]);
    const all = commands(this);
    this.help = new Help(all);
    if (scene.bodies.length) this.world.element.append(this.cameraBar.element);
    holder.className = "page";
    holder.replaceChildren(
      this.header(),
      this.world.element,
      this.transport.element,
      this.panel.element,
      this.help.element,
    );
    listen(all);
    this.connect();
  }

  /** Draw soon. */
  invalidate(): void {
    if (this.asked) return;
    this.asked = true;
    requestAnimationFrame((now) => this.frame(now));
  }

  nextBody(step: number): void {
    const { bodies } = this.scene;
    if (!bodies.length) return;
    const { reference } = this.world;
    let k = reference.body;
    do k = (k + step + bodies.length) % bodies.length;
    while (bodies[k].massless && k !== reference.body);
    this.world.setCamera(reference.kind === "orbit" ? "follow" : reference.kind, k);
  }

  lookAlong(axis: number): void {
    const from = [0, 0, 0];
    from[axis] = this.world.viewpoint.direction.getComponent(axis) > 0.99 ? -1 : 1;
    this.world.viewpoint.look(from);
    this.world.onChange();
  }

  private followLists(): void {
    this.deviceList.follow();
    this.orbitList.follow();
  }

  private plotted(name: string): void {
    this.panel.open("plots");
    this.plots.add(name);
  }

  private connect(): void {
    const { clock, world, themes, plots } = this;
    world.onChange = () => {
      this.cameraBar.show();
      this.bodyList.show();
      this.invalidate();
    };
    world.onPick = (body) => this.bodyList.point(body);
    clock.onChange(() => this.invalidate());
    themes.onChange(() => {
      world.setColours();
      plots.redraw();
    });
    this.panel.onChange = () => {
      plots.resize();
      this.followLists();
    };
    new ResizeObserver(() => world.resize()).observe(world.element);
    world.setColours();
    world.drawing.resize();
    world.fit();
  }

  private frame(now: number): void {
    this.asked = false;
    const swinging = this.world.bodies.drawn.filter(({ shape }) => shape && shape.mode !== null);
    if (this.last !== null) {
      const seconds = Math.min(LONGEST, (now - this.last) / 1000);
      this.clock.advance(seconds);
      for (const { shape } of swinging) shape!.advance(seconds);
      this.world.drawing.paced(seconds);
    }
    this.world.setTime(this.clock.time);
    this.world.rate = this.clock.rate;
    this.world.draw();
    this.followLists();
    this.frames++;
    const moving = this.clock.playing || swinging.length > 0;
    this.last = moving ? now : null;
    if (moving) this.invalidate();
  }

  private header(): HTMLElement {
    const { themes, help, panel, scene } = this;
    const told = [scene.subtitle, ...scene.notes].filter(Boolean).join(" · ");
    const theme = iconButton("moon", "Dark", () => themes.toggle());
    const label = (): void => {
      const dark = themes.current === "dark";
      relabel(theme, dark ? "sun" : "moon", dark ? "Light theme" : "Dark theme");
    };
    themes.onChange(label);
    label();
    return h(
      "header",
      { class: "bar" },
      h("h1", { title: scene.title }, scene.title),
      h("p", { title: told }, told),
      h(
        "div",
        { class: "buttons" },
        iconButton("help", "Keys and pointer (?)", () => help.toggle()),
        theme,
        iconButton("panel", "Panel beside the picture", () => panel.toggle()),
      ),
    );
  }
}

/** The tab of a list, unless that is empty. */
function listed(id: string, title: string, { element }: DeviceList): { id: string; title: string; content: HTMLElement }[] {
  return element.childElementCount ? [{ id, title, content: element }] : [];
}
