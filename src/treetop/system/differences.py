"""Derivatives by differences whose steps suit what is differentiated.

After Ridders (1982): central differences over ever smaller steps, extrapolated to none.  Of each
component the estimate is taken that differs least from its neighbours, so that one of great
curvature is given by small steps and one that is nearly linear by large ones, which round less.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from treetop.errors import TreetopError

RATIO = 4.0  # of one step to the next
MIN_STEPS, MAX_STEPS = 3, 14  # steps
ENOUGH = 1e-6  # relative error that asks for no smaller step
STRAIGHT = 1e-10  # relative error that two steps show of what is linear or square
DIFFERENCE_RESOLUTION = 1e-13  # part of the largest value, below which a difference is none
ONE_SIDED = 0.05  # part of a difference that its two sides must differ by at a corner
EQUAL = 0.1  # part by which a jump over one step may differ from that over the next


class Derivative(NamedTuple):
    """A derivative, how far it may be off, the difference over the largest step, and the size of a
    jump or a corner that the smallest step still sees, zero where there is none: rounding may
    look like one."""

    value: np.ndarray
    error: np.ndarray
    change: np.ndarray
    jump: np.ndarray


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
    best = error = change = np.zeros(0)
    sides: list[tuple[np.ndarray, np.ndarray]] = []
    for count in range(1, MAX_STEPS + 1):
        try:
            ahead, behind = values(step), values(-step)
        except TreetopError:  # not defined so far away
            if count == MAX_STEPS:
                raise
            before, step = [], step / RATIO
            continue
        row = _extrapolated((ahead - behind) / (2 * step), before)
        sides = [*sides[-1:], (ahead, behind)]
        if not best.size:
            best, error = row[0], np.full(row[0].shape, np.inf)
            change = np.abs(ahead - behind)
        for k in range(1, len(row)):
            apart = np.maximum(np.abs(row[k] - row[k - 1]), np.abs(row[k] - before[k - 1]))
            best, error = np.where(apart < error, row[k], best), np.minimum(apart, error)
        largest = np.abs([ahead, behind]).max(initial=0.0)
        seen = np.abs(ahead - behind) > DIFFERENCE_RESOLUTION * largest
        limit = ENOUGH if len(row) >= MIN_STEPS else STRAIGHT
        if len(row) > 1 and not (seen & (error > limit * np.abs(best))).any():
            break
        before, step = row, step / RATIO
    jump = np.zeros(best.shape) if at is None else _jump(*sides[0], *sides[-1], at)
    return Derivative(best, error, change, jump)


def _jump(
    far_ahead: np.ndarray,
    far_behind: np.ndarray,
    ahead: np.ndarray,
    behind: np.ndarray,
    at: np.ndarray,
) -> np.ndarray:
    """How large a difference is that does not shrink with the step, or that is another to either
    side of 0."""
    apart, far_apart = ahead - behind, far_ahead - far_behind
    bend, far_bend = ahead + behind - 2.0 * at, far_ahead + far_behind - 2.0 * at
    jumps = np.abs(apart - far_apart) < EQUAL * np.abs(apart)
    corner = np.abs(bend - far_bend / RATIO) < EQUAL * np.abs(bend)
    corner &= np.abs(bend) > ONE_SIDED * np.abs(apart)
    return np.maximum(np.where(jumps, np.abs(apart), 0.0), np.where(corner, np.abs(bend), 0.0))


def _extrapolated(estimate: np.ndarray, before: list[np.ndarray]) -> list[np.ndarray]:
    """The row of Neville's table that begins with an estimate; errors go by even powers."""
    row = [estimate]
    for k, coarser in enumerate(before, start=1):
        row.append(row[-1] + (row[-1] - coarser) / (RATIO ** (2 * k) - 1))
    return row
