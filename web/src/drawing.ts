// The canvas. What is near and what is far are drawn one after the other, each with its own range of
// depth, so that a bolt and a planet fit in one picture.

import {
  DirectionalLight,
  HemisphereLight,
  PCFShadowMap,
  PerspectiveCamera,
  Scene,
  Vector3,
  WebGLRenderer,
} from "three";

const SLOW = 1 / 30; // seconds for a frame
const SHOULDER = 2.1; // strengths of light
const SUN = 2.6;
const DIM = 0.45; // of the light over the shoulder, beside that of the Sun
const SHADED = 0.75; // of the distance to what is looked at: how far about it shadows are drawn
const SHADOW = { size: 2048, software: 1024, softness: 3.5 }; // pixels of the map of depths
const RATIOS = [1, 0.75, 0.6]; // less gains little: then most of the time goes into showing the picture

export class Drawing {
  readonly near = new Scene();
  readonly far = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  readonly farCamera = new PerspectiveCamera(40, 1, 1, 1e9);
  readonly renderer: WebGLRenderer | null;
  readonly software: boolean;
  beyond = false; // whether there is anything far away
  sky: Scene | null = null; // what is so far away that the viewer's place does not matter
  shadows = false; // whether bodies shade one another
  readonly lookedAt = new Vector3();
  sunlight: { direction: Vector3; part: number } | null = null; // at the spacecraft, where that is known
  private readonly skyCamera = new PerspectiveCamera(40, 1, 0.01, 2);
  private readonly shoulder = new DirectionalLight(0xffffff, SHOULDER);
  private readonly sun = new DirectionalLight(0xfff6e6, 0);
  private ratio: number;
  private coarseness = 0;
  private pace = 0;

  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly holder: HTMLElement,
  ) {
    this.software = isSoftware();
    this.renderer = rendererFor(canvas, !this.software);
    this.ratio = this.software ? 1 : Math.min(devicePixelRatio, 2);
    this.near.add(new HemisphereLight(0xffffff, 0x8890a0, 1.35), this.shoulder, this.sun);
    if (this.renderer) Object.assign(this.renderer.shadowMap, { type: PCFShadowMap, enabled: true });
    for (const light of [this.shoulder, this.sun]) {
      const size = this.software ? SHADOW.software : SHADOW.size;
      light.shadow.mapSize.set(size, size);
      light.shadow.radius = SHADOW.softness;
      light.shadow.intensity = 0.6;
      this.near.add(light.target);
    }
    this.resize();
  }

  get width(): number {
    return this.holder.clientWidth;
  }

  get height(): number {
    return this.holder.clientHeight;
  }

  resize(): void {
    const { width, height } = this;
    if (!width || !height) return;
    this.renderer?.setPixelRatio(this.ratio * RATIOS[this.coarseness]);
    this.renderer?.setSize(width, height, false);
    for (const camera of [this.camera, this.farCamera, this.skyCamera]) {
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
    }
  }

  setBackground(colour: string): void {
    this.renderer?.setClearColor(colour);
  }

  render(): void {
    if (!this.renderer) return;
    this.light();
    this.renderer.autoClear = false;
    this.renderer.clear();
    if (this.sky) {
      this.skyCamera.quaternion.copy(this.camera.quaternion);
      this.renderer.render(this.sky, this.skyCamera);
      this.renderer.clearDepth();
    }
    if (this.beyond) {
      this.renderer.render(this.far, this.farCamera);
      this.renderer.clearDepth();
    }
    this.renderer.render(this.near, this.camera);
  }

  /** From where light comes over the viewer's shoulder, so that nothing that is looked at lies in the dark. */
  get overShoulder(): Vector3 {
    return new Vector3(-0.5, 0.9, 0.8).applyQuaternion(this.camera.quaternion);
  }

  /** The Sun lights the spacecraft as far as it is in its light; some light remains by which it is seen. */
  private light(): void {
    const { sunlight } = this;
    this.shoulder.position.copy(this.overShoulder);
    this.shoulder.intensity = sunlight ? DIM * SHOULDER : SHOULDER;
    this.sun.intensity = sunlight ? SUN * sunlight.part : 0;
    if (sunlight) this.sun.position.copy(sunlight.direction);
    this.castShadows(sunlight && sunlight.part > 0 ? this.sun : this.shoulder);
  }

  /** Let the stronger light cast soft shadows, within what is seen. */
  private castShadows(light: DirectionalLight): void {
    const room = SHADED * this.camera.position.distanceTo(this.lookedAt);
    for (const each of [this.shoulder, this.sun]) {
      each.castShadow = this.shadows && each === light;
      each.target.position.copy(this.lookedAt);
      each.position.setLength(2 * room).add(this.lookedAt);
    }
    const { camera, mapSize } = light.shadow;
    Object.assign(camera, { left: -room, right: room, top: room, bottom: -room, near: 0, far: 4 * room });
    camera.updateProjectionMatrix();
    light.shadow.normalBias = (3 * room) / mapSize.x; // surfaces do not shade themselves
  }

  /** Told how long frames take, draw fewer pixels where they take too long. */
  paced(seconds: number): void {
    this.pace = this.pace === 0 ? seconds : 0.95 * this.pace + 0.05 * seconds;
    if (this.pace > 1.15 * SLOW && this.coarseness < RATIOS.length - 1) {
      this.coarseness++;
      this.pace = 0.8 * SLOW;
      this.resize();
    }
  }
}

function rendererFor(canvas: HTMLCanvasElement, antialias: boolean): WebGLRenderer | null {
  try {
    // An opaque picture is put on the page at less cost.
    return new WebGLRenderer({ canvas, antialias, alpha: false, powerPreference: "low-power" });
  } catch {
    return null;
  }
}

/** Whether pictures are made by the processor alone. */
function isSoftware(): boolean {
  const probe = document.createElement("canvas").getContext("webgl2");
  const told = probe?.getExtension("WEBGL_debug_renderer_info");
  const name = told ? String(probe?.getParameter(told.UNMASKED_RENDERER_WEBGL)) : "";
  probe?.getExtension("WEBGL_lose_context")?.loseContext();
  return /swiftshader|llvmpipe|software|basic render/i.test(name);
}
