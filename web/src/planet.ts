// A planet: only the cap that is seen is made, so that its horizon is round from any height.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshLambertMaterial,
  Vector3,
} from "three";

const AROUND = 128;
const RINGS = 24;
const CLOSE = 1.5; // radii from the centre, within which the net is drawn finer

export class Planet {
  readonly group = new Group();
  readonly surface = new MeshLambertMaterial();
  readonly lines = new LineBasicMaterial({ transparent: true, opacity: 0.5 });
  private readonly cap: Mesh<BufferGeometry>;
  private readonly coarse: LineSegments;
  private readonly fine: LineSegments;
  private height = 0; // above the centre, for which the cap was made

  constructor(readonly radius: number) {
    this.cap = new Mesh(new BufferGeometry(), this.surface);
    this.cap.geometry.setIndex(capTriangles());
    for (const name of ["position", "normal"])
      this.cap.geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * AROUND * (RINGS + 1)), 3));
    this.cap.frustumCulled = false;
    this.coarse = new LineSegments(graticule(1.0012 * radius, 15), this.lines);
    this.fine = new LineSegments(graticule(1.0012 * radius, 3), this.lines);
    this.group.add(this.cap, this.coarse, this.fine);
  }

  /** Turn the cap to the viewer, who is at this position from the centre. */
  face(viewer: Vector3): void {
    this.cap.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), viewer.clone().normalize());
    const height = viewer.length();
    this.fine.visible = height < CLOSE * this.radius;
    this.coarse.visible = !this.fine.visible;
    if (Math.abs(height - this.height) < 1e-4 * (height - this.radius)) return;
    this.height = height;
    const horizon = Math.acos(Math.min(1, this.radius / height));
    const { position, normal } = this.cap.geometry.attributes as Record<string, BufferAttribute>;
    let k = 0;
    for (let ring = 0; ring <= RINGS; ring++) {
      const tilt = (horizon * ring) / RINGS;
      for (let i = 0; i < AROUND; i++, k++) {
        const turn = (2 * Math.PI * i) / AROUND;
        const n = [Math.sin(tilt) * Math.cos(turn), Math.sin(tilt) * Math.sin(turn), Math.cos(tilt)];
        normal.setXYZ(k, n[0], n[1], n[2]);
        position.setXYZ(k, this.radius * n[0], this.radius * n[1], this.radius * n[2]);
      }
    }
    position.needsUpdate = normal.needsUpdate = true;
  }
}

function capTriangles(): number[] {
  const triangles: number[] = [];
  for (let ring = 0; ring < RINGS; ring++)
    for (let i = 0; i < AROUND; i++) {
      const a = ring * AROUND + i;
      const b = ring * AROUND + ((i + 1) % AROUND);
      triangles.push(a, a + AROUND, b + AROUND, a, b + AROUND, b);
    }
  return triangles;
}

/** Meridians and parallels, so many degrees apart. */
function graticule(radius: number, degrees: number): BufferGeometry {
  const points: number[] = [];
  const step = Math.PI / 90;
  const apart = (degrees * Math.PI) / 180;
  const add = (longitude: number, latitude: number): void => {
    const level = radius * Math.cos(latitude);
    points.push(level * Math.cos(longitude), level * Math.sin(longitude), radius * Math.sin(latitude));
  };
  for (let k = 0; k < 360 / degrees; k++)
    for (let i = -44; i < 44; i++) {
      add(k * apart, i * step);
      add(k * apart, (i + 1) * step);
    }
  for (let k = 1 - 90 / degrees; k < 90 / degrees; k++)
    for (let i = 0; i < 180; i++) {
      add(i * step, k * apart);
      add((i + 1) * step, k * apart);
    }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(new Float32Array(points), 3));
}
