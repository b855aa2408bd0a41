"""Curvilinear: along a curve fixed in F, by its arc length s; M turns along with it, or does not.

    P  place    x  a direction along the curve, y one across it, of any size
    t  along x    n1 the part of y that is square to t    n2 = t × n1, all of unit size

Dashes are derivatives by s.  What turns along has the axes t, n1 and n2, which turn by Ω per unit
of s.  With w = y' - (t · y) t' and the size D of the part of y,

    t' = (x' - t (t · x')) / |x|    Ω = t × t' + (n2 · w / D) t

x is a spline through the directions of P', which is smoother than P' itself: Ω' does not jump.
"""

import math
from typing import NamedTuple

from treetop.core.compiler import by_lane, kernel
from treetop.core.joints.joint_motion import Across
from treetop.core.spatial import Mat3, Motion, Vec3, cross, dot, norm, transpose, zero3
from treetop.core.spatial.cubics import cubic_vector
from treetop.core.spatial.table_access import put_six
from treetop.core.tables.curves import ASIDE, ONWARD, PLACE
from treetop.core.tables.search import interval

ITERATIONS = 30
RESOLUTION = 1e-15  # of the arc length, relative to that of the curve


class Bearing(NamedTuple):
    """How what turns along stands, in the axes of F."""

    R: Mat3
    turning: Vec3  # Ω
    turning1: Vec3  # Ω'


@kernel
def bearing(row, s, onward, aside):
    """Axes by cubics of the directions along and across the curve, which begin there in a row."""
    x, x1, x2 = cubic_vector(row, onward, s)
    y, y1, y2 = cubic_vector(row, aside, s)
    size = norm(x)
    t = x * (1.0 / size)
    size1 = dot(t, x1)
    t1 = (x1 - t * size1) * (1.0 / size)
    t2 = (x2 - t1 * (2.0 * size1)) * (1.0 / size)  # but for what is along t
    along, along1 = dot(t, y), dot(t1, y) + dot(t, y1)
    part = y - t * along
    D = norm(part)
    n1 = part * (1.0 / D)
    n2 = cross(t, n1)
    w, w1 = y1 - t1 * along, y2 - t2 * along - t1 * along1
    twist = dot(n2, w) / D
    turning = cross(t, t1) + t * twist
    D1 = dot(n1, w - t * along1)
    twist1 = (dot(cross(turning, n2), w) + dot(n2, w1) - twist * D1) / D
    turning1 = cross(t, t2) + t1 * twist + t * twist1
    return Bearing(transpose(Mat3(t, n1, n2)), turning, turning1)


@kernel
def change(curves, i, s):
    """How the motion per unit speed of joint i changes with s, in the axes of F."""
    first, end, along = curves.at[i, 0], curves.at[i, 1], curves.at[i, 2]
    span = interval(curves.begin, first, end, s)
    row, x = curves.cubic[span], s - curves.begin[span]
    _, _, P2 = cubic_vector(row, PLACE, x)
    return Motion(bearing(row, x, ONWARD, ASIDE).turning1 if along else zero3(), P2)


@by_lane
def across(R_NF, curves, i, s, rate, S, j):
    first, end, along = curves.at[i, 0], curves.at[i, 1], curves.at[i, 2]
    span = interval(curves.begin, first, end, s)
    row, x = curves.cubic[span], s - curves.begin[span]
    P, P1, P2 = cubic_vector(row, PLACE, x)
    R, w, w1 = R_NF, zero3(), zero3()
    if along:
        found = bearing(row, x, ONWARD, ASIDE)
        R, w, w1 = R_NF @ found.R, R_NF @ found.turning, R_NF @ found.turning1
    sliding = Motion(w, R_NF @ P1)
    put_six(S, j, sliding)
    return Across(R, R_NF @ P, sliding * rate, Motion(w1, R_NF @ P2) * (rate * rate))


@kernel
def coordinates(curves, i, d, q, k):
    q[k] = nearest_arc_length(curves, i, d)


@by_lane
def nearest_arc_length(curves, i, d):
    """The arc length of the nearest point, ``P' · (d - P) = 0``, from the nearest of the knots."""
    first, last = curves.at[i, 0], curves.at[i, 1] - 1
    near, least = first, math.inf
    for span in range(first, last + 1):
        P, _, _ = cubic_vector(curves.cubic[span], PLACE, 0.0)
        if dot(d - P, d - P) < least:
            near, least = span, dot(d - P, d - P)
    low = curves.begin[near - 1] if near > first else -math.inf
    high = curves.begin[near + 2] if near + 1 < last else math.inf
    s = curves.begin[near] + 0.0 * d.x
    for _ in range(ITERATIONS):
        span = interval(curves.begin, first, last + 1, s)
        P, P1, P2 = cubic_vector(curves.cubic[span], PLACE, s - curves.begin[span])
        slope = dot(P1, P1) - dot(P2, d - P)
        if slope <= 0.0:  # beyond the centre of curvature
            slope = dot(P1, P1)
        then = min(max(s + dot(P1, d - P) / slope, low), high)
        moved, s = abs(then - s), then
        if moved <= RESOLUTION * (1.0 + abs(curves.begin[last])):
            break
    return s
