"""Curves that joints lead along: splines of cubics of the arc length, in the axes of F."""

from typing import NamedTuple

import numpy as np

# Columns of `Curves.cubic`, four for each cubic: the place, the direction of the curve, and one
# across it.
PLACE, ONWARD, ASIDE, CURVE_CUBICS = 0, 12, 24, 36


class Curves(NamedTuple):
    at: np.ndarray  # (joints, 3)  first span, the one behind the last, 1: M turns along
    begin: np.ndarray  # (spans,)  arc length where each begins, m
    cubic: np.ndarray  # (spans, 36)


def no_curves(joints: int) -> Curves:
    at = np.zeros((joints, 3), dtype=np.int64)
    return Curves(at, np.zeros(0), np.zeros((0, CURVE_CUBICS)))
