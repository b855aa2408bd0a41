"""Full factorials: every level of each parameter with every level of all others."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from treetop.errors import TreetopError


class Factorial:
    """Points in the middle of the parts that stand for levels; the last parameter changes first."""

    def __init__(self, levels: Sequence[int | None]) -> None:
        counts = [count for count in levels if count]
        if len(counts) < len(levels) or not counts:
            hint = "give levels such as [1, 2, 3], or take another sampling"
            raise TreetopError(f"a factorial needs levels of every parameter ({hint})")
        self.counts = np.array(counts)
        self.size = math.prod(counts)

    def points(self, first: int, last: int) -> np.ndarray:
        runs = np.arange(first, last) % self.size
        levels = np.stack(np.unravel_index(runs, tuple(self.counts)), axis=1)
        return (levels + 0.5) / self.counts
