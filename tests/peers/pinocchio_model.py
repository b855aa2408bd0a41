"""A model given to Pinocchio: the same tree, state, efforts and gravity.

Pinocchio describes a body in the frame of its inboard joint, so each body carries the place X_JB
of its own frame B in that joint frame J; a fixed joint adds a place but no joint.  Joints with
several scalar coordinates are chains of one-freedom joints; only the free joint is given in other
speeds (linear first, in the outboard frame's axes) than ours.  Joints must be listed outward.
"""

from dataclasses import dataclass, field

import numpy as np
import pinocchio as pin
from scipy.spatial.transform import Rotation

import treetop as tt
from treetop.model import Joint


def _chain(*joints):
    composite = pin.JointModelComposite()
    for joint in joints:
        composite.addJoint(joint)
    return composite


def _turn(axis):
    return pin.JointModelRevoluteUnaligned(np.array(axis))


def _slide(axis):
    return pin.JointModelPrismaticUnaligned(np.array(axis))


JOINTS = {
    "revolute": lambda k: _turn(k.axis),
    "prismatic": lambda k: _slide(k.axis),
    "screw": lambda k: pin.JointModelHelicalUnaligned(np.array(k.axis), k.pitch),
    "cylindrical": lambda k: _chain(_turn(k.axis), _slide(k.axis)),
    "universal": lambda k: _chain(_turn(k.axis1), _turn(k.axis2)),
    "planar": lambda k: _chain(_slide(k.x), _slide(np.cross(k.normal, k.x)), _turn(k.normal)),
    "spherical": lambda k: pin.JointModelSpherical(),
    "free": lambda k: pin.JointModelFreeFlyer(),
}


@dataclass
class PinocchioTree:
    model: pin.Model
    data: pin.Data
    joints: list[tuple[str, Joint]]  # those that move, in Pinocchio's order
    places: dict[str, tuple[int, pin.SE3]] = field(default_factory=dict)  # body -> J, X_JB

    def coordinates(self, motion: dict) -> np.ndarray:
        return self._collect(lambda name, kind: _coordinates(kind, motion[name]))

    def speeds(self, motion: dict) -> np.ndarray:
        return self._collect(lambda name, kind: _along(kind, motion[name], motion[name]))

    def efforts(self, motion: dict, efforts: dict) -> np.ndarray:
        return self._collect(lambda name, kind: _along(kind, motion[name], efforts[name]))

    def accelerations(self, motion: dict, efforts: dict) -> dict[str, tuple]:
        """Accelerations of each body's origin in inertial axes, and angular in body axes."""
        q, v, tau = self.coordinates(motion), self.speeds(motion), self.efforts(motion, efforts)
        pin.forwardKinematics(self.model, self.data, q, v, self.rates(q, v, tau))
        return {body: self._acceleration(*place) for body, place in self.places.items()}

    def rates(self, q, v, tau) -> np.ndarray:
        return pin.aba(self.model, self.data, q, v, tau).copy()

    def _acceleration(self, joint, X_JB):
        aligned, local = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED, pin.ReferenceFrame.LOCAL
        a = pin.getFrameClassicalAcceleration(self.model, self.data, joint, X_JB, aligned)
        alpha = pin.getFrameClassicalAcceleration(self.model, self.data, joint, X_JB, local)
        return a.linear, alpha.angular

    def _collect(self, numbers):
        parts = [np.ravel(numbers(name, joint.kind)) for name, joint in self.joints]
        return np.concatenate(parts) if parts else np.zeros(0)


def pinocchio_tree(model: tt.Model) -> PinocchioTree:
    tree = PinocchioTree(pin.Model(), None, [], {"ground": (0, pin.SE3.Identity())})
    for name, joint in model.joints.items():
        inboard, outboard = model.frame(joint.inboard), model.frame(joint.outboard)
        parent, X_JP = tree.places[inboard.body]
        X_JF, X_MB = X_JP * _pose(inboard), _pose(outboard).inverse()
        if joint.kind.kind == "fixed":
            tree.places[outboard.body] = (parent, X_JF * X_MB)
        else:
            index = tree.model.addJoint(parent, JOINTS[joint.kind.kind](joint.kind), X_JF, name)
            tree.places[outboard.body] = (index, X_MB)
            tree.joints.append((name, joint))
        body = model.bodies[outboard.body]
        inertia = pin.Inertia(body.mass, np.array(body.centre), np.array(body.inertia))
        tree.model.appendBodyToJoint(tree.places[body.name][0], inertia, tree.places[body.name][1])
    del tree.places["ground"]
    uniform = [f for f in model.forces.values() if isinstance(f, tt.UniformGravity)]
    tree.model.gravity.linear = sum((np.array(f.acceleration) for f in uniform), np.zeros(3))
    tree.data = tree.model.createData()
    return tree


def _pose(frame):
    return pin.SE3(_matrix(frame.attitude), np.array(frame.at))


def _matrix(attitude):
    return Rotation.from_quat(attitude, scalar_first=True).as_matrix()


def _coordinates(kind, values):
    numbers = [np.ravel(values[c.name]) for c in kind.coordinates]
    if kind.kind in ("spherical", "free"):
        numbers[0] = np.roll(numbers[0], -1)  # scalar last
    return np.concatenate(numbers[::-1] if kind.kind == "free" else numbers)


def _along(kind, where, values):
    numbers = [np.ravel(values[c.name]) for c in kind.speeds]
    if kind.kind == "free":
        turning, moving = numbers
        numbers = [_matrix(where["attitude"]).T @ moving, turning]
    return np.concatenate(numbers)
