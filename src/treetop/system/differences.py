"""Derivatives by differences whose steps suit what is differentiated.

After Ridders (1982): central differences over ever smaller steps, extrapolated to none.  Of each
component the estimate is taken that differs least from its neighbours, so that one of great
curvature is told by small steps and one that is nearly linear by large ones, which round less.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from treetop.errors import TreetopError

RATIO = 4.0  # of one step to the next
LEAST, MOST = 3, 14  # steps
ENOUGH = 1e-6  # relative error that asks for no smaller step
STRAIGHT = 1e-10  # relative error that two steps show of what is linear or square
ROUNDING = 1e-13  # part of the largest value, below which a difference is none
JUMP = 0.6  # of a difference to that over the step before, 1/4 where the function is smooth
CORNER = 0.15  # the same for a second difference, 1/16 where smooth, 1/4 at a corner
ONE_SIDED = 0.05  # part of a difference that its two sides must differ by at a corner
CLEAR = 1e-7  # part of a value that a jump must have to be taken for one


class Derivative(NamedTuple):
    """A derivative, how far it may be off, and where the smallest step still sees a jump or a
    corner."""

    value: np.ndarray
    error: np.ndarray
    broken: np.ndarray


def derivative(
    values: Callable[[float], np.ndarray], step: float, at: np.ndarray | None = None
) -> Derivative:
    """The derivative at 0, by steps of the given size and smaller ones; and how far it may be off.

    Jumps and corners are looked for where the values `at` 0 are given.

    Raises
    ------
    TreetopError
        If values are not defined even over the smallest steps.
    """
    before: list[np.ndarray] = []
    best = error = np.zeros(0)
    sides: list[tuple[np.ndarray, np.ndarray]] = []
    for count in range(1, MOST + 1):
        try:
            ahead, behind = values(step), values(-step)
        except TreetopError:  # not defined so far away
            if count == MOST:
                raise
            before, step = [], step / RATIO
            continue
        row = _extrapolated((ahead - behind) / (2 * step), before)
        sides = [*sides[-1:], (ahead, behind)]
        if not best.size:
            best, error = row[0], np.full(row[0].shape, np.inf)
        for k in range(1, len(row)):
            apart = np.maximum(np.abs(row[k] - row[k - 1]), np.abs(row[k] - before[k - 1]))
            best, error = np.where(apart < error, row[k], best), np.minimum(apart, error)
        seen = np.abs(ahead - behind) > ROUNDING * np.abs([ahead, behind]).max(initial=0.0)
        limit = ENOUGH if len(row) >= LEAST else STRAIGHT
        if len(row) > 1 and not (seen & (error > limit * np.abs(best))).any():
            break
        before, step = row, step / RATIO
    broken = np.zeros(best.shape, bool) if at is None else _broken(*sides[0], *sides[-1], at)
    return Derivative(best, error, broken)


def _broken(
    far_ahead: np.ndarray,
    far_behind: np.ndarray,
    ahead: np.ndarray,
    behind: np.ndarray,
    at: np.ndarray,
) -> np.ndarray:
    """Where a difference does not shrink with the step, or is another to either side of 0."""
    apart, far_apart = np.abs(ahead - behind), np.abs(far_ahead - far_behind)
    bend, far_bend = (np.abs(a + b - 2.0 * at) for a, b in ((ahead, behind), (far_ahead, far_behind)))
    sizes = np.abs([ahead, behind, at])
    clear = np.maximum(CLEAR * sizes.max(axis=0), ROUNDING * sizes.max(initial=0.0))
    jump = (apart > JUMP * far_apart) & (apart > clear)
    corner = (bend > CORNER * far_bend) & (bend > ONE_SIDED * apart) & (bend > clear)
    return np.asarray(jump | corner)


def _extrapolated(estimate: np.ndarray, before: list[np.ndarray]) -> list[np.ndarray]:
    """The row of Neville's table that begins with an estimate; errors go by even powers."""
    row = [estimate]
    for k, coarser in enumerate(before, start=1):
        row.append(row[-1] + (row[-1] - coarser) / (RATIO ** (2 * k) - 1))
    return row
