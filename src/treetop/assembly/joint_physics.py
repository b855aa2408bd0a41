"""The tables of what joints do beside moving freely."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.forces import JointPlaces, of_kind
from treetop.assembly.numbering import Labels
from treetop.model import Backlash, HardStop, Model


class Stops(NamedTuple):
    """Stops, and the two flanks of a free play."""

    coordinate: np.ndarray  # (k,)
    speed: np.ndarray  # (k,)
    law: np.ndarray  # (k, 4) lower and upper limit, stiffness, damping


class JointPhysicsTables(NamedTuple):
    """Of the joints of the tree, or of those that close loops."""

    stops: Stops


def joint_physics_tables(model: Model, labels: Labels) -> JointPhysicsTables:
    places = JointPlaces(model, labels)
    return JointPhysicsTables(_stops(model, places))


def _stops(model: Model, places: JointPlaces) -> Stops:
    stops: list[Any] = [*of_kind(model, HardStop), *of_kind(model, Backlash)]
    rows = [
        (place, (*limits(stop), stop.stiffness, stop.damping))
        for stop in stops
        for place in places.along(stop.joint, stop.coordinate)
    ]
    at = np.array([place for place, _ in rows], dtype=np.int64).reshape(-1, 2)
    laws = np.array([law for _, law in rows], float).reshape(-1, 4)
    return Stops(at[:, 0].copy(), at[:, 1].copy(), laws)


def limits(stop: HardStop | Backlash) -> tuple[float, float]:
    """Between which the coordinate is free."""
    if isinstance(stop, Backlash):
        return stop.middle - 0.5 * stop.gap, stop.middle + 0.5 * stop.gap
    lower = -math.inf if stop.lower is None else stop.lower
    return lower, math.inf if stop.upper is None else stop.upper


NONE = joint_physics_tables(Model("none"), Labels([], []))  # a sample
