// The canvas. What is near and what is far are drawn one after the other, each with its own range of
// depth, so that a bolt and a planet fit in one picture.

import { AmbientLight, DirectionalLight, HemisphereLight, PerspectiveCamera, Scene, WebGLRenderer } from "three";

const SLOW = 1 / 30; // seconds for a frame
const RATIOS = [1, 0.75, 0.6]; // less gains little: then most of the time goes into showing the picture

export class Drawing {
  readonly near = new Scene();
  readonly far = new Scene();
  readonly camera = new PerspectiveCamera(40, 1, 0.01, 1000);
  readonly farCamera = new PerspectiveCamera(40, 1, 1, 1e9);
  readonly renderer: WebGLRenderer | null;
  readonly software: boolean;
  beyond = false; // whether there is anything far away
  private readonly suns = [new DirectionalLight(0xffffff, 2.1), new DirectionalLight(0xffffff, 0.9)];
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
    [this.near, this.far].forEach((scene, k) => {
      const ambient = k === 0 ? new HemisphereLight(0xffffff, 0x8890a0, 1.35) : new AmbientLight(0xffffff, 2.2);
      scene.add(ambient, this.suns[k]);
    });
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
    for (const camera of [this.camera, this.farCamera]) {
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
    }
  }

  setBackground(colour: string): void {
    this.renderer?.setClearColor(colour);
  }

  render(): void {
    if (!this.renderer) return;
    // Light comes over the viewer's shoulder, so nothing that is looked at lies in the dark.
    for (const sun of this.suns)
      sun.position.set(-0.5, 0.9, 0.8).applyQuaternion(this.camera.quaternion);
    this.renderer.autoClear = false;
    this.renderer.clear();
    if (this.beyond) {
      this.renderer.render(this.far, this.farCamera);
      this.renderer.clearDepth();
    }
    this.renderer.render(this.near, this.camera);
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
