"""Latin hypercubes: each of N equal parts of every axis has one of N points.

M. D. McKay, R. J. Beckman, W. J. Conover, "A comparison of three methods for selecting values of
input variables in the analysis of output from a computer code", Technometrics 21 (1979).
"""

from __future__ import annotations

import numpy as np

from treetop.campaigns.sampling.random import Random, generator

_PERMUTATION = 1  # the stream of which permutations are drawn


class LatinHypercube:
    """Points of a hypercube for a given number of runs, which cannot grow."""

    def __init__(self, seed: int, size: int, runs: int) -> None:
        self.runs = runs
        self.within = Random(seed, size)
        parts = [generator(seed, j, _PERMUTATION).permutation(runs) for j in range(size)]
        self.parts = np.array(parts).reshape(size, runs).T

    def points(self, first: int, last: int) -> np.ndarray:
        parts = self.parts[np.arange(first, last) % self.runs]
        return (parts + self.within.points(first, last)) / self.runs
