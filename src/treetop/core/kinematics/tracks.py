"""Where a point is along a path, and how both move.

The arc length s of the nearest point is found from how bodies stand: P' · d = 0, with the distance
d = p - P from the path.  Dashes are derivatives by the arc length, dots rates.

    s. = (P' · v + P'. · d) / (P' · P' - P'' · d),    v = p. - P. at constant arc length
"""

import math
from typing import NamedTuple

from treetop.core.compiler import inlined, kernel
from treetop.core.kinematics.frames import Station, point
from treetop.core.spatial import Force, Vec3, cross, dot, zero3
from treetop.core.spatial.cubics import cubic, cubic_vector
from treetop.core.spatial.table_access import vec
from treetop.core.tables.search import interval
from treetop.core.tables.sliding import ACROSS, ARM, WEIGHT
from treetop.core.tables.workspace import Moving

ITERATIONS = 30
RESOLUTION = 1e-15  # of the arc length, relative to that of the path


class Along(NamedTuple):
    """A point of a path, and how it moves at a constant arc length."""

    P: Vec3
    P1: Vec3  # derivatives by the arc length
    P2: Vec3
    v: Vec3  # velocity
    v1: Vec3  # its derivative by the arc length
    a: Vec3  # acceleration, while no body accelerates
    y: Vec3  # a direction across the path, of any size
    y1: Vec3  # its derivative by the arc length
    y_rate: Vec3


class Slide(NamedTuple):
    """The point that slides, the nearest point of its path, and arc length and rate of that."""

    at: Station
    along: Along
    span: int
    s: float
    rate: float


@kernel
def point_along(tracks, c, moving, origin, span, s):
    """Path c at the arc length s, by the cubics of a span."""
    x, first = s - tracks.begin[span], tracks.slot_at[c]
    first += (span - tracks.span_at[c]) * tracks.slots[c]
    P = P1 = P2 = v = v1 = a = y = y1 = y_rate = zero3()
    for k in range(first, first + tracks.slots[c]):
        row = tracks.cubic[k]
        body = point(moving, origin, tracks.body[tracks.node_at[c] + tracks.node[k]], zero3())
        weight, weight1, weight2 = cubic(row, WEIGHT, x)
        r, r1, r2 = cubic_vector(row, ARM, x)
        across, across1, _ = cubic_vector(row, ACROSS, x)
        w, r, r1, across = body.V.ang, body.R @ r, body.R @ r1, body.R @ across
        P, P1 = P + body.p * weight + r, P1 + body.p * weight1 + r1
        P2 = P2 + body.p * weight2 + body.R @ r2
        v, v1 = v + body.V.lin * weight + cross(w, r), v1 + body.V.lin * weight1 + cross(w, r1)
        a, y = a + cross(w, cross(w, r)), y + across
        y1, y_rate = y1 + body.R @ across1, y_rate + cross(w, across)
    return Along(P, P1, P2, v, v1, a, y, y1, y_rate)


@kernel
def begin_of_span(tracks, c, moving, origin, span):
    """Where a span begins."""
    first, P = tracks.slot_at[c], zero3()
    first += (span - tracks.span_at[c]) * tracks.slots[c]
    for k in range(first, first + tracks.slots[c]):
        row = tracks.cubic[k]
        r = Vec3(row[ARM], row[ARM + 4], row[ARM + 8])
        if row[WEIGHT] != 0.0 or dot(r, r) != 0.0:
            at = point(moving, origin, tracks.body[tracks.node_at[c] + tracks.node[k]], r)
            P = P + at.p * row[WEIGHT] + at.r * (1.0 - row[WEIGHT])
    return P


@kernel
def span_of(tracks, c, s):
    """The span that an arc length is in; the first or the last, beyond the ends."""
    return interval(tracks.begin, tracks.span_at[c], tracks.span_at[c + 1], s)


@kernel
def slide_of(tracks, c, moving, origin):
    """How the point of path c slides."""
    at = point(moving, origin, tracks.slider[c], vec(tracks.point, c))
    first, last = tracks.span_at[c], tracks.span_at[c + 1] - 1
    near, least = first, math.inf
    for span in range(first, last + 1):
        d = at.p - begin_of_span(tracks, c, moving, origin, span)
        if dot(d, d) < least:
            near, least = span, dot(d, d)
    low = tracks.begin[near - 1] if near > first else -math.inf
    high = tracks.begin[near + 2] if near + 1 < last else math.inf
    s, span = tracks.begin[near], near
    along = point_along(tracks, c, moving, origin, span, s)
    for _ in range(ITERATIONS):
        d = at.p - along.P
        slope = dot(along.P1, along.P1) - dot(along.P2, d)
        if slope <= 0.0:  # beyond the centre of curvature
            slope = dot(along.P1, along.P1)
        then = min(max(s + dot(along.P1, d) / slope, low), high)
        moved = abs(then - s)
        s, span = then, span_of(tracks, c, then)
        along = point_along(tracks, c, moving, origin, span, s)
        if moved <= RESOLUTION * (1.0 + abs(tracks.begin[last])):
            break
    d = at.p - along.P
    slope = dot(along.P1, along.P1) - dot(along.P2, d)
    rate = (dot(along.P1, at.V.lin - along.v) + dot(along.v1, d)) / slope
    return Slide(at, along, span, s, rate)


@kernel
def share(row, x, R, e):
    """What a force -e on the path is to one of its bodies, about the body's origin."""
    weight, _, _ = cubic(row, WEIGHT, x)
    r, _, _ = cubic_vector(row, ARM, x)
    return Force(-cross(R @ r, e), e * -weight)


@inlined
def slides_seen(tables, work, origin, row):
    """Write arc length and rate of each point on a path among the outputs."""
    tracks = tables.drives.sliding.tracks
    moving = Moving(work.R, work.p, work.V, work.user_frames)
    for c in range(tracks.slots.size):
        k = tracks.output[c]
        if k >= 0:
            slide = slide_of(tracks, c, moving, origin)
            row[k], row[k + 1] = slide.s, slide.rate
