"""Probabilities with bounds that hold for any number of runs.

C. J. Clopper, E. S. Pearson, "The use of confidence or fiducial limits illustrated in the case of
the binomial", Biometrika 26 (1934).
"""

from __future__ import annotations

from typing import NamedTuple


class Probability(NamedTuple):
    """A probability with its bounds.

    Attributes
    ----------
    value : float
        The part of runs, of those that can tell.
    lower, upper : float
        The probability is between them with the confidence that was asked for, runs that cannot
        tell taken for the worst to either side.
    missing : int
        Runs that cannot tell.
    """

    value: float
    lower: float
    upper: float
    missing: int


def probability(hits: int, there: int, missing: int, confidence: float) -> Probability:
    """The probability of what happened in `hits` of the runs that are there."""
    from scipy.stats import beta

    n, left = there + missing, (1 - confidence) / 2
    value = hits / there if there else float("nan")
    most = hits + missing
    lower = float(beta.ppf(left, hits, n - hits + 1)) if hits else 0.0
    upper = float(beta.ppf(1 - left, most + 1, n - most)) if most < n else 1.0
    return Probability(value, lower, upper, missing)
