"""How much of each surface is open to light and to the flow of air, and not hidden by others.

Among surfaces of one rigid body that depends on the direction in the axes of the body alone.  It is
computed before the run for directions all around, and here averaged over the nearest of them with
weights (1 - r²/h²)⁵, r being the distance on the unit sphere and h the reach: between 0 and 1, four
times continuously differentiable, and exactly 1 where nothing is hidden from any direction near.

Between bodies that move against each other, what hides is taken for rectangles and spheres, and
what is hidden for a disc about its centre: see `treetop.core.environment.blocking`.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel, varying
from treetop.core.environment.blocking import NO_BLOCKERS, Blockers, block, find_middles
from treetop.core.spatial import dot, turn_back
from treetop.core.spatial.table_access import mat, motion, vec

MOST_NEAR = 128  # directions within reach of any


class Shading(NamedTuple):
    """What hides what."""

    body: np.ndarray  # (b,)  rigid bodies whose surfaces hide each other
    column_at: np.ndarray  # (b + 1,)  where the columns of each begin
    row: np.ndarray  # (c,)  which row of the surfaces a column is
    direction: np.ndarray  # (d, 3)  unit vectors, in axes of a body
    reach: np.ndarray  # (1,)  how far the average reaches, on the unit sphere
    cells: np.ndarray  # (1,)  along each edge of a cube about the sphere
    cell_at: np.ndarray  # (6 cells² + 1,)  where the directions near each cell begin
    near: np.ndarray  # which directions these are
    open_part: np.ndarray  # (d, c)  float32: the part of a row that is open to a direction
    blockers: Blockers


@varying
class Shade(NamedTuple):
    """Workspace: the part of each row that is open."""

    sun: np.ndarray  # (n,)
    air: np.ndarray  # (n,)
    whole: np.ndarray  # (n,)  1: nothing hides light of the planet
    heat: np.ndarray  # (m,)  what surfaces take up of light, W, where anything is warmed by it
    column: np.ndarray  # (c,)
    near: np.ndarray  # (MOST_NEAR,)
    weight: np.ndarray  # (MOST_NEAR,)
    middle: np.ndarray  # (m, 3)  where surfaces are that may hide each other


_NONE, _FIRST = np.zeros(0, dtype=np.int64), np.zeros(1, dtype=np.int64)
NO_SHADING = Shading(
    *(_NONE, _FIRST, _NONE, np.zeros((0, 3)), np.zeros(1), _FIRST, _FIRST, _NONE),
    *(np.zeros((0, 0), dtype=np.float32), NO_BLOCKERS),
)


def shade_for(count: int, rows: int, shading: Shading) -> Shade:
    """Workspace for so many surfaces, of so many rows, all open."""
    column, near = np.zeros(len(shading.row)), np.zeros(MOST_NEAR, dtype=np.int64)
    middle = np.zeros((len(shading.blockers.extent), 3))
    sun, air, whole = np.ones((3, rows))
    weight, heat = np.zeros(MOST_NEAR), np.zeros(count)
    return Shade(sun, air, whole, heat, column, near, weight, middle)


@inlined
def cast(surfaces, shade, frames, work, origin, ambient):
    """Let surfaces hide each other from the Sun and from the air."""
    shading = surfaces.shading
    if shading.body.size + shading.blockers.surface.size == 0:
        return
    find_middles(surfaces, shade, frames, work, origin)
    if ambient.light_pressure > 0.0:
        shade.sun[:] = 1.0
        for b in range(shading.body.size):
            s = turn_back(mat(work.R, shading.body[b]), ambient.sun)
            hide(shading, shade, b, s, shade.sun)
        block(surfaces, shade, frames, work, origin, ambient.sun, shade.sun)
    if ambient.density > 0.0:
        shade.air[:] = 1.0
        for b in range(shading.body.size):
            i = shading.body[b]
            flow = ambient.air - (origin.v + motion(work.V, i).lin)
            speed = dot(flow, flow) ** 0.5
            if speed > 0.0:
                s = turn_back(mat(work.R, i), flow * (-1.0 / speed))
                hide(shading, shade, b, s, shade.air)
        flow = ambient.air - origin.v
        speed = dot(flow, flow) ** 0.5
        if speed > 0.0:
            block(surfaces, shade, frames, work, origin, flow * (-1.0 / speed), shade.air)


@kernel
def hide(shading, shade, b, s, part):
    """Multiply the open parts of the rows of body b by what its own surfaces leave open of them to
    the direction s, in its axes."""
    count = weigh(shading, shade, s)
    first, last = shading.column_at[b], shading.column_at[b + 1]
    column, row = shade.column[first:last], shading.row[first:last]
    column[:] = 0.0
    for i in range(count):
        opened, weight = shading.open_part[shade.near[i], first:last], shade.weight[i]
        for c in range(column.size):
            column[c] += weight * opened[c]
    for c in range(column.size):
        part[row[c]] *= column[c]


@kernel
def weigh(shading, shade, s):
    """Write which directions are near s, with weights whose sum is one; return how many."""
    cell = cell_of(s, shading.cells[0])
    within = 1.0 / (shading.reach[0] * shading.reach[0])
    count, total = 0, 0.0
    for i in range(shading.cell_at[cell], shading.cell_at[cell + 1]):
        apart = s - vec(shading.direction, shading.near[i])
        x = 1.0 - within * dot(apart, apart)
        if x > 0.0:
            weight = x * x * x * x * x
            shade.near[count], shade.weight[count] = shading.near[i], weight
            count, total = count + 1, total + weight
    for i in range(count):
        shade.weight[i] /= total
    return count


@kernel
def cell_of(s, cells):
    """The cell of a cube about the unit sphere, of `cells` along each edge, that s points to."""
    x, y, z = abs(s.x), abs(s.y), abs(s.z)
    if x >= y and x >= z:
        face, u, v, w = (0 if s.x > 0.0 else 1), s.y, s.z, x
    elif y >= z:
        face, u, v, w = (2 if s.y > 0.0 else 3), s.z, s.x, y
    else:
        face, u, v, w = (4 if s.z > 0.0 else 5), s.x, s.y, z
    i = min(int(0.5 * (u / w + 1.0) * cells), cells - 1)
    j = min(int(0.5 * (v / w + 1.0) * cells), cells - 1)
    return (face * cells + i) * cells + j
