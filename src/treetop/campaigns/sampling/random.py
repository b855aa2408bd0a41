"""Independent points: those of run k from the counter-based generator Philox at counter k.

J. K. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3", SC11, 2011.
"""

from __future__ import annotations

import numpy as np

_RUN = 64  # bits below the number of the run in the counter: draws of one run


def generator(seed: int, number: int, stream: int = 0) -> np.random.Generator:
    """The generator of one run, or of one number within another stream."""
    counter = (stream << 192) + (number << _RUN)
    return np.random.Generator(np.random.Philox(key=seed, counter=counter))


class Random:
    """Points that know nothing of each other."""

    def __init__(self, seed: int, size: int) -> None:
        self.seed, self.size = seed, size

    def points(self, first: int, last: int) -> np.ndarray:
        rows = [generator(self.seed, k).random(self.size) for k in range(first, last)]
        return np.array(rows).reshape(last - first, self.size)
