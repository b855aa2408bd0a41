"""Geometric stiffness: what the stress in a structure adds to its stiffness."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse


@dataclass(frozen=True)
class GeometricStiffness:
    """Stress times the part of the strain that is quadratic in displacements.

    The energy of a stress s in a small displacement u is the sum over terms i of
    ½ s_i (g_a · u)(g_b · u), where g are rows of `gradient` and a, b the pair of the term; s is
    linear in the displacement that causes it.

    Attributes
    ----------
    gradient : sparse (R, n)
        Slopes, rotations and what else strains are quadratic in, per unit of each degree of
        freedom.
    pairs : integer array (Q, 2)
        Rows of `gradient` that each term multiplies.
    stress : sparse (Q, n)
        The stress of each term, times its part of length, area or volume.
    """

    gradient: sparse.csr_array
    pairs: np.ndarray
    stress: sparse.csr_array

    def __call__(self, displacement: np.ndarray) -> sparse.csr_array:
        """The geometric stiffness (n, n) of the stress that belongs to a displacement (n,)."""
        return sparse.csr_array(self.gradient.T @ (self.core(displacement) @ self.gradient))

    def core(self, displacement: np.ndarray) -> sparse.csr_array:
        """The symmetric matrix (R, R) that stands between gradients.

        ``g.T @ core @ g`` with ``g = gradient @ shapes`` is the stiffness on few shapes, cheaply.
        """
        rows = self.gradient.shape[0]
        s = 0.5 * (self.stress @ displacement)
        a, b = self.pairs.T
        entries = (np.tile(s, 2), (np.concatenate([a, b]), np.concatenate([b, a])))
        return sparse.csr_array(entries, shape=(rows, rows))
