"""Sobol indices: which part of the variance is due to which parameter.

First order after A. Saltelli et al., Comput. Phys. Commun. 181 (2010), table 2 (b); total after
M. J. W. Jansen, Comput. Phys. Commun. 117 (1999).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

RESAMPLES = 200


class SobolIndex(NamedTuple):
    """The indices of one parameter.

    Attributes
    ----------
    first : float
        Part of the variance that would go away, on average, if this parameter did not vary.
    first_error : float
        Standard error, by the bootstrap.
    total : float
        Part of the variance that would be left, on average, if only this parameter varied.
    total_error : float
    """

    first: float
    first_error: float
    total: float
    total_error: float


def sobol_indices(blocks: np.ndarray) -> list[SobolIndex]:
    """Indices of every parameter, from blocks of values at A, AB_1 to AB_d, and B."""
    drawn = np.random.default_rng(0).integers(0, len(blocks), (RESAMPLES, len(blocks)))
    first, total = _estimates(blocks)
    resampled = np.array([_estimates(blocks[each]) for each in drawn])
    errors = resampled.std(axis=0, ddof=1)
    return [
        SobolIndex(float(a), float(b), float(c), float(d))
        for a, b, c, d in zip(first, errors[0], total, errors[1], strict=True)
    ]


def _estimates(blocks: np.ndarray) -> np.ndarray:
    """First and total indices of all parameters, in two rows."""
    outer = blocks[:, [0, -1]]
    variance = outer.var()
    centred = blocks - outer.mean()
    A, AB, B = centred[:, :1], centred[:, 1:-1], centred[:, -1:]
    if not variance > 0:
        return np.full((2, AB.shape[1]), np.nan)
    first = (B * (AB - A)).mean(axis=0) / variance
    return np.array([first, ((A - AB) ** 2).mean(axis=0) / (2 * variance)])
