// Lines with a thickness that does not depend on the zoom: all pieces of a bent beam in one draw. Within each is
// a line of one pixel, which is seen where the tube is thinner.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  Vector3,
} from "three";

const AXIS = new Vector3(0, 1, 0);

export class Tubes {
  readonly group = new Group();
  private readonly mesh: InstancedMesh<CylinderGeometry, MeshLambertMaterial>;
  private readonly line = new BufferGeometry();
  private readonly from = new Vector3();
  private readonly along = new Vector3();
  private readonly turn = new Quaternion();
  private readonly scale = new Vector3();
  private readonly pose = new Matrix4();
  private readonly piece = new Color();

  constructor(
    private readonly pairs: Uint32Array, // of points
    private readonly radius: number | Float32Array, // of all pieces, or of each
    private readonly colour: string,
  ) {
    const piece = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
    const material = new MeshLambertMaterial({ color: colour });
    this.mesh = new InstancedMesh(piece, material, pairs.length / 2);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.line.setIndex(new BufferAttribute(pairs, 1));
    const line = new LineSegments(this.line, new LineBasicMaterial({ color: colour }));
    line.frustumCulled = false;
    line.raycast = () => {};
    this.group.add(this.mesh, line);
  }

  /** Colours of the points, or the usual one. */
  paint(colours: Float32Array | null): void {
    const { material } = this.mesh;
    if (!colours !== !this.mesh.instanceColor) material.needsUpdate = true;
    material.color.set(colours ? "#ffffff" : this.colour);
    if (!colours) this.mesh.instanceColor = null;
    else
      for (let k = 0; k < this.pairs.length; k += 2) {
        const [a, b] = [3 * this.pairs[k], 3 * this.pairs[k + 1]];
        const [red, green, blue] = [0, 1, 2].map((c) => (colours[a + c] + colours[b + c]) / 2);
        this.mesh.setColorAt(k / 2, this.piece.setRGB(red, green, blue));
      }
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  /** Let a tap pass through. */
  untouched(): this {
    this.mesh.raycast = () => {};
    return this;
  }

  place(points: Float32Array): void {
    this.follow(points);
    for (let k = 0; k < this.pairs.length; k += 2) {
      this.from.fromArray(points, 3 * this.pairs[k]);
      this.along.fromArray(points, 3 * this.pairs[k + 1]).sub(this.from);
      const length = this.along.length();
      this.turn.setFromUnitVectors(AXIS, this.along.divideScalar(length || 1));
      const radius = typeof this.radius === "number" ? this.radius : this.radius[k / 2];
      this.scale.set(radius, length, radius);
      this.mesh.setMatrixAt(k / 2, this.pose.compose(this.from, this.turn, this.scale));
    }
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.computeBoundingSphere(); // a tap has to find it where it is
  }

  private follow(points: Float32Array): void {
    const known = this.line.getAttribute("position") as BufferAttribute | undefined;
    if (known?.array === points) known.needsUpdate = true;
    else this.line.setAttribute("position", new BufferAttribute(points, 3).setUsage(DynamicDrawUsage));
  }
}
