"""Gravity of small bodies: tables of polyhedra and mascons, from surfaces and point masses.

The mass centre of a planet is the inertial origin: positions in tables are counted from there.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.core.environment.mascons import Mascons
from treetop.core.environment.polyhedron import Polyhedron
from treetop.errors import ModelError, Problem

GRAVITATION = 6.67430e-11  # m³/(kg s²), CODATA 2018
OUTSIDE = "let the corners of every face go round against the clock, seen from outside"
AT_ONCE = 1e6  # faces, times places from which they are seen: what is computed at once


class ClosedSurface(NamedTuple):
    """A surface that encloses a solid of uniform density."""

    vertices: np.ndarray  # (v, 3), m
    faces: np.ndarray  # (f, 3) numbers of vertices, counter-clockwise seen from outside
    volume: float  # m³
    centre: np.ndarray  # (3,) of mass, m


def closed_surface(vertices: np.ndarray, faces: np.ndarray) -> ClosedSurface:
    """A surface that has been found to be closed, corners at the same place made one.

    Parameters
    ----------
    vertices : array (v, 3)
        Corners, m.
    faces : array (f, 3)
        Numbers of the corners of each triangle, counter-clockwise seen from outside.
    """
    vertices, faces = np.asarray(vertices, dtype=float), np.asarray(faces, dtype=np.int64)
    if vertices.ndim != 2 or vertices.shape[1:] != (3,) or not np.isfinite(vertices).all():
        raise _wrong("vertices are not rows of three numbers")
    if faces.ndim != 2 or faces.shape[1:] != (3,):
        raise _wrong("faces are not rows of three vertices")
    if faces.size == 0 or faces.min() < 0 or faces.max() >= len(vertices):
        raise _wrong(f"faces name vertices that are not there, of {len(vertices)}")
    vertices, same = np.unique(vertices, axis=0, return_inverse=True)
    faces = np.ascontiguousarray(same.reshape(-1)[faces])
    areas = np.linalg.norm(_normals(vertices, faces), axis=1)
    if not areas.all():
        raise _wrong(f"face {np.argmin(areas)} has no area")
    _require_closed(_sides(faces))
    middle = vertices.mean(axis=0)
    a, b, c = (vertices[faces[:, k]] - middle for k in range(3))
    volumes = np.einsum("ij,ij->i", a, np.cross(b, c)) / 6.0
    volume = float(volumes.sum())
    if not volume > 0.0:
        raise _wrong("faces are seen from inside", "reverse the order of the vertices of each")
    centre = middle + (volumes @ (a + b + c)) / (4.0 * volume)
    return ClosedSurface(vertices, faces, volume, centre)


def polyhedron(surface: ClosedSurface, mu: float) -> Polyhedron:
    """Tables of a solid of uniform density and gravitational parameter `mu` (m³/s²)."""
    vertices, faces = surface.vertices - surface.centre, surface.faces
    normals = _normals(vertices, faces)
    normals /= np.linalg.norm(normals, axis=1)[:, None]
    edges, dyads = _edges(vertices, faces, normals)
    return Polyhedron(np.array([mu / surface.volume]), vertices, faces, normals, edges, dyads)


def _normals(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    return np.cross(b - a, c - a)


def _sides(faces: np.ndarray) -> dict[tuple[int, int], int]:
    """The face of each side, from one vertex to the next as the face goes round."""
    sides: dict[tuple[int, int], int] = {}
    for number, face in enumerate(faces.tolist()):
        for side in zip(face, (*face[1:], face[0]), strict=True):
            if side in sides:
                what = f"faces {sides[side]} and {number} go the same way along an edge"
                raise _wrong(what, OUTSIDE)
            sides[side] = number
    return sides


def _require_closed(sides: dict[tuple[int, int], int]) -> None:
    open_sides = [face for (a, b), face in sides.items() if (b, a) not in sides]
    if open_sides:
        what = f"the surface is not closed: {len(open_sides)} edges have one face only"
        hint = f"such as one of face {open_sides[0]}; each edge belongs to two faces, once each way"
        raise _wrong(what, hint)


def _edges(
    vertices: np.ndarray, faces: np.ndarray, normals: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Edges as pairs of vertices, and the dyad of each: its two faces add ``n (d × n)ᵀ``, d along
    the edge as they go round."""
    sides = _sides(faces)
    edges = np.array([side for side in sides if side[0] < side[1]])
    along = vertices[edges[:, 1]] - vertices[edges[:, 0]]
    along /= np.linalg.norm(along, axis=1)[:, None]
    first = normals[[sides[a, b] for a, b in edges.tolist()]]
    second = normals[[sides[b, a] for a, b in edges.tolist()]]
    E = np.einsum("ei,ej->eij", first, np.cross(along, first))
    E -= np.einsum("ei,ej->eij", second, np.cross(along, second))
    row, column = np.triu_indices(3)
    return edges, np.ascontiguousarray(0.5 * (E + E.transpose(0, 2, 1))[:, row, column])


def inside(surface: ClosedSurface, places: np.ndarray) -> np.ndarray:
    """Whether places (n, 3), from the mass centre in axes fixed to the body, are in a solid: (n,).

    The solid angles of all faces add up to 4π within a closed surface, and to 0 outside.
    """
    corners = (surface.vertices - surface.centre)[surface.faces]
    parts = np.array_split(places, int(len(places) * len(corners) / AT_ONCE) + 1)
    return np.concatenate([_solid_angle(corners, part) > 2.0 * np.pi for part in parts])


def _solid_angle(corners: np.ndarray, places: np.ndarray) -> np.ndarray:
    a, b, c = np.moveaxis(corners[None] - places[:, None, None], 2, 0)
    A, B, C = (np.linalg.norm(each, axis=-1) for each in (a, b, c))
    ab, bc, ca = ((u * v).sum(axis=-1) for u, v in ((a, b), (b, c), (c, a)))
    volume = (a * np.cross(b, c)).sum(axis=-1)
    return 2.0 * np.arctan2(volume, A * B * C + A * bc + B * ca + C * ab).sum(axis=1)


def mass_centre(masses: np.ndarray, positions: np.ndarray) -> np.ndarray:
    """The mass centre of point masses: (3,)."""
    return np.asarray(masses) @ np.asarray(positions) / np.sum(masses)


def mascons(masses: np.ndarray, positions: np.ndarray) -> Mascons:
    """Tables of point masses (kg) at positions (n, 3), m, in axes fixed to the body."""
    masses, positions = np.asarray(masses, dtype=float), np.asarray(positions, dtype=float)
    if masses.ndim != 1 or positions.shape != (len(masses), 3):
        raise _wrong(f"{positions.shape} positions for {masses.shape} masses", "one row for each")
    from_centre = positions - mass_centre(masses, positions)
    return Mascons(GRAVITATION * masses, np.ascontiguousarray(from_centre))


def _wrong(what: str, hint: str = "") -> ModelError:
    return ModelError([Problem(what, "gravity", hint)])
