"""Attitudes composed and compared."""

import math

from treetop.core.compiler import kernel, reproducible
from treetop.core.spatial.algebra import cross, dot, norm
from treetop.core.spatial.values import Quaternion, Vec3

SMALL_TURN = 1e-2  # rad: below, series are exact to rounding, and quotients are not


@reproducible
def composed(a, b):
    """First the turn a, then b about the axes that a has turned."""
    return Quaternion(
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    )


@reproducible
def relative(a, b):
    """The attitude b as seen from the attitude a, scalar part not negative."""
    return with_positive_scalar(composed(Quaternion(a.w, -a.x, -a.y, -a.z), b))


@reproducible
def with_positive_scalar(q):
    """The quaternion of the same attitude that stands for the shorter turn."""
    return Quaternion(-q.w, -q.x, -q.y, -q.z) if q.w < 0.0 else q


@kernel
def rotation_vector(q):
    """That of a quaternion whose scalar part is not negative."""
    v = Vec3(q.x, q.y, q.z)
    sine = norm(v)
    return v * (2.0 * math.atan2(sine, q.w) / sine if sine > 0.0 else 2.0)


@kernel
def turn_of_change(a, change):
    """The turn, in the axes after a turn by the rotation vector a, that a change of it makes."""
    angle = norm(a)
    if angle < SMALL_TURN:
        first, second = 0.5 - dot(a, a) / 24.0, 1.0 / 6.0 - dot(a, a) / 120.0
    else:
        half = math.sin(0.5 * angle)
        first = 2.0 * half * half / (angle * angle)
        second = (angle - math.sin(angle)) / (angle * angle * angle)
    across = cross(a, change)
    return change - across * first + cross(a, across) * second
