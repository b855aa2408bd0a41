"""Surfaces that air and light press on, as looks of bodies."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.model import Model, looks
from treetop.model.body import Frame
from treetop.model.flexible_body import FlexibleBody
from treetop.model.rotation import matrix, quaternion_of
from treetop.model.surfaces import Box, Cylinder, Mesh, Plate, Sphere, Surface


def surface_looks(model: Model, body: str) -> list[looks.Look]:
    """What the surfaces of a rigid body look like; a flexible one is drawn as it bends."""
    if isinstance(model.bodies.get(body), FlexibleBody):
        return []
    framed = ((each, model.frame(each.at)) for each in model.surfaces.values())
    return [look for each, f in framed if f.body == body for look in surface_look(each, f)]


def surface_look(surface: Surface, frame: Frame) -> list[looks.Look]:
    """The look of a surface at a frame; none if it has no shape."""
    match surface:
        case Plate():
            a, b = (np.array(edge) for edge in surface.edges)
            size = [float(np.linalg.norm(edge)) for edge in (a, b)]
            axes = np.stack([a / size[0], b / size[1], surface.normal], axis=1)
            return [looks.Plate(size, **_placed(surface, frame, axes))]
        case Box():
            return [looks.Box(surface.size, **_placed(surface, frame, np.eye(3)))]
        case Cylinder():
            where = _placed(surface, frame, _axes_to(surface.axis))
            return [looks.Cylinder(surface.radius, surface.length, **where)]
        case Sphere():
            return [looks.Sphere(surface.radius, **_placed(surface, frame, np.eye(3)))]
        case Mesh():
            where = _placed(surface, frame, np.eye(3))
            file, content = surface.file or "surface.obj", surface.content
            if surface.file is None:
                content = _obj(surface)
            return [looks.Mesh(file, surface.scale, content=content, **where)]
    return []


def _placed(surface: Any, frame: Frame, axes: np.ndarray) -> dict[str, Any]:
    """Place and attitude in the body of what has these axes, as columns, in the frame."""
    R = np.array(matrix(frame.attitude))
    at = np.array(frame.at, dtype=float) + R @ np.array(surface.centre, dtype=float)
    rows = tuple(map(tuple, (R @ axes).tolist()))
    return {"at": at.tolist(), "attitude": quaternion_of(rows)}


def _axes_to(z: tuple[float, ...]) -> np.ndarray:
    """Axes, as columns, the third of which is z."""
    x = np.cross(np.eye(3)[int(np.argmin(np.abs(z)))], z)
    x /= np.linalg.norm(x)
    return np.stack([x, np.cross(z, x), z], axis=1)


def _obj(mesh: Any) -> bytes:
    """Vertices and triangles as an OBJ file."""
    points = (f"v {x!r} {y!r} {z!r}" for x, y, z in mesh.surface.vertices.tolist())
    faces = (f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.surface.triangles.tolist())
    return "\n".join([*points, *faces, ""]).encode()
