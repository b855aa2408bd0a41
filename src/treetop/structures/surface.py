"""What can be seen of a structure: points, lines and triangles between them, and how they move."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.structures.surface_stress import SurfaceStress, surface_stress

if TYPE_CHECKING:
    from treetop.structures.modes.modes import Modes
    from treetop.structures.structure import Structure


class Skin(NamedTuple):
    """P points and their displacements by m modes.

    Attributes
    ----------
    points : array (P, 3)
        Unbent, m.
    lines : integer array (L, 2)
        Pairs of points.
    triangles : integer array (T, 3)
    shapes : array (m, P, 3)
        Displacement per unit of each modal coordinate, m.
    """

    points: np.ndarray
    lines: np.ndarray
    triangles: np.ndarray
    shapes: np.ndarray

    def require_fit(self, modes: int) -> None:
        """Refuse arrays that do not fit each other."""
        P = len(self.points)
        if self.points.shape != (P, 3) or self.shapes.shape != (modes, P, 3):
            raise ValueError(f"the skin's shapes should be ({modes}, {P}, 3)")
        for name, width in (("lines", 2), ("triangles", 3)):
            value = getattr(self, name)
            if value.ndim != 2 or value.shape[1] != width or value.dtype.kind not in "iu":
                raise ValueError(f"the skin's {name} should be {width} points each")
            if value.size and not (value.min() >= 0 and value.max() < P):
                raise ValueError(f"the skin's {name} should be of its {P} points")
        if not (np.isfinite(self.points).all() and np.isfinite(self.shapes).all()):
            raise ValueError("the skin should be finite numbers")


def skin(modes: Modes) -> Skin:
    """What can be seen of a structure that moves in these modes."""
    structure = modes.structure
    lines, triangles, used = _seen(structure)
    numbers = np.zeros(len(structure.positions), dtype=np.int32)
    numbers[used] = np.arange(len(used))
    rows = (6 * used[:, None] + np.arange(3)).ravel()
    shapes = structure.motion[rows] @ modes.shapes
    return Skin(
        structure.positions[used].astype(np.float32),
        numbers[lines],
        numbers[triangles],
        shapes.T.reshape(len(modes), len(used), 3).astype(np.float32),
    )


def seen_stress(modes: Modes) -> SurfaceStress | None:
    """The stresses at the points that can be seen of a structure, where it recovers any."""
    return surface_stress(modes, _seen(modes.structure)[2])


def _seen(structure: Structure) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Lines and triangles between nodes, and the nodes that these have."""
    lines, triangles = structure.lines, structure.triangles
    if not len(lines) and not len(triangles):
        lines = stiff_pairs(structure)
    return lines, triangles, np.unique(np.concatenate([lines.ravel(), triangles.ravel()]))


def stiff_pairs(structure: Structure) -> np.ndarray:
    """Pairs of nodes between which there is stiffness, each node with those nearest to it: for
    structures of which matrices alone are known."""
    entries = structure.stiffness.tocoo()
    nodes, placed = structure.degrees[:, 0], ~structure.modal
    pairs = np.stack([nodes[entries.row], nodes[entries.col]], axis=1)
    pairs = pairs[placed[entries.row] & placed[entries.col]]
    pairs = np.unique(np.sort(pairs[pairs[:, 0] != pairs[:, 1]], axis=1), axis=0)
    spans = np.linalg.norm(np.diff(structure.positions[pairs], axis=1)[:, 0], axis=1)
    nearest = np.full(len(structure.positions), np.inf)
    np.minimum.at(nearest, pairs[:, 0], spans)
    np.minimum.at(nearest, pairs[:, 1], spans)
    # Elements of more than two nodes couple their diagonals too; sides are about the shortest.
    near = spans <= 1.3 * np.maximum(nearest[pairs[:, 0]], nearest[pairs[:, 1]])
    return pairs[near]
