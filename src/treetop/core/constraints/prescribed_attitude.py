"""A direction of b stays square to one of an attitude T, which moves in a as given.

    e · f = 0,   e of T, f of b

T is given by three turns about axes, one after another, or by a quaternion, in the axes of a.
Beside what `turn` has, the angular velocity w of T in a does work, and its rate enters the bias.
"""

import math
from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.constraints.angle import turn
from treetop.core.constraints.prescribed import drive
from treetop.core.constraints.row import Row
from treetop.core.spatial import Mat3, Quaternion, Vec3, cross, dot, rotation_of, zero3
from treetop.core.spatial.table_access import vec_at


class Attitude(NamedTuple):
    """How T stands and turns in a, in the axes of a."""

    R: Mat3
    w: Vec3
    w_rate: Vec3


@kernel
def attitude(drives, jets, g, t):
    """Attitude g at time t."""
    if drives.guide[g, 3] < 0:
        return by_angles(drives, jets, g, t)
    return by_quaternion(drives, jets, g, t)


@kernel
def by_angles(drives, jets, g, t):
    R, w, w_rate = rotation_of(Quaternion(1.0, 0.0, 0.0, 0.0)), zero3(), zero3()
    for k in range(3):
        local_axis, f = vec_at(drives.axes[g], 3 * k), drive(drives, jets, drives.guide[g, k], t)
        axis, half = R @ local_axis, 0.5 * f.value
        w_rate = w_rate + axis * f.second + cross(w, axis * f.rate)
        w = w + axis * f.rate
        s = math.sin(half)
        R = R @ rotation_of(
            Quaternion(math.cos(half), s * local_axis.x, s * local_axis.y, s * local_axis.z)
        )
    return Attitude(R, w, w_rate)


@kernel
def by_quaternion(drives, jets, g, t):
    """``w = 2 q' q* / |q|²``, of a quaternion of any length."""
    w = drive(drives, jets, drives.guide[g, 0], t)
    x = drive(drives, jets, drives.guide[g, 1], t)
    y = drive(drives, jets, drives.guide[g, 2], t)
    z = drive(drives, jets, drives.guide[g, 3], t)
    q, v = Quaternion(w.value, x.value, y.value, z.value), Vec3(x.value, y.value, z.value)
    size = w.value * w.value + dot(v, v)
    v_rate = Vec3(x.rate, y.rate, z.rate)
    growth = 2.0 * (w.value * w.rate + dot(v, v_rate)) / size
    turning = vector_part(w.rate, v_rate, w.value, v) * (2.0 / size)
    change = vector_part(w.second, Vec3(x.second, y.second, z.second), w.value, v) * (2.0 / size)
    return Attitude(rotation_of(q), turning, change - turning * growth)


@kernel
def vector_part(p, p_v, q, q_v):
    """Vector part of the product of (p, p_v) with the conjugate of (q, q_v)."""
    return p_v * q - q_v * p - cross(p_v, q_v)


class Guided(NamedTuple):
    row: Row
    drive: float  # how fast T turns away from under a


@kernel
def guided(at, R_a, e, normal, f, w_a, w_b):
    """`e` and `normal` are of T, in its own axes, and f is inertial: the direction that e is square
    to, which comes to be along `normal` and not against it."""
    R_T, w = R_a @ at.R, R_a @ at.w
    row = turn(R_T @ e, f, w_a + w, w_b, 0.0)
    gain = R_a @ at.w_rate + cross(w_a, w)
    error = row.error if dot(R_T @ normal, f) > 0.0 else 1.0
    bias = row.bias + dot(row.on_a.ang, gain)
    return Guided(Row(row.on_a, row.on_b, error, row.rate, bias), -dot(row.on_a.ang, w))
