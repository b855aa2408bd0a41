"""What can be seen of a system at one state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np

HELD = ("force", "torque", "effort")  # what is told of a constraint
Flags: TypeAlias = Callable[[str, int], np.ndarray]


@dataclass(frozen=True)
class BodyMotion:
    """How a body moves: linear quantities of its frame's origin in inertial axes, angular ones
    in body axes, attitude as a quaternion from body to inertial axes."""

    position: np.ndarray
    velocity: np.ndarray
    acceleration: np.ndarray
    attitude: np.ndarray
    angular_velocity: np.ndarray
    angular_acceleration: np.ndarray


@dataclass(frozen=True)
class JointLoad:
    """What a joint exerts on its outboard body, about the outboard frame's origin, in the axes
    of the inboard frame; efforts of springs, dampers and drives at the joint included."""

    reaction_force: np.ndarray
    reaction_torque: np.ndarray
    _flags: Flags = field(repr=False, compare=False)
    _number: int = field(repr=False, compare=False)

    @property
    def force_unique(self) -> np.ndarray:
        """For each component of the force, whether the constraints determine it: true or false."""
        return self._flags("reaction_force", self._number)

    @property
    def torque_unique(self) -> np.ndarray:
        """Likewise for each component of the torque."""
        return self._flags("reaction_torque", self._number)


@dataclass(frozen=True)
class ConstraintLoad:
    """What a constraint exerts on the body it acts on, about the origin of that body's frame, in
    inertial axes; of couplings and prescribed coordinates instead the effort, which acts along each
    coordinate times its weight."""

    force: np.ndarray
    torque: np.ndarray
    effort: float
    _flags: Flags = field(repr=False, compare=False)
    _number: int = field(repr=False, compare=False)

    @property
    def force_unique(self) -> np.ndarray:
        """For each component of the force, whether the constraints determine it: true or false."""
        return self._flags("holding_force", self._number)

    @property
    def torque_unique(self) -> np.ndarray:
        """Likewise for each component of the torque."""
        return self._flags("holding_torque", self._number)

    @property
    def effort_unique(self) -> bool:
        """Likewise for the effort."""
        return bool(self._flags("holding_effort", self._number))


@dataclass(frozen=True)
class Snapshot:
    """All that can be seen of a system at one state; SI units."""

    time: float
    body: dict[str, BodyMotion]
    joint: dict[str, JointLoad]
    constraint: dict[str, ConstraintLoad]
    speed_rates: np.ndarray
    kinetic_energy: float
    potential_energy: float
    linear_momentum: np.ndarray
    angular_momentum: np.ndarray
    angular_momentum_about_centre: np.ndarray
    mass_centre: np.ndarray
    constraint_error: float
