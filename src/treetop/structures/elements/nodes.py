"""Nodes found by where they are."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import vector


def nearest_node(positions: np.ndarray, name: str, at: Iterable[float]) -> int:
    """The node at a position in m; an error that names the nearest if there is none."""
    place = vector(at, f"nodes.{name}")
    distance = np.linalg.norm(positions - place, axis=1)
    best = int(np.argmin(distance))
    if not distance[best] <= 1e-6 * np.ptp(positions, axis=0).max():
        near = ", ".join(f"{x:.6g}" for x in positions[best])
        what = f"no node is at {place.tolist()}"
        raise ModelError([Problem(what, f"nodes.{name}", f"the nearest is at {near}")])
    return best
