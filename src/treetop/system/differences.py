"""Derivatives by differences whose steps suit what is differentiated.

After Ridders (1982): central differences over ever smaller steps, extrapolated to none.  Of each
component the estimate is taken that differs least from its neighbours, so that one of great
curvature is given by small steps and one that is nearly linear by large ones, which round less.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from treetop.errors import TreetopError

RATIO = 4.0  # of one step to the next
MIN_STEPS, MAX_STEPS = 3, 14  # steps
ENOUGH = 1e-6  # relative error that asks for no smaller step
DIFFERENCE_RESOLUTION = 1e-13  # part of the largest value, below which a difference is none


def derivative(values: Callable[[float], np.ndarray], step: float) -> tuple[np.ndarray, np.ndarray]:
    """The derivative at 0, by steps of the given size and smaller ones; and how far it may be off.

    Raises
    ------
    TreetopError
        If values are not defined even over the smallest steps.
    """
    before: list[np.ndarray] = []
    best = error = np.zeros(0)
    for count in range(1, MAX_STEPS + 1):
        try:
            ahead, behind = values(step), values(-step)
        except TreetopError:  # not defined so far away
            if count == MAX_STEPS:
                raise
            before, step = [], step / RATIO
            continue
        row = _extrapolated((ahead - behind) / (2 * step), before)
        if not best.size:
            best, error = row[0], np.full(row[0].shape, np.inf)
        for k in range(1, len(row)):
            apart = np.maximum(np.abs(row[k] - row[k - 1]), np.abs(row[k] - before[k - 1]))
            best, error = np.where(apart < error, row[k], best), np.minimum(apart, error)
        seen = np.abs(ahead - behind) > DIFFERENCE_RESOLUTION * np.abs([ahead, behind]).max(
            initial=0.0
        )
        if len(row) >= MIN_STEPS and not (seen & (error > ENOUGH * np.abs(best))).any():
            break
        before, step = row, step / RATIO
    return best, error


def _extrapolated(estimate: np.ndarray, before: list[np.ndarray]) -> list[np.ndarray]:
    """The row of Neville's table that begins with an estimate; errors go by even powers."""
    row = [estimate]
    for k, coarser in enumerate(before, start=1):
        row.append(row[-1] + (row[-1] - coarser) / (RATIO ** (2 * k) - 1))
    return row
