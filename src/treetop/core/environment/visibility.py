"""How much of each row of surfaces is open to directions all around, before a run: points of the
rows are looked for behind triangles, which are sorted into squares of a grid across the direction.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.spatial import Vec3, cross, dot
from treetop.core.spatial.table_access import vec

GRID = 32  # squares along each edge
NEAR = 1e-6  # of the size of all: how much nearer a triangle must be to hide a point
SEAM = 1e-9  # of a triangle, by which it is larger: rounding leaves no gap between neighbours
ROOM = 64  # squares that a triangle touches, on average


class Scene(NamedTuple):
    """Triangles that hide, and points that may be hidden, of rows of surfaces."""

    corners: np.ndarray  # (t, 9)
    owner: np.ndarray  # (t,)  the row that a triangle belongs to, of which it hides nothing, or -1
    place: np.ndarray  # (p, 3)
    normal: np.ndarray  # (p, 3)  outward
    area: np.ndarray  # (p,)
    row: np.ndarray  # (p,)  the row that a point belongs to
    both: np.ndarray  # (n,)  1 if both sides of a row count


class Squares(NamedTuple):
    """Workspace: triangles seen along a direction, and which of them touch each square."""

    seen: np.ndarray  # (t, 9)  across, across, along
    first: np.ndarray  # (GRID² + 1,)
    member: np.ndarray  # (ROOM t,)
    shown: np.ndarray  # (n,)  area of each row across the direction


def squares_for(scene: Scene) -> Squares:
    """Workspace for a scene."""
    first, count = np.zeros(GRID * GRID + 1, dtype=np.int64), len(scene.corners)
    member = np.zeros(ROOM * count, dtype=np.int64)
    return Squares(np.zeros((count, 9)), first, member, np.zeros(len(scene.both)))


_INDEX = np.zeros(0, dtype=np.int64)
_SCENE = Scene(*(np.zeros((0, 9)), _INDEX, *np.zeros((2, 0, 3)), np.zeros(0), _INDEX, _INDEX))


class Window(NamedTuple):
    """What is seen along a direction, cut into so many squares each way."""

    x: float
    y: float
    per_x: float  # squares per length
    per_y: float
    near: float  # how much nearer a triangle must be to hide a point
    squares: int


@entry(0, np.zeros((0, 3)), _SCENE, squares_for(_SCENE), np.zeros((0, 0)))
def open_parts(directions, scene, squares, parts):
    """Write into parts[d, k] the part of row k that is open to direction d, as seen from there; -1
    if the row faces away."""
    for d in range(directions.shape[0]):
        s = vec(directions, d)
        a, b = axes_across(s)
        look_along(scene, squares, s, a, b)
        window = window_about(squares.seen, GRID)
        while sort(squares, window) > squares.member.size:
            window = window_about(squares.seen, window.squares // 2)
        measure(scene, squares, s, a, b, window, parts[d])
    return 0


@kernel
def axes_across(s):
    """Two unit vectors across the unit vector s."""
    x = Vec3(0.0, s.z, -s.y) if abs(s.x) < 0.6 else Vec3(-s.z, 0.0, s.x)
    a = x * (1.0 / math.sqrt(dot(x, x)))
    return a, cross(s, a)


@kernel
def look_along(scene, squares, s, a, b):
    """Write the corners of triangles across and along the direction s."""
    corners, seen = scene.corners, squares.seen
    for t in range(corners.shape[0]):
        for i in range(0, 9, 3):
            x = Vec3(corners[t, i], corners[t, i + 1], corners[t, i + 2])
            seen[t, i], seen[t, i + 1], seen[t, i + 2] = dot(a, x), dot(b, x), dot(s, x)


@kernel
def window_about(seen, count):
    """The window that holds all triangles."""
    x0, x1, y0, y1 = math.inf, -math.inf, math.inf, -math.inf
    for t in range(seen.shape[0]):
        for i in range(0, 9, 3):
            x0, x1 = min(x0, seen[t, i]), max(x1, seen[t, i])
            y0, y1 = min(y0, seen[t, i + 1]), max(y1, seen[t, i + 1])
    size = max(x1 - x0, y1 - y0)
    least = NEAR * size
    per_x, per_y = count / max(x1 - x0, least), count / max(y1 - y0, least)
    return Window(x0, y0, per_x, per_y, least, count)


@kernel
def square_of(x, low, per, count):
    """The square, of `count`, that x is in."""
    return min(max(int((x - low) * per), 0), count - 1)


@kernel
def span(seen, t, i, low, per, count):
    """The first and the last square that triangle t touches along axis i."""
    least = min(seen[t, i], seen[t, i + 3], seen[t, i + 6])
    most = max(seen[t, i], seen[t, i + 3], seen[t, i + 6])
    return square_of(least, low, per, count), square_of(most, low, per, count)


@kernel
def touched(seen, t, window):
    """The squares that triangle t touches: first and last along both axes."""
    x0, x1 = span(seen, t, 0, window.x, window.per_x, window.squares)
    y0, y1 = span(seen, t, 1, window.y, window.per_y, window.squares)
    return x0, x1, y0, y1


@kernel
def sort(squares, window):
    """Write which triangles touch each square, if there is room; return how many entries that
    makes."""
    seen, first, count = squares.seen, squares.first, window.squares
    first[: count * count + 1] = 0
    for t in range(seen.shape[0]):
        x0, x1, y0, y1 = touched(seen, t, window)
        for i in range(x0, x1 + 1):
            for j in range(y0, y1 + 1):
                first[i * count + j] += 1
    entries = 0
    for cell in range(count * count + 1):  # where each ends; filling moves that to its beginning
        entries += first[cell]
        first[cell] = entries
    if entries > squares.member.size:
        return entries
    for t in range(seen.shape[0]):
        x0, x1, y0, y1 = touched(seen, t, window)
        for i in range(x0, x1 + 1):
            for j in range(y0, y1 + 1):
                first[i * count + j] -= 1
                squares.member[first[i * count + j]] = t
    return entries


@kernel
def measure(scene, squares, s, a, b, window, part):
    """Write the open part of every row, or -1."""
    shown = squares.shown
    shown[:] = 0.0
    part[:] = 0.0
    for p in range(scene.row.size):
        row, facing = scene.row[p], dot(vec(scene.normal, p), s)
        if scene.both[row] == 1:
            facing = abs(facing)
        if facing <= 0.0:
            continue
        x, area = vec(scene.place, p), facing * scene.area[p]
        shown[row] += area
        if not hidden(scene, squares, window, row, Vec3(dot(a, x), dot(b, x), dot(s, x))):
            part[row] += area
    for row in range(shown.size):
        part[row] = part[row] / shown[row] if shown[row] > 0.0 else -1.0


@kernel
def hidden(scene, squares, window, row, x):
    """Whether a triangle of another row is before a point x, seen along the direction, of a
    row."""
    i = square_of(x.x, window.x, window.per_x, window.squares)
    cell = i * window.squares + square_of(x.y, window.y, window.per_y, window.squares)
    for k in range(squares.first[cell], squares.first[cell + 1]):
        t = squares.member[k]
        if scene.owner[t] != row and before(squares.seen, t, x.x, x.y, x.z + window.near):
            return True
    return False


@kernel
def before(seen, t, x, y, z):
    """Whether triangle t, seen along a direction, is before the point x, y, z."""
    ax, ay = seen[t, 0] - x, seen[t, 1] - y
    bx, by = seen[t, 3] - x, seen[t, 4] - y
    cx, cy = seen[t, 6] - x, seen[t, 7] - y
    u, v, w = bx * cy - by * cx, cx * ay - cy * ax, ax * by - ay * bx
    area = u + v + w
    if area == 0.0:
        return False
    u, v, w = u / area, v / area, w / area
    return min(u, v, w) >= -SEAM and u * seen[t, 2] + v * seen[t, 5] + w * seen[t, 8] > z
