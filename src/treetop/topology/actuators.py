"""What devices can do to a body: the geometry that steering laws need."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from treetop.model.body import Frame
from treetop.model.devices.kinds import Thruster, Wheel
from treetop.model.part import frames_of
from treetop.model.quantity import Invalid
from treetop.model.rotation import matrix
from treetop.topology.mechanism import Mechanism
from treetop.topology.readings import is_frame

LEAST = 1e-9  # of the greatest: what counts as a torque that cannot be given


class DeviceGeometry:
    """Axes of wheels, and torques of devices per unit of their commands, in the axes of a frame."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism, self.model = mechanism, mechanism.model

    def wheel_axes(self, wheels: Sequence[str], axes: str) -> list[float]:
        frame = self.frame_of(axes)
        return [float(x) for name in wheels for x in self._axis(self._wheel(name), frame)]

    def shares(self, devices: Sequence[str], axes: str, period: float | None) -> list[float]:
        if not devices:
            return []
        frame = self.frame_of(axes)
        columns, lowest, highest = zip(
            *(self._effect(name, frame, period) for name in devices), strict=True
        )
        torques = np.array(columns).T
        if np.linalg.matrix_rank(torques, LEAST * np.abs(torques).max()) < min(3, len(devices)):
            what = f"the torques of {', '.join(devices)} are not independent of each other"
            raise Invalid(what, "let their axes span three directions")
        null = _positive_null(tuple(map(tuple, torques)), tuple(low == 0.0 for low in lowest))
        return [*np.linalg.pinv(torques).ravel().tolist(), *null, *lowest, *highest]

    def frame_of(self, name: str) -> Frame:
        """The frame whose axes are meant by that of a frame, sensor or device, or a quantity."""
        words = name.split(".")
        for count in range(len(words), 0, -1):
            known = ".".join(words[:count])
            if at := getattr(self.model.sensors.get(known), "at", None):
                return self.mechanism.frame(at)
            if known in self.model.devices and (ends := frames_of(self.model.devices[known])):
                return self.mechanism.frame(ends[-1].partition(".")[0])
            if is_frame(self.model, known):
                return self.mechanism.frame(known)
        raise Invalid(f"'{name}' does not say in which axes a torque is", "give 'axes', a frame")

    def _wheel(self, name: str) -> Wheel:
        wheel = self.model.devices.get(name)
        if not isinstance(wheel, Wheel):
            raise Invalid(f"'{name}' is not a wheel", "name wheels")
        return wheel

    def _effect(
        self, name: str, frame: Frame, period: float | None
    ) -> tuple[np.ndarray, float, float]:
        """The torque per unit of command, its mean over a period, and between which commands."""
        device = self.model.devices.get(name.partition(".")[0])
        if isinstance(device, Wheel):
            limit = np.inf if device.torque is None else device.torque
            return -self._axis(device, frame), -limit, limit
        if isinstance(device, Thruster):
            at = self._on_same_body(device.at, frame)
            body = self.model.bodies.get(at.body)
            arm = np.array(at.at) - np.array(getattr(body, "centre", (0.0, 0.0, 0.0)))
            push = np.array(matrix(at.attitude)) @ np.array(device.direction) * device.thrust
            full = period if device.pulsed and period else 1.0
            return np.array(matrix(frame.attitude)).T @ np.cross(arm, push) / full, 0.0, full
        raise Invalid(
            f"'{name}' gives no torque that is known beforehand", "name wheels, thrusters"
        )

    def _axis(self, wheel: Wheel, frame: Frame) -> np.ndarray:
        at = self._on_same_body(wheel.at, frame)
        return np.array(matrix(frame.attitude)).T @ np.array(matrix(at.attitude)) @ wheel.axis

    def _on_same_body(self, reference: str, frame: Frame) -> Frame:
        at = self.mechanism.frame(reference)
        if at.body != frame.body:
            what = f"'{reference}' is not on '{frame.body}', in whose axes the torque is"
            raise Invalid(what, "name devices on one body, or other 'axes'")
        return at


@lru_cache(maxsize=64)
def _positive_null(rows: tuple[tuple[float, ...], ...], sides: tuple[bool, ...]) -> list[float]:
    """Positive commands of devices that push one way only, which together give no torque; zero
    where there are none."""
    from scipy.optimize import linprog

    one_sided = np.array(sides)
    null, few = np.zeros(one_sided.size), np.array(rows)[:, one_sided]
    if one_sided.any():
        scale = np.abs(few).max() or 1.0
        found = linprog(np.ones(few.shape[1]), A_eq=few / scale, b_eq=np.zeros(3), bounds=(1, None))
        if found.success:
            null[one_sided] = found.x
    return list(null.tolist())
