// Which camera, and with which body it goes.

import { h, iconButton } from "./dom";
import { CAMERA_KINDS, type CameraKind } from "./reference";
import type { World } from "./world";

const NAMES: Record<CameraKind, [string, string]> = {
  orbit: ["Orbit", "Stands still in space"],
  follow: ["Follow", "Goes with a body, without turning"],
  body: ["Body-fixed", "Goes and turns with a body"],
  lvlh: ["LVLH", "Goes with a body and turns with the orbit: ahead and up stay where they are"],
};

export class CameraBar {
  readonly element: HTMLElement;
  private readonly buttons: Record<CameraKind, HTMLButtonElement>;
  private readonly body: HTMLSelectElement;

  constructor(private readonly world: World) {
    this.buttons = Object.fromEntries(
      CAMERA_KINDS.map((kind) => [kind, this.button(kind)]),
    ) as Record<CameraKind, HTMLButtonElement>;
    const label = "Body that the camera goes with";
    this.body = h("select", { "aria-label": label, title: label });
    world.scene.bodies.forEach(({ name, massless }, k) => {
      if (!massless) this.body.append(h("option", { value: k }, name));
    });
    this.body.addEventListener("change", () => {
      world.setCamera(world.reference.kind, Number(this.body.value));
    });
    this.element = h(
      "div",
      { class: "camera-bar", role: "group", "aria-label": "Camera" },
      h("div", { class: "segments" }, ...world.cameras.map((kind) => this.buttons[kind])),
      this.body,
      iconButton("fit", "Fit all into the picture", () => world.fit()),
    );
    this.show();
  }

  show(): void {
    const { kind, body } = this.world.reference;
    for (const each of CAMERA_KINDS)
      this.buttons[each].setAttribute("aria-pressed", String(each === kind));
    this.body.hidden = kind === "orbit";
    if (this.body.value !== String(body)) this.body.value = String(body);
  }

  private button(kind: CameraKind): HTMLButtonElement {
    const [name, note] = NAMES[kind];
    const press = (): void => this.world.setCamera(kind);
    return h("button", { type: "button", title: note, onclick: press }, name);
  }
}
