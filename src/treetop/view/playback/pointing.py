"""Where a spacecraft points, as the page draws it: lines of sight of sensors, directions that they
look for, and the attitudes that controllers turn bodies to."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from treetop.model.body import GROUND, Frame
from treetop.model.controllers.attitude_feedback import AttitudeFeedback
from treetop.model.quantity import Invalid
from treetop.model.sensors.magnetometer import Magnetometer
from treetop.model.sensors.star_tracker import StarTracker
from treetop.model.sensors.sun_sensor import SunSensor
from treetop.topology.actuators import DeviceGeometry
from treetop.view.playback.motion import Motion

TRACKER = math.radians(5)  # half-angle of a star tracker's cone: models have no field of view


def pointing(motion: Motion, quantities: list[str]) -> list[dict[str, Any]]:
    """All that there is: cones about the z axes of sensors, directions in space, target axes."""
    number = {name: k for k, name in enumerate(quantities)}
    return [*_sights(motion, number), *_targets(motion, number)]


def _at(motion: Motion, kind: str, name: str, frame: Frame) -> dict[str, Any]:
    return {
        "kind": kind,
        "name": name,
        "body": motion.numbers[frame.body],
        "at": list(map(float, frame.at)),
        "attitude": list(map(float, frame.attitude)),
    }


def _sights(motion: Motion, number: dict[str, int]) -> Iterator[dict[str, Any]]:
    """Lines of sight, and the Sun and the magnetic field in space; those of an environment belong
    to the flight."""
    for name, sensor in motion.model.model.sensors.items():
        if not isinstance(sensor, (StarTracker, SunSensor, Magnetometer)):
            continue
        frame = motion.model.frame(sensor.at)
        if frame.body == GROUND:
            continue
        if isinstance(sensor, StarTracker):
            yield _at(motion, "sight", name, frame) | {"half": TRACKER}
        elif isinstance(sensor, SunSensor):
            half = float(sensor.view) if sensor.view < math.pi else 0.0
            sees = number.get(f"{name}.visible")
            seen = {} if sees is None else {"quantity": sees}
            yield _at(motion, "sight", name, frame) | {"half": half} | seen
            if sensor.sun is not None:
                yield _direction(motion, f"{name}: Sun", frame, sensor.sun)
        elif sensor.field is not None and any(sensor.field):
            yield _direction(motion, f"{name}: magnetic field", frame, sensor.field)


def _direction(motion: Motion, name: str, frame: Frame, vector: Any) -> dict[str, Any]:
    size = math.hypot(*vector)
    along = [float(x) / size for x in vector]
    what = "sun" if name.endswith("Sun") else "field"
    return _at(motion, "direction", name, frame) | {"what": what, "along": along}


def _targets(motion: Motion, number: dict[str, int]) -> Iterator[dict[str, Any]]:
    """The axes of frames that controllers turn, and where they turn them to."""
    for name, controller in motion.model.model.controllers.items():
        if not isinstance(controller, AttitudeFeedback):
            continue
        frame = _turned_frame(motion, controller.attitude)
        if frame is None or frame.body == GROUND:
            continue
        target = controller.target
        if not isinstance(target, str):
            yield _at(motion, "target", name, frame) | {"target": list(map(float, target))}
            continue
        known = next((n for n in (target, f"{target}.attitude") if n in number), None)
        if known is not None:
            yield _at(motion, "target", name, frame) | {"quantity": number[known]}


def _turned_frame(motion: Motion, label: str) -> Frame | None:
    """The frame whose attitude a controller reads: that of a sensor, its own, or of a joint."""
    try:
        return DeviceGeometry(motion.model).frame_of(label)
    except Invalid:
        joint = motion.model.joints.get(label.removesuffix(".attitude"))
        return None if joint is None else motion.model.frame(joint.outboard)
