// The canvas. What is near and what is far are drawn one after the other, each with its own range of
// depth, so that a bolt and a planet fit in one picture.

import { DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, Vector3, WebGLRenderer } from "three";

const SLOW = 1 / 30; // seconds for a frame
const SHOULDER = 2.1; // strengths of light
const SUN = 2.6;
const DIM = 0.45; // of the light over the shoulder, beside that of the Sun
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
