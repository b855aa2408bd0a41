"""Which samples are shown, and how finely, where there are more than a page can hold."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

LEAST = 150  # samples, however many bodies


class PageBudget(NamedTuple):
    """For so many numbers there is room on a page; up to ``few`` are resolved finely.

    ``fine`` and ``coarse`` are parts: of the spacecraft's size, of a turn, of what a curve spans.
    """

    most: int
    few: int
    fine: float
    coarse: float

    def part(self, numbers: int) -> float:
        """The resolution of so many numbers."""
        return self.fine if numbers <= self.few else self.coarse


MOTION = PageBudget(1_450_000, 500_000, 2.0**-22, 2.0**-18)
PLOTS = PageBudget(1_250_000, 400_000, 2.0**-20, 2.0**-14)


def thinned_samples(times: np.ndarray, numbers: int, budget: PageBudget) -> np.ndarray:
    """Samples, each of so many numbers, for which there is space.

    They are evenly spread. Where the structure changes at once, there is a sample before and one
    after; both are kept.
    """
    most = max(LEAST, budget.most // max(1, numbers))
    if len(times) <= most:
        return np.arange(len(times))
    same = np.flatnonzero(np.diff(times) == 0)
    changes = np.union1d(same, same + 1)
    if len(changes) > most // 2:
        changes = changes[:0]
    even = np.linspace(0, len(times) - 1, most - len(changes))
    return np.union1d(np.rint(even).astype(int), changes)
