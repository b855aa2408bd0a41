"""How a node stands and moves in the frame of its body, told by modal coordinates.

It is displaced by φ q + ½ q H q and turned by the rotation vector θ = ψ q, whose rate makes the
angular velocity A θ' (the left Jacobian of rotations),

    A x = x + a θ × x + b θ × (θ × x),    a = (1 - cos t) / t²,  b = (t - sin t) / t³,  t = |θ|
"""

import math
from typing import NamedTuple

from treetop._kernel import inlined, kernel
from treetop.spatial import Mat3, Motion, Vec3, cross, dot, zero3
from treetop.spatial.algebra import skew
from treetop.spatial.rows import add_times, put_vec_at, vec, vec_at

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


@kernel
def turn_by(theta):
    tt = dot(theta, theta)
    t = math.sqrt(tt)
    if t < SMALL:
        a, b = 0.5 - tt * (1.0 / 24.0 - tt / 720.0), 1.0 / 6.0 - tt * (1.0 / 120.0 - tt / 5040.0)
        return Turn(theta, a, b, tt / 180.0 - 1.0 / 12.0, tt / 1260.0 - 1.0 / 60.0)
    s = math.sin(0.5 * t)
    a, b = 2.0 * s * s / tt, (t - math.sin(t)) / (tt * t)
    return Turn(theta, a, b, (math.sin(t) / t - 2.0 * a) / tt, (a - 3.0 * b) / tt)


@kernel
def angular(turn, x):
    """``A x``."""
    across = cross(turn.theta, x)
    return x + across * turn.a + cross(turn.theta, across) * turn.b


@kernel
def angular_bias(turn, x):
    """``A' x`` where x is the rate of θ."""
    across, along = cross(turn.theta, x), dot(turn.theta, x)
    rest = across * (turn.da * along) + cross(turn.theta, across) * (turn.db * along)
    return rest + cross(x, across) * turn.b


@kernel
def rotation(turn):
    """``exp(θ ×)``."""
    X = skew(turn.theta)
    XX, sine = X @ X, 1.0 - turn.b * dot(turn.theta, turn.theta)
    one = Mat3(Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0))
    return one + X * sine + XX * turn.a


@inlined
def node_of(own, v, room, k):
    """Node v of the body whose first mode is k; its displacements per mode and their rates go into
    `reach` and `reach_rate`."""
    first, m = own.shape_at[v], own.shape_at[v + 1] - own.shape_at[v]
    reach, rate = room.reach[: 3 * m], room.reach_rate[: 3 * m]
    for a in range(m):
        put_vec_at(reach, 3 * a, vec_at(own.shape[first + a], 3))
    rate[:] = 0.0
    for a in range(m):
        at = 3 * (own.bent_at[v] + a * m)
        H = own.bent[at : at + 3 * m]
        add_times(reach, room.q[k + a], H)
        add_times(rate, room.u[k + a], H)
    p, theta, spin, velocity, bias = vec(own.position, v), zero3(), zero3(), zero3(), zero3()
    for a in range(m):
        q, u, turned = room.q[k + a], room.u[k + a], vec(own.shape, first + a)
        theta, spin = theta + turned * q, spin + turned * u
        p = p + (vec_at(own.shape[first + a], 3) + vec_at(reach, 3 * a)) * (0.5 * q)
        velocity, bias = velocity + vec_at(reach, 3 * a) * u, bias + vec_at(rate, 3 * a) * u
    turn = turn_by(theta)
    V = Motion(angular(turn, spin), velocity)
    return Node(p, rotation(turn), V, Motion(angular_bias(turn, spin), bias), turn)
