"""One scalar constraint between two bodies a and b, in inertial axes."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import varying
from treetop.core.spatial import Force


class Row(NamedTuple):
    """``on_a · A_a + on_b · A_b + bias = 0``, A being accelerations of the bodies' origins.

    The same numbers are the forces on the bodies, about their origins, of a unit multiplier.
    """

    on_a: Force
    on_b: Force
    error: float  # how far the constraint is from being met
    rate: float  # the rate of the error; of a rolling contact, along the plane, how fast it slips
    bias: float  # the rate of that, while nothing accelerates


@varying
class Rows(NamedTuple):
    """Workspace for all constraints of one evaluation: m of them, on p pairs of bodies."""

    on_a: np.ndarray  # (p, 6)  of each pair of bodies
    on_b: np.ndarray  # (p, 6)
    error: np.ndarray  # (m,)
    rate: np.ndarray  # (m,)
    bias: np.ndarray  # (m,)
    multiplier: np.ndarray  # (m,)
    drive: np.ndarray  # (m,)  how fast a constraint that follows a function of time is driven
    length: np.ndarray  # (1,)  the mechanism's arm, by which errors are measured


def rows_for(constraints, length: float = 1.0) -> Rows:
    pairs, m = constraints.bodies.shape[0], constraints.kind.size
    error, rate, bias, multiplier, drive = np.zeros((5, m))
    on_a, on_b = np.zeros((2, pairs, 6))
    return Rows(on_a, on_b, error, rate, bias, multiplier, drive, np.array([length]))
