"""What can be seen of a system of equations in symbols at one state."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from treetop.system.snapshot import BodyMotion


class Matrices(NamedTuple):
    """``M u' = Q + Aᵀ λ`` and ``A u' = b`` at a state."""

    M: np.ndarray
    Q: np.ndarray
    A: np.ndarray
    b: np.ndarray


@dataclass(frozen=True)
class SymbolicSnapshot:
    """All that can be seen of a system at one state.

    Attributes
    ----------
    time : float, s
    speed_rates : ndarray
        Of the speeds, which are the rates of the coordinates unless speeds were given.
    constraint_force : ndarray
        Along each speed: ``M u' - Q``.
    multipliers : dict
        By constraint; of those that depend on each other the smallest that together make up the
        force.
    kinetic_energy, potential_energy : float, J
    constraint_error : float
        The greatest amount by which a constraint, or the rate of one, fails to vanish.
    rank : int
        How many of the constraints are independent.
    degrees_of_freedom : int
    outputs : dict
    body : dict of BodyMotion
        Of the mass centres.
    """

    time: float
    speed_rates: np.ndarray
    constraint_force: np.ndarray
    multipliers: dict[str, float]
    kinetic_energy: float
    potential_energy: float
    constraint_error: float
    rank: int
    degrees_of_freedom: int
    outputs: dict[str, float]
    body: dict[str, BodyMotion]
