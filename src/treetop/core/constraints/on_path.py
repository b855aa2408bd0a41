"""A point stays on a path: its distance d from the nearest point P of it has no component along two
directions n across the path, ``n · d = 0``; and its arc length may follow a function of time.

With P' along the path, v the velocity of the point relative to P at constant arc length s, and Ω
the rate at which the first direction turns towards the second one,

    n1 · d         rate  n1 · v + Ω n2 · d      bias  n1 · A + 2 Ω n2 · d.
    n2 · d         rate  n2 · v - Ω n1 · d      bias  n2 · A - 2 Ω n1 · d.
    s              rate  s.                     bias  as s. changes

    A = a - a_P - 2 P'. s. - P'' s.²    d. = v - P' s.    e = n1, n2 or P' / (P' · P')

A unit multiplier is the force e on the point, and its opposite on the path: on each body that P
depends on the share by its weight at its origin, and the moment of its arm.  See
docs/theory/sliding.md.
"""

from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.kinematics.tracks import cubic, cubic_vector, share
from treetop.core.spatial import Force, Vec3, cross, dot, no_force, norm, zero3
from treetop.core.spatial.table_access import force, mat, put_six
from treetop.core.tables.sliding import ACROSS, ARM, WEIGHT


class Across(NamedTuple):
    """Two directions across a path, and how fast the first turns towards the second."""

    n1: Vec3
    n2: Vec3
    turning: float
    per_rate: float  # part of the turning that goes with the rate of the arc length, per unit of it
    lean: float  # and that which the turning of the tangent lends
    length: float  # of y across the path


class Scalar(NamedTuple):
    """A direction in which a point is held, with error, rate and bias."""

    e: Vec3  # force on the point; its opposite is on the path
    g: Vec3  # force along derivatives of the path's weights and arms
    h: Vec3  # what the direction y, held across a body, is turned against
    error: float
    rate: float
    bias: float


@kernel
def across_path(along, rate):
    size = norm(along.P1)
    t = along.P1 * (1.0 / size)
    t_rate = (along.v1 + along.P2 * rate) * (1.0 / size)  # but for what is along t
    y = along.y - t * dot(along.y, t)
    length = norm(y)
    n1 = y * (1.0 / length)
    n2 = cross(t, n1)
    y_rate = along.y_rate + along.y1 * rate - t_rate * dot(along.y, t)
    lean = dot(along.y, t) / (length * size)
    per_rate = dot(n2, along.y1) / length - lean * dot(n2, along.P2)
    return Across(n1, n2, dot(n2, y_rate) / length, per_rate, lean, length)


@kernel
def held_across(slide, first):
    """One of the two rows that keep a point on its path."""
    along, at, rate = slide.along, slide.at, slide.rate
    across = across_path(along, rate)
    n, other, turning, sign = across.n2, across.n1, -across.turning, -1.0
    if first:
        n, other, turning, sign = across.n1, across.n2, across.turning, 1.0
    d, v = at.p - along.P, at.V.lin - along.v
    gain = remaining(slide) - along.v1 * (2.0 * rate) - along.P2 * (rate * rate)
    off = sign * dot(other, d)  # zero on the path: there n may turn as it likes
    carried = off * across.per_rate / slope_of(along, d)
    return Scalar(
        e=n + along.P1 * carried,
        g=d * carried - across.n2 * (off * across.lean),
        h=across.n2 * (off / across.length),
        error=dot(n, d),
        rate=dot(n, v) + turning * dot(other, d),
        bias=dot(n, gain) + 2.0 * turning * dot(other, v - along.P1 * rate),
    )


@kernel
def held_along(slide):
    """The row of an arc length that follows a function of time."""
    along, at, rate = slide.along, slide.at, slide.rate
    v, P1, P2 = at.V.lin - along.v, along.P1, along.P2
    leaving, P1_rate = v - P1 * rate, along.v1 + P2 * rate
    gain = dot(P1_rate, v) + dot(P1, remaining(slide) - along.v1 * rate) + dot(along.v1, leaving)
    change = 2.0 * dot(P1, P1_rate) - dot(P2, leaving)
    square, d = dot(P1, P1), at.p - along.P
    part = 1.0 / slope_of(along, d)
    return Scalar(P1 * part, d * part, zero3(), slide.s, rate, (gain - rate * change) / square)


@kernel
def slope_of(along, d):
    return dot(along.P1, along.P1) - dot(along.P2, d)


@kernel
def remaining(slide):
    """The acceleration of the point relative to the path, while nothing accelerates."""
    w, r = slide.at.V.ang, slide.at.r
    return cross(w, cross(w, r)) - slide.along.a


@kernel
def put_shares(tracks, c, slide, moving, held, first, out):
    """Write the force on the point and what it is to the path: for pairs from the first one on,
    one for each body of the path, the point's own being in the first."""
    for node in range(tracks.node_at[c + 1] - tracks.node_at[c]):
        put_six(out.on_a, first + node, no_force())
        put_six(out.on_b, first + node, no_force())
    put_six(out.on_b, first, Force(cross(slide.at.r, held.e), held.e))
    x = slide.s - tracks.begin[slide.span]
    row = tracks.slot_at[c] + (slide.span - tracks.span_at[c]) * tracks.slots[c]
    for k in range(row, row + tracks.slots[c]):
        pair, body = first + tracks.node[k], tracks.body[tracks.node_at[c] + tracks.node[k]]
        R, row_k = mat(moving.R, body), tracks.cubic[k]
        part = share(row_k, x, R, held.e) + beside_path(row_k, x, R, held)
        put_six(out.on_a, pair, force(out.on_a, pair) + part)


@kernel
def beside_path(row, x, R, held):
    """What is to be added for one of the bodies where the point is off the path."""
    _, weight1, _ = cubic(row, WEIGHT, x)
    _, r1, _ = cubic_vector(row, ARM, x)
    across, _, _ = cubic_vector(row, ACROSS, x)
    torque = cross(R @ r1, held.g) + cross(R @ across, held.h)
    return Force(torque, held.g * weight1)


@kernel
def put_scalar(out, k, found):
    out.error[k], out.rate[k], out.bias[k] = found.error, found.rate, found.bias


@kernel
def put_path_rows(tracks, c, count, slide, moving, k, pair_at, out):
    """Fill the two or three rows of a point on a path."""
    for m in range(count):
        found = held_along(slide) if m == 2 else held_across(slide, m == 0)
        put_scalar(out, k + m, found)
        put_shares(tracks, c, slide, moving, found, pair_at[k + m], out)
