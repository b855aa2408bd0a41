"""A spring with one curve on the way out and another on the way back.

What passes from one to the other is the part w of the curve on the way out, a state of its own.
It follows the distance travelled and not the time (P. Duhem's sort of hysteresis),

    effort = w out(q) + (1 - w) back(q)    dw/dq = (1 - w) / l going out, w / l going back
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel


class Hysteresis(NamedTuple):
    """Springs with two curves: knots one after another."""

    place: np.ndarray  # (k, 2) coordinate, speed
    state: np.ndarray  # (k,)   which of the forces' states: the part of the curve on the way out
    law: np.ndarray  # (k, 1) reversal
    at: np.ndarray  # (k + 1,) first knot of each
    knot: np.ndarray  # (knots, 3) coordinate, effort out, effort back


NO_SPRINGS = Hysteresis(
    *(np.zeros((0, 2), dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros((0, 1))),
    *(np.zeros(1, dtype=np.int64), np.zeros((0, 3))),
)


@kernel
def part_rate(w, rate, reversal):
    """Rate of the part of the curve on the way out."""
    return rate / reversal * (1.0 - w if rate > 0.0 else w)


@kernel
def interpolated(knot, first, last, x, column):
    """With lines between the knots from first to before last, and held beyond."""
    if x <= knot[first, 0]:
        return knot[first, column]
    k = first + 1
    while k < last and knot[k, 0] < x:
        k += 1
    if k == last:
        return knot[last - 1, column]
    part = (x - knot[k - 1, 0]) / (knot[k, 0] - knot[k - 1, 0])
    return knot[k - 1, column] + part * (knot[k, column] - knot[k - 1, column])


@kernel
def effort_of(springs, k, q, states):
    """The generalised force of spring k."""
    x, first, last = q[springs.place[k, 0]], springs.at[k], springs.at[k + 1]
    out = interpolated(springs.knot, first, last, x, 1)
    back = interpolated(springs.knot, first, last, x, 2)
    return back + states[springs.state[k]] * (out - back)


@inlined
def apply(springs, q, u, states, state_rates, tau):
    """Push the joints; return the power."""
    power = 0.0
    for k in range(springs.place.shape[0]):
        j, s, effort = springs.place[k, 1], springs.state[k], effort_of(springs, k, q, states)
        state_rates[s] = part_rate(states[s], u[j], springs.law[k, 0])
        tau[j] += effort
        power += effort * u[j]
    return power
