// The picture: bodies and all that is drawn with them, seen by one of the cameras.

import { Raycaster, Vector2, Vector3, type Group, type Object3D } from "three";
import { ARROW_COLOURS, Arrows, type ArrowKind } from "./arrows";
import { Bodies } from "./bodies";
import { Viewpoint } from "./cameras";
import { Compass } from "./compass";
import { h } from "./dom";
import { Devices } from "./devices";
import { Drawing } from "./drawing";
import { ballsAlong, ballsAt } from "./framing";
import { depth, motionExtent, reachAbout, travels, type Extent } from "./extent";
import { Labels, type Named } from "./labels";
import { Links } from "./links";
import { Markers } from "./markers";
import { Joints, frames } from "./marks";
import type { Scene } from "./payload";
import { handlePointers } from "./pointer";
import { Pointing } from "./pointing";
import { CAMERA_KINDS, Reference, type CameraKind } from "./reference";
import { placeOf, valuesAt, type Place } from "./samples";
import { Sky } from "./sky";
import { StressLegend } from "./stresslegend";
import { Surroundings } from "./surroundings";
import { colour } from "./theme";
import { Trails } from "./trails";
import { VECTOR_COLOURS, VECTOR_NAMES, Vectors, type VectorKind } from "./vectors";

export const SHOWN = [
  "labels",
  "trails",
  "axes",
  "frames",
  "joints",
  "devices",
  "inside",
  "pointing",
  "grid",
  "force",
  "reaction",
  "torque",
  "gravity",
  "nadir",
  "velocity",
  "sun",
  "field",
  "orbit",
  "planet",
  "track",
  "umbra",
  "sky",
  "stress",
  "shadows",
] as const;
export type Shown = (typeof SHOWN)[number];
const LEAST = 0.3; // of its size: as much is seen of it at least
const FURTHEST = 4; // sizes of the spacecraft, to which the picture has room for its motion
const AT_FIRST = new Set<Shown>(
  "labels devices inside pointing grid force orbit planet track umbra sky".split(" ") as Shown[],
);
const SMALL = 60; // sizes of the spacecraft: seen from further away, only bodies are named
const BEYOND = 1e12; // m: further away than any planet is large
const BEHIND = [-1, -0.55, 0.4]; // where the viewer stands in the axes of the orbit: behind, aside and above

export class World {
  readonly canvas = h("canvas", { tabindex: 0, role: "img" });
  readonly element = h("div", { class: "world" });
  readonly drawing: Drawing;
  readonly bodies: Bodies;
  readonly reference: Reference;
  readonly viewpoints: Record<CameraKind, Viewpoint>;
  readonly compass = new Compass();
  readonly shown = {} as Record<Shown, boolean>;
  readonly arrows: Record<ArrowKind, Arrows>;
  readonly devices: Devices;
  rate = 1; // seconds of the run for a second of the viewer
  place: Place = { index: 0, fraction: 0 };
  private time = 0;
  onChange: () => void = () => {};
  onPick: (body: number) => void = () => {};
  private readonly labels: Labels;
  private readonly trails: Trails;
  private readonly joints: Joints;
  private readonly links: Links;
  private readonly markers: Markers;
  private readonly frames: Group[];
  readonly pointing: Pointing;
  private readonly legend = new StressLegend();
  private readonly slowed = h("p", { class: "slowed", role: "note", hidden: true });
  private readonly surroundings: Surroundings;
  readonly sky: Sky;
  readonly vectors: Vectors;
  private readonly extent: Extent;
  private readonly fitted = new Set<CameraKind>();

  constructor(readonly scene: Scene) {
    this.canvas.setAttribute("aria-label", `Bodies of ${scene.title} in motion`);
    this.drawing = new Drawing(this.canvas, this.element);
    this.bodies = new Bodies(scene);
    this.extent = motionExtent(scene);
    this.reference = new Reference(scene, this.extent.centre);
    const up = scene.up;
    const local = new Viewpoint([0, 0, 1]);
    this.viewpoints = { orbit: new Viewpoint(up), follow: new Viewpoint(up), body: new Viewpoint(up), lvlh: local };
    this.trails = new Trails(scene, this.bodies);
    this.labels = new Labels(this.bodies);
    this.joints = new Joints(scene);
    this.links = new Links(scene);
    this.markers = new Markers(this.bodies);
    this.frames = frames(scene, this.bodies);
    this.devices = new Devices(scene, this.bodies);
    this.pointing = new Pointing(scene, this.bodies, this.drawing.near);
    for (const { name, body, at } of scene.devices.filter(({ kind }) => kind !== "part" && kind !== "slosh"))
      this.labels.add("devices", name, body, new Vector3(...at));
    for (const { name, body, at } of this.pointing.ends) this.labels.add("pointing", name, body, at);
    const { centre, radius } = this.extent;
    const upward = this.viewpoints.orbit.up;
    const low = depth(scene, this.extent, upward);
    this.sky = new Sky(scene);
    this.surroundings = new Surroundings(scene, this.sky, { centre, radius, up: upward, low }, this.drawing.software);
    this.vectors = new Vectors(scene, this.bodies, this.sky);
    for (const kind of Object.keys(VECTOR_NAMES) as VectorKind[])
      if (this.has(kind)) this.labels.add(kind, VECTOR_NAMES[kind], scene.root, this.vectors.ends[kind]).style.setProperty("--body", VECTOR_COLOURS[kind]);
    const kinds = Object.keys(ARROW_COLOURS) as ArrowKind[];
    this.arrows = Object.fromEntries(kinds.map((kind) => [kind, new Arrows(scene, kind)])) as Record<ArrowKind, Arrows>;
    this.drawing.near.add(this.bodies.group, this.trails.group, this.joints.group, this.surroundings.grid);
    this.drawing.near.add(this.links.group, this.markers.points);
    this.drawing.near.add(...kinds.map((kind) => this.arrows[kind].group));
    this.drawing.near.add(...Object.values(this.vectors.groups));
    this.drawing.far.add(this.surroundings.far);
    this.drawing.sky = scene.sky?.length ? this.sky.pass : null;
    this.drawing.beyond = scene.planet !== undefined;
    this.element.append(this.canvas, this.sky.element, this.labels.element, this.compass.element, this.slowed, this.legend.element);
    if (!this.drawing.renderer)
      this.element.append(excuse("This browser has no WebGL, which draws the bodies. Plots work without it."));
    else if (!scene.bodies.length) this.element.append(excuse("This run has no bodies. Its plots are beside."));
    this.begin();
    handlePointers(this.canvas, {
      turn: (right, down) => this.changed(() => this.viewpoint.turn(right, down)),
      slide: (right, up) => this.changed(() => this.slide(right, up)),
      zoom: (factor) => this.changed(() => this.viewpoint.zoom(factor)),
      tap: (x, y, twice) => this.tap(x, y, twice),
    });
  }

  get viewpoint(): Viewpoint {
    return this.viewpoints[this.reference.kind];
  }

  /** Cameras that there are: without an orbit none turns with it. */
  get cameras(): CameraKind[] {
    return CAMERA_KINDS.filter((kind) => kind !== "lvlh" || (this.scene.planet && this.scene.velocities));
  }

  /** Which of the things that can be shown there are. */
  has(thing: Shown): boolean {
    if (thing === "joints") return this.scene.joints.length > 0;
    if (thing === "frames") return this.frames.length > 0;
    if (thing === "devices") return this.scene.devices.length > 0;
    if (thing === "inside") return this.scene.bodies.some(({ carries }) => carries);
    if (thing === "pointing") return this.scene.pointing.length > 0;
    if (thing === "orbit" || thing === "planet") return this.scene.planet !== undefined;
    if (thing === "track") return this.surroundings.track !== null;
    if (thing === "umbra") return this.surroundings.umbra !== null;
    if (thing === "stress") return this.bodies.drawn.some(({ shape }) => shape?.stress);
    if (thing === "sky") return Boolean(this.scene.sky?.length);
    if (thing in VECTOR_COLOURS) return this.vectors.has(thing as VectorKind);
    if (thing in this.arrows) return this.arrows[thing as ArrowKind].arrows.length > 0;
    return true;
  }

  show(thing: Shown, shown: boolean): void {
    this.shown[thing] = shown;
    if (thing === "devices" || thing === "pointing" || thing in VECTOR_COLOURS)
      this.labels.left[shown ? "delete" : "add"](thing as Named);
    if (thing === "sky") this.sky.element.hidden = !shown;
    if (thing === "labels") this.labels.shown = shown;
    else if (thing === "shadows") this.drawing.shadows = shown;
    else if (thing === "stress") this.legend.show(this.bodies.showStress(shown && this.has(thing)));
    else if (thing === "axes") this.bodies.showAxes(shown);
    else if (thing === "inside") this.bodies.seeThrough(shown);
    else for (const part of this.parts(thing)) part.visible = shown && this.has(thing);
    this.onChange();
  }

  setCamera(kind: CameraKind, body = this.reference.body): void {
    if (!this.scene.bodies.length || !this.cameras.includes(kind)) return; // nothing to go with
    const other = body !== this.reference.body;
    this.reference.kind = kind;
    this.reference.body = body;
    if (!this.fitted.has(kind)) this.fit();
    else if (other) this.viewpoint.pan.set(0, 0, 0);
    this.onChange();
  }

  /** All in view as it moves, or as it is now, from where the viewer stands. */
  fit(now = false): void {
    this.fitted.add(this.reference.kind);
    this.viewpoint.fit(this.taken(now), this.drawing.camera);
    this.onChange();
  }

  setTime(time: number): void {
    this.time = time;
    this.place = placeOf(this.scene.times, time);
  }

  setColours(): void {
    this.drawing.setBackground(colour("sky"));
    this.bodies.setEdgeColour(colour("edge"));
    this.surroundings.setColours();
    this.sky.setColours();
    this.onChange();
  }

  resize(): void {
    this.drawing.resize();
    this.onChange();
  }

  draw(): void {
    const { place, reference, drawing } = this;
    this.bodies.place(place, reference);
    const from = reference.inertial(place);
    this.surroundings.place(from, place, reference.kind !== "orbit");
    this.viewpoint.place(drawing.camera, drawing.farCamera, reference.attitude(place));
    drawing.lookedAt.copy(this.viewpoint.lookedAt);
    this.farRange();
    this.sky.place(drawing.camera.position.toArray().map((x, k) => x + from[k]), drawing.camera, place);
    this.lightUp();
    const { camera, height } = drawing;
    const pixel = (2 * this.viewpoint.distance * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(1, height);
    this.vectors.place(place, reference, pixel);
    this.trails.place(place, reference);
    this.joints.place(this.bodies);
    for (const kind of Object.values(this.arrows)) kind.place(this.time, this.bodies, pixel);
    this.links.place(this.bodies);
    this.markers.place(drawing.camera, drawing.height, (p) => this.behindPlanet(p));
    this.devices.place(this.time, this.rate);
    this.pointing.place(this.time);
    this.tellSlowed();
    drawing.render();
    this.labels.few = this.viewpoint.distance > SMALL * this.scene.size;
    this.labels.place(drawing.camera, drawing.width, drawing.height, (p) => this.behindPlanet(p), this.notes());
    if (this.shown.sky)
      this.sky.name(drawing.camera, drawing.width, drawing.height, (d) =>
        this.behindPlanet(d.clone().multiplyScalar(BEYOND).add(drawing.camera.position)),
      );
    this.compass.place(drawing.camera, this.viewpoint.distance, drawing.height);
  }

  /** What notes take of the picture, as left, top, right and bottom. */
  private notes(): number[][] {
    const shown = [this.legend.element, this.slowed].filter(({ hidden }) => !hidden);
    return shown.map(({ offsetLeft: x, offsetTop: y, offsetWidth: w, offsetHeight: h }) => [x, y, x + w, y + h]);
  }

  /** Where a body is drawn, in inertial space. */
  positionOf(body: number): number[] {
    const r = this.reference.inertial(this.place);
    return this.offsetOf(body).map((entry, k) => entry + r[k]);
  }

  /** Where a body is drawn, from the reference. */
  offsetOf(body: number): number[] {
    this.bodies.place(this.place, this.reference);
    return this.bodies.drawn[body].group.position.toArray();
  }

  /** Direction of the root from the centre of the planet, in axes that turn with the planet, as drawn. */
  below(): number[] {
    const { planet } = this.surroundings;
    if (!planet) return [];
    const back = planet.group.quaternion.clone().invert();
    return new Vector3(...this.positionOf(this.scene.root)).normalize().applyQuaternion(back).toArray();
  }

  /** Points of a body that bends, in its axes. */
  shapeOf(body: number): number[] {
    this.bodies.place(this.place, this.reference);
    return [...(this.bodies.drawn[body].shape?.drawn ?? [])];
  }

  /** Stress at points of a body that bends. */
  stressOf(body: number): number[] {
    return [...(this.bodies.drawn[body].shape?.stressAt(this.place) ?? [])];
  }

  /** Wheels that turn too fast to be followed are shown slower: say so. */
  private tellSlowed(): void {
    const times = this.devices.slowed(this.rate);
    this.slowed.hidden = times === 1 || !this.shown.devices;
    const text = `Wheels shown ${times} × slower`;
    if (this.slowed.textContent !== text) this.slowed.textContent = text;
  }

  private lightUp(): void {
    const { scene, place } = this;
    const direction = this.sky.towardsSun(valuesAt(scene.rootPosition, 3, place), place);
    const part = scene.sunlight ? valuesAt(scene.sunlight, 1, place)[0] : 1;
    this.drawing.sunlight = direction && { direction: direction.normalize(), part };
  }

  private parts(thing: Exclude<Shown, "labels" | "axes" | "inside" | "shadows" | "stress">): Object3D[] {
    const { planet, orbit, grid, track, umbra } = this.surroundings;
    switch (thing) {
      case "trails":
        return [this.trails.group];
      case "frames":
        return this.frames;
      case "joints":
        return [this.joints.group];
      case "devices":
        return this.devices.groups;
      case "pointing":
        return this.pointing.groups;
      case "grid":
        return [grid];
      case "orbit":
        return orbit ? [orbit] : [];
      case "planet":
        return planet ? [planet.group] : [];
      case "track":
        return track ? [track.group] : [];
      case "umbra":
        return umbra ? [umbra.group] : [];
      case "sky":
        return [this.sky.pass];
      case "nadir":
      case "velocity":
      case "sun":
      case "field":
        return [this.vectors.groups[thing]];
      default:
        return [this.arrows[thing as ArrowKind].group];
    }
  }

  private begin(): void {
    for (const thing of SHOWN) this.show(thing, AT_FIRST.has(thing));
    this.show("grid", !this.scene.planet);
    this.show("shadows", !this.drawing.software); // a second drawing of all bodies
    // Directions say most where there is a Sun.
    for (const kind of Object.keys(VECTOR_NAMES) as VectorKind[]) this.show(kind, this.sky.sun !== null);
    this.viewpoints.lvlh.look(BEHIND);
    if (this.scene.planet) this.viewpoints.orbit.look(this.overCraft());
    if (travels(this.scene, this.extent)) this.reference.kind = "follow";
  }

  /** A direction from which the spacecraft is seen before the planet when the run begins. */
  private overCraft(): number[] {
    const above = new Vector3(...this.scene.rootPosition.subarray(0, 3)).normalize();
    return above.addScaledVector(this.viewpoints.orbit.up, 0.5).toArray();
  }

  /** Balls in which all that is shown lies, from the reference: now, and as it moves. */
  private taken(now: boolean): Extent[] {
    const { scene, bodies, reference, place } = this;
    if (!scene.bodies.length) return [{ centre: [0, 0, 0], radius: scene.size }];
    const about = reference.kind !== "orbit";
    const shown = bodies.drawn.filter((drawn) => drawn.shown && !(about && drawn.body.ground));
    const least = { centre: about ? [0, 0, 0] : reference.from(scene.root, place), radius: LEAST * scene.size };
    if (scene.planet && !about) return [...ballsAlong(scene, shown, reference), this.extent];
    const near = shown.filter(({ index }) => reachAbout(scene, reference.body, index) < FURTHEST * scene.size);
    const moving = now ? [] : ballsAlong(scene, about ? near : shown, reference);
    const balls = [...moving, ...ballsAt(shown, reference, place)];
    return balls.some(({ radius }) => radius > 0) || balls.length > 1 ? balls : [...balls, least];
  }

  private slide(right: number, up: number): void {
    this.viewpoint.slide(right, up, this.drawing.camera, this.place, this.reference);
  }

  private changed(change: () => void): void {
    change();
    this.onChange();
  }

  private tap(x: number, y: number, twice: boolean): void {
    const { width, height, camera } = this.drawing;
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * x) / width - 1, 1 - (2 * y) / height), camera);
    const hit = ray.intersectObject(this.bodies.group, true).find(({ object }) => {
      return object.visible && bodyOf(object) !== undefined;
    });
    if (!hit) return;
    const body = bodyOf(hit.object)!;
    if (twice) this.setCamera(this.reference.kind === "body" ? "body" : "follow", body);
    this.onPick(body);
  }

  /** Near and far planes of what lies beyond: as tight as the planet allows. */
  private farRange(): void {
    const { planet } = this.scene;
    if (!planet) return;
    const { farCamera } = this.drawing;
    const away = this.surroundings.far.position.distanceTo(farCamera.position);
    const beyond = Math.max(planet.radius, this.extent.radius * 1.5);
    farCamera.near = Math.max(1, 0.2 * (away - planet.radius));
    farCamera.far = away + 2 * beyond;
    farCamera.updateProjectionMatrix();
    this.surroundings.face(farCamera.position, this.place, this.drawing.overShoulder);
  }

  private behindPlanet(point: Vector3): boolean {
    const { planet } = this.scene;
    if (!planet || !this.shown.planet) return false;
    const eye = this.drawing.camera.position;
    const ray = point.clone().sub(eye);
    const away = ray.length();
    const along = this.surroundings.far.position.clone().sub(eye).dot(ray) / away;
    if (along <= 0 || along >= away) return false;
    const nearest = eye.clone().addScaledVector(ray, along / away);
    return nearest.distanceTo(this.surroundings.far.position) < planet.radius;
  }
}

function excuse(text: string): HTMLElement {
  return h("p", { class: "excuse", role: "status" }, text);
}

function bodyOf(object: Object3D): number | undefined {
  for (let part: Object3D | null = object; part; part = part.parent)
    if (part.userData.body !== undefined) return part.userData.body as number;
  return undefined;
}
