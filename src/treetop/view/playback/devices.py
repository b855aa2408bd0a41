"""Devices as the page draws them: wheels and gimbals, nozzles with plumes, tanks with their fuel.

Models do not say how large devices are: wheels are discs that have their inertia, nozzles follow
the thrust.  Each device is given in axes of its own, whose z is the axle of a wheel, the way that
exhaust leaves, or the direction in which fuel settles.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from treetop.model.body import GROUND, Frame
from treetop.model.devices.control_moment_gyro import ControlMomentGyro
from treetop.model.devices.magnetorquer import Magnetorquer
from treetop.model.devices.nutation_damper import NutationDamper
from treetop.model.devices.tank import Tank
from treetop.model.devices.thruster import Thruster
from treetop.model.devices.wheel import Wheel
from treetop.model.rotation import matrix, turned
from treetop.topology.device_expansion import slosh_nodes
from treetop.topology.fuel_columns import is_column
from treetop.view.playback.motion import Motion
from treetop.view.playback.shapes import disc, rod, turned_from_z
from treetop.view.playback.wheels import wheels

NOZZLE, PLUME, COIL = 0.03, 0.6, 0.16  # of the largest, as a part of the spacecraft's size
SMALLEST = 0.35  # nozzle or plume of a small thruster, as a part of the largest
LEVELS = 17  # at which masses that slosh are sampled
FUEL = 1000.0  # kg/m³, where the density of fuel is not given
BELL, COPPER = "#7b8694", "#b87348"
INSIDE = (Wheel, ControlMomentGyro, Tank, Magnetorquer, NutationDamper)


def devices(motion: Motion, size: float, quantities: list[str]) -> list[dict[str, Any]]:
    """All devices that are drawn; ``size`` is that of the spacecraft, m. What they do along time
    are quantities of the result."""
    number = {name: k for k, name in enumerate(quantities)}
    made = []
    for device in (
        *wheels(motion, size),
        *_thrusters(motion, size),
        *_tanks(motion),
        *_sloshing(motion),
        *_coils(motion, size),
    ):
        follows = device.pop("follows", None)
        if follows is None:
            made.append(device)
        elif follows in number:
            made.append(device | {"quantity": number[follows]})
    return made


def carriers(motion: Motion) -> set[str]:
    """Bodies that have devices inside."""
    inside = (each for each in motion.model.model.devices.values() if isinstance(each, INSIDE))
    return {motion.model.frame(each.at).body for each in inside} - {GROUND}


def _of_kind(motion: Motion, kind: Any) -> Iterator[tuple[str, Any, Frame]]:
    """Devices of a kind, with the frames that they are at."""
    devices: dict[str, Any] = motion.model.model.devices
    for name, device in devices.items():
        if isinstance(device, kind):
            frame = motion.model.frame(device.at)
            if frame.body != GROUND:
                yield name, device, frame


def _at(motion: Motion, kind: str, name: str, frame: Frame, axis: Any) -> dict[str, Any]:
    """A device at the origin of a frame; its axis is in the axes of the frame."""
    along = np.array(matrix(frame.attitude)) @ np.asarray(axis, float)
    return {
        "kind": kind,
        "name": name,
        "body": motion.numbers[frame.body],
        "at": list(map(float, frame.at)),
        "attitude": turned_from_z(along),
    }


def _thrusters(motion: Motion, size: float) -> Iterator[dict[str, Any]]:
    found = list(_of_kind(motion, Thruster))
    largest = max((device.thrust for _, device, _ in found), default=1.0)
    for name, device, frame in found:
        part = float(max(SMALLEST, math.sqrt(device.thrust / largest)))
        radius = NOZZLE * size * part
        force = np.array(matrix(turned(device.misalignment))) @ np.asarray(device.direction, float)
        bell = disc([0, 0, -0.7 * radius], [0, 0, 1], 0.45 * radius, 1.4 * radius)
        yield _at(motion, "thruster", name, frame, -force) | {
            "looks": [bell | {"top": radius, "colour": BELL}],
            "radius": radius,
            "length": PLUME * size * part,
            "full": float(device.thrust),
            "follows": f"{name}.thrust",
        }


def _tanks(motion: Motion) -> Iterator[dict[str, Any]]:
    for name, device, frame in _of_kind(motion, Tank):
        shape, density = device.shape, float(device.density or FUEL)
        level = {"density": density, "follows": f"{name}.mass"}
        if shape.sizes:
            sizes = dict(zip(("radius", "length", "dome"), shape.sizes, strict=True))
            yield _at(motion, "tank", name, frame, shape.down) | level | sizes
        elif not is_column(device):  # which is within the beam that is drawn
            yield _at(motion, "ball", name, frame, (0, 0, 1)) | level | _ball(device, frame)


def _sloshing(motion: Motion) -> Iterator[dict[str, Any]]:
    """Masses that slosh, as balls of their volume where they rest, from where their joints are
    described: both at levels from empty to the fuel at the start."""
    for node in slosh_nodes(motion.model.model):
        tank: Any = motion.model.model.devices[node.tank]
        if node.body not in motion.numbers:
            continue
        fuel = np.linspace(0.0, tank.fuel, LEVELS)
        masses, _, rests = zip(*map(node.part.at, fuel), strict=True)
        yield {
            "kind": "slosh",
            "name": node.body,
            "body": motion.numbers[node.body],
            "at": [0.0, 0.0, 0.0],
            "attitude": turned_from_z(node.part.along),
            "most": float(tank.fuel),
            "offsets": list(rests),
            "radii": [_radius(mass / float(tank.density or FUEL)) for mass in masses],
            "follows": f"{node.tank}.mass",
        }


def _radius(volume: float) -> float:
    """The radius of a ball, m."""
    return float((3 * volume / (4 * math.pi)) ** (1 / 3))


def _ball(tank: Tank, frame: Frame) -> dict[str, Any]:
    """A tank whose shape is not given: a ball about the centre of its fuel, which has the volume
    of the tank, or of the fuel at the start."""
    density = float(tank.density or FUEL)
    centre = np.array(tank.shape.full_centre, float)
    at = np.asarray(frame.at) + np.array(matrix(frame.attitude)) @ centre
    volume = tank.room or float(tank.capacity or tank.fuel) / density
    return {"at": at.tolist(), "radius": _radius(volume)}


def _coils(motion: Motion, size: float) -> Iterator[dict[str, Any]]:
    half = np.array([0, 0, COIL * size / 2])
    look = rod(-half, half, 0.06 * COIL * size) | {"colour": COPPER}
    for name, device, frame in _of_kind(motion, Magnetorquer):
        yield _at(motion, "part", name, frame, device.axis) | {"looks": [look]}
