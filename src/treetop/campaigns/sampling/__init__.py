"""Where runs lie in the unit cube: one file per sampling, each a class with `points`.

Point k depends on the seed and on k alone (Latin hypercubes: on the number of runs as well), so
that work can be split in any way.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

import numpy as np

from treetop.campaigns.sampling.factorial import Factorial
from treetop.campaigns.sampling.latin_hypercube import LatinHypercube
from treetop.campaigns.sampling.random import Random
from treetop.campaigns.sampling.saltelli import Saltelli
from treetop.campaigns.sampling.sobol import Sobol

__all__ = ["Factorial", "LatinHypercube", "Random", "Saltelli", "Sampling", "Sobol", "sampling_of"]


class Sampling(Protocol):
    """Points of the unit cube, one for each run."""

    def points(self, first: int, last: int) -> np.ndarray:
        """Points of the runs from `first` to before `last`: one row each, within 0 and 1."""
        ...


def sampling_of(
    word: str, seed: int, size: int, runs: int, levels: Sequence[int | None]
) -> Sampling:
    """The sampling that a word stands for, of points with `size` numbers; `levels` has how many
    each parameter has."""
    if word == "factorial":
        return Factorial(levels)
    if word == "latin-hypercube":
        return LatinHypercube(seed, size, runs)
    others: dict[str, type[Random] | type[Sobol] | type[Saltelli]]
    others = {"random": Random, "sobol": Sobol, "saltelli": Saltelli}
    return others[word](seed, size)
