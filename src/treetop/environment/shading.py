"""Tables of what surfaces of a rigid body hide of each other, over directions all around.

Searches for neighbours are imported where they are made: few models have surfaces.
"""

from __future__ import annotations

import hashlib
import math
from collections import OrderedDict
from collections.abc import Iterable
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

import numpy as np

from treetop.core.environment.blocking import NO_BLOCKERS, Blockers
from treetop.core.environment.shading import NO_SHADING, Shading
from treetop.core.environment.surfaces import PLATE
from treetop.core.environment.visibility import Scene, open_parts, squares_for
from treetop.environment.facets import Facets

LEVEL = 4  # how often the faces of an icosahedron are cut into four
REACH = 2.2  # of the average, in mean distances between neighbours
CELLS = 24  # along each edge of a cube about the sphere
CLOSE = 8  # directions tried for one that sees a row
NOTHING = 1e-9  # hidden part that is none
MOST_ENTRIES = 20_000_000  # of a table: of more facets, fewer directions
MOST_POINTS = 8000  # looked for: of more facets, fewer each
KEPT = 8  # results for bodies, which every stage of a model has again

_known: OrderedDict[bytes, np.ndarray] = OrderedDict()


class BodySurfaces(NamedTuple):
    """Surfaces of one rigid body, in its axes."""

    body: int  # its number
    rows: np.ndarray  # which rows of the table these are
    facets: Facets


def shading_of(
    bodies: Iterable[BodySurfaces], blockers: Blockers = NO_BLOCKERS, level: int = LEVEL
) -> Shading:
    """The table of what hides what: within bodies, and by `blockers` between them."""
    numbers, rows, parts = [], [], []
    several = list(bodies)
    level = _affordable(sum(len(each.rows) for each in several), level)
    for each in several:
        part = _remembered(each.facets, level)
        columns = np.flatnonzero(part.min(axis=0) < 1.0 - NOTHING)
        if len(columns):
            numbers.append(each.body)
            rows.append(each.rows[columns])
            parts.append(part[:, columns].astype(np.float32))
    if not numbers:
        return NO_SHADING._replace(blockers=blockers)
    reach, first, near = cells(level)
    return Shading(
        np.array(numbers, dtype=np.int64),
        np.cumsum([0, *map(len, rows)]),
        np.concatenate(rows).astype(np.int64),
        directions(level),
        np.array([reach]),
        np.array([CELLS]),
        first,
        near,
        np.ascontiguousarray(np.concatenate(parts, axis=1)),
        blockers,
    )


def _affordable(rows: int, level: int) -> int:
    """The level, or a lower one at which a table of so many rows is not too large."""
    while level > 0 and (10 * 4**level + 2) * rows > MOST_ENTRIES:
        level -= 1
    return level


def _remembered(facets: Facets, level: int) -> np.ndarray:
    """What `openness` gives, computed once for the same facets."""
    key = hashlib.sha256(str(level).encode())
    for array in facets:
        key.update(np.ascontiguousarray(array).tobytes())
    name = key.digest()
    if name not in _known:
        _known[name] = openness(facets, level)
        if len(_known) > KEPT:
            _known.popitem(last=False)
    return _known[name]


def openness(facets: Facets, level: int = LEVEL) -> np.ndarray:
    """The part of each row that is open to each direction (d, n), as seen from there."""
    nodes, needed = directions(level), _looked_for(facets)
    points = facets.points[needed], facets.point_normal[needed], facets.point_area[needed]
    scene = Scene(
        np.ascontiguousarray(facets.corners.reshape(-1, 9)),
        facets.owner.astype(np.int64),
        *points,
        facets.point_row[needed].astype(np.int64),
        (facets.kind == PLATE).astype(np.int64),
    )
    parts = np.ones((len(nodes), len(facets.kind)))
    if len(facets.kind) > 1:
        open_parts(nodes, scene, squares_for(scene), parts)
    _continue(parts, facets.normal, nodes)
    return parts


def _looked_for(facets: Facets) -> np.ndarray:
    """Which points are looked for: of each row every so many."""
    rows = facets.point_row
    every = -(-len(rows) // MOST_POINTS)
    count = np.bincount(rows, minlength=len(facets.kind))
    number = np.arange(len(rows)) - (np.cumsum(count) - count)[rows]
    return np.flatnonzero(number % every == np.minimum(every, count[rows]) // 2)


def _continue(parts: np.ndarray, normals: np.ndarray, nodes: np.ndarray) -> None:
    """Give rows that face away what they have in the direction mirrored in their plane, so that
    averages over directions near the edge are not drawn down."""
    from scipy.spatial import cKDTree  # takes long to import

    tree, found = cKDTree(nodes), dict[tuple[bytes, bytes], np.ndarray]()
    for k in np.flatnonzero(((parts >= 0.0) & (parts < 1.0 - NOTHING)).any(axis=0)):
        away, n = np.flatnonzero(parts[:, k] < 0.0), normals[k]
        if not len(away):
            continue
        key = n.tobytes(), away.tobytes()  # facets of one plane share the search
        if key not in found:
            mirrored = nodes[away] - 2.0 * (nodes[away] @ n)[:, None] * n
            found[key] = tree.query(mirrored, k=CLOSE)[1]
        seen = parts[found[key], k]
        parts[away, k] = seen[np.arange(len(away)), (seen >= 0.0).argmax(axis=1)]
    parts[parts < 0.0] = 1.0


@lru_cache(maxsize=4)
def directions(level: int = LEVEL) -> np.ndarray:
    """Unit vectors to all sides: corners of an icosahedron, whose faces are cut into four so
    often."""
    golden = (1 + math.sqrt(5)) / 2
    corners = [(0.0, x, y * golden) for x in (-1.0, 1.0) for y in (-1.0, 1.0)]
    points = np.array([[*each[-k:], *each[:-k]] for k in (1, 2, 3) for each in corners])
    near = np.linalg.norm(points[:, None] - points, axis=2) < 2.01  # edges are 2 long
    faces = np.array([f for f in combinations(range(12), 3) if near[np.ix_(f, f)].all()])
    points /= math.hypot(1, golden)
    for _ in range(level):
        pairs = np.sort(faces[:, [[0, 1], [1, 2], [2, 0]]], axis=2)
        ends, number = np.unique(pairs.reshape(-1, 2), axis=0, return_inverse=True)
        middle = points[ends].sum(axis=1)
        a, b, c = faces.T
        ab, bc, ca = number.reshape(-1, 3).T + len(points)
        points = np.concatenate([points, middle / np.linalg.norm(middle, axis=1, keepdims=True)])
        quarters = (a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)
        faces = np.concatenate([np.stack(each, axis=1) for each in quarters])
    return points


@lru_cache(maxsize=4)
def cells(level: int = LEVEL) -> tuple[float, np.ndarray, np.ndarray]:
    """How far the average reaches, and which directions are within reach of each cell of a cube
    about the sphere: where they begin, and their numbers."""
    from scipy.spatial import cKDTree  # takes long to import

    nodes = directions(level)
    reach = REACH * math.sqrt(4 * math.pi / len(nodes))
    u = (np.arange(CELLS) + 0.5) / CELLS * 2 - 1
    u, v = (x.ravel() for x in np.meshgrid(u, u, indexing="ij"))
    one = np.ones_like(u)
    faces = (one, u, v), (-one, u, v), (v, one, u), (v, -one, u), (u, v, one), (u, v, -one)
    middle = np.concatenate([np.stack(face, axis=1) for face in faces])
    middle /= np.linalg.norm(middle, axis=1, keepdims=True)
    found = cKDTree(nodes).query_ball_point(middle, reach + math.sqrt(2) / CELLS)
    first = np.cumsum([0, *map(len, found)])
    return reach, first, np.concatenate([np.array(each, dtype=np.int64) for each in found])
