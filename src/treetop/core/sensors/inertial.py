"""Three axes of an inertial sensor: a gyro or an accelerometer.

White noise of the density σ and a bias whose walk has the density κ are sampled without error
(Farrenkopf 1978): over a period T, with independent normal deviates m and n,

    b⁺ = b + κ √T n        reading = true + (b + b⁺)/2 + √(σ²/T + κ² T/12) m

so that the integral of readings has the variance σ² t + κ² t³/3 whatever T is.  With a quantum, a
reading is a whole number of quanta per period, and what is left is counted in the next.

    x bias (3), what is left of a quantum (3)
    p seed, stream, period, σ, κ, quantum, limit, scale and misalignment (9, by rows)
"""

import math

from treetop.core.compiler import kernel, reproducible
from treetop.core.sensors.errors import limited
from treetop.core.sensors.normal import noise

PERIOD, WALK, BIAS_WALK, QUANTUM, LIMIT, MATRIX = range(2, 8)
LEFT = 3  # place in x


@reproducible
def walked(bias, bias_walk, period, deviate):
    """The bias a period later."""
    return bias + bias_walk * math.sqrt(period) * deviate


@reproducible
def spread(walk, bias_walk, period):
    """The standard deviation of a reading about the mean of the biases."""
    return math.sqrt(walk * walk / period + bias_walk * bias_walk * period / 12.0)


@reproducible
def whole_quanta(total, quantum):
    """How many quanta there are in a total, and what is left."""
    count = math.floor(total / quantum + 0.5)
    return count, total - count * quantum


@reproducible
def read_axis(value, sample, i, x, p):
    """What axis i reads of the value along it."""
    period, walk, bias_walk, quantum = p[PERIOD], p[WALK], p[BIAS_WALK], p[QUANTUM]
    before, read = x[i], value
    if bias_walk > 0.0:
        x[i] = walked(before, bias_walk, period, noise(p, sample, 3 + i))
    read += 0.5 * (before + x[i])
    if walk > 0.0 or bias_walk > 0.0:
        read += spread(walk, bias_walk, period) * noise(p, sample, i)
    read = limited(read, -p[LIMIT], p[LIMIT])
    if quantum > 0.0:
        count, x[LEFT + i] = whole_quanta(x[LEFT + i] + read * period, quantum)
        read = count * quantum / period
    return read


@kernel
def three_axes(sample, a, b, c, x, p, u):
    """Read a vector with the components a, b and c in the axes of the sensor's frame."""
    for i in range(3):
        m = MATRIX + 3 * i
        u[i] = read_axis(p[m] * a + p[m + 1] * b + p[m + 2] * c, sample, i, x, p)
