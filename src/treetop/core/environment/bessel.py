"""Modified Bessel functions I₀ and I₁ of the first kind, times exp(-z).

Abramowitz and Stegun, Handbook of Mathematical Functions (1964), 9.6.10 and 9.7.1: the series of
powers, all of whose terms are positive, and beyond `FAR` the asymptotic one, whose smallest term is
of the order of exp(-2 z).
"""

import math

from treetop.core.compiler import kernel

FAR = 20.0
TINY = 1e-17  # what a term adds that no longer counts


@kernel
def scaled_bessel(z):
    """exp(-z) I₀(z) and exp(-z) I₁(z), for z ≥ 0."""
    if z > FAR:
        return asymptotic(z, 0.0), asymptotic(z, 4.0)
    x = 0.25 * z * z
    term0, term1, k = 1.0, 1.0, 0.0
    sum0, sum1 = 1.0, 1.0
    while term0 > TINY * sum0:
        k += 1.0
        term0 *= x / (k * k)
        term1 *= x / (k * (k + 1.0))
        sum0, sum1 = sum0 + term0, sum1 + term1
    scale = math.exp(-z)
    return scale * sum0, 0.5 * z * scale * sum1


@kernel
def asymptotic(z, mu):
    """exp(-z) I of order ν for large z, with mu = 4 ν²."""
    term, total, k = 1.0, 1.0, 0.0
    while abs(term) > TINY:
        k += 1.0
        odd = 2.0 * k - 1.0
        term *= -(mu - odd * odd) / (8.0 * k * z)
        total += term
    return total / math.sqrt(2.0 * math.pi * z)
