"""Attitude by stars: that of the frame, turned by a misalignment and by noise about its axes.

z attitude (4), angular velocity (3)      u attitude (4), its scalar part not negative; validity
p seed, stream, noise about x, y and z (3), misalignment as a quaternion (4), direction of the Sun
  in inertial axes (3), cosine of the angle between it and the z axis from which on it blinds, the
  greatest angular velocity
"""

import math

from treetop.core.compiler import kernel, reproducible
from treetop.core.sensors.normal import noise
from treetop.core.spatial import Quaternion, norm, rotation_of, turn_back
from treetop.core.spatial.quaternions import composed, with_positive_scalar
from treetop.core.spatial.table_access import put_quaternion_at, quaternion_at, vec_at


@reproducible
def small_turn(a, b, c):
    """The quaternion of a small rotation vector, to third order in it."""
    size = math.sqrt(1.0 + 0.25 * (a * a + b * b + c * c))
    return Quaternion(1.0 / size, 0.5 * a / size, 0.5 * b / size, 0.5 * c / size)


@kernel
def sees_stars(z, p):
    """Whether the telescope is neither blinded nor turned too fast."""
    sun = turn_back(rotation_of(quaternion_at(z, 0)), vec_at(p, 9))
    return sun.z < p[12] and norm(vec_at(z, 4)) <= p[13]


@kernel
def star_tracker(sample, z, p, u):
    u[4] = 1.0 if sees_stars(z, p) else 0.0
    if u[4] == 0.0:
        return
    a, b, c = noise(p, sample, 0), noise(p, sample, 1), noise(p, sample, 2)
    turn = small_turn(p[2] * a, p[3] * b, p[4] * c)
    aligned = composed(quaternion_at(z, 0), quaternion_at(p, 5))
    put_quaternion_at(u, 0, with_positive_scalar(composed(aligned, turn)))
