"""What devices make of the bodies that they are in."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from treetop.model.body import Frame, own_frame
from treetop.model.devices.base import Device
from treetop.model.devices.wheel import Wheel
from treetop.model.rotation import matrix
from treetop.topology.nodes import BodyNode


def without_wheels(
    bodies: Mapping[str, BodyNode], devices: Mapping[str, Device]
) -> dict[str, BodyNode]:
    """The bodies, without the inertia of wheels about their axles, which does not turn along."""
    left = dict(bodies)
    for wheel in devices.values():
        if isinstance(wheel, Wheel):
            frame = _frame(left, wheel.at)
            a = np.array(matrix(frame.attitude)) @ wheel.axis
            body = left[frame.body]
            inertia = np.array(body.inertia) - wheel.inertia * np.outer(a, a)
            left[frame.body] = body._replace(inertia=tuple(map(tuple, inertia.tolist())))
    return left


def _frame(bodies: Mapping[str, BodyNode], reference: str) -> Frame:
    body, dot, name = reference.partition(".")
    return bodies[body].frames[name] if dot else own_frame(body)
