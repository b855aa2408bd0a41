"""Wheels, and the gimbals of control moment gyros, as the page draws them."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from treetop.model.body import GROUND
from treetop.model.devices.control_moment_gyro import ControlMomentGyro
from treetop.model.devices.wheel import Wheel
from treetop.model.rotation import matrix
from treetop.topology.added_bodies import added_names
from treetop.view.playback.motion import Motion
from treetop.view.playback.shapes import box, disc, rod, turned_from_z

DENSITY = 2000.0  # kg/m³ of a wheel as a disc: most of it is rim
THICKNESS = 0.4  # of a wheel, as a part of its radius
LEAST_RADIUS, GREATEST_RADIUS = 0.04, 0.15  # of a wheel, as a part of the spacecraft's size
ASIDE, GIMBAL_ASIDE = 1.6, 1.8  # radii by which wheels at one place are drawn away from it
STACKED = 0.7  # radii from a wheel to the next about the same axis
SAME = 0.95  # cosine of the angle between axes that count as the same
STEEL, MARK, YOKE = "#b3bcc9", "#f0b23e", "#737f8f"


class Rotor(NamedTuple):
    """A wheel, and the axis of its gimbal if it has one, in the axes of its body."""

    name: str
    body: str
    at: np.ndarray
    axis: np.ndarray
    radius: float
    gimbal: np.ndarray | None
    place: tuple[Any, ...]  # where the device is on the body that carries it

    @property
    def aside(self) -> np.ndarray:
        """The direction in which it can be moved: what turns in a gimbal stays on its axis."""
        return self.axis if self.gimbal is None else self.gimbal


def wheels(motion: Motion, size: float) -> Iterator[dict[str, Any]]:
    """All wheels, those at one place drawn apart, with the gimbals of those that have one."""
    placed: list[Rotor] = []
    rotors = list(_rotors(motion, size))
    for rotor in rotors:
        if sum(other.place == rotor.place for other in rotors) > 1:
            rotor = _moved(rotor, placed)
        placed.append(rotor)
        body = {"name": rotor.name, "body": motion.numbers[rotor.body], "at": rotor.at.tolist()}
        yield body | {
            "kind": "wheel",
            "attitude": turned_from_z(rotor.axis),
            "looks": _looks(rotor.radius),
            "follows": f"{rotor.name}.speed",
        }
        if rotor.gimbal is not None:
            yield body | {"kind": "part", "attitude": [1, 0, 0, 0], "looks": _yoke(rotor)}


def _rotors(motion: Motion, size: float) -> Iterator[Rotor]:
    names = added_names(motion.model.model)
    for name, device in motion.model.model.devices.items():
        if not isinstance(device, (Wheel, ControlMomentGyro)):
            continue
        frame = motion.model.frame(device.at)
        if frame.body == GROUND:
            continue
        radius, place = _radius(device.inertia, size), (frame.body, *frame.at)
        if isinstance(device, Wheel):
            axis = np.array(matrix(frame.attitude)) @ np.asarray(device.axis, float)
            at = np.asarray(frame.at, float)
            yield Rotor(name, frame.body, at, axis, radius, None, place)
        else:
            gimbal, spin = (np.asarray(a, float) for a in (device.gimbal_axis, device.spin_axis))
            yield Rotor(name, names[name][0].body, np.zeros(3), spin, radius, gimbal, place)


def _radius(inertia: float, size: float) -> float:
    """Radius of a disc of this inertia, within what can be seen, m."""
    radius = (2 * inertia / (math.pi * THICKNESS * DENSITY)) ** 0.2
    return float(min(max(radius, LEAST_RADIUS * size), GREATEST_RADIUS * size))


def _moved(rotor: Rotor, placed: list[Rotor]) -> Rotor:
    """A wheel beside others at its place, along its axis; further out, if one is there already."""
    before = [
        other for other in placed if other.place == rotor.place and other.aside @ rotor.aside > SAME
    ]
    away = (ASIDE if rotor.gimbal is None else GIMBAL_ASIDE) + STACKED * len(before)
    return rotor._replace(at=rotor.at + away * rotor.radius * rotor.aside)


def _looks(radius: float) -> list[dict[str, Any]]:
    """A disc about z with a mark towards x."""
    thick, wide = THICKNESS * radius, 0.28 * radius
    mark = box([0.9 * radius, wide, 1.04 * thick], [0.57 * radius, 0, 0])
    return [
        disc([0, 0, 0], [0, 0, 1], radius, thick) | {"colour": STEEL},
        disc([0, 0, 0], [0, 0, 1], 0.22 * radius, 1.5 * thick) | {"colour": YOKE},
        mark | {"colour": MARK},
    ]


def _yoke(rotor: Rotor) -> list[dict[str, Any]]:
    """A ring of rods about a wheel, and stubs of the gimbal's axle."""
    assert rotor.gimbal is not None
    gimbal, r = rotor.gimbal / np.linalg.norm(rotor.gimbal), rotor.radius
    spin = rotor.axis / np.linalg.norm(rotor.axis)
    turns = ((1, 0.5), (1, -0.5), (-1, -0.5), (-1, 0.5))
    corners = [1.2 * r * (a * gimbal + b * spin) for a, b in turns]
    sides = [rod(a, b, 0.05 * r) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    stubs = [rod(1.2 * r * s * gimbal, 1.55 * r * s * gimbal, 0.1 * r) for s in (1, -1)]
    axle = rod(-0.6 * r * spin, 0.6 * r * spin, 0.05 * r)
    return [look | {"colour": YOKE} for look in (*sides, *stubs, axle)]
