"""Beams and cables as smooth tubes, by where the nodes of their axes are along a run."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

from treetop.model.beam import Beam, Line
from treetop.results.distance import turned
from treetop.topology.beam_pieces import pieces
from treetop.view.playback.motion import Motion
from treetop.view.playback.packing import Block, Channel, step

MAX_NODES = 100  # of a beam that are shown
SMOOTH = 160  # pieces that a tube has at least, unless nodes are close already
STEPS = 2**15 - 1  # of a weight
VISIBLE = 2.5e-3  # radius that is drawn at least, as a part of the length


def tube(motion: Motion, name: str, part: float) -> dict[str, Any] | None:
    """The axis of a beam in the frame of its root, if the body of that name is one; positions are
    resolved to this part of its length."""
    beam = motion.model.model.beams.get(name)
    if beam is None:
        return None
    line: Line = beam.line
    cut = pieces(line)
    shown = np.unique(np.linspace(0, len(cut) - 1, min(len(cut), MAX_NODES)).round().astype(int))
    s = np.array([cut[k].s for k in shown])
    rods = [motion.model.beam(name).rods[k] for k in shown]
    nodes = _from_root(motion, name, rods)
    weights = _weights(s, max(1, round(SMOOTH / (len(s) - 1))))
    radii = _radii(line, weights @ s)
    rest = weights @ nodes[0]
    shapes = np.einsum("pk,ij->kipj", weights, np.eye(3)).reshape(-1, len(rest), 3)
    order = np.arange(len(rest), dtype=np.int64)
    moved = (nodes - nodes[0]).reshape(len(nodes), -1)
    return {
        "points": Block(rest, "f4"),
        "lines": Block(np.stack([order[:-1], order[1:]], axis=1), "u2"),
        "triangles": Block(np.zeros((0, 3), dtype=np.int64), "u2"),
        "shapes": Block(shapes, "i2", float(np.abs(shapes).max()) / STEPS),
        "coordinates": Channel(moved, step(part * float(line.length))),
        "frequencies": [],
        "labels": [],
    } | ({} if radii is None else {"radii": Block(radii, "f4")})


def _radii(line: Line, s: np.ndarray) -> np.ndarray | None:
    """Radii of the pieces between arc lengths, m; none of a beam of which none is known, while a
    cable is thin."""
    length, middle = float(line.length), 0.5 * (s[1:] + s[:-1])
    if line.outline is not None:
        return np.maximum(line.outline.at(middle), VISIBLE * length)
    return None if isinstance(line, Beam) else np.full(len(middle), VISIBLE * length)


def _from_root(motion: Motion, root: str, rods: list[str]) -> np.ndarray:
    """Places of the frames of rods in that of the root, (time, rod, 3)."""
    first, numbers = motion.numbers[root], [motion.numbers[rod] for rod in rods]
    away = motion.positions[:, numbers] - motion.positions[:, [first]]
    back = motion.attitudes[:, [first]] * [1, -1, -1, -1]
    return turned(back, away)


def _weights(s: np.ndarray, finer: int) -> np.ndarray:
    """What each point of a smooth curve takes of each node, after Catmull and Rom (1974)."""
    from scipy.interpolate import CubicHermiteSpline

    slopes = np.gradient(np.eye(len(s)), s, axis=0)
    x = np.unique(np.concatenate([np.linspace(a, b, finer + 1) for a, b in pairwise(s)]))
    return np.asarray(CubicHermiteSpline(s, np.eye(len(s)), slopes)(x))
