"""Sample times ``first + k period``, k = 0, 1, 2 ...: never sums, so that they are the same to the
bit whatever lies between them.

Where period and first time are decimal numbers, each sample time is the floating-point number that
is nearest to the exact one, so that samples of different periods meet where they should: the third
of 0.1 s and the first of 0.3 s are one instant.
"""

import math

from treetop.core.compiler import kernel, reproducible

# Columns of rates: period, first time; the same as whole numbers of parts of a second, and how many
# parts a second has, 0 if they are no such numbers.
PERIOD, FIRST, STEP, BEGIN, PARTS = range(5)


@reproducible
def instant(rates, r, k):
    """Sample k of rate r."""
    if rates[r, PARTS] > 0.0:
        return (rates[r, BEGIN] + k * rates[r, STEP]) / rates[r, PARTS]
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
