"""The mass of a structure as points, seen by its modes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy import linalg, sparse

from treetop.structures.mass.points import MassPoints
from treetop.structures.modes.modes import Modes
from treetop.structures.structure import Structure

__all__ = ["LEVI_CIVITA", "ModalPoints"]

# ε_abc: cross products as sums over components.
LEVI_CIVITA = np.cross(np.eye(3)[:, None], np.eye(3)[None, :])


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
        """The points of the structure of some modes; of one with modal coordinates its boundary."""
        structure = modes.structure
        points = structure.points
        if structure.modal.any():
            return _boundary(modes)
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


@dataclass(frozen=True)
class BoundaryPoints(ModalPoints):
    """Nodes of a structure whose inside is known by modal coordinates alone.

    What lies between the nodes is taken to follow them with least strain energy: its mass is lent
    to the nodes that way. What the mass matrix says beyond it, as of modal coordinates, is shared
    evenly by the three directions: it does not say which way they move.

    Attributes
    ----------
    following : ndarray, shape (n, 3 N)
        Degrees of freedom per displacement of the nodes.
    """

    following: np.ndarray

    def position_moments(self) -> np.ndarray:
        """Σ m r_a φ_b,k, shape (3, 3, m): uniform strains of the nodes, and rotations."""
        structure, shapes = self.modes.structure, self.modes.shapes
        strains = np.einsum("ia,bc->abic", self.positions, np.eye(3))
        strains = (strains + strains.swapaxes(0, 1)) / 2
        fields = self.following @ strains.reshape(9, -1).T
        rotations = structure.rigid_modes()[:, 3:]
        driven = structure.mass @ shapes
        turned = np.einsum("abc,ck->abk", LEVI_CIVITA, rotations.T @ driven) / 2
        return (fields.T @ driven).reshape(3, 3, -1) + turned

    def shape_moments(self) -> np.ndarray:
        """Σ m φ_a,k φ_b,l, shape (3, 3, m, m), whose trace is the modal mass."""
        found = super().shape_moments()
        rest = self.modes.mass - np.trace(found)
        return found + np.eye(3)[:, :, None, None] * rest / 3


def _boundary(modes: Modes) -> BoundaryPoints:
    structure = modes.structure
    count = len(structure.positions)
    following = _following(structure)
    by_direction = following.reshape(-1, count, 3)
    weights = sum(
        by_direction[:, :, k].T @ (structure.mass @ by_direction[:, :, k]) for k in range(3)
    )
    rows = np.arange(6 * count).reshape(-1, 6)[:, :3].ravel()
    return BoundaryPoints(
        modes,
        structure.positions,
        sparse.csr_array(weights / 3),
        structure.motion[rows],
        None,
        following,
    )


def _following(structure: Structure) -> np.ndarray:
    """Degrees of freedom (n, 3 N) that follow displacements of nodes with least strain energy."""
    nodes, directions = structure.degrees.T
    moved = np.flatnonzero(directions < 3)
    rest = np.flatnonzero(directions >= 3)
    found = np.zeros((structure.size, 3 * len(structure.positions)))
    found[moved, 3 * nodes[moved] + directions[moved]] = 1.0
    stiffness = structure.stiffness[rest].toarray()
    scale = 1 / np.sqrt(np.maximum(stiffness[np.arange(len(rest)), rest], 1e-300))
    scaled = scale[:, None] * stiffness[:, rest] * scale
    load = scale[:, None] * (stiffness @ found)
    # Rotations that nothing resists, such as about a row of nodes, stay where they are.
    found[rest] = -scale[:, None] * (linalg.pinvh(scaled, rtol=1e-10) @ load)
    return found


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
