"""Flexible bodies, by the shapes of their modes and their coordinates along a run."""

from __future__ import annotations

from typing import Any

import numpy as np

from treetop.model import Model
from treetop.model.flexible_body import FlexibleBody, NodeFrame
from treetop.results.distance import turned
from treetop.view.playback.motion import Motion
from treetop.view.playback.packing import Block, Channel, step

STEPS = 2**15 - 1  # of a displacement, up to the greatest of a mode


def flexible(model: Model, motion: Motion, name: str, part: float) -> dict[str, Any] | None:
    """What can be seen of a flexible body, if anything of its structure is known; displacements are
    resolved to this part of its size."""
    body: Any = model.bodies.get(name)
    if not isinstance(body, FlexibleBody):
        return None
    skin = _skin(body)
    if skin is None or not len(skin.points):
        return None
    size = float(np.ptp(skin.points, axis=0).max()) or 1.0
    coordinates = _coordinates(motion, name, len(skin.shapes))
    beyond = _beyond(body, motion, skin.points, coordinates, part * size)
    shapes = np.concatenate([skin.shapes, *(shape for shape, _ in beyond)])
    coordinates = np.hstack([coordinates, *(moved for _, moved in beyond)])
    lengths = np.abs(shapes).max(axis=(1, 2))  # m, for a unit of each coordinate
    indices = "u2" if len(skin.points) < 2**16 else "u4"
    scale = float(lengths.max(initial=0)) / STEPS or 1.0
    return {
        "points": Block(skin.points, "f4"),
        "lines": Block(skin.lines, indices),
        "triangles": Block(skin.triangles, indices),
        "shapes": Block(shapes, "i2", scale),
        "coordinates": Channel(coordinates, step(part * size / (float(lengths.max()) or 1.0))),
        "frequencies": (body.tuned_modes.angular_frequencies / (2 * np.pi)).tolist(),
        "labels": [f"mode {k}" for k in range(1, 1 + len(skin.shapes))],
    } | _stress(body)


def _skin(body: FlexibleBody) -> Any:
    if not hasattr(body.modes, "structure"):
        return body.modes.skin
    from treetop.structures.surface import skin

    return skin(body.modes)


def _stress(body: FlexibleBody) -> dict[str, Any]:
    """Components of stress by mode, and which elements are around each point."""
    if hasattr(body.modes, "structure"):
        from treetop.structures.surface import seen_stress

        found = seen_stress(body.modes)
    else:
        found = body.modes.stress
    if found is None:
        return {}
    components = Block(found.components, "f4")
    starts, elements = Block(found.starts, "u4"), Block(found.elements, "u4")
    entry = {"kind": found.kind, "components": components, "starts": starts, "elements": elements}
    return {"stress": entry}


def _coordinates(motion: Motion, name: str, count: int) -> np.ndarray:
    """Modal coordinates along time; those within a damping law bend nothing."""
    joint = motion.model.modal_joint(name).name
    labels = [f"{joint}.mode{k}" for k in range(1, 1 + count)]
    return motion.data.coordinates.sel(coordinate=labels).values


def _beyond(
    body: FlexibleBody, motion: Motion, points: np.ndarray, q: np.ndarray, least: float
) -> list[tuple[np.ndarray, np.ndarray]]:
    """What nodes with a frame do besides the modes: they come nearer as the body bends.

    For each of these a shape along each axis, which is 1 at the node, 0 at the others and at the
    origin of the body, and smooth between, and how far it goes along time, m.
    """
    frames = {f.node: f for f in body.frames.values() if isinstance(f, NodeFrame)}
    motions = [body.node_motion(node) for node in frames]
    knots = np.array([np.zeros(3), *(node.position for node in motions)])
    weights = _weights(points, knots)
    found = []
    for node, frame, weight in zip(motions, frames.values(), weights[1:], strict=True):
        away = _from(motion, body.name, motion.model.frame(frame.reference).body) - node.position
        rest = away - q @ node.shapes[:, : q.shape[1]].T
        if np.abs(rest).max() > least:
            found.append((weight[:, None] * np.eye(3)[:, None], rest))
    return found


def _weights(points: np.ndarray, knots: np.ndarray) -> np.ndarray:
    """How much of what each knot does each point does, after Shepard (1968)."""
    squares = np.square(knots[:, None] - points).sum(axis=-1)
    near = 1 / np.maximum(squares, 1e-12 * squares.max() + 1e-300)
    return near / near.sum(axis=0)


def _from(motion: Motion, body: str, node: str) -> np.ndarray:
    """Position of a node in the axes of its body along time."""
    k = motion.numbers[body]
    back = motion.attitudes[:, k] * [1, -1, -1, -1]
    return turned(back, motion.positions[:, motion.numbers[node]] - motion.positions[:, k])
