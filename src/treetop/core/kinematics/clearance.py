"""How near two shapes are, and where: pure functions of where they are.

A shape is all that is within a radius of a line, which may be a point, or of a ring; all below a
plane; or a cylinder.  The gap is negative where shapes overlap; its rate is the relative velocity
of the two nearest points along the normal.  The nearest points of two lines are found after
C. Ericson, *Real-Time Collision Detection*, section 5.1.9.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.kinematics.frames import at_place, point
from treetop.core.kinematics.round_shapes import (
    Core,
    Foot,
    axis_of,
    foot,
    lowest_of_ring,
    nearest_along,
    rim,
)
from treetop.core.spatial import Vec3, dot, norm
from treetop.core.spatial.table_access import mat, put_vec_at, vec, vec_at
from treetop.core.tables.contacts import CYLINDER, LINE, PLANE, RING

PARALLEL = 1e-12  # sine squared of the angle between two lines, below which they are
ASIDE = 1e-9  # cosine of the angle between a line and what is taken as square to it


class Nearness(NamedTuple):
    gap: float
    normal: Vec3  # from the first shape to the second
    at_a: Vec3  # the nearest points of both surfaces
    at_b: Vec3


class Fractions(NamedTuple):
    """Where the nearest points of two lines are: parts of the way from end to end."""

    a: float
    b: float


@kernel
def above_plane(place, normal, b1, b2, radius):
    """A line of a radius and a plane: the end that is lower."""
    h1, h2 = dot(normal, b1 - place), dot(normal, b2 - place)
    h, end = (h1, b1) if h1 <= h2 else (h2, b2)
    return Nearness(h - radius, normal, end - normal * h, end - normal * radius)


@kernel
def between_lines(a1, a2, radius_a, b1, b2, radius_b):
    """Two lines, each with a radius."""
    at = nearest(a1, a2, b1, b2)
    a, b = a1 + (a2 - a1) * at.a, b1 + (b2 - b1) * at.b
    d = b - a
    length = norm(d)
    n = d * (1.0 / length) if length > 0.0 else Vec3(1.0, 0.0, 0.0)  # all are as good
    return Nearness(length - radius_a - radius_b, n, a + n * radius_a, b - n * radius_b)


@kernel
def nearest(a1, a2, b1, b2):
    """The nearest points of two lines; of parallel ones, those in the middle of one of them if
    they can be."""
    u, v, w = a2 - a1, b2 - b1, a1 - b1
    uu, vv, uv, uw, vw = dot(u, u), dot(v, v), dot(u, v), dot(u, w), dot(v, w)
    if uu == 0.0 and vv == 0.0:
        return Fractions(0.0, 0.0)
    if uu == 0.0:
        return Fractions(0.0, within(vw / vv))
    if vv == 0.0:
        return Fractions(within(-uw / uu), 0.0)
    apart = uu * vv - uv * uv
    s = within((uv * vw - uw * vv) / apart) if apart > PARALLEL * uu * vv else 0.5
    t = (uv * s + vw) / vv
    if t < 0.0:
        return Fractions(within(-uw / uu), 0.0)
    if t > 1.0:
        return Fractions(within((uv - uw) / uu), 1.0)
    return Fractions(s, t)


@kernel
def within(part):
    return min(max(part, 0.0), 1.0)


@kernel
def touching(seen, radius):
    """A shape around a point that is seen from the core of the first."""
    n = seen.normal
    p = seen.at + n * seen.distance
    return Nearness(seen.distance - radius, n, seen.at, p - n * radius)


@kernel
def turned_round(near):
    return Nearness(near.gap, near.normal * -1.0, near.at_b, near.at_a)


@kernel
def nearer(a, b):
    return a if a.gap <= b.gap else b


@kernel
def between_cylinders(a, b):
    """Two cylinders: side by side; or by a rim of one of them; or pierced by an axis."""
    found = between_lines(a.first, a.second, a.radius, b.first, b.second, b.radius)
    u, v, n = a.second - a.first, b.second - b.first, found.normal
    if abs(dot(u, n)) > ASIDE * norm(u) or abs(dot(v, n)) > ASIDE * norm(v):
        found = touching(foot(a, nearest_along(axis_of(b), a)), 0.0)
        pierced = touching(foot(b, nearest_along(axis_of(a), b)), 0.0)
        found = nearer(found, turned_round(pierced))
    for end in range(2):
        found = nearer(found, touching(foot(a, nearest_along(rim(b, end), a)), 0.0))
        seen = touching(foot(b, nearest_along(rim(a, end), b)), 0.0)
        found = nearer(found, turned_round(seen))
    return found


@kernel
def above(plane, b):
    """A plane and another shape."""
    place, n, p, q = plane.first, plane.second, b.first, b.second
    if b.sort == RING:
        p = q = lowest_of_ring(p, q, n)
    if b.sort == CYLINDER:
        axis = (q - p) * (b.radius / norm(q - p))
        p, q = lowest_of_ring(p, axis, n), lowest_of_ring(q, axis, n)
    return above_plane(place, n, p, q, 0.0 if b.sort == CYLINDER else b.radius)


@kernel
def of_shapes(a, b):
    """Nearest points of two shapes, the first of a sort that is not greater."""
    if a.sort == PLANE:
        return above(a, b)
    if a.sort == LINE:
        return between_lines(a.first, a.second, a.radius, b.first, b.second, b.radius)
    if b.sort == CYLINDER:
        return between_cylinders(a, b)
    seen = foot(a, nearest_along(b, a))
    if a.sort == CYLINDER:
        return touching(seen, b.radius)
    n = seen.normal
    return touching(Foot(seen.distance - a.radius, n, seen.at + n * a.radius), b.radius)


@kernel
def core_at(work, origin, body, sort, numbers, radius):
    """A shape on a body, seen from the origin of positions."""
    first, second = point(work, origin, body, vec_at(numbers, 0)).p, vec_at(numbers, 3)
    directed = sort in (PLANE, RING)
    second = mat(work.R, body) @ second if directed else point(work, origin, body, second).p
    return Core(sort, first, second, radius)


@kernel
def nearness(pairs, work, origin, k):
    """Nearness of pair k, seen from the origin of positions."""
    bodies, sort, radius = pairs.bodies[k], pairs.sort[k], pairs.radius[k]
    a = core_at(work, origin, bodies[0], sort[0], pairs.first[k], radius[0])
    return of_shapes(a, core_at(work, origin, bodies[1], sort[1], pairs.second[k], radius[1]))


@kernel
def gap_rate(near, pairs, work, origin, k):
    """How fast the shapes of pair k, which are so near, come apart."""
    a = at_place(work, origin, pairs.bodies[k, 0], near.at_a)
    b = at_place(work, origin, pairs.bodies[k, 1], near.at_b)
    return dot(near.normal, b.V.lin - a.V.lin)


@kernel
def gap(pairs, work, origin, k):
    """How far the shapes of pair k are from each other; negative where they overlap."""
    return nearness(pairs, work, origin, k).gap


WIDTH = 10  # of a row that gives gap, normal and both points
_SORTS = np.zeros(0, dtype=np.int64)


@entry(None, _SORTS, np.zeros((0, 6)), np.zeros((0, 6)), np.zeros(0), np.zeros((0, WIDTH)))
def seen_near(sort, first, second, radius, out):
    """Write how near two shapes are at many instants, at each of which they are given in rows."""
    for k in range(out.shape[0]):
        a = Core(sort[0], vec(first, k), vec_at(first[k], 3), radius[0])
        near = of_shapes(a, Core(sort[1], vec(second, k), vec_at(second[k], 3), radius[1]))
        out[k, 0] = near.gap
        put_vec_at(out[k], 1, near.normal)
        put_vec_at(out[k], 4, near.at_a)
        put_vec_at(out[k], 7, near.at_b)
