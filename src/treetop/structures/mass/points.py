"""The mass of a structure as points, whose displacements its degrees of freedom give."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse


@dataclass(frozen=True, eq=False)
class Arms:
    """Rigid arms that carry mass points away from where the structure turns.

    An arm d on a section that turns by θ moves its end by θ × d, and to second order by
    ½ θ × (θ × d) more.

    Attributes
    ----------
    lengths : array (A, 3)
        The arms, in m.
    rotation : sparse (3 A, n)
        How each arm turns.
    spread : sparse (3 P, 3 A)
        The displacement of the points per displacement of the arms' ends.
    """

    lengths: np.ndarray
    rotation: sparse.csr_array
    spread: sparse.csr_array

    def core(self, forces: np.ndarray) -> sparse.csr_array:
        """What stands between rotations (3 A, 3 A) in the stiffness of forces (P, 3) on points.

        H is ½ (θ_k × (θ_l × d) + θ_l × (θ_k × d)), and minus f · H the stiffness.
        """
        d = self.lengths
        f = (self.spread.T @ np.ravel(forces)).reshape(-1, 3)
        outer = d[:, :, None] * f[:, None, :]
        along = np.einsum("ai,ai->a", d, f)
        blocks = along[:, None, None] * np.eye(3) - 0.5 * (outer + outer.transpose(0, 2, 1))
        return block_diagonal(blocks)


@dataclass(frozen=True, eq=False)
class Slopes:
    """Slopes within beams, which draw the points between two nodes along.

    A beam that bends draws its points towards its held end by half the integral of the slope
    squared. Where nodes are drawn to, geometric stiffness says; these are the points between,
    beside their mean.

    Attributes
    ----------
    gradient : sparse (B, n)
        The slopes.
    spread : sparse (3 P, B)
        How far, and which way, half the square of a slope draws the points.
    """

    gradient: sparse.csr_array
    spread: sparse.csr_array

    def core(self, forces: np.ndarray) -> sparse.dia_array:
        """What stands between slopes (B, B) in the stiffness of forces (P, 3) on points."""
        return sparse.diags_array(-(self.spread.T @ np.ravel(forces)))


@dataclass(frozen=True, eq=False)
class MassPoints:
    """Points that have all the mass of a structure.

    Attributes
    ----------
    masses : array (P,)
        In kg.
    positions : array (P, 3)
        In m.
    shape : sparse (3 P, n)
        Their displacements, x y z of each in turn, per unit of each degree of freedom.
    arms : Arms, optional
    slopes : Slopes, optional
        What gives points a second-order displacement of their own, beside that of nodes.
    """

    masses: np.ndarray
    positions: np.ndarray
    shape: sparse.csr_array
    arms: Arms | None = None
    slopes: Slopes | None = None

    def mass_matrix(self) -> sparse.csr_array:
        """The mass matrix (n, n): shapeᵀ m shape."""
        weighted = sparse.diags_array(np.repeat(self.masses, 3)) @ self.shape
        return sparse.csr_array(self.shape.T @ weighted)

    def load(self, forces: np.ndarray) -> np.ndarray:
        """Generalised forces (n,) of forces (P, 3) in N on the points."""
        return self.shape.T @ np.ravel(forces)

    def load_stiffness(self, forces: np.ndarray) -> sparse.csr_array:
        """The stiffness (n, n) that dead forces (P, 3) in N have by what points do beside nodes.

        It is minus the sum of f · H_kl, where H is of second order, and adds to the geometric
        stiffness of the stress that the same forces cause.
        """
        n = self.shape.shape[1]
        total = sparse.csr_array((n, n))
        if self.arms is not None:
            rotation = self.arms.rotation
            total = total + rotation.T @ (self.arms.core(forces) @ rotation)
        if self.slopes is not None:
            gradient = self.slopes.gradient
            total = total + gradient.T @ (self.slopes.core(forces) @ gradient)
        return sparse.csr_array(total)


def block_diagonal(blocks: np.ndarray) -> sparse.csr_array:
    """A sparse matrix of square blocks (B, k, k) along its diagonal."""
    count, k, _ = blocks.shape
    indices = np.broadcast_to(np.arange(count)[:, None], (count, k))
    columns = k * indices[:, None, :] + np.arange(k)
    columns = np.broadcast_to(columns, (count, k, k))
    starts = np.arange(0, count * k * k + 1, k)
    return sparse.csr_array((blocks.ravel(), columns.ravel(), starts), shape=(count * k, count * k))
