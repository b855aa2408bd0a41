"""The mass of a structure as points, seen by its modes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import sparse

from treetop.structures.mass.points import MassPoints
from treetop.structures.modes.modes import Modes
from treetop.structures.structure import Structure

__all__ = ["ModalPoints"]


@dataclass(frozen=True)
class ModalPoints:
    """Points with their masses, and how modes displace them.

    Where a structure cannot be split into points, its nodes serve, with the translational part of
    its mass matrix, the mean over the three directions.

    Attributes
    ----------
    modes : Modes
    positions : ndarray, shape (P, 3)
    weights : sparse, shape (P, P)
        Masses: diagonal for points, else as in the mass matrix.
    shape : sparse, shape (3 P, n)
        Displacement of the points per degree of freedom.
    points : MassPoints or None
    """

    modes: Modes
    positions: np.ndarray
    weights: sparse.sparray
    shape: sparse.sparray
    points: MassPoints | None

    @classmethod
    def of(cls, modes: Modes) -> ModalPoints:
        """The points of the structure of some modes."""
        structure = modes.structure
        points = structure.points
        if points is None:
            rows = np.arange(6 * len(structure.positions)).reshape(-1, 6)[:, :3].ravel()
            weights = _nodal_weights(structure)
            return cls(modes, structure.positions, weights, structure.motion[rows], None)
        weights = sparse.diags_array(points.masses)
        return cls(modes, points.positions, weights, points.shape, points)

    @cached_property
    def shapes(self) -> np.ndarray:
        """Displacement (P, 3, m) of the points per modal coordinate."""
        return (self.shape @ self.modes.shapes).reshape(len(self.positions), 3, -1)

    @cached_property
    def rigid(self) -> np.ndarray:
        """Displacement (P, 3, r) by motions as one piece that nothing holds, of unit mass."""
        rigid = self.modes.support.rigid
        return (self.shape @ rigid).reshape(len(self.positions), 3, rigid.shape[1])

    def position_moments(self) -> np.ndarray:
        """Σ m r_a φ_b,k, shape (3, 3, m)."""
        weighted = self.weights @ self.positions
        return np.einsum("pa,pbk->abk", weighted, self.shapes)

    def shape_moments(self) -> np.ndarray:
        """Σ m φ_a,k φ_b,l, shape (3, 3, m, m)."""
        count = len(self.modes)
        flat = self.shapes.reshape(len(self.positions), 3 * count)
        found = flat.T @ (self.weights @ flat)
        return found.reshape(3, count, 3, count).swapaxes(1, 2)

    def fields(self) -> np.ndarray:
        """Forces (12, P, 3) of unit inertia loads: m e_b, then m r_a e_b with b counted fastest."""
        scale = np.column_stack([np.ones(len(self.positions)), self.positions])
        return np.einsum("pa,bc->abpc", self.weights @ scale, np.eye(3)).reshape(12, -1, 3)


def _nodal_weights(structure: Structure) -> sparse.csr_array:
    count = len(structure.positions)
    weights = sparse.csr_array((count, count))
    for direction in range(3):
        degrees = np.flatnonzero(structure.degrees[:, 1] == direction)
        place = (structure.degrees[degrees, 0], degrees)
        shape = (count, structure.size)
        chosen = sparse.csr_array((np.ones(len(degrees)), place), shape=shape)
        weights = weights + chosen @ structure.mass @ chosen.T / 3
    return sparse.csr_array(weights)
