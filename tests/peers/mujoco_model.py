"""A model given to MuJoCo: the same tree, state, efforts and gravity.

A MuJoCo body's frame is the outboard frame of its inboard joint; a site marks our body frame.
Every joint is a row of slides, hinges and a ball, in this order, so that its speeds are ours but
for their order: MuJoCo's rows are slides first.  There is no screw.  Joints must be listed outward.
"""

from dataclasses import dataclass

import mujoco
import numpy as np
from scipy.spatial.transform import Rotation

import treetop as tt

SLIDE, HINGE, BALL = (
    mujoco.mjtJoint.mjJNT_SLIDE,
    mujoco.mjtJoint.mjJNT_HINGE,
    mujoco.mjtJoint.mjJNT_BALL,
)

ALL = slice(None)

# The elementary joints of each kind: type, axis, coordinate, speed, components of their values.
JOINTS = {
    "fixed": lambda k: [],
    "revolute": lambda k: [(HINGE, k.axis, "angle", "rate", ALL)],
    "prismatic": lambda k: [(SLIDE, k.axis, "slide", "slide_rate", ALL)],
    "cylindrical": lambda k: [
        (SLIDE, k.axis, "slide", "slide_rate", ALL),
        (HINGE, k.axis, "angle", "rate", ALL),
    ],
    "universal": lambda k: [
        (HINGE, k.axis1, "angle1", "rate1", ALL),
        (HINGE, k.axis2, "angle2", "rate2", ALL),
    ],
    "planar": lambda k: [
        (SLIDE, k.x, "x", "x_rate", ALL),
        (SLIDE, np.cross(k.normal, k.x), "y", "y_rate", ALL),
        (HINGE, k.normal, "angle", "rate", ALL),
    ],
    "spherical": lambda k: [(BALL, None, "attitude", "angular_velocity", ALL)],
    "free": lambda k: [
        *((SLIDE, axis, "position", "velocity", [i]) for i, axis in enumerate(np.eye(3))),
        (BALL, None, "attitude", "angular_velocity", ALL),
    ],
}


@dataclass
class MujocoTree:
    model: mujoco.MjModel
    rows: list[tuple]  # joint, coordinate, speed, components: in MuJoCo's order
    bodies: tuple[str, ...]

    def accelerations(self, motion: dict, efforts: dict) -> dict[str, tuple]:
        """Accelerations of each body's origin in inertial axes, and angular in body axes."""
        data = mujoco.MjData(self.model)
        data.qpos = np.concatenate([np.ravel(motion[j][c])[at] for j, c, _, at in self.rows])
        data.qvel = np.concatenate([np.ravel(motion[j][s])[at] for j, _, s, at in self.rows])
        data.qfrc_applied = np.concatenate(
            [np.ravel(efforts[j][s])[at] for j, _, s, at in self.rows]
        )
        mujoco.mj_forward(self.model, data)
        mujoco.mj_rnePostConstraint(self.model, data)
        return {body: self._acceleration(data, body) for body in self.bodies}

    def _acceleration(self, data, body):
        site, result = self.model.site(body).id, np.zeros(6)
        what = mujoco.mjtObj.mjOBJ_SITE
        mujoco.mj_objectAcceleration(self.model, data, what, site, result, 0)
        R_NB = data.site_xmat[site].reshape(3, 3)
        # MuJoCo gives what an accelerometer feels.
        return result[3:] + self.model.opt.gravity, R_NB.T @ result[:3]


def mujoco_tree(model: tt.Model) -> MujocoTree:
    spec = mujoco.MjSpec()
    uniform = [f for f in model.forces.values() if isinstance(f, tt.UniformGravity)]
    spec.option.gravity = sum((np.array(f.acceleration) for f in uniform), np.zeros(3))
    hosts, rows = {"ground": (spec.worldbody, _Pose())}, {}
    for name, joint in model.joints.items():
        inboard, outboard = model.frame(joint.inboard), model.frame(joint.outboard)
        host, X_MP = hosts[inboard.body]
        X_MF, X_MB = X_MP @ _Pose.of(inboard), _Pose.of(outboard).inverse()
        host = host.add_body(name=outboard.body, pos=X_MF.p, quat=X_MF.quaternion)
        host.add_site(name=outboard.body, pos=X_MB.p, quat=X_MB.quaternion)
        for i, (kind, axis, coordinate, speed, at) in enumerate(
            JOINTS[joint.kind.kind](joint.kind)
        ):
            direction = {} if axis is None else {"axis": np.array(axis)}
            host.add_joint(name=f"{name}.{i}", type=kind, **direction)
            rows[f"{name}.{i}"] = (name, coordinate, speed, at)
        _give_mass(host, model.bodies[outboard.body], X_MB)
        hosts[outboard.body] = (host, X_MB)
    compiled = spec.compile()
    ordered = [rows[compiled.joint(i).name] for i in range(compiled.njnt)]
    return MujocoTree(compiled, ordered, tuple(model.bodies))


def _give_mass(host, body, X_MB):
    J = X_MB.R @ np.array(body.inertia) @ X_MB.R.T
    principal, axes = np.linalg.eigh(J)
    axes[:, 2] *= np.linalg.det(axes)
    host.explicitinertial = True
    host.mass, host.inertia = body.mass, principal
    host.ipos = X_MB.p + X_MB.R @ np.array(body.centre)
    host.iquat = Rotation.from_matrix(axes).as_quat(scalar_first=True)


class _Pose:
    def __init__(self, R=None, p=None):
        self.R, self.p = np.eye(3) if R is None else R, np.zeros(3) if p is None else p

    @classmethod
    def of(cls, frame):
        return cls(
            Rotation.from_quat(frame.attitude, scalar_first=True).as_matrix(), np.array(frame.at)
        )

    @property
    def quaternion(self):
        return Rotation.from_matrix(self.R).as_quat(scalar_first=True)

    def __matmul__(self, other):
        return _Pose(self.R @ other.R, self.p + self.R @ other.p)

    def inverse(self):
        return _Pose(self.R.T, -self.R.T @ self.p)
