"""How a node stands and moves in the frame of its body, given by modal coordinates.

It is displaced by φ q + ½ q H q and turned by the rotation vector θ = ψ q + ½ q Ψ q, whose rate
makes the angular velocity A θ' (the left Jacobian of rotations),

    A x = x + a θ × x + b θ × (θ × x),    a = (1 - cos t) / t²,  b = (t - sin t) / t³,  t = |θ|
"""

import math
from typing import NamedTuple

from treetop.core.compiler import inlined, kernel, where
from treetop.core.linear_algebra.vectors import add_multiple
from treetop.core.spatial import Mat3, Motion, Vec3, cross, dot, still
from treetop.core.spatial.algebra import skew
from treetop.core.spatial.table_access import copy_into, motion_at, vec

SMALL = 0.01  # rad; below, series


class Turn(NamedTuple):
    """A rotation vector, and functions of its length: a, b, and a' and b' over it."""

    theta: Vec3
    a: float
    b: float
    da: float
    db: float


class Node(NamedTuple):
    """In the frame of the body, without what modal accelerations add."""

    p: Vec3
    R: Mat3
    V: Motion  # velocity
    c: Motion  # acceleration
    turn: Turn
    A: Mat3
    theta_rate: Vec3


@kernel
def turn_by(theta):
    tt = dot(theta, theta)
    small = tt < SMALL * SMALL
    a, b = 0.5 - tt * (1.0 / 24.0 - tt / 720.0), 1.0 / 6.0 - tt * (1.0 / 120.0 - tt / 5040.0)
    near = Turn(theta, a, b, tt / 180.0 - 1.0 / 12.0, tt / 1260.0 - 1.0 / 60.0)
    tt = where(small, 1.0, tt)
    t = math.sqrt(tt)
    s = math.sin(0.5 * t)
    a, b = 2.0 * s * s / tt, (t - math.sin(t)) / (tt * t)
    far = Turn(theta, a, b, (math.sin(t) / t - 2.0 * a) / tt, (a - 3.0 * b) / tt)
    return where(small, near, far)


@kernel
def angular_bias(turn, x):
    """``A' x`` where x is the rate of θ."""
    across, along = cross(turn.theta, x), dot(turn.theta, x)
    rest = across * (turn.da * along) + cross(turn.theta, across) * (turn.db * along)
    return rest + cross(x, across) * turn.b


@kernel
def rotations(turn):
    """``exp(θ ×)``, and A."""
    X = skew(turn.theta)
    XX, sine = X @ X, 1.0 - turn.b * dot(turn.theta, turn.theta)
    one = Mat3(Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))
    return one + X * sine + XX * turn.a, one + X * turn.a + XX * turn.b


@inlined
def node_of(tables, v, modal, k):
    """Node v of the body whose first mode is k; rotation vectors and displacements per mode, as the
    body is bent, and their rates go into `reach` and `reach_rate`."""
    first, m = tables.shape_at[v], tables.shape_at[v + 1] - tables.shape_at[v]
    shape = tables.shape[6 * first : 6 * (first + m)]
    reach, rate = modal.reach[: 6 * m], modal.reach_rate[: 6 * m]
    copy_into(reach, shape)
    rate[:] = 0.0
    for a in range(m):
        at = 6 * (tables.bent_at[v] + a * m)
        H = tables.bent[at : at + 6 * m]
        add_multiple(reach, modal.q[k + a], H)
        add_multiple(rate, modal.u[k + a], H)
    moved, speed, bias = still(), still(), still()
    for a in range(m):
        per, u = motion_at(reach, 6 * a), modal.u[k + a]
        moved = moved + (motion_at(shape, 6 * a) + per) * (0.5 * modal.q[k + a])
        speed, bias = speed + per * u, bias + motion_at(rate, 6 * a) * u
    turn = turn_by(moved.ang)
    R, A = rotations(turn)
    V = Motion(A @ speed.ang, speed.lin)
    c = Motion(A @ bias.ang + angular_bias(turn, speed.ang), bias.lin)
    return Node(vec(tables.position, v) + moved.lin, R, V, c, turn, A, speed.ang)
