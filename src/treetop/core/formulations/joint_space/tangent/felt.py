"""What a body by itself, and what acts on it, adds to the variation of its joint's force.

The force varies by a 6 × 12 matrix times the variation of the motion: three rows for the moment,
three for the force; columns for the turn, ω, α and a.

    m mass    h = m c    J about the origin    f, n a force and a torque that keep their direction
"""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.spatial import Mat3, Vec3, cross
from treetop.core.spatial.algebra import cross_sym, skew


class Pair(NamedTuple):
    """Moment and force per unit of one of the four vectors of a variation."""

    ang: Mat3
    lin: Mat3


TURN, SPIN, ALPHA, ACCELERATION = 0, 3, 6, 9  # where the columns of each begin


@kernel
def by_turning(f, n, r):
    """A force f at r and a torque n, which do not turn along: what is felt against them."""
    F = skew(f)
    return Pair(skew(n * -1.0) - skew(r) @ F, F * -1.0)


@kernel
def by_spin(I, w):
    """Gyroscopic forces."""
    ang = cross_sym(w, I.J) - skew(I.J @ w)
    return Pair(ang, skew(cross(I.h, w)) - skew(w) @ skew(I.h))


@kernel
def by_alpha(I):
    J = I.J
    return Pair(
        Mat3(Vec3(J.xx, J.xy, J.xz), Vec3(J.xy, J.yy, J.yz), Vec3(J.xz, J.yz, J.zz)),
        skew(I.h * -1.0),
    )


@kernel
def by_acceleration(I):
    m = I.m
    return Pair(skew(I.h), Mat3(Vec3(m, 0.0, 0.0), Vec3(0.0, m, 0.0), Vec3(0.0, 0.0, m)))


@kernel
def add_pair(felt, at, pair):
    """Add to the columns of one vector."""
    for row, (ang, lin) in enumerate(
        ((pair.ang.x, pair.lin.x), (pair.ang.y, pair.lin.y), (pair.ang.z, pair.lin.z))
    ):
        add_three(felt[row], at, ang)
        add_three(felt[row + 3], at, lin)


@kernel
def add_three(row, at, a):
    row[at] += a.x
    row[at + 1] += a.y
    row[at + 2] += a.z
