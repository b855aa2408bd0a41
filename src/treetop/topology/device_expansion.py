"""What devices make of the bodies that they are in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from treetop.model.body import Frame, own_frame
from treetop.model.devices.base import Device
from treetop.model.devices.wheel import Wheel
from treetop.model.rotation import matrix
from treetop.topology.nodes import BodyNode

STUCK = 0  # mode of a wheel


def without_wheels(
    bodies: Mapping[str, BodyNode], devices: Mapping[str, Device]
) -> dict[str, BodyNode]:
    """The bodies, without the inertia of wheels about their axles, which does not turn along."""
    wheels = [device for device in devices.values() if isinstance(device, Wheel)]
    return _with_inertia(bodies, wheels, -1.0)


def with_stuck_wheels(
    bodies: Mapping[str, BodyNode], forces: Mapping[str, Any]
) -> dict[str, BodyNode]:
    """The bodies, with the inertia of wheels that stick."""
    wheels = [f for f in forces.values() if isinstance(f, Wheel) and f.mode == STUCK]
    return _with_inertia(bodies, wheels, 1.0)


def _with_inertia(
    bodies: Mapping[str, BodyNode], wheels: list[Wheel], sign: float
) -> dict[str, BodyNode]:
    changed = dict(bodies)
    for wheel in wheels:
        frame = _frame(changed, wheel.at)
        a, body = np.array(matrix(frame.attitude)) @ wheel.axis, changed[frame.body]
        inertia = np.array(body.inertia) + sign * wheel.inertia * np.outer(a, a)
        changed[frame.body] = body._replace(inertia=tuple(map(tuple, inertia.tolist())))
    return changed


def _frame(bodies: Mapping[str, BodyNode], reference: str) -> Frame:
    body, dot, name = reference.partition(".")
    return bodies[body].frames[name] if dot else own_frame(body)
