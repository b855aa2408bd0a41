"""Reactions that constraints leave undetermined, shared out by how much the joints give.

Forces with which the joints of a loop strain each other change no motion.  Of all that are possible
those are exerted whose strain energy, ``½ Σ Fᵀ C F`` over the joints, is least (Castigliano): C are
compliances, F the reactions as they are reported.  Constraints and joints without a stiffness do
not give, and take what follows from the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.system.reaction_uniqueness import STRAINLESS, compliances, idle_loads, strain_energy
from treetop.system.state import State

if TYPE_CHECKING:
    from treetop.system.system import System


def share(
    system: System, times: np.ndarray, vectors: np.ndarray, seen: dict[str, np.ndarray]
) -> None:
    """Put the shared reactions in place of those of the histories `seen`, for states in rows."""
    C = compliances(system)
    if not (system.constrained and C.any()):
        return
    for row, (time, vector) in enumerate(zip(times, vectors, strict=True)):
        idle = idle_loads(system, State(system, time, vector))
        H, G = strain_energy(idle, C)
        F = np.hstack([seen["reaction_force"][row], seen["reaction_torque"][row]])
        change = -np.linalg.pinv(H, rcond=STRAINLESS, hermitian=True) @ (G.T @ (C * F).ravel())
        for name, loads in idle._asdict().items():
            if name in seen:
                seen[name][row] += loads @ change
