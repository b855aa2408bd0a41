"""Normal deviates with the same bits on every platform.

The inverse of the normal distribution by Wichura's algorithm AS 241 (PPND16), of a uniform number
of 52 random bits.  It takes sums, products, quotients and square roots, and a logarithm of the same
operations: those of mathematical libraries differ in their last bits.
"""

import math

import numpy as np

from treetop.core.compiler import kernel, reproducible
from treetop.core.sensors.philox import WORD, philox

CENTRAL, NEAR = 0.425, 5.0  # where one quotient of polynomials ends and the next begins
BITS = 26
LN2 = 0.6931471805599453
SQRT_HALF = 0.7071067811865476
TERMS = 13

# Coefficients of the polynomials above and below each quotient, the highest power first.
IN_CENTRE = np.array([
    [
        2.5090809287301226727e3, 3.3430575583588128105e4, 6.7265770927008700853e4,
        4.5921953931549871457e4, 1.3731693765509461125e4, 1.9715909503065514427e3,
        1.3314166789178437745e2, 3.3871328727963666080e0,
    ],
    [
        5.2264952788528545610e3, 2.8729085735721942674e4, 3.9307895800092710610e4,
        2.1213794301586595867e4, 5.3941960214247511077e3, 6.8718700749205790830e2,
        4.2313330701600911252e1, 1.0,
    ],
])  # fmt: skip
NEAR_TAIL = np.array([
    [
        7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
        1.27045825245236838258e0, 3.64784832476320460504e0, 5.76949722146069140550e0,
        4.63033784615654529590e0, 1.42343711074968357734e0,
    ],
    [
        1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
        1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e0,
        2.05319162663775882187e0, 1.0,
    ],
])  # fmt: skip
FAR_TAIL = np.array([
    [
        2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
        2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e0,
        5.46378491116411436990e0, 6.65790464350110377720e0,
    ],
    [
        2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
        7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
        5.99832206555887937690e-1, 1.0,
    ],
])  # fmt: skip


@kernel
def uniform(upper, lower):
    """A number within 0 and 1 of two words, neither of the two."""
    return (((upper >> 6) << BITS) + (lower >> 6) + 0.5) * 2.0 ** (-2 * BITS)


@kernel
def random_pair(seed, stream, sample, pair):
    """Two uniform numbers: pair number so of a sample."""
    a, b, c, d = philox(sample & WORD, sample >> 32, pair, 0, seed, stream)
    return uniform(a, b), uniform(c, d)


@reproducible
def logarithm(x):
    """The natural logarithm, to a few units in the last place: 2 artanh((m - 1)/(m + 1)) of the
    mantissa m."""
    m, e = math.frexp(x)
    if m < SQRT_HALF:
        m, e = 2.0 * m, e - 1
    s = (m - 1.0) / (m + 1.0)
    square, total = s * s, 0.0
    for k in range(TERMS - 1, -1, -1):
        total = total * square + 1.0 / (2.0 * k + 1.0)
    return 2.0 * s * total + e * LN2


@reproducible
def inverse_normal(u):
    """The number that a normal deviate is below with the probability u."""
    q = u - 0.5
    if abs(q) <= CENTRAL:
        return q * quotient(IN_CENTRE, CENTRAL * CENTRAL - q * q)
    r = math.sqrt(-logarithm(u if q < 0.0 else 1.0 - u))
    size = quotient(NEAR_TAIL, r - 1.6) if r <= NEAR else quotient(FAR_TAIL, r - NEAR)
    return -size if q < 0.0 else size


@reproducible
def quotient(coefficients, r):
    """One polynomial of r by another, each by Horner's rule."""
    above, below = 0.0, 0.0
    for k in range(8):
        above = above * r + coefficients[0, k]
        below = below * r + coefficients[1, k]
    return above / below


@reproducible
def deviate(seed, stream, sample, number):
    """Normal deviate number so of a sample: of mean 0 and variance 1."""
    first, second = random_pair(seed, stream, sample, number >> 1)
    return inverse_normal(second if number & 1 else first)


@reproducible
def noise(p, sample, number):
    """Normal deviate number so of a sample of a sensor, whose parameters begin with seed and
    stream."""
    return deviate(int(p[0]), int(p[1]), sample, number)
