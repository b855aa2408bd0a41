// Lines with a thickness that does not depend on the zoom: all pieces of a bent beam in one draw.

import { CylinderGeometry, InstancedMesh, Matrix4, MeshLambertMaterial, Quaternion, Vector3 } from "three";

const AXIS = new Vector3(0, 1, 0);

export class Tubes {
  readonly mesh: InstancedMesh;
  private readonly from = new Vector3();
  private readonly along = new Vector3();
  private readonly turn = new Quaternion();
  private readonly scale = new Vector3();
  private readonly pose = new Matrix4();

  constructor(
    private readonly pairs: Uint32Array, // of points
    private readonly radius: number | Float32Array, // of all pieces, or of each
    colour: string,
  ) {
    const piece = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
    const material = new MeshLambertMaterial({ color: colour });
    this.mesh = new InstancedMesh(piece, material, pairs.length / 2);
    this.mesh.frustumCulled = false;
    this.mesh.castShadow = this.mesh.receiveShadow = true;
  }

  place(points: Float32Array): void {
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
}
