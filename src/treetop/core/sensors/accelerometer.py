"""Specific force along three axes.

z specific force (3)      u acceleration (3)      x, p as in `inertial`
"""

from treetop.core.compiler import kernel
from treetop.core.sensors.inertial import three_axes


@kernel
def accelerometer(sample, z, x, p, u):
    three_axes(sample, z[0], z[1], z[2], x, p, u)
