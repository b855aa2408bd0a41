// The inertial axes, small, in the corner of the picture, and how long a stretch of it is.

import { Vector3, type PerspectiveCamera } from "three";
import { AXES } from "./axes";
import { nearRound } from "./clock";
import { h } from "./dom";
import { length } from "./numbers";

const SIZE = 64;

export class Compass {
  readonly element = h("div", { class: "compass", "aria-hidden": "true" });
  private readonly canvas = h("canvas", { width: 2 * SIZE, height: 2 * SIZE });
  private readonly bar = h("div", { class: "stretch" });
  private readonly label = h("span");

  constructor() {
    this.element.append(this.canvas, h("div", { class: "scale" }, this.bar, this.label));
  }

  place(camera: PerspectiveCamera, distance: number, height: number): void {
    this.drawAxes(camera);
    const metresInPixel = (2 * distance * Math.tan((camera.fov * Math.PI) / 360)) / (height || 1);
    const metres = nearRound(70 * metresInPixel);
    this.bar.style.width = `${Math.round(metres / metresInPixel)}px`;
    const text = length(metres);
    if (this.label.textContent !== text) this.label.textContent = text;
  }

  private drawAxes(camera: PerspectiveCamera): void {
    const pen = this.canvas.getContext("2d");
    if (!pen) return;
    pen.setTransform(2, 0, 0, 2, SIZE, SIZE);
    pen.clearRect(-SIZE / 2, -SIZE / 2, SIZE, SIZE);
    const back = camera.quaternion.clone().invert();
    const axes = AXES.map((colour, k) => ({
      colour,
      name: "xyz"[k],
      d: new Vector3(+(k === 0), +(k === 1), +(k === 2)).applyQuaternion(back),
    })).sort((a, b) => a.d.z - b.d.z);
    pen.lineWidth = 1.8;
    pen.lineCap = "round";
    pen.font = "600 10px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    for (const { colour, name, d } of axes) {
      pen.globalAlpha = d.z < -0.1 ? 0.55 : 1;
      pen.strokeStyle = pen.fillStyle = colour;
      pen.beginPath();
      pen.moveTo(0, 0);
      pen.lineTo(19 * d.x, -19 * d.y);
      pen.stroke();
      pen.fillText(name, 26 * d.x, -26 * d.y);
    }
  }
}
