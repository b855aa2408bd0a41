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
from treetop.spatial.rows import put_vec, vec, vec_at

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
def node_of(own, v, q, u, k, reach):
    """Node v, modal coordinates being q[k:] and speeds u[k:]; its displacements per mode go into
    `reach`."""
    first, m = own.shape_at[v], own.shape_at[v + 1] - own.shape_at[v]
    p, theta, spin, velocity, bias = vec(own.position, v), zero3(), zero3(), zero3(), zero3()
    for a in range(m):
        shape = vec_at(own.shape[first + a], 3)
        theta = theta + vec(own.shape, first + a) * q[k + a]
        spin = spin + vec(own.shape, first + a) * u[k + a]
        more, rate = zero3(), zero3()
        for b in range(m):
            H = vec(own.bent, own.bent_at[v] + a * m + b)
            more, rate = more + H * q[k + b], rate + H * u[k + b]
        p = p + (shape + more * 0.5) * q[k + a]
        velocity = velocity + (shape + more) * u[k + a]
        bias = bias + rate * u[k + a]
        put_vec(reach, a, shape + more)
    turn = turn_by(theta)
    V = Motion(angular(turn, spin), velocity)
    return Node(p, rotation(turn), V, Motion(angular_bias(turn, spin), bias), turn)
