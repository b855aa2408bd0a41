"""Laws of how inverse dynamics of a tree vary with its coordinates and speeds.

After S. Singh, R. P. Russell and P. M. Wensing, "Efficient Analytical Derivatives of Rigid-Body
Dynamics using Spatial Vector Algebra", *IEEE Robotics and Automation Letters* 7 (2022), 1776-1783,
with joints of several speeds as they are here.  All is seen from one point at rest, in inertial
axes; accelerations are derivatives of such velocities, less gravity.

    S motion per unit of a speed    W velocity of what S is fixed in, A its acceleration
    ψ = W × S    χ = A × S + W × ψ    σ = S' + ψ

A displacement along S carries along all that is further out; seen from there, velocities change by
ψ and accelerations by ``χ - V × ψ``.  A change of the speed changes velocities by S and
accelerations by ``σ - V × S``.  Derivation: docs/theory/derivatives.md.
"""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.spatial import (
    Force,
    Mat3,
    Motion,
    RigidInertia,
    Vec3,
    cross,
    rigid_inertia,
    transpose,
    turn_back,
)
from treetop.core.spatial.algebra import cross_sym, skew


class Axis(NamedTuple):
    """One speed: what a displacement along it, or a change of it, does to what is further out."""

    S: Motion
    psi: Motion
    chi: Motion
    sigma: Motion


class Whole(NamedTuple):
    """A body with all that hangs on it: inertia I, momentum p, the force F that it needs, and the
    matrix K by which this force changes with velocities."""

    I: RigidInertia
    p: Vec3
    F: Force
    K: Mat3


@kernel
def seen_from(V, d):
    """The velocity about the point at -d of what moves with V there."""
    return Motion(V.ang, V.lin + cross(d, V.ang))


@kernel
def acceleration_seen_from(A, V, d):
    """Its rate, the point being at rest; A is that of a point of the body."""
    return Motion(A.ang, A.lin + cross(V.lin, V.ang) + cross(d, A.ang))


@kernel
def crossed(V, S):
    """``V × S`` of motions: how S changes that is carried along with V."""
    return Motion(cross(V.ang, S.ang), cross(V.ang, S.lin) + cross(V.lin, S.ang))


@kernel
def crossed_force(V, F):
    """``V × F`` of a motion and a force."""
    return Force(cross(V.ang, F.ang) + cross(V.lin, F.lin), cross(V.ang, F.lin))


@kernel
def axis_of(S, W, A, V, turns_along):
    """One speed of a joint; axes that turn along are fixed in the body, which moves with V."""
    psi = crossed(W, S)
    rate = crossed(V, S) if turns_along else psi
    return Axis(S, psi, crossed(A, S) + crossed(W, psi), rate + psi)


@kernel
def body(m, c, J_C, V, A):
    """One body by itself, its mass centre at c."""
    I = rigid_inertia(m, c, J_C)
    momentum = I @ V
    w, v = V.ang, V.lin
    C = cross_sym(w, I.J)
    K = C + transpose(C) + skew(I.J @ w) * -1.0 + skew(I.h) @ skew(v) * -2.0
    return Whole(I, momentum.lin, I @ A + crossed_force(V, momentum), K)


@kernel
def added(a, b):
    I = RigidInertia(a.I.m + b.I.m, a.I.h + b.I.h, a.I.J + b.I.J)
    return Whole(I, a.p + b.p, a.F + b.F, a.K + b.K)


@kernel
def by_velocity(whole, w):
    """The force for a change of velocity whose turning part is w, with the acceleration that goes
    with it; a shift of velocity alone changes none."""
    return Force(whole.K @ w, cross(w, whole.p) * 2.0)


@kernel
def turned_effort(whole, S):
    """The effort along S of the whole, per unit of the turning part of what velocities change by,
    which has its origin further in."""
    return turn_back(whole.K, S.ang) + cross(whole.p, S.lin) * 2.0
