"""Shapes that come near each other, and what they do when they touch."""

from typing import NamedTuple

import numpy as np


class Pairs(NamedTuple):
    """Two shapes each: a plane and a line, or two lines, with all that is within a radius of them.
    The line of a sphere or a point has no length.  Planes come first."""

    plane: np.ndarray  # (k,)     1: the first is a plane
    bodies: np.ndarray  # (k, 2)
    first: np.ndarray  # (k, 6)  ends of the line, or a point and the normal, in its body's axes
    second: np.ndarray  # (k, 6)  ends of the line, likewise
    radius: np.ndarray  # (k, 2)


class Contacts(NamedTuple):
    pairs: Pairs
    law: np.ndarray  # (k, 5) stiffness, exponent, damping, friction, slip speed


_COUNT, _ENDS = np.zeros(0, dtype=np.int64), np.zeros((0, 6))
NO_PAIRS = Pairs(_COUNT, np.zeros((0, 2), dtype=np.int64), _ENDS, _ENDS, np.zeros((0, 2)))
NO_CONTACTS = Contacts(NO_PAIRS, np.zeros((0, 5)))
