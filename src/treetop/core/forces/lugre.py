"""Friction by bristles that bend.

C. Canudas de Wit, H. Olsson, K. J. Åström and P. Lischinsky, *A new model for control of systems
with friction*, IEEE Transactions on Automatic Control 40 (1995), 419-425.

    z' = v - s |v| z / g(v)    effort = -(s z + d z' + f v)
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.forces.dry_friction import level


class Bristles(NamedTuple):
    """Friction after LuGre."""

    place: np.ndarray  # (k, 2) coordinate, speed
    state: np.ndarray  # (k,)   which of the forces' states: the deflection
    law: np.ndarray  # (k, 6) coulomb, static, 1 / stribeck speed, viscous, stiffness, damping


NO_BRISTLES = Bristles(
    np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((0, 6))
)


@kernel
def deflection_rate(z, speed, stiffness, friction):
    """Deflection rate of the bristles, `friction` being what steady slip at this speed would
    meet."""
    return speed - stiffness * abs(speed) * z / friction


@kernel
def effort_of(bristles, k, u, states):
    """The generalised force of friction k, and the rate at which its bristles bend."""
    law, z, rate = bristles.law, states[bristles.state[k]], u[bristles.place[k, 1]]
    steady = level(rate, law[k, 0], law[k, 1], law[k, 2])
    bending = deflection_rate(z, rate, law[k, 4], steady)
    return -(law[k, 4] * z + law[k, 5] * bending + law[k, 3] * rate), bending


@inlined
def apply(bristles, u, states, state_rates, tau):
    """Resist the motion of the joints; return the power."""
    power = 0.0
    for k in range(bristles.place.shape[0]):
        j = bristles.place[k, 1]
        effort, state_rates[bristles.state[k]] = effort_of(bristles, k, u, states)
        tau[j] += effort
        power += effort * u[j]
    return power
