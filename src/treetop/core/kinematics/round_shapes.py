"""Nearest points of rings and of cylinders with flat ends.

A shape is given by its core and a radius.  The core is a line from a1 to a2; a circle about a1,
whose axis a2 is as long as its radius; or a solid cylinder from a1 to a2, whose radius is part of
it.  Of two cores, points along one are tried against the nearest points of the other, which are
known in closed form; the best of them is refined by golden section.
"""

import math
from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.spatial import Vec3, cross, dot, norm
from treetop.core.tables.contacts import CYLINDER, LINE, RING

TRIED = 64  # points along a core
REFINED = 45  # steps, which leave 1e-11 of a core
GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)


class Foot(NamedTuple):
    """The point of a core, or of the surface of a cylinder, that is nearest to a given one."""

    distance: float  # negative within a cylinder
    normal: Vec3  # from there to the given point
    at: Vec3


class Core(NamedTuple):
    sort: int
    first: Vec3
    second: Vec3
    radius: float


@kernel
def square_to(k):
    """A unit vector at right angles to another."""
    x, y, z = abs(k.x), abs(k.y), abs(k.z)
    other = Vec3(1.0, 0.0, 0.0) if x <= y and x <= z else Vec3(0.0, 1.0, 0.0)
    side = cross(k, other if x <= y or y <= z else Vec3(0.0, 0.0, 1.0))
    return side * (1.0 / norm(side))


@kernel
def across(k, v):
    """The part of v at right angles to k as a unit vector, and its length."""
    part = v - k * dot(k, v)
    length = norm(part)
    return (part * (1.0 / length) if length > 0.0 else square_to(k)), length


@kernel
def between(at, p, otherwise):
    d = p - at
    distance = norm(d)
    return Foot(distance, d * (1.0 / distance) if distance > 0.0 else otherwise, at)


@kernel
def foot_on_line(a, b, p):
    d = b - a
    part = dot(d, d)
    part = min(max(dot(d, p - a) / part, 0.0), 1.0) if part > 0.0 else 0.0
    return between(a + d * part, p, Vec3(1.0, 0.0, 0.0))


@kernel
def foot_on_ring(centre, axis, p):
    radius = norm(axis)
    k = axis * (1.0 / radius)
    e, _ = across(k, p - centre)
    return between(centre + e * radius, p, k)


@kernel
def foot_on_cylinder(a, b, radius, p):
    length = norm(b - a)
    k = (b - a) * (1.0 / length)
    e, out = across(k, p - a)
    z, aside = dot(k, p - a), out - radius
    n, beyond = (k, z - length) if 2.0 * z > length else (k * -1.0, -z)
    if aside <= 0.0 and beyond <= 0.0:
        n, distance = (e, aside) if aside >= beyond else (n, beyond)
        return Foot(distance, n, p - n * distance)
    d = e * max(aside, 0.0) + n * max(beyond, 0.0)
    distance = norm(d)
    return Foot(distance, d * (1.0 / distance), p - d)


@kernel
def foot(core, p):
    if core.sort == RING:
        return foot_on_ring(core.first, core.second, p)
    if core.sort == CYLINDER:
        return foot_on_cylinder(core.first, core.second, core.radius, p)
    return foot_on_line(core.first, core.second, p)


@kernel
def along(core, part):
    """A point of a line, or of a ring."""
    if core.sort != RING:
        return core.first + (core.second - core.first) * part
    radius = norm(core.second)
    k = core.second * (1.0 / radius)
    x = square_to(k) * radius
    angle = 2.0 * math.pi * part
    return core.first + x * math.cos(angle) + cross(k, x) * math.sin(angle)


@kernel
def nearest_along(core, other):
    """The point of a line or of a ring that is nearest to another core."""
    best, least = 0.0, foot(other, along(core, 0.0)).distance
    for k in range(1, TRIED + 1):
        distance = foot(other, along(core, k / TRIED)).distance
        if distance < least:
            best, least = k / TRIED, distance
    low, high = best - 1.0 / TRIED, best + 1.0 / TRIED
    if core.sort != RING:
        low, high = max(low, 0.0), min(high, 1.0)
    for _ in range(REFINED):
        s, t = high - GOLDEN * (high - low), low + GOLDEN * (high - low)
        nearer = foot(other, along(core, s)).distance < foot(other, along(core, t)).distance
        low, high = (low, t) if nearer else (s, high)
    return along(core, 0.5 * (low + high))


@kernel
def lowest_of_ring(centre, axis, n):
    """The point of a ring that is farthest against n."""
    radius = norm(axis)
    e, tilt = across(axis * (1.0 / radius), n)
    return centre - e * radius if tilt > 0.0 else centre


@kernel
def rim(core, upper):
    """A ring at one end of a cylinder."""
    d = core.second - core.first
    end = core.second if upper else core.first
    return Core(RING, end, d * (core.radius / norm(d)), 0.0)


@kernel
def axis_of(core):
    """The axis of a cylinder."""
    return Core(LINE, core.first, core.second, 0.0)
