"""What can be seen of a system at one state."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np


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


@dataclass(frozen=True)
class ConstraintLoad:
    """What a constraint exerts on the body it acts on, about the origin of that body's frame, in
    inertial axes; of couplings and prescribed coordinates instead the effort, which acts along each
    coordinate times its weight."""

    force: np.ndarray
    torque: np.ndarray
    effort: float


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
