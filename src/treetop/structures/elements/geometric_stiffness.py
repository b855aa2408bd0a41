"""Geometric stiffness: what the stress in a structure adds to its stiffness."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from treetop.structures.elements.sparse import numbered, sparse_assembly


@dataclass(frozen=True, eq=False)
class GeometricStiffness:
    """Stress times the part of the strain that is quadratic in displacements.

    The energy of a stress s in a small displacement u is the sum over terms (a, b, i) with their
    factors f of ½ f s_i (g_a · u)(g_b · u), where g are rows of `gradient`; s is linear in the
    displacement that causes it.

    Attributes
    ----------
    gradient : sparse (R, n)
        Slopes, rotations and what else strains are quadratic in, per unit of each degree of
        freedom.
    terms : integer array (Q, 3)
        Two rows of `gradient` and one of `stress`.
    factors : array (Q,)
    stress : sparse (S, n)
        Stresses, each times its part of length, area or volume, per unit of each degree of freedom.
    """

    gradient: sparse.csr_array
    terms: np.ndarray
    factors: np.ndarray
    stress: sparse.csr_array

    def __call__(self, displacement: np.ndarray) -> sparse.csr_array:
        """The geometric stiffness (n, n) of the stress that belongs to a displacement (n,)."""
        return sparse.csr_array(self.gradient.T @ (self.core(displacement) @ self.gradient))

    def core(self, displacement: np.ndarray) -> sparse.csr_array:
        """The symmetric matrix (R, R) that stands between gradients.

        ``g.T @ core @ g`` with ``g = gradient @ shapes`` is the stiffness on few shapes, cheaply.
        """
        a, b, i = self.terms.T
        s = 0.5 * self.factors * (self.stress @ displacement)[i]
        entries = (np.tile(s, 2), (np.concatenate([a, b]), np.concatenate([b, a])))
        rows = self.gradient.shape[0]
        return sparse.csr_array(entries, shape=(rows, rows))


def element_terms(
    gradient: np.ndarray,
    stress: np.ndarray,
    terms: Iterable[tuple[int, int, int, float]],
    degrees: np.ndarray,
    n: int,
) -> GeometricStiffness:
    """The terms of elements at one place of each.

    Parameters
    ----------
    gradient : array (E, r, c)
    stress : array (E, s, c)
        Weighted by length, area or volume.
    terms : of (a, b, i, factor)
        The same for all elements.
    degrees : integer array (E, c)
    n : int
        Of all degrees of freedom.
    """
    (count, r, _), s = gradient.shape, stress.shape[1]
    *which, factors = zip(*terms, strict=True)
    indices = np.array(which).T
    first = np.arange(count)[:, None, None] * np.array([r, r, s])
    return GeometricStiffness(
        sparse_assembly(gradient, numbered(0, count, r), degrees, (count * r, n)),
        (first + indices).reshape(-1, 3),
        np.tile(factors, count),
        sparse_assembly(stress, numbered(0, count, s), degrees, (count * s, n)),
    )


def united(parts: Iterable[GeometricStiffness]) -> GeometricStiffness:
    """The sum of several, as one."""
    parts = list(parts)
    rows = np.cumsum([0] + [part.gradient.shape[0] for part in parts])
    stresses = np.cumsum([0] + [part.stress.shape[0] for part in parts])
    moved = [
        part.terms + [row, row, stress]
        for part, row, stress in zip(parts, rows[:-1], stresses[:-1], strict=True)
    ]
    return GeometricStiffness(
        sparse.csr_array(sparse.vstack([part.gradient for part in parts])),
        np.concatenate(moved),
        np.concatenate([part.factors for part in parts]),
        sparse.csr_array(sparse.vstack([part.stress for part in parts])),
    )
