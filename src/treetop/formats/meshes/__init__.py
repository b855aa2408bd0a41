"""Triangles from mesh files.

Readers of our own, which run nothing, follow no reference to another file, and take no more room
than the file itself allows for.
"""

from __future__ import annotations

from pathlib import Path, PurePath
from typing import NamedTuple

import numpy as np

from treetop.errors import TreetopError
from treetop.files import content_of
from treetop.model.quantity import Invalid

__all__ = [
    "HINT", "LARGEST", "Surface", "area_of", "mesh_content", "surface_of", "surface_of_lists",
]  # fmt: skip

LARGEST = 64 * 2**20  # bytes of a mesh: more would make a page that no browser opens
FARTHEST = 1e6  # times as far as half of the corners are
KINDS = (".stl", ".obj", ".glb", ".gltf")
NOT_FINITE = "a corner is not at finite numbers"
HINT = f"give a mesh of less than {LARGEST // 2**20} MiB"


class Surface(NamedTuple):
    """Corners (P, 3) and triangles (T, 3) of them."""

    vertices: np.ndarray
    triangles: np.ndarray


class Broken(ValueError):
    """What is wrong with a mesh."""


def mesh_content(path: Path) -> bytes:
    """What is in a mesh file."""
    try:
        return content_of(path, TreetopError, LARGEST)
    except TreetopError as error:
        raise Invalid(f"'{path}': {error}", HINT, ("file",)) from None


def surface_of(name: str, content: bytes) -> Surface:
    """The surface in a file of this name, whose ending gives the format."""
    from treetop.formats.meshes import gltf, obj, stl

    kind = PurePath(name).suffix.lower()
    read = {".stl": stl.read, ".obj": obj.read, ".glb": gltf.read, ".gltf": gltf.read}.get(kind)
    if read is None:
        what = f"the ending {kind!r} of '{name}' is not that of a mesh"
        raise Invalid(what, f"give one of {', '.join(KINDS)}", ("file",))
    try:
        with np.errstate(over="ignore", invalid="ignore"):  # what is not finite is reported below
            return _checked(*read(content))
    except Broken as error:
        what = f"the mesh '{name}' is broken: {error}"
        raise Invalid(what, f"save it anew as {kind[1:].upper()}", ("file",)) from None


def surface_of_lists(vertices: object, triangles: object) -> Surface:
    """The surface of vertices and of triangles, three numbers of vertices each."""
    corners = np.asarray(vertices, dtype=float).reshape(-1, 3)
    numbers = np.asarray(triangles, dtype=np.int64).reshape(-1, 3)
    if numbers.size and numbers.max() >= len(corners):
        what = f"a triangle has a corner that is not one of the {len(corners)}"
        raise Invalid(what, "count vertices from 0", ("triangles",))
    return Surface(corners, numbers)


def area_of(surface: Surface) -> float:
    """The area of all triangles, in squares of the unit of the corners."""
    a, b, c = np.moveaxis(np.asarray(surface.vertices, float)[surface.triangles], 1, 0)
    return float(0.5 * np.linalg.norm(np.cross(b - a, c - a), axis=1).sum())


def _checked(vertices: np.ndarray, triangles: np.ndarray) -> Surface:
    """A surface whose triangles have corners and whose corners are numbers."""
    vertices = np.asarray(vertices, dtype=np.float32).reshape(-1, 3)
    triangles = np.asarray(triangles, dtype=np.int64).reshape(-1, 3)
    if not len(triangles):
        raise Broken("it has no triangles")
    if triangles.min() < 0 or triangles.max() >= len(vertices):
        raise Broken(f"a triangle has a corner that is not one of the {len(vertices)}")
    if not np.isfinite(vertices).all():
        raise Broken(NOT_FINITE)
    apart = np.abs(vertices - np.median(vertices, axis=0)).max(axis=1)
    if apart.max() > FARTHEST * np.median(apart):
        raise Broken("a corner is far away from all others")
    used, numbered = np.unique(triangles, return_inverse=True)
    return Surface(vertices[used], numbered.reshape(-1, 3).astype(np.uint32))
