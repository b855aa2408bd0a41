"""Attitude by stars: that of the frame, turned by a misalignment and by noise about its axes.

z attitude (4)      u attitude (4), its scalar part not negative
p seed, stream, noise about x, y and z (3), misalignment as a quaternion (4)
"""

import math

from treetop.core.compiler import kernel, reproducible
from treetop.core.sensors.normal import noise
from treetop.core.spatial import Quaternion
from treetop.core.spatial.quaternions import composed, with_positive_scalar
from treetop.core.spatial.table_access import put_quaternion_at, quaternion_at


@reproducible
def small_turn(a, b, c):
    """The quaternion of a small rotation vector, to third order in it."""
    size = math.sqrt(1.0 + 0.25 * (a * a + b * b + c * c))
    return Quaternion(1.0 / size, 0.5 * a / size, 0.5 * b / size, 0.5 * c / size)


@kernel
def star_tracker(sample, z, p, u):
    a, b, c = noise(p, sample, 0), noise(p, sample, 1), noise(p, sample, 2)
    turn = small_turn(p[2] * a, p[3] * b, p[4] * c)
    aligned = composed(quaternion_at(z, 0), quaternion_at(p, 5))
    put_quaternion_at(u, 0, with_positive_scalar(composed(aligned, turn)))
