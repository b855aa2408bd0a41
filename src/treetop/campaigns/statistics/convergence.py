"""How statistics settle down as runs are added."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Convergence(NamedTuple):
    """Statistics of the first so many runs.

    Attributes
    ----------
    runs : array of int
    mean, standard_error, percentile : arrays
        NaN where none of these runs has a value.
    """

    runs: np.ndarray
    mean: np.ndarray
    standard_error: np.ndarray
    percentile: np.ndarray


def convergence(values: np.ndarray, per_cent: float, points: int = 40) -> Convergence:
    """Statistics of the first few values, then of more, up to all."""
    counts = np.unique(np.geomspace(min(8, len(values)), len(values), points).astype(int))
    rows = [_of(values[:count], per_cent) for count in counts if count]
    mean, error, found = np.array(rows).reshape(-1, 3).T
    return Convergence(counts[counts > 0], mean, error, found)


def _of(values: np.ndarray, per_cent: float) -> tuple[float, float, float]:
    there = values[~np.isnan(values)]
    if not len(there):
        return np.nan, np.nan, np.nan
    error = there.std(ddof=1) / np.sqrt(len(there)) if len(there) > 1 else np.nan
    return float(there.mean()), float(error), float(np.percentile(there, per_cent))
