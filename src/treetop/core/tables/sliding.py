"""Paths that points slide along, and cords that run over points: their tables.

A path is a spline of cubics in its arc length.  In each span it is a sum over some bodies, its
slots,

    P = Σ w p + R r

with the origin p and the attitude R of a body, a weight w and an arm r in its axes, both cubics of
the arc length since the beginning of the span.  A rigid path has one slot with the weight 1; one
through frames of many bodies has a slot for each frame that a span depends on.
"""

from typing import Any, NamedTuple

import numpy as np

# Columns of `Tracks.cubic`, four for each cubic: the weight, the arm, a direction across the path,
# likewise a sum over slots, and that along it of what turns along.
WEIGHT, ARM, ACROSS, ONWARD, CUBICS = 0, 4, 16, 28, 40


class Tracks(NamedTuple):
    """Paths, each with the point that slides along it: those of constraints, and of joints along
    curves where these are made of rows."""

    span_at: np.ndarray  # (c + 1,)  first span of each path
    begin: np.ndarray  # (spans,)  arc length where it begins, m
    slots: np.ndarray  # (c,)  how many there are in a span
    slot_at: np.ndarray  # (c,)  first slot of the first span
    cubic: np.ndarray  # (all slots, 40)
    node: np.ndarray  # (all slots,)  number of its body among those of the path
    node_at: np.ndarray  # (c + 1,)  first body of each path
    body: np.ndarray  # (nodes,)
    slider: np.ndarray  # (c,)  body of the point
    point: np.ndarray  # (c, 3)  in the axes of that body
    axes: np.ndarray  # (c, 9)  attitude, in them, of what turns along with the path
    output: np.ndarray  # (c,)  first of the two outputs, arc length and its rate; -1: none


class Cords(NamedTuple):
    """Cords that do not stretch, each over some points."""

    at: np.ndarray  # (d + 1,)  first point of each
    body: np.ndarray  # (points,)
    point: np.ndarray  # (points, 3)
    length: np.ndarray  # (d,)


class Sliding(NamedTuple):
    """What slides.  What makes rows of it is called: else it would be compiled into all that has
    constraints."""

    tracks: Tracks
    cords: Cords
    fill: Any  # see core/constraints/sliding.py


def _integers(count: int) -> np.ndarray:
    return np.zeros(count, dtype=np.int64)


NO_TRACKS = Tracks(
    *(_integers(1), np.zeros(0), _integers(0), _integers(0), np.zeros((0, CUBICS)), _integers(0)),
    *(_integers(1), _integers(0), _integers(0), np.zeros((0, 3)), np.zeros((0, 9)), _integers(0)),
)
NO_CORDS = Cords(_integers(1), _integers(0), np.zeros((0, 3)), np.zeros(0))
