// Geometry of looks.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  EdgesGeometry,
  IcosahedronGeometry,
  Matrix4,
  Vector3,
} from "three";
import { mergeGeometries } from "three/examples/jsm/utils/BufferGeometryUtils.js";
import type { Look } from "./payload";
import { quaternion } from "./reference";

const SHARP = 28; // degrees between faces whose edge is drawn
const MOST_EDGES = 20_000; // triangles of a mesh whose edges are looked for

/** Surfaces of looks as one, each in its colour. */
export function surface(looks: Look[], usual: string): BufferGeometry {
  return mergeGeometries(
    looks.map((look) => {
      const shape = placed(look);
      const geometry = shape.index ? shape.toNonIndexed() : shape;
      geometry.deleteAttribute("uv");
      if (!geometry.getAttribute("normal")) geometry.computeVertexNormals();
      return coloured(geometry, look.colour ?? usual);
    }),
  );
}

/** Sharp edges of looks as one; none where looks have none. */
export function edges(looks: Look[]): BufferGeometry | null {
  const found = looks
    .filter((look) => look.kind !== "sphere")
    .filter((look) => look.kind !== "mesh" || look.triangles.length <= 3 * MOST_EDGES)
    .map((look) => new EdgesGeometry(placed(look), SHARP))
    .filter((geometry) => geometry.getAttribute("position").count > 0);
  return found.length ? mergeGeometries(found) : null;
}

function placed(look: Look): BufferGeometry {
  const one = new Vector3(1, 1, 1);
  const pose = new Matrix4().compose(new Vector3(...look.at), quaternion(look.attitude), one);
  return shaped(look).applyMatrix4(pose);
}

function shaped(look: Look): BufferGeometry {
  switch (look.kind) {
    case "box":
      return new BoxGeometry(...(look.size as [number, number, number]));
    case "cylinder":
      return new CylinderGeometry(look.top ?? look.radius, look.radius, look.length, 32).rotateX(Math.PI / 2);
    case "sphere":
      return new IcosahedronGeometry(look.radius, 4);
    case "mesh": {
      const geometry = new BufferGeometry();
      geometry.setAttribute("position", new BufferAttribute(look.vertices, 3));
      geometry.setIndex(new BufferAttribute(look.triangles, 1));
      return geometry.clone(); // what is placed is not what was given
    }
  }
}

function coloured(geometry: BufferGeometry, name: string): BufferGeometry {
  const { r, g, b } = new Color(name);
  const count = geometry.getAttribute("position").count;
  const colours = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) colours.set([r, g, b], 3 * i);
  return geometry.setAttribute("color", new BufferAttribute(colours, 3));
}
