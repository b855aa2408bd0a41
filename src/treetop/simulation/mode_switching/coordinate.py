"""The coordinate of a joint that an element acts along."""

from __future__ import annotations

from typing import Any

from treetop.system.state import State
from treetop.topology.coordinates import speed_of
from treetop.topology.mechanism import Mechanism

AT_ONCE = 1e-10  # m or rad, relative to its size: nearer to a place, it is met at the same instant


def labels_along(model: Mechanism, force: Any) -> tuple[str, str, str]:
    """The joint that a force acts at, and the labels of the coordinate and the speed along which it
    does."""
    kind = model.joints[force.joint].kind
    k = speed_of(kind, force.coordinate)
    coordinate, speed = kind.coordinates[k].name, kind.speeds[k].name
    return force.joint, f"{force.joint}.{coordinate}", f"{force.joint}.{speed}"


def about_to_pass(state: State, coordinate: str, speed: str, place: float, direction: int) -> bool:
    """Whether a coordinate is next to a place that it moves to, upward or downward."""
    ahead = direction * (place - state[coordinate])
    return abs(ahead) <= AT_ONCE * max(1.0, abs(place)) and direction * state[speed] > 0.0
