"""The coordinate of a joint that an element acts along."""

from __future__ import annotations

from typing import Any

from treetop.model import Model
from treetop.model.joint_forces import speed_of


def labels_along(model: Model, force: Any) -> tuple[str, str]:
    """Labels of the coordinate and the speed that a force at a joint acts along."""
    kind = model.joints[force.joint].kind
    k = speed_of(kind, force.coordinate)
    return f"{force.joint}.{kind.coordinates[k].name}", f"{force.joint}.{kind.speeds[k].name}"
