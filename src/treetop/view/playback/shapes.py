"""Looks as the page draws them: boxes, cylinders, spheres and meshes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np

from treetop.model.appearance import COLOURS, Box, Cylinder, Look, Mesh, Plate, Rod, Sphere
from treetop.view.playback.packing import Block

THIN = 0.01  # a plate of no thickness, as a part of its shorter side
Numbers: TypeAlias = Sequence[float] | np.ndarray


def look_of(look: Look) -> dict[str, Any]:
    """A look that the user gave."""
    colour = COLOURS.get(look.colour, look.colour) or None
    more: dict[str, Any] = {"colour": colour}
    if look.opacity < 1:
        more["opacity"] = look.opacity
    if isinstance(look, Rod):
        return rod(look.start, look.end, look.radius) | more
    return _shape(look) | {"at": list(look.at), "attitude": list(look.attitude)} | more


def _shape(look: Look) -> dict[str, Any]:
    match look:
        case Box():
            return {"kind": "box", "size": list(look.size)}
        case Plate():
            thickness = look.thickness or THIN * min(look.size)
            return {"kind": "box", "size": [*look.size, thickness]}
        case Cylinder():
            top = {} if look.top is None else {"top": look.top}
            return {"kind": "cylinder", "radius": look.radius, "length": look.length, **top}
        case Sphere():
            return {"kind": "sphere", "radius": look.radius}
        case Mesh():
            vertices, triangles = look.surface
            kind = "u2" if len(vertices) < 2**16 else "u4"
            points = Block(vertices * np.float32(look.scale), "f4")
            return {"kind": "mesh", "vertices": points, "triangles": Block(triangles, kind)}
    raise TypeError(f"{type(look).__name__} cannot be drawn")


def box(size: Numbers, at: Numbers, attitude: Numbers = (1, 0, 0, 0)) -> dict[str, Any]:
    return _placed({"kind": "box", "size": list(map(float, size))}, at, attitude)


def sphere(radius: float, at: Numbers) -> dict[str, Any]:
    return _placed({"kind": "sphere", "radius": radius}, at, (1, 0, 0, 0))


def rod(start: Numbers, end: Numbers, radius: float) -> dict[str, Any]:
    """A cylinder between two points."""
    along = np.subtract(end, start)
    length = float(np.linalg.norm(along))
    return disc(np.add(start, end) / 2, along, radius, length)


def disc(at: Numbers, axis: Numbers, radius: float, length: float) -> dict[str, Any]:
    """A cylinder about an axis."""
    shape = {"kind": "cylinder", "radius": radius, "length": length}
    return _placed(shape, at, turned_from_z(axis))


def turned_from_z(axis: Numbers) -> list[float]:
    """The attitude that turns z into an axis, the shortest way."""
    x, y, z = np.asarray(axis) / np.linalg.norm(axis)
    if z < -1 + 1e-12:
        return [0.0, 1.0, 0.0, 0.0]
    w = math.sqrt((1 + z) / 2)
    return [w, float(-y / (2 * w)), float(x / (2 * w)), 0.0]


def _placed(shape: dict[str, Any], at: Numbers, attitude: Numbers) -> dict[str, Any]:
    place = {"at": list(map(float, at)), "attitude": list(map(float, attitude))}
    return shape | place | {"colour": None}


def reach(look: dict[str, Any]) -> float:
    """How far a look goes from the origin of its body, m."""
    away = math.hypot(*look["at"])
    match look["kind"]:
        case "box":
            return away + math.hypot(*look["size"]) / 2
        case "cylinder":
            radius = max(look["radius"], look.get("top", 0.0))
            return away + math.hypot(radius, look["length"] / 2)
        case "sphere":
            return away + float(look["radius"])
    return away + float(np.linalg.norm(look["vertices"].values, axis=1).max())
