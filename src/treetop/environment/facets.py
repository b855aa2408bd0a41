"""Surfaces as rows for kernels: plane facets, spheres, sides of cylinders.

Each comes with triangles, which hide what is behind them, with points, which may be hidden, and
with an outline of rectangles or a ball, which stands for it before other bodies.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from treetop.core.environment.blocking import BALL, BOTH_SIDES, ONE_SIDE
from treetop.core.environment.surfaces import CYLINDER, FACET, PLATE, SPHERE

POINTS = 4  # along each edge of a triangle, and along the length of a cylinder
LATTICE, STEP = 34, 21  # points of a rectangle, each in a column and a row of its own (Fibonacci)
AROUND = 24  # facets around of what stands for a round surface where it hides something


class Facets(NamedTuple):
    """Rows of surfaces, in axes of a frame."""

    kind: np.ndarray  # (n,)
    place: np.ndarray  # (n, 3)
    normal: np.ndarray  # (n, 3)  outward normal, or axis of a cylinder
    area: np.ndarray  # (n,)  of a sphere that of its great circle, of a cylinder radius × length
    arm: np.ndarray  # (n,)  the radius of a cylinder
    corners: np.ndarray  # (t, 3, 3)  of triangles
    owner: np.ndarray  # (t,)  their rows, -1 if they belong to several of one plane
    points: np.ndarray  # (p, 3)
    point_normal: np.ndarray  # (p, 3)
    point_area: np.ndarray  # (p,)
    point_row: np.ndarray  # (p,)

    @property
    def disc(self) -> np.ndarray:
        """The radius of a disc as large as each row seen from its side."""
        area = np.where(self.kind == CYLINDER, 2.0 * self.area, self.area)
        return np.sqrt(area / np.pi)


class Outline(NamedTuple):
    """What stands for a surface before other bodies: rectangles, or a ball."""

    kind: np.ndarray  # (k,)
    centre: np.ndarray  # (k, 3)
    a: np.ndarray  # (k, 3)  half the first edge; of a ball (radius, 0, 0)
    b: np.ndarray  # (k, 3)  half the second


def joined(parts: Iterable[Facets]) -> Facets:
    """The rows of several, one after the other."""
    each = list(parts)
    first = np.cumsum([0, *(len(part.kind) for part in each)])
    moved = [
        part._replace(
            owner=np.where(part.owner < 0, -1, part.owner + at), point_row=part.point_row + at
        )
        for part, at in zip(each, first, strict=False)
    ]
    return Facets(*map(np.concatenate, zip(*moved, strict=True)))


def placed(facets: Facets, R: np.ndarray, p: np.ndarray) -> Facets:
    """The facets in other axes: R turns into them, p is their place there."""
    return facets._replace(
        place=facets.place @ R.T + p,
        normal=facets.normal @ R.T,
        corners=facets.corners @ R.T + p,
        points=facets.points @ R.T + p,
        point_normal=facets.point_normal @ R.T,
    )


# --- shapes -----------------------------------------------------------------------------


def rectangle(
    centre: np.ndarray, a: np.ndarray, b: np.ndarray, pieces: tuple[int, int], both: bool
) -> Facets:
    """A rectangle of edges a and b, in pieces, with its normal along a × b."""
    i, j = (np.arange(count) for count in pieces)
    u, v = ((2 * k + 1) / (2 * count) - 0.5 for k, count in zip((i, j), pieces, strict=True))
    u, v = (x.ravel() for x in np.meshgrid(u, v, indexing="ij"))
    place = centre + u[:, None] * a + v[:, None] * b
    da, db = a / pieces[0], b / pieces[1]
    ring = [centre + 0.5 * (i * a + j * b) for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
    corners = np.array([[ring[0], ring[1], ring[2]], [ring[0], ring[2], ring[3]]])
    x = (np.arange(LATTICE) + 0.5) / LATTICE
    y = (STEP * np.arange(LATTICE) % LATTICE + 0.5) / LATTICE
    offsets = (x - 0.5)[:, None] * da + (y - 0.5)[:, None] * db
    area, n = _area_and_normal(da, db)
    return _flat(place, n, area, PLATE if both else FACET, corners, offsets)


def _area_and_normal(a: np.ndarray, b: np.ndarray) -> tuple[float, np.ndarray]:
    across = np.cross(a, b)
    area = float(np.linalg.norm(across))
    return area, across / area


def _flat(
    place: np.ndarray,
    n: np.ndarray,
    area: float,
    kind: int,
    corners: np.ndarray,
    offsets: np.ndarray,
) -> Facets:
    """Equal facets at places of one plane, with points about each, and triangles of all."""
    count, per = len(place), len(offsets)
    rows = np.arange(count)
    owner = 0 if count == 1 else -1
    return Facets(
        np.full(count, kind),
        place,
        np.tile(n, (count, 1)),
        np.full(count, area),
        np.zeros(count),
        corners,
        np.full(len(corners), owner),
        (place[:, None] + offsets).reshape(-1, 3),
        np.tile(n, (count * per, 1)),
        np.full(count * per, area / per),
        np.repeat(rows, per),
    )


def box(centre: np.ndarray, size: np.ndarray, pieces: tuple[int, int, int]) -> Facets:
    """The outside of a box along the axes."""
    sides = []
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        a, b = np.eye(3)[j] * size[j], np.eye(3)[k] * size[k]
        out = np.eye(3)[i] * size[i] / 2
        sides.append(rectangle(centre + out, a, b, (pieces[j], pieces[k]), False))
        sides.append(rectangle(centre - out, b, a, (pieces[k], pieces[j]), False))
    return joined(sides)


def disc(centre: np.ndarray, n: np.ndarray, radius: float) -> Facets:
    """One side of a disc, as one facet."""
    a, b = axes_across(n)
    angle = 2 * math.pi * np.arange(AROUND) / AROUND
    rim = radius * (np.cos(angle)[:, None] * a + np.sin(angle)[:, None] * b)
    corners = centre + np.stack([np.zeros_like(rim), rim, np.roll(rim, -1, axis=0)], axis=1)
    rings = np.sqrt((np.arange(POINTS) + 0.5) / POINTS)  # of equal area
    offsets = (rings[:, None, None] * rim).reshape(-1, 3)
    return _flat(centre[None], n, math.pi * radius**2, FACET, corners, offsets)


def sphere(centre: np.ndarray, radius: float, around: int | None) -> Facets:
    """A sphere as one row, or as facets, so many around."""
    n, area, corners = _patches(around or AROUND)
    places, pieces = centre + radius * n, area * radius**2
    triangles = centre + radius * corners
    patch = np.repeat(np.arange(len(n)), 2)
    if around is None:
        one, count = np.zeros((1, 3)), len(n)
        kind, great = np.array([SPHERE]), np.array([math.pi * radius**2])
        rows = np.zeros(count, dtype=np.int64)
        owner = np.zeros(2 * count, dtype=np.int64)
        whole = (kind, one + centre, one, great, np.zeros(1), triangles, owner)
        return Facets(*whole, places, n, pieces, rows)
    rows = np.arange(len(n))
    facets = (np.full(len(n), FACET), places, n, pieces, np.zeros(len(n)), triangles, patch)
    return Facets(*facets, places, n, pieces, rows)


def _patches(around: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Patches of the unit sphere between circles of latitude and meridians: middles, areas, and two
    triangles of each."""
    bands = around // 2
    latitude = np.linspace(-math.pi / 2, math.pi / 2, bands + 1)
    longitude = 2 * math.pi * np.arange(around + 1) / around

    def on_sphere(lat: np.ndarray, lon: np.ndarray) -> np.ndarray:
        x, y = np.cos(lat) * np.cos(lon), np.cos(lat) * np.sin(lon)
        return np.stack([x, y, np.sin(lat) + 0 * lon], axis=-1)

    middle = np.meshgrid(
        0.5 * (latitude[1:] + latitude[:-1]), 0.5 * (longitude[1:] + longitude[:-1]), indexing="ij"
    )
    n = on_sphere(*middle).reshape(-1, 3)
    area = np.repeat(np.diff(np.sin(latitude)) * 2 * math.pi / around, around)
    at = on_sphere(*np.meshgrid(latitude, longitude, indexing="ij"))
    sw, se, ne, nw = at[:-1, :-1], at[:-1, 1:], at[1:, 1:], at[1:, :-1]
    corners = np.stack([np.stack([sw, se, ne], -2), np.stack([sw, ne, nw], -2)], axis=2)
    return n, area, corners.reshape(-1, 3, 3)


def cylinder(
    centre: np.ndarray,
    axis: np.ndarray,
    radius: float,
    length: float,
    capped: bool,
    around: int | None,
) -> Facets:
    """The outside of a cylinder, its side as one row or as facets, so many around."""
    count = around or AROUND
    a, b = axes_across(axis)
    angle = 2 * math.pi * np.arange(count) / count
    step = angle + math.pi / count
    n = np.cos(step)[:, None] * a + np.sin(step)[:, None] * b
    rim = radius * (np.cos(angle)[:, None] * a + np.sin(angle)[:, None] * b)
    half, after = 0.5 * length * axis, np.roll(rim, -1, axis=0)
    low, low2, high, high2 = rim - half, after - half, rim + half, after + half
    corners = np.stack([np.stack([low, low2, high2], 1), np.stack([low, high2, high], 1)], axis=1)
    corners = centre + corners.reshape(-1, 3, 3)
    along = (np.arange(POINTS) + 0.5) / POINTS - 0.5
    points = (centre + radius * n[:, None] + along[:, None] * length * axis).reshape(-1, 3)
    area = 2 * math.pi * radius * length / count
    rows = np.arange(count)
    shown = (points, np.repeat(n, POINTS, axis=0), np.full(len(points), area / POINTS))
    if around is None:
        kind, none = np.array([CYLINDER]), np.zeros(2 * count, dtype=np.int64)
        whole = (kind, centre[None], axis[None], np.array([radius * length]), np.array([radius]))
        side = Facets(*whole, corners, none, *shown, np.zeros(len(points), dtype=np.int64))
    else:
        facets = (np.full(count, FACET), centre + radius * n, n, np.full(count, area))
        owner = np.repeat(rows, 2)
        side = Facets(*facets, np.zeros(count), corners, owner, *shown, np.repeat(rows, POINTS))
    if not capped:
        return side
    return joined([side, disc(centre + half, axis, radius), disc(centre - half, -axis, radius)])


def mesh(vertices: np.ndarray, triangles: np.ndarray, both: bool) -> Facets:
    """Triangles; those without area are left out."""
    corners = np.asarray(vertices, dtype=float)[np.asarray(triangles, dtype=np.int64)]
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = 0.5 * np.linalg.norm(across, axis=1)
    with_area = area > 1e-14 * area.max()
    corners, area, across = corners[with_area], area[with_area], across[with_area]
    n, rows, shares = across / (2 * area)[:, None], np.arange(len(area)), _middles()
    per = len(shares)
    return Facets(
        np.full(len(area), PLATE if both else FACET),
        corners.mean(axis=1),
        n,
        area,
        np.zeros(len(area)),
        corners,
        rows,
        np.einsum("pk,tki->tpi", shares, corners).reshape(-1, 3),
        np.repeat(n, per, axis=0),
        np.repeat(area / per, per),
        np.repeat(rows, per),
    )


def _middles() -> np.ndarray:
    """Middles of the equal triangles that a triangle is cut into, as shares of its corners."""
    m = POINTS
    up = [(i + 1 / 3, j + 1 / 3) for i in range(m) for j in range(m - i)]
    down = [(i + 2 / 3, j + 2 / 3) for i in range(m) for j in range(m - i - 1)]
    u, v = np.array(up + down).T / m
    return np.stack([1 - u - v, u, v], axis=1)


# --- outlines ---------------------------------------------------------------------------


def rectangle_outline(centre: np.ndarray, a: np.ndarray, b: np.ndarray) -> Outline:
    """A rectangle of edges a and b, which hides from both sides."""
    return Outline(np.array([BOTH_SIDES]), centre[None], 0.5 * a[None], 0.5 * b[None])


def box_outline(centre: np.ndarray, edges: np.ndarray) -> Outline:
    """The sides of a box of three edges, rows of a right-handed matrix."""
    found = []
    for i in range(3):
        a, b, out = (0.5 * edges[(i + k) % 3] for k in (1, 2, 0))
        found += [(centre + out, a, b), (centre - out, b, a)]
    middle, a, b = (np.array(each) for each in zip(*found, strict=True))
    return Outline(np.full(6, ONE_SIDE), middle, a, b)


def ball_outline(centre: np.ndarray, radius: float) -> Outline:
    """A ball."""
    size = np.array([[radius, 0.0, 0.0]])
    return Outline(np.array([BALL]), centre[None], size, np.zeros((1, 3)))


def bounding_outline(corners: np.ndarray, axis: np.ndarray) -> Outline:
    """The box about triangles that has an edge along an axis."""
    axes = np.array([*axes_across(axis), axis])
    seen = corners.reshape(-1, 3) @ axes.T
    low, high = seen.min(axis=0), seen.max(axis=0)
    return box_outline((0.5 * (low + high)) @ axes, (high - low)[:, None] * axes)


def axes_across(n: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Two unit vectors that make a right-handed set with n as the third."""
    x = np.eye(3)[int(np.argmin(np.abs(n)))]
    a = np.cross(x, n)
    a /= np.linalg.norm(a)
    return a, np.cross(n, a)
