"""Exact derivatives in the place of differences, wherever rates are smooth.

Duals follow the branch that a state is on.  At a corner, or a jump, another branch begins: rates to
either side then differ from what the derivative says, and such a column is left to differences,
which find corners and jumps.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from treetop.core.interface import EXTRA, WORKS
from treetop.system.differences import Derivative, derivatives
from treetop.system.exact_rates import ExactRates
from treetop.system.state import State

NEAR = 1e-3  # part of a first step of differences, at which either side is looked at
CLEAR = 1e-8  # part of what rates change by over a first step, above which a bend may be a corner
ROUNDING = 1e-12  # part of the greatest rate
RATIO, SQUARE = (
    4.0,
    0.125,
)  # of steps, and between what corners and curvature leave of a shorter one

Values = Callable[[Sequence[int], np.ndarray], np.ndarray]


class Sides(NamedTuple):
    """What is differentiated at a state, by some variables."""

    state: State
    seen: Callable[[np.ndarray], np.ndarray]  # of rates of the state vector, in rows: it is linear
    at: np.ndarray  # what is seen at the state itself
    values: Values  # what is seen to either side of it, see `derivatives`


def exact_derivatives(
    exact: ExactRates, sides: Sides, directions: np.ndarray, steps: np.ndarray
) -> Derivative:
    """Derivatives by variables that change the state vector along `directions`, in rows; those with
    a row of zeros change something else, and have differences, with the first steps given."""
    known = np.flatnonzero(directions.any(axis=1))
    rates = exact.along(sides.state, directions[known])
    broken = ~np.isfinite(rates).all(axis=1)
    if not exact.smooth:
        broken |= _breaks(exact, sides.state, directions[known], rates, steps[known])
    value, error, change, jump = np.zeros((4, len(steps), len(sides.at)))
    value[known] = sides.seen(rates)
    error[known] = np.finfo(float).eps * np.abs(value[known])
    change[known] = np.abs(2.0 * steps[known, None] * value[known])
    smooth = np.zeros(len(steps), dtype=bool)
    smooth[known] = ~broken
    left = np.flatnonzero(~smooth)
    if len(left):
        found = derivatives(
            lambda which, far: sides.values([int(left[k]) for k in which], far),
            steps[left],
            sides.at,
        )
        without = ~(directions[left] != 0.0).any(axis=1, keepdims=True)
        without = without | ~np.isfinite(value[left])
        differ, jump[left] = without | (found.jump > 0.0), found.jump
        for whole, part in ((value, found.value), (error, found.error), (change, found.change)):
            whole[left] = np.where(differ, part, whole[left])
    return Derivative(value, error, change, jump)


def _breaks(
    exact: ExactRates, state: State, directions: np.ndarray, rates: np.ndarray, steps: np.ndarray
) -> np.ndarray:
    """Which directions may lead over a corner or a jump, or have no derivative: there, what a step
    leaves of the rates' changes does not shrink with the square of the step."""
    now, off = _left_over(exact, state, directions, rates, NEAR * steps)
    changes = np.abs(steps[:, None] * rates).max(axis=0, initial=0.0)
    rounding = ROUNDING * np.abs(now[:-EXTRA]).max(initial=0.0)
    broken = (~(off <= np.maximum(rounding, CLEAR * changes))).any(axis=1)
    again = np.flatnonzero(broken)
    if len(again):
        nearer = NEAR / RATIO * steps[again]
        _, left = _left_over(exact, state, directions[again], rates[again], nearer)
        broken[again] = (~(left <= np.maximum(rounding, SQUARE * off[again]))).any(axis=1)
    return np.asarray(broken)


def _left_over(
    exact: ExactRates, state: State, directions: np.ndarray, rates: np.ndarray, steps: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Rates at the state, and what derivatives leave of their changes over steps to both sides."""
    linear = steps[:, None] * rates
    now, ahead, behind = exact.around(state, steps[:, None] * directions)
    off = np.maximum(np.abs(ahead - now - linear), np.abs(now - behind - linear))
    off[:, -WORKS:] = 0.0  # nothing depends on works
    return now, off
