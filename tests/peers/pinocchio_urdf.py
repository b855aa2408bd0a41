"""Robots that Pinocchio reads from their URDF files, beside what it leaves out: mimicking joints,
damping and friction are taken from the text of the file."""

from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pinocchio as pin
from scipy.spatial.transform import Rotation


class PinocchioRobot:
    """A robot, its root link fixed or `free`; `gravity` is along the axes of the root."""

    def __init__(self, file: Path, free: bool, gravity: tuple[float, ...]) -> None:
        root = (pin.JointModelFreeFlyer(), "base") if free else ()
        self.model = pin.buildModelFromUrdf(str(file), *root)
        self.model.gravity.linear = np.array(gravity)
        self.data = self.model.createData()
        joints = ElementTree.parse(file).getroot().findall("joint")
        self.elements = {each.get("name"): each for each in joints}

    def accelerations(self, motion: dict) -> dict[str, tuple]:
        """Accelerations of each link's origin in inertial axes, and angular in the axes of the
        link."""
        q, v = pin.neutral(self.model), np.zeros(self.model.nv)
        for name, values in motion.items():
            joint = self.model.joints[self.model.getJointId(name)]
            coordinates, speeds = _values(joint.nq, values)
            q[joint.idx_q : joint.idx_q + joint.nq] = coordinates
            v[joint.idx_v : joint.idx_v + joint.nv] = speeds
        pin.forwardKinematics(self.model, self.data, q, v, self._rates(q, v))
        frames = [each for each in self.model.frames if each.type == pin.FrameType.BODY]
        return {each.name: self._acceleration(each) for each in frames}

    def leader(self, name: str) -> tuple[str, float, float] | None:
        """The joint that a joint mimics, multiplier and offset."""
        found = self.elements[name].find("mimic") if name in self.elements else None
        if found is None:
            return None
        numbers = (
            float(found.get(key, default)) for key, default in (("multiplier", 1), ("offset", 0))
        )
        return found.get("joint"), *numbers

    def _rates(self, q, v):
        """Speeds are G times independent ones, for which the equations are projected."""
        tau = -self._each("damping") * v - self._each("friction") * np.sign(v)
        G = self._independent()
        M = pin.crba(self.model, self.data, q)
        M = np.triu(M) + np.triu(M, 1).T
        bias = pin.nonLinearEffects(self.model, self.data, q, v)
        return G @ np.linalg.solve(G.T @ M @ G, G.T @ (tau - bias))

    def _independent(self):
        G = np.eye(self.model.nv)
        for name in self.model.names[1:]:  # outward, and a leader before those that mimic it
            found = self.leader(name)
            if found:
                row, other = (
                    self.model.joints[self.model.getJointId(n)].idx_v for n in (name, found[0])
                )
                G[row] = found[1] * G[other]
        return G[:, np.abs(G).max(axis=0) > 0]

    def _each(self, key):
        numbers = np.zeros(self.model.nv)
        for name, element in self.elements.items():
            found = element.find("dynamics")
            if found is not None and self.model.existJointName(name):
                numbers[self.model.joints[self.model.getJointId(name)].idx_v] = float(
                    found.get(key, 0)
                )
        return numbers

    def _acceleration(self, frame):
        aligned, local = pin.ReferenceFrame.LOCAL_WORLD_ALIGNED, pin.ReferenceFrame.LOCAL
        at = (self.model, self.data, frame.parentJoint, frame.placement)
        a = pin.getFrameClassicalAcceleration(*at, aligned)
        return a.linear, pin.getFrameClassicalAcceleration(*at, local).angular


def _values(size: int, values: dict) -> tuple:
    """Coordinates and speeds as Pinocchio has them, by the number of its coordinates."""
    if size <= 2:  # hinges and slides, and hinges without limits by cosine and sine
        angle, rate = (float(value) for value in values.values())
        return (angle if size == 1 else (np.cos(angle), np.sin(angle))), rate
    if size == 4:  # planar: speeds are in the axes that turn
        c, s = np.cos(values["angle"]), np.sin(values["angle"])
        x, y = values["x_rate"], values["y_rate"]
        turned = (c * x + s * y, c * y - s * x, values["rate"])
        return (values["x"], values["y"], c, s), turned
    R = Rotation.from_quat(values["attitude"], scalar_first=True)
    speeds = (R.inv().apply(values["velocity"]), values["angular_velocity"])
    return np.concatenate((values["position"], R.as_quat())), np.concatenate(speeds)
