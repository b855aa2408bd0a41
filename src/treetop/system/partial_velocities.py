"""Partial velocities and partial angular velocities, by names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from treetop.core.tables.motion import partial_matrices
from treetop.errors import TreetopError

if TYPE_CHECKING:
    from treetop.system.evaluation import Evaluation


@dataclass(frozen=True)
class BodyPartials:
    """Partial velocities of a body: matrices of three rows, inertial axes, a column per speed.

    Times the speeds they are velocities: `angular_velocity` of the body, `velocity` of the origin
    of its frame, `centre_velocity` of its mass centre, rad/s and m/s per unit of each speed.
    Those with ``_rate`` are their rates of change, per second, so that the acceleration of the
    mass centre is ``centre_velocity @ u' + centre_velocity_rate @ u``.
    """

    angular_velocity: np.ndarray
    velocity: np.ndarray
    centre_velocity: np.ndarray
    angular_velocity_rate: np.ndarray
    velocity_rate: np.ndarray
    centre_velocity_rate: np.ndarray


@dataclass(frozen=True)
class PartialVelocities:
    """Partial velocities of all bodies by name; `speeds` are the labels of their columns."""

    speeds: list[str]
    body: dict[str, BodyPartials]


def partial_velocities(now: Evaluation) -> PartialVelocities:
    """Partial velocities of all bodies, along the speeds of the formulation."""
    system = now.system
    partials = system.equations.partials
    if partials is None:
        what = f"the formulation '{system.formulation}' has no partial velocities"
        raise TreetopError(f'{what}: build the model with "kane" or "kane-absolute"')
    speeds = partials.speeds(system.assembly)
    seen = partial_matrices(len(system.body_names), len(speeds))
    partials.seen(now.problem, seen)
    body = {
        name: BodyPartials(*(matrices[i] for matrices in seen))
        for i, name in enumerate(system.body_names)
    }
    return PartialVelocities(list(speeds), body)
