"""The errors of a sensor of any quantity: scale, bias, noise, steps and limits.

p seed, stream, scale, bias, noise, quantum, lowest, highest
"""

import math

from treetop.core.compiler import kernel, reproducible
from treetop.core.sensors.normal import noise


@reproducible
def quantised(value, quantum):
    """The nearest whole number of quanta; without a quantum the value itself."""
    return quantum * math.floor(value / quantum + 0.5) if quantum > 0.0 else value


@reproducible
def limited(value, lowest, highest):
    return min(max(value, lowest), highest)


@reproducible
def with_errors(value, p, deviate):
    """What is read of a value, with a normal deviate as noise."""
    read = quantised(p[2] * value + p[3] + p[4] * deviate, p[5])
    return limited(read, p[6], p[7])


@kernel
def sensor(sample, z, p, u):
    """Read each quantity."""
    for i in range(u.size):
        u[i] = with_errors(z[i], p, noise(p, sample, i) if p[4] > 0.0 else 0.0)
