"""Sobol's sequence, scrambled: point k fills gaps that points before it have left.

I. M. Sobol', USSR Comput. Math. Math. Phys. 7 (1967); scrambled after A. B. Owen (1998) by SciPy.
"""

from __future__ import annotations

import warnings

import numpy as np

LONGEST = 2**30  # points of the sequence


class Sobol:
    """Points of one scrambled sequence; balanced where their number is a power of two."""

    def __init__(self, seed: int, size: int) -> None:
        self.seed, self.size = seed, size
        self._begin()

    def _begin(self) -> None:
        from scipy.stats import qmc

        generator = np.random.default_rng(self.seed)
        self.sequence, self.next = qmc.Sobol(self.size, scramble=True, seed=generator), 0

    def points(self, first: int, last: int) -> np.ndarray:
        if first < self.next:
            self._begin()
        if first > self.next:
            self.sequence.fast_forward(first - self.next)
        self.next = last
        with warnings.catch_warnings():  # that the number is no power of two: said once, by us
            warnings.simplefilter("ignore", UserWarning)
            return self.sequence.random(last - first)
