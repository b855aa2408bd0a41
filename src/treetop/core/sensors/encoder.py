"""A coordinate in whole steps, and its rate by the difference from the sample before.

z coordinate      u coordinate, rate      x coordinate of the sample before, whether it is known
p seed, stream, period, quantum, bias, noise
"""

from treetop.core.compiler import kernel
from treetop.core.sensors.errors import quantised
from treetop.core.sensors.normal import noise


@kernel
def encoder(sample, z, x, p, u):
    read = z[0] + p[4]
    if p[5] > 0.0:
        read += p[5] * noise(p, sample, 0)
    u[0] = quantised(read, p[3])
    u[1] = (u[0] - x[0]) / p[2] if x[1] > 0.0 else 0.0
    x[0], x[1] = u[0], 1.0
