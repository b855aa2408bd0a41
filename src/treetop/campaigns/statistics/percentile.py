"""Percentiles with bounds that hold for any distribution: order statistics.

Of n values in order, the number below the quantile q_p is binomial (n, p); so x_(l) and x_(u) hold
q_p between them with a probability of at least P(l <= B < u).  H. A. David, H. N. Nagaraja, "Order
statistics", 3rd ed., section 7.1; one-sided, these are the tolerance limits of S. S. Wilks (1941).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np


class Percentile(NamedTuple):
    """A percentile with its bounds.

    Attributes
    ----------
    value : float
        Of the runs that have one, by linear interpolation.
    lower, upper : float
        The percentile is between them with the confidence that was asked for, runs without a value
        taken for the worst to either side; infinite where there are too few runs to say.
    missing : int
        Runs without a value.
    """

    value: float
    lower: float
    upper: float
    missing: int


def percentile(values: np.ndarray, per_cent: float, confidence: float) -> Percentile:
    """A percentile of values, NaN among them for those that are missing."""
    from scipy.stats import binom

    there = np.sort(values[~np.isnan(values)])
    missing, n, p = len(values) - len(there), len(values), per_cent / 100
    if not n:
        return Percentile(np.nan, -np.inf, np.inf, 0)
    left = (1 - confidence) / 2
    below = int(binom.ppf(left, n, p))  # of n in order, from 1
    above = int(binom.ppf(1 - left, n, p)) + 1
    below -= missing  # those that are missing come first: they are the least
    lower = there[below - 1] if below >= 1 else -np.inf
    upper = there[above - 1] if above <= len(there) else np.inf
    value = float(np.percentile(there, per_cent)) if len(there) else np.nan
    return Percentile(value, float(lower), float(upper), missing)
