// Axes: red, green and blue for x, y and z, everywhere.

import { BufferAttribute, BufferGeometry, Color, LineBasicMaterial, LineSegments } from "three";

export const AXES = ["#d0454c", "#4a9a3f", "#3f72d0"];

const material = new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true });

/** Three lines from an origin; drawn over what would hide them. */
export function triad(size: number): LineSegments {
  const points = new Float32Array(18);
  const colours = new Float32Array(18);
  AXES.forEach((name, k) => {
    points[6 * k + 3 + k] = size;
    const { r, g, b } = new Color(name);
    colours.set([r, g, b, r, g, b], 6 * k);
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(points, 3));
  geometry.setAttribute("color", new BufferAttribute(colours, 3));
  const lines = new LineSegments(geometry, material);
  lines.renderOrder = 5;
  lines.raycast = () => {};
  return lines;
}
