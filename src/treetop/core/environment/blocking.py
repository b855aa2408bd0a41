"""Surfaces hidden by those of other bodies, whose place against them changes.

What hides is a rectangle, of both sides or of one, or a sphere; boxes, cylinders and meshes are the
boxes about them.  What is hidden is a disc about its centre, of its area, across the direction.
The hidden part is the overlap of their widths, smoothed: the step from 0 to 1 is four times
continuously differentiable.  Parts of one surface that hide the same are added, those of several
surfaces are multiplied as if independent.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.kinematics.frames import station
from treetop.core.spatial import cross, dot, transpose, turn_back
from treetop.core.spatial.table_access import put_vec, vec

ONE_SIDE, BOTH_SIDES, BALL = range(3)


class Blockers(NamedTuple):
    """What hides, in the axes of frames; parts of one surface are one after the other."""

    surface: np.ndarray  # (s,)  which surface hides
    part_at: np.ndarray  # (s + 1,)  where its parts begin
    kind: np.ndarray  # (p,)
    centre: np.ndarray  # (p, 3)
    a: np.ndarray  # (p, 3)  half the first edge of a rectangle; of a ball (radius, 0, 0)
    b: np.ndarray  # (p, 3)  half the second
    middle: np.ndarray  # (m, 3)  of a sphere about each surface and what stands for it
    extent: np.ndarray  # (m,)  its radius


_NONE, _FIRST = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
NO_BLOCKERS = Blockers(_NONE, _FIRST, _NONE, *(np.zeros((0, 3)),) * 4, np.zeros(0))


@kernel
def step(x):
    """From 0 at -1 to 1 at 1, four times continuously differentiable."""
    if x <= -1.0:
        return 0.0
    if x >= 1.0:
        return 1.0
    y = x * x
    odd = 1.0 + y * (-4.0 / 3.0 + y * (6.0 / 5.0 + y * (-4.0 / 7.0 + y / 9.0)))
    return 0.5 + 315.0 / 256.0 * x * odd


@kernel
def overlap(x, half, radius):
    """The part of an interval of `radius` about x that lies within `half` of 0, smoothed."""
    return step((x + half) / radius) - step((x - half) / radius)


@kernel
def by_rectangle(d, a, b, radius, s, both):
    """The part of a disc of `radius` that a rectangle hides from the direction s; d leads from the
    disc to the middle of the rectangle, a and b are half its edges."""
    n = cross(a, b)
    facing, ahead = dot(n, s), dot(n, d)
    if facing < 0.0 and both:
        facing, ahead = -facing, -ahead
    if facing <= 0.0:
        return 0.0
    aa, bb, sa, sb = dot(a, a), dot(b, b), dot(a, s), dot(b, s)
    area = (aa * bb) ** 0.5
    front = step(2.0 * ahead / (area * radius) - 1.0)
    if front == 0.0:
        return 0.0
    # Seen along s the edges are not at right angles: distances from them, and half their gaps.
    across_a, across_b = max(aa - sa * sa, 0.0) ** 0.5, max(bb - sb * sb, 0.0) ** 0.5
    if across_a == 0.0 or across_b == 0.0:
        return 0.0
    off_b = dot(cross(s, a), d) / across_a
    off_a = dot(cross(s, b), d) / across_b
    within = overlap(off_a, facing / across_b, radius)
    return front * within * overlap(off_b, facing / across_a, radius)


@kernel
def by_ball(d, size, radius, s):
    """The part of a disc of `radius` that a sphere of radius `size` hides from the direction s."""
    ahead = dot(d, s)
    front = step(2.0 * ahead / radius - 1.0)
    if front == 0.0:
        return 0.0
    off = max(dot(d, d) - ahead * ahead, 0.0) ** 0.5
    return front * min(1.0, (size / radius) ** 2) * step((size - off) / radius)


@inlined
def block(surfaces, shade, frames, work, origin, s, part):
    """Multiply the open parts of all rows by what surfaces of other bodies leave open of them;
    `shade.middle` is as `find_middles` leaves it."""
    blockers = surfaces.shading.blockers
    for i in range(blockers.surface.size):
        hiding = blockers.surface[i]
        middle, extent = vec(shade.middle, hiding), blockers.extent[hiding]
        for j in range(surfaces.frame.size):
            if surfaces.body[j] == surfaces.body[hiding]:
                continue
            if not passes(middle - vec(shade.middle, j), s, extent + blockers.extent[j]):
                block_rows(surfaces, frames, work, origin, s, i, j, part)


@inlined
def find_middles(surfaces, shade, frames, work, origin):
    """Write where the middles of all surfaces are, if they may hide each other."""
    blockers = surfaces.shading.blockers
    for j in range(blockers.extent.size):
        at = station(frames, work, origin, surfaces.frame[j])
        put_vec(shade.middle, j, at.p + at.R @ vec(blockers.middle, j))


@inlined
def block_rows(surfaces, frames, work, origin, s, i, j, part):
    """Multiply the open parts of the rows of surface j by what blocker i leaves of them."""
    blockers = surfaces.shading.blockers
    hiding = blockers.surface[i]
    by = station(frames, work, origin, surfaces.frame[hiding])
    at = station(frames, work, origin, surfaces.frame[j])
    R, p, along = transpose(by.R) @ at.R, turn_back(by.R, at.p - by.p), turn_back(by.R, s)
    middle, extent = vec(blockers.middle, hiding), blockers.extent[hiding]
    for k in range(surfaces.row_at[j], surfaces.row_at[j + 1]):
        place, radius = p + R @ vec(surfaces.place, k), surfaces.radius[k]
        if radius > 0.0 and not passes(middle - place, along, extent + radius):
            part[k] *= 1.0 - hidden(blockers, i, place, radius, along)


@kernel
def passes(d, s, far):
    """Whether what is at d does not come within `far` of the way along s."""
    ahead = dot(d, s)
    return ahead < -far or dot(d, d) - ahead * ahead > far * far


@kernel
def hidden(blockers, i, place, radius, s):
    """The part of a disc at a place that surface i hides, in the axes of its frame."""
    total = 0.0
    for k in range(blockers.part_at[i], blockers.part_at[i + 1]):
        d, kind = vec(blockers.centre, k) - place, blockers.kind[k]
        if kind == BALL:
            total += by_ball(d, blockers.a[k, 0], radius, s)
        else:
            a, b = vec(blockers.a, k), vec(blockers.b, k)
            total += by_rectangle(d, a, b, radius, s, kind == BOTH_SIDES)
    return min(total, 1.0)
