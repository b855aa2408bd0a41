"""Looks as triangles, in the axes of their bodies."""

from __future__ import annotations

import numpy as np

from treetop.model.appearance import Box, Cylinder, Look, Mesh, Plate, Rod, Sphere
from treetop.model.rotation import matrix

AROUND, RINGS = 32, 16

Triangles = tuple[np.ndarray, np.ndarray]  # corners (P, 3) and triangles (T, 3)


def triangles(look: Look) -> Triangles:
    """Corners in m and triangles, counted from outside against the clock."""
    corners, faces = _in_own_axes(look)
    if isinstance(look, Rod):
        return corners, faces
    return np.asarray(look.at) + corners @ np.array(matrix(look.attitude)).T, faces


def _in_own_axes(look: Look) -> Triangles:
    if isinstance(look, Box):
        return _box(np.asarray(look.size, float))
    if isinstance(look, Plate):
        across = np.asarray(look.size, float)
        return _box(np.array([*across, look.thickness or 0.01 * across.min()]))
    if isinstance(look, Sphere):
        angles = np.linspace(-np.pi / 2, np.pi / 2, RINGS + 1)
        across = np.array([0.0, *np.cos(angles[1:-1]), 0.0])  # exactly a point at both poles
        return _turned(look.radius * across, look.radius * np.sin(angles))
    if isinstance(look, Cylinder):
        top = look.radius if look.top is None else look.top
        half = look.length / 2
        return _turned(np.array([0, look.radius, top, 0]), np.array([-half, -half, half, half]))
    if isinstance(look, Rod):
        return _rod(np.asarray(look.start, float), np.asarray(look.end, float), look.radius)
    assert isinstance(look, Mesh)
    corners, faces = look.surface
    return np.asarray(corners, float), np.asarray(faces)


def _box(size: np.ndarray) -> Triangles:
    signs = np.array([[i, j, k] for i in (-1, 1) for j in (-1, 1) for k in (-1, 1)])
    quads = [[0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3]]
    faces = [[a, b, c] for a, b, c, _ in quads] + [[a, c, d] for a, _, c, d in quads]
    return signs * size / 2, np.array(faces)


def _turned(radii: np.ndarray, heights: np.ndarray) -> Triangles:
    """A profile turned about z."""
    angle = 2 * np.pi * np.arange(AROUND) / AROUND
    circle = np.stack([np.cos(angle), np.sin(angle), np.zeros(AROUND)], axis=1)
    corners = radii[:, None, None] * circle + heights[:, None, None] * np.array([0, 0, 1.0])
    faces = []
    for ring in range(len(radii) - 1):
        for k in range(AROUND):
            a, b = ring * AROUND + k, ring * AROUND + (k + 1) % AROUND
            if radii[ring]:
                faces.append([a, b, a + AROUND])
            if radii[ring + 1]:
                faces.append([b, b + AROUND, a + AROUND])
    return corners.reshape(-1, 3), np.array(faces)


def _rod(start: np.ndarray, end: np.ndarray, radius: float) -> Triangles:
    along = end - start
    length = np.linalg.norm(along)
    z = along / length
    x = np.cross(z, np.eye(3)[np.argmin(abs(z))])
    x /= np.linalg.norm(x)
    corners, faces = _turned(np.array([0, radius, radius, 0]), np.array([0, 0, length, length]))
    return start + corners @ np.stack([x, np.cross(z, x), z]), faces
