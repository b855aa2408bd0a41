"""Points for Sobol indices: blocks of A, then A with one number of B for each parameter, then B.

A. Saltelli et al., "Variance based sensitivity analysis of model output. Design and estimator for
the total sensitivity index", Comput. Phys. Commun. 181 (2010).
"""

from __future__ import annotations

import numpy as np

from treetop.campaigns.sampling.sobol import Sobol


class Saltelli:
    """Blocks of as many runs as there are parameters, and two: A, AB_1 to AB_d, B."""

    def __init__(self, seed: int, size: int) -> None:
        self.size = size
        self.block = size + 2
        self.base = Sobol(seed, 2 * size)

    def points(self, first: int, last: int) -> np.ndarray:
        begin, end = first // self.block, -(-last // self.block)
        A, B = np.split(self.base.points(begin, end), 2, axis=1)
        rows = np.repeat(A[:, None, :], self.block, axis=1)
        rows[:, -1] = B
        for i in range(self.size):
            rows[:, 1 + i, i] = B[:, i]
        offset = first - begin * self.block
        return rows.reshape(-1, self.size)[offset : offset + last - first]
