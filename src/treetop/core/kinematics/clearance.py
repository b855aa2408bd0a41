"""How near two shapes are, and where: pure functions of where they are.

A shape is all that is within a radius of a line, which may be a point; or all below a plane.  The
gap is negative where shapes overlap; its rate is the relative velocity of the two nearest points
along the normal.  The nearest points of two lines are found after C. Ericson, *Real-Time Collision
Detection*, section 5.1.9.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.kinematics.frames import at_place, point
from treetop.core.spatial import Vec3, dot, norm
from treetop.core.spatial.table_access import mat, put_vec_at, vec, vec_at

PARALLEL = 1e-12  # sine squared of the angle between two lines, below which they are


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
def of_shapes(plane, a1, a2, radius_a, b1, b2, radius_b):
    """Nearest points of a plane through a1 with normal a2 and a line, or of two lines."""
    if plane:
        return above_plane(a1, a2, b1, b2, radius_b)
    return between_lines(a1, a2, radius_a, b1, b2, radius_b)


@kernel
def nearness(pairs, work, origin, k):
    """Nearness of pair k, seen from the origin of positions."""
    a, b, plane = pairs.bodies[k, 0], pairs.bodies[k, 1], pairs.plane[k] == 1
    a1 = point(work, origin, a, vec(pairs.first, k)).p
    other = vec_at(pairs.first[k], 3)
    a2 = mat(work.R, a) @ other if plane else point(work, origin, a, other).p
    b1 = point(work, origin, b, vec(pairs.second, k)).p
    b2 = point(work, origin, b, vec_at(pairs.second[k], 3)).p
    return of_shapes(plane, a1, a2, pairs.radius[k, 0], b1, b2, pairs.radius[k, 1])


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


@entry(None, 0, np.zeros((0, 6)), np.zeros((0, 6)), 0.0, 0.0, np.zeros((0, WIDTH)))
def seen_near(plane, first, second, radius_a, radius_b, out):
    """Write how near two shapes are at many instants, at each of which they are given in rows."""
    for k in range(out.shape[0]):
        a1, a2, b1, b2 = vec(first, k), vec_at(first[k], 3), vec(second, k), vec_at(second[k], 3)
        near = of_shapes(plane == 1, a1, a2, radius_a, b1, b2, radius_b)
        out[k, 0] = near.gap
        put_vec_at(out[k], 1, near.normal)
        put_vec_at(out[k], 4, near.at_a)
        put_vec_at(out[k], 7, near.at_b)
