"""Bodies that bend, by the shapes of their modes and their coordinates along a run."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.model import Model
from treetop.model.deformation import Deformation
from treetop.model.flexible_body import FlexibleBody
from treetop.model.tree import ends
from treetop.view.playback.motion import Motion
from treetop.view.playback.packing import Block, Channel, step

STEPS = 2**15 - 1  # of a displacement, up to the greatest of a mode


def flexible(model: Model, motion: Motion, name: str, part: float) -> dict[str, Any] | None:
    """What can be seen of a flexible body, if anything of its structure is known; displacements are
    told to this part of its size."""
    body: Any = model.bodies.get(name)
    if not isinstance(body, FlexibleBody):
        return None
    skin = _skin(body)
    if skin is None or not len(skin.points):
        return None
    lengths = np.abs(skin.shapes).max(axis=(1, 2))  # m, for a unit of each coordinate
    coordinates = _coordinates(motion, name, len(skin.shapes))
    size = float(np.ptp(skin.points, axis=0).max()) or 1.0
    indices = "u2" if len(skin.points) < 2**16 else "u4"
    scale = float(lengths.max(initial=0)) / STEPS or 1.0
    return {
        "points": Block(skin.points, "f4"),
        "lines": Block(skin.lines, indices),
        "triangles": Block(skin.triangles, indices),
        "shapes": Block(skin.shapes, "i2", scale),
        "coordinates": Channel(coordinates, step(part * size / (float(lengths.max()) or 1.0))),
        "frequencies": (body.modes.angular_frequencies / (2 * np.pi)).tolist(),
        "labels": [f"mode {k}" for k in range(1, 1 + len(skin.shapes))],
    }


def _skin(body: FlexibleBody) -> Any:
    if not hasattr(body.modes, "structure"):
        return body.modes.skin
    from treetop.flexible.skin import skin

    return skin(body.modes)


def _coordinates(motion: Motion, name: str, count: int) -> np.ndarray:
    """Modal coordinates along time; those within a damping law bend nothing."""
    joint = next(
        each
        for each in motion.model.joints.values()
        if isinstance(each.kind, Deformation) and ends(each)[1] == name
    )
    labels = [f"{joint.name}.mode{k}" for k in range(1, 1 + count)]
    return motion.data.coordinates.sel(coordinate=labels).values
