"""Derivatives by differences whose steps suit what is differentiated.

After Ridders (1982): central differences over ever smaller steps, extrapolated to none.  Of each
component the estimate is taken that differs least from its neighbours, so that one of great
curvature is given by small steps and one that is nearly linear by large ones, which round less.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
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
    look like one.  Of several derivatives, one in each row."""

    value: np.ndarray
    error: np.ndarray
    change: np.ndarray
    jump: np.ndarray


def derivative(values: Callable[[float], np.ndarray], step: float, at: np.ndarray) -> Derivative:
    """The derivative at 0 of values that are `at` there, by steps of the given size and smaller
    ones.

    Raises
    ------
    TreetopError
        If values are not defined even over the smallest steps.
    """

    def rows(_which: Sequence[int], far: np.ndarray) -> np.ndarray:
        return np.array([values(x) for x in far.tolist()]).reshape(len(far), len(at))

    found = derivatives(rows, np.array([step]), at)
    return Derivative(*(part[0] for part in found))


def derivatives(
    values: Callable[[Sequence[int], np.ndarray], np.ndarray], steps: np.ndarray, at: np.ndarray
) -> Derivative:
    """Derivatives by several variables, each of which has its first step.

    ``values(which, far)`` are rows, each with one variable changed by so much.
    """
    sides = _Sides(values, np.array(steps, dtype=float))
    left = np.arange(len(steps))  # variables that need smaller steps
    best, error, change, jump = np.zeros((4, len(steps), len(at)))
    before: list[np.ndarray] = []
    far = near = sides.over(left, first=True)
    for count in range(1, MAX_STEPS + 1):
        step = sides.steps[left, None]
        row = _extrapolated((near[0] - near[1]) / (2 * step), before)
        estimate, off = _nearest(row, before, best[left], error[left])
        best[left], error[left] = estimate, off
        apart = np.abs(near[0] - near[1])
        if count == 1:
            change[:] = apart
        else:
            jump[left] = _jump(*far, *near, at)
        largest = np.abs(near).max(axis=(0, 2), initial=0.0)[:, None]
        limit = ENOUGH if count >= MIN_STEPS else STRAIGHT
        rough = (apart > DIFFERENCE_RESOLUTION * largest) & (off > limit * np.abs(estimate))
        again = rough.any(axis=1) | (count == 1)
        if not again.any() or count == MAX_STEPS:
            break
        left, before = left[again], [each[again] for each in row]
        far = (near[0][again], near[1][again])
        sides.steps[left] /= RATIO
        near = sides.over(left)
    return Derivative(best, error, change, jump)


class _Sides:
    """Values to either side of 0."""

    def __init__(
        self, values: Callable[[Sequence[int], np.ndarray], np.ndarray], steps: np.ndarray
    ) -> None:
        self.values, self.steps = values, steps

    def over(self, which: np.ndarray, first: bool = False) -> tuple[np.ndarray, np.ndarray]:
        """Ahead and behind, over the steps; a first step is made smaller where that is too far."""
        try:
            return self._over(which)
        except TreetopError:  # not defined so far away
            if not first:
                raise
        for k in which:
            self._shorten(int(k))
        return self._over(which)

    def _over(self, which: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        h = self.steps[which]
        found = self.values([*which.tolist()] * 2, np.append(h, -h))
        return found[: len(which)], found[len(which) :]

    def _shorten(self, k: int) -> None:
        """Shorten a step until values are defined at both of its ends."""
        for count in range(1, MAX_STEPS + 1):
            try:
                self._over(np.array([k]))
                return
            except TreetopError:
                if count == MAX_STEPS:
                    raise
                self.steps[k] /= RATIO


def _nearest(
    row: list[np.ndarray], before: list[np.ndarray], best: np.ndarray, error: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """The ones of all estimates that differ least from their neighbours, and by how much."""
    if not before:
        return row[0], np.full(row[0].shape, np.inf)
    for k in range(1, len(row)):
        apart = np.maximum(np.abs(row[k] - row[k - 1]), np.abs(row[k] - before[k - 1]))
        best, error = np.where(apart < error, row[k], best), np.minimum(apart, error)
    return best, error


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
