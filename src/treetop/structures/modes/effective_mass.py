"""How much of a structure's mass each mode moves along with what holds it.

When its support accelerates by a, mode k is driven by - Γ_k a, Γ_k = φ_kᵀ M R, and pulls at it as
a mass Γ_k² / m_k on a spring would.  Over all modes these masses add up to that of the whole, less
what rides on the held degrees of freedom themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem
from treetop.structures.modes.modes import Modes
from treetop.structures.modes.support import symmetric_factors

__all__ = ["EffectiveMasses", "effective_masses"]


@dataclass(frozen=True)
class EffectiveMasses:
    """Effective masses along x, y, z [kg] and about them [kg m²].

    Attributes
    ----------
    of_modes : ndarray, shape (m, 6)
    held : ndarray, shape (6,)
        What no mode moves: it rides on held degrees of freedom, or moves as one piece.
    total : ndarray, shape (6,)
        Mass and moments of inertia of the whole.
    """

    of_modes: np.ndarray
    held: np.ndarray
    total: np.ndarray

    @property
    def shares(self) -> np.ndarray:
        """Shares (m, 6) of the whole; 0 about an axis about which it has no inertia."""
        there = self.total > 1e-12 * self.total.max()
        return self.of_modes / np.where(there, self.total, np.inf)


def effective_masses(
    modes: Modes, point: Sequence[float] | np.ndarray | None = None
) -> EffectiveMasses:
    """Effective masses of normal modes; rotations are about a point, unless said the origin.

    Free-free modes have none: they are orthogonal to all motion as one piece.
    """
    off = modes.mass - np.diag(modes.mass.diagonal())
    if np.abs(off).max(initial=0.0) > 1e-6 * modes.mass.diagonal().min():
        what = "effective masses belong to modes that are orthogonal in the mass"
        raise ModelError([Problem(what, "modes", "take Modes.normal() first")])
    structure = modes.structure
    rigid = structure.rigid_modes((0.0, 0.0, 0.0) if point is None else point)
    driven = structure.mass @ rigid
    participation = modes.shapes.T @ driven
    total = np.einsum("ia,ia->a", rigid, driven)
    return EffectiveMasses(
        participation**2 / modes.mass.diagonal()[:, None],
        np.maximum(total - _movable(modes, driven), 0.0),
        total,
    )


def _movable(modes: Modes, driven: np.ndarray) -> np.ndarray:
    """(M R)ᵀ M⁻¹ (M R) over what is not held, less what moves as one piece."""
    structure, support = modes.structure, modes.support
    massive = structure.mass.diagonal() > 0
    loose = support.loose[massive[support.loose]]
    mass = structure.mass[loose][:, loose]
    # Massless combinations, such as turning about a row of points, take no part in any load.
    raised = mass + sparse.diags_array(1e-13 * mass.diagonal())
    solved = symmetric_factors(raised).solve(np.ascontiguousarray(driven[loose]))
    one_piece = support.rigid.T @ driven
    return np.einsum("ia,ia->a", driven[loose], solved) - np.sum(one_piece**2, axis=0)
