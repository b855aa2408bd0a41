"""Stops that give way: spring and damper beyond a limit of a joint's coordinate.

After Kelvin and Voigt, but for the pull that theirs would exert at the end of a rebound.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel


class Stops(NamedTuple):
    """Stops, and the two flanks of backlash."""

    place: np.ndarray  # (k, 2) coordinate, speed
    law: np.ndarray  # (k, 4) lower and upper limit, stiffness, damping


NO_STOPS = Stops(np.zeros((0, 2), dtype=np.int64), np.zeros((0, 4)))


@kernel
def thrust(depth, rate, stiffness, damping):
    """Thrust of a stop that is compressed by a depth, growing at a rate."""
    return max(0.0, stiffness * depth + damping * rate) if depth > 0.0 else 0.0


@kernel
def effort_of(stops, k, q, u):
    """The generalised force of stop k."""
    x, rate, law = q[stops.place[k, 0]], u[stops.place[k, 1]], stops.law
    effort = thrust(law[k, 0] - x, -rate, law[k, 2], law[k, 3])
    return effort - thrust(x - law[k, 1], rate, law[k, 2], law[k, 3])


@inlined
def apply(stops, q, u, tau):
    """Push the joints back; return the power."""
    power = 0.0
    for k in range(stops.place.shape[0]):
        j, effort = stops.place[k, 1], effort_of(stops, k, q, u)
        tau[j] += effort
        power += effort * u[j]
    return power
