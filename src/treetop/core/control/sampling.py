"""Sample times ``first + k period``, k = 0, 1, 2 ...: products, never sums, so that they are the
same to the bit whatever lies between them."""

import math

from treetop.core.compiler import kernel

PERIOD, FIRST = range(2)  # columns of rates


@kernel
def instant(rates, r, k):
    """Sample k of rate r."""
    return rates[r, FIRST] + k * rates[r, PERIOD]


@kernel
def number_of(rates, r, t):
    """Which sample of rate r is the nearest to a time."""
    return math.floor((t - rates[r, FIRST]) / rates[r, PERIOD] + 0.5)


@kernel
def is_due(rates, r, t):
    """Whether a time is a sample of rate r."""
    k = number_of(rates, r, t)
    return k >= 0.0 and instant(rates, r, k) == t


@kernel
def any_due(rates, t):
    for r in range(rates.shape[0]):  # noqa: SIM110
        if is_due(rates, r, t):
            return True
    return False


@kernel
def next_instant(rates, t):
    """The first sample of any rate after a time; without rates, never."""
    soonest = math.inf
    for r in range(rates.shape[0]):
        k = max(0.0, number_of(rates, r, t) - 1.0)
        while instant(rates, r, k) <= t:
            k += 1.0
        soonest = min(soonest, instant(rates, r, k))
    return soonest
