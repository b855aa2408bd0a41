"""How the motion of a body differs from one close by, outward from its parent.

Differences of vectors are those seen in axes that are turned along with a body: what is rigid then
does not differ.  A change δ of a joint's coordinates changes its speeds by κ₁ δ and their rates by
κ₂ δ, as an implicit step has it.

    S motion per unit speed    p turn per unit change of a coordinate
    ω, α of the body    a of its origin    r, ω_J, v_J of the joint
"""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.spatial import Mat3, Motion, Vec3, cross, dot, zero3
from treetop.core.spatial.algebra import skew
from treetop.core.spatial.table_access import vec_at


class Variation(NamedTuple):
    """A change of motion: the turn, and, in axes turned along, that of ω, α and a."""

    turn: Vec3
    w: Vec3
    alpha: Vec3
    a: Vec3


class Shift(NamedTuple):
    """How much speeds, and their rates, change per unit change of coordinates."""

    speed: float  # κ₁, 1/s
    rate: float  # κ₂, 1/s²


class Carrier(NamedTuple):
    """What the joint's own motion is added to, and what comes of it."""

    w_P: Vec3
    alpha_P: Vec3
    w: Vec3
    A: Motion


class Axis(NamedTuple):
    """How axes of a joint, turned by its coordinate, change its own ω and α."""

    w: Vec3
    alpha: Vec3


@kernel
def fixed_axis():
    """Axes fixed in the parent do not change."""
    return Axis(zero3(), zero3())


@kernel
def turning_axes(p, w_J, alpha_J):
    """Axes fixed in the body turn with it."""
    return Axis(cross(p, w_J), cross(p, alpha_J))


@kernel
def first_of_two(shift, a, b, u1, u2, rate2):
    """The first turn of a universal joint takes the second axis along."""
    ab = cross(a, b)
    return Axis(ab * u2, ab * (rate2 + shift.speed * u2) + cross(a, ab) * (u1 * u2))


@kernel
def second_of_two(shift, a, b, u1):
    """The second turn of a universal joint is carried along by the first."""
    return Axis(zero3(), cross(a, b) * (shift.speed * u1))


@kernel
def per_unit(shift, S, p, axis, carrier):
    """The variation of a body's motion per unit change of a coordinate of its joint."""
    w_P, s = carrier.w_P, S.lin
    spin = S.ang * shift.speed + axis.w
    swing = cross(carrier.alpha_P, s) + cross(w_P, cross(w_P, s) + s * (2.0 * shift.speed))
    return Variation(
        p,
        spin - cross(p, carrier.w),
        S.ang * shift.rate + axis.alpha + cross(w_P, spin) - cross(p, carrier.A.ang),
        s * shift.rate + swing - cross(p, carrier.A.lin),
    )


@kernel
def carried(z, r, w_P, w_J, v_J):
    """The variation of a body's motion whose parent's motion varies by z, its joint as it is."""
    drift = cross(z.w, cross(w_P, r) + v_J * 2.0) + cross(w_P, cross(z.w, r))
    return Variation(z.turn, z.w, z.alpha + cross(z.w, w_J), z.a + cross(z.alpha, r) + drift)


class WayBack(NamedTuple):
    """From what depends on a body's ω and α to what depends on its parent's ω."""

    from_a: Mat3
    w_J: Vec3


@kernel
def way_back(r, w_P, w_J, v_J):
    """That of `carried`: what a adds is ``(ω_P × r + 2 v_J) × a + r × (a × ω_P)``."""
    turned, d = skew(cross(w_P, r) + v_J * 2.0), dot(r, w_P)
    x, y, z = turned.x - r * w_P.x, turned.y - r * w_P.y, turned.z - r * w_P.z
    return WayBack(
        Mat3(Vec3(x.x + d, x.y, x.z), Vec3(y.x, y.y + d, y.z), Vec3(z.x, z.y, z.z + d)), w_J
    )


@kernel
def row_carried(x, r, back):
    """What a linear function x of a body's variation is of its parent's: the transpose."""
    w = x.w + cross(back.w_J, x.alpha) + back.from_a @ x.a
    return Variation(x.turn, w, x.alpha + cross(r, x.a), x.a)


@kernel
def plus(x, y, share):
    """A linear function of a variation, and a share of another one."""
    return Variation(
        x.turn + y.turn * share,
        x.w + y.w * share,
        x.alpha + y.alpha * share,
        x.a + y.a * share,
    )


@kernel
def variation_at(row):
    return Variation(vec_at(row, 0), vec_at(row, 3), vec_at(row, 6), vec_at(row, 9))


@kernel
def put_variation(row, z):
    row[0], row[1], row[2] = z.turn.x, z.turn.y, z.turn.z
    row[3], row[4], row[5] = z.w.x, z.w.y, z.w.z
    row[6], row[7], row[8] = z.alpha.x, z.alpha.y, z.alpha.z
    row[9], row[10], row[11] = z.a.x, z.a.y, z.a.z
