"""Gravity of small bodies: tables of polyhedra and mascons, from meshes and point masses."""

import numpy as np

from treetop.core.environment.mascons import Mascons
from treetop.core.environment.polyhedron import Polyhedron
from treetop.errors import ModelError, Problem

GRAVITATION = 6.67430e-11  # m³/(kg s²), CODATA 2018


def polyhedron(vertices: np.ndarray, faces: np.ndarray, density: float) -> Polyhedron:
    """Tables of a body of uniform density.

    Parameters
    ----------
    vertices : array (v, 3)
        Corners, m, in axes fixed to the body.
    faces : array (f, 3)
        Numbers of the corners of each triangle, counter-clockwise seen from outside.
    density : float
        kg/m³.
    """
    vertices, faces = np.asarray(vertices, dtype=float), np.asarray(faces, dtype=np.int64)
    if vertices.ndim != 2 or vertices.shape[1:] != (3,) or not np.isfinite(vertices).all():
        raise _wrong("vertices are not rows of three numbers")
    if faces.ndim != 2 or faces.shape[1:] != (3,):
        raise _wrong("faces are not rows of three vertices")
    if faces.size == 0 or faces.min() < 0 or faces.max() >= len(vertices):
        raise _wrong(f"faces name vertices that are not there, of {len(vertices)}")
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    normals = np.cross(b - a, c - a)
    areas = np.linalg.norm(normals, axis=1)
    if not areas.all():
        raise _wrong(f"face {np.argmin(areas)} has no area")
    if np.einsum("ij,ij", a, normals) <= 0:
        raise _wrong("faces are seen from inside", "reverse the order of the vertices of each")
    normals /= areas[:, None]
    edges, dyads = _edges(vertices, faces, normals)
    return Polyhedron(np.array([GRAVITATION * density]), vertices, faces, normals, edges, dyads)


def _edges(
    vertices: np.ndarray, faces: np.ndarray, normals: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Edges as pairs of vertices, and the dyad of each: its two faces add ``n (d × n)ᵀ``, d along
    the edge as they go round."""
    sides = {
        (int(face[k]), int(face[(k + 1) % 3])): i for i, face in enumerate(faces) for k in range(3)
    }
    if len(sides) < 3 * len(faces) or any((b, a) not in sides for a, b in sides):
        raise _wrong("the surface is not closed", "each edge belongs to two faces, once each way")
    edges = np.array([side for side in sides if side[0] < side[1]])
    along = vertices[edges[:, 1]] - vertices[edges[:, 0]]
    along /= np.linalg.norm(along, axis=1)[:, None]
    first = normals[[sides[a, b] for a, b in edges.tolist()]]
    second = normals[[sides[b, a] for a, b in edges.tolist()]]
    E = np.einsum("ei,ej->eij", first, np.cross(along, first))
    E -= np.einsum("ei,ej->eij", second, np.cross(along, second))
    row, column = np.triu_indices(3)
    return edges, np.ascontiguousarray(0.5 * (E + E.transpose(0, 2, 1))[:, row, column])


def mascons(masses: np.ndarray, positions: np.ndarray) -> Mascons:
    """Tables of point masses (kg) at positions (n, 3), m, in axes fixed to the body."""
    masses, positions = np.asarray(masses, dtype=float), np.asarray(positions, dtype=float)
    if masses.ndim != 1 or positions.shape != (len(masses), 3):
        raise _wrong(f"{positions.shape} positions for {masses.shape} masses", "one row for each")
    return Mascons(GRAVITATION * masses, np.ascontiguousarray(positions))


def _wrong(what: str, hint: str = "") -> ModelError:
    return ModelError([Problem(what, "gravity", hint)])
