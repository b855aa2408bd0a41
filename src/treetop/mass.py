"""The mass matrix of a system, that of the modes of flexible bodies included."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.assembling import motions_per_speed
from treetop.assembly.kinds import DEFORMATION
from treetop.determinacy import body_inertias
from treetop.dynamics.mass_matrix import mass_matrix

if TYPE_CHECKING:
    from treetop.system import System


def mass_matrix_of(system: System) -> np.ndarray:
    """The symmetric matrix M of ``½ uᵀ M u`` where the last evaluation has left the bodies."""
    n = len(system.speed_labels)
    M = np.zeros((n, n))
    if system.flexible:
        return _with_modes(system)
    mass_matrix(system.problem, M)
    return M


def _with_modes(system: System) -> np.ndarray:
    """Through the motions that each speed makes, and what deformation adds to the inertia."""
    _, (own, room, work, bodies) = system.kept_flexible
    G = motions_per_speed(system).reshape(len(system.body_names), 6, -1)
    I = body_inertias(bodies, work.R[1:].reshape(-1, 3, 3))
    M = np.einsum("nai,nab,nbj->ij", G, I, G)
    for f, i in enumerate(np.flatnonzero(own.joint == DEFORMATION)):
        modes = slice(own.mode_at[f], own.mode_at[f + 1])
        coupled, own_modes = room.P[modes] @ G[i - 1], slice(own.u_at[i], own.u_at[i + 1])
        M[own_modes] += coupled
        M[:, own_modes] += coupled.T
        count = own.mode_at[f + 1] - own.mode_at[f]
        M[own_modes, own_modes] += own.M[own.pair_at[f] : own.pair_at[f + 1]].reshape(count, -1)
    return M
