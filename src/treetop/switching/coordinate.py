"""The coordinate of a joint that an element acts along."""

from __future__ import annotations

from typing import Any

from treetop.model import Model
from treetop.model.joint_forces import speed_of


def labels_along(model: Model, force: Any) -> tuple[str, str, str]:
    """The joint that a force acts at, and the labels of the coordinate and the speed along which it
    does."""
    kind = model.joints[force.joint].kind
    k = speed_of(kind, force.coordinate)
    coordinate, speed = kind.coordinates[k].name, kind.speeds[k].name
    return force.joint, f"{force.joint}.{coordinate}", f"{force.joint}.{speed}"
