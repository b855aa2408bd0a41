"""Shapes that come near each other, and what they do when they touch."""

from typing import NamedTuple

import numpy as np

# Sorts of shapes, in the order in which the two of a pair come.
PLANE, CYLINDER, RING, LINE = range(4)


class Pairs(NamedTuple):
    """Two shapes each: planes, cylinders, rings, or lines with all that is within a radius of them.
    The line of a sphere or a point has no length."""

    sort: np.ndarray  # (k, 2)  the first is not greater
    bodies: np.ndarray  # (k, 2)
    # Ends of the line or cylinder; a point of the plane and its normal; the centre of the ring, and
    # its axis, as long as its radius: in the body's axes.
    first: np.ndarray  # (k, 6)
    second: np.ndarray  # (k, 6)
    radius: np.ndarray  # (k, 2)  that of the section of a ring


class Contacts(NamedTuple):
    pairs: Pairs
    law: np.ndarray  # (k, 5) stiffness, exponent, damping, friction, slip speed


_TWO, _ENDS = np.zeros((0, 2), dtype=np.int64), np.zeros((0, 6))
NO_PAIRS = Pairs(_TWO, _TWO, _ENDS, _ENDS, np.zeros((0, 2)))
NO_CONTACTS = Contacts(NO_PAIRS, np.zeros((0, 5)))
