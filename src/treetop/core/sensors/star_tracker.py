"""Attitude by stars: that of the frame, turned by a misalignment and by noise about its axes.

z attitude (4), angular velocity (3); where they blind and move: direction of the Sun (3) and the
  part of it that is not in shadow, direction of the planet (3) and its apparent radius, direction
  of the Moon (3), inertial axes      u attitude (4), its scalar part not negative; validity
p seed, stream, noise about x, y and z (3), misalignment as a quaternion (4), the greatest angular
  velocity, angles from the z axis within which the Sun, the limb of the planet and the Moon blind,
  or -1: it does not (3), whether the Sun moves, its direction if it does not (3)
"""

import math

from treetop.core.compiler import kernel, reproducible
from treetop.core.sensors.normal import noise
from treetop.core.spatial import Quaternion, norm, rotation_of, turn_back
from treetop.core.spatial.quaternions import composed, with_positive_scalar
from treetop.core.spatial.table_access import put_quaternion_at, quaternion_at, vec_at

FASTEST, SUN, PLANET, MOON, SUN_MOVES, SUN_AT = 9, 10, 11, 12, 13, 14  # places in p


@reproducible
def small_turn(a, b, c):
    """The quaternion of a small rotation vector, to third order in it."""
    size = math.sqrt(1.0 + 0.25 * (a * a + b * b + c * c))
    return Quaternion(1.0 / size, 0.5 * a / size, 0.5 * b / size, 0.5 * c / size)


@kernel
def sees_stars(z, p):
    """Whether the telescope is neither blinded nor turned too fast."""
    if norm(vec_at(z, 4)) > p[FASTEST]:
        return False
    R, at = rotation_of(quaternion_at(z, 0)), 7
    if p[SUN] >= 0.0:
        moves = p[SUN_MOVES] == 1.0
        shines = not moves or z[at + 3] > 0.0
        if shines and within(R, vec_at(z, at) if moves else vec_at(p, SUN_AT), p[SUN]):
            return False
        at += 4 if moves else 0
    if p[PLANET] >= 0.0:
        if within(R, vec_at(z, at), p[PLANET] + z[at + 3]):
            return False
        at += 4
    return p[MOON] < 0.0 or not within(R, vec_at(z, at), p[MOON])


@kernel
def within(R, direction, angle):
    """Whether a direction in inertial axes is within an angle from the z axis."""
    return turn_back(R, direction).z >= math.cos(min(angle, math.pi))


@kernel
def star_tracker(sample, z, p, u):
    u[4] = 1.0 if sees_stars(z, p) else 0.0
    if u[4] == 0.0:
        return
    a, b, c = noise(p, sample, 0), noise(p, sample, 1), noise(p, sample, 2)
    turn = small_turn(p[2] * a, p[3] * b, p[4] * c)
    aligned = composed(quaternion_at(z, 0), quaternion_at(p, 5))
    put_quaternion_at(u, 0, with_positive_scalar(composed(aligned, turn)))
