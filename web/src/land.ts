// Land and sea of a planet as a map, made from its coast lines when the page opens.

import { CanvasTexture, ClampToEdgeWrapping, LinearFilter, LinearMipmapLinearFilter, RedFormat, RepeatWrapping } from "three";
import { h } from "./dom";
import type { Land } from "./payload";

/** Bright where there is land; longitudes from -180° at the left, the north pole at the top. */
export function landTexture({ points, rings }: Land, width: number): CanvasTexture {
  const canvas = h("canvas", { width, height: width / 2 });
  const pen = canvas.getContext("2d")!;
  const scale = width / 360;
  pen.fillRect(0, 0, width, width / 2);
  pen.filter = "blur(1.2px)"; // between two texels the coast is then a straight line
  pen.beginPath();
  // Rings go on beyond 180°: each is drawn wherever it is seen.
  for (const shift of [-360, 0, 360]) {
    let first = 0;
    for (const count of rings) {
      const [start, last] = [2 * first, 2 * (first + count - 1)];
      const x = (k: number): number => (points[k] + shift + 180) * scale;
      const y = (k: number): number => (90 - points[k + 1]) * scale;
      pen.moveTo(x(start), y(start));
      for (let k = start + 2; k <= last; k += 2) pen.lineTo(x(k), y(k));
      if (Math.abs(points[last] - points[start]) > 180) {
        const pole = points[start + 1] < 0 ? width / 2 : 0;
        pen.lineTo(x(last), pole);
        pen.lineTo(x(start), pole);
      }
      pen.closePath();
      first += count;
    }
  }
  pen.fillStyle = "#fff";
  pen.fill("evenodd");
  const made = new CanvasTexture(canvas, undefined, RepeatWrapping, ClampToEdgeWrapping, LinearFilter, LinearMipmapLinearFilter);
  made.format = RedFormat;
  return made;
}
