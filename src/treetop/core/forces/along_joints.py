"""Stops, springs with hysteresis and friction along the coordinates of joints: their tables, and
the one place that adds them up."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.forces import dry_friction, hard_stop, hysteresis_spring, lugre


class JointPhysicsTables(NamedTuple):
    """Tables of forces along the joints of the tree, or along those that close loops."""

    stops: hard_stop.Stops
    hysteresis: hysteresis_spring.Hysteresis
    bristles: lugre.Bristles
    friction: dry_friction.Friction


class JointPhysicsRows(NamedTuple):
    """Which generalised force of the model each row of these tables is."""

    stops: np.ndarray  # (k,)
    hysteresis: np.ndarray
    bristles: np.ndarray
    friction: np.ndarray


NO_JOINT_FORCES = JointPhysicsTables(
    hard_stop.NO_STOPS, hysteresis_spring.NO_SPRINGS, lugre.NO_BRISTLES, dry_friction.NO_FRICTION
)
NO_JOINT_ROWS = JointPhysicsRows(*np.zeros((len(JointPhysicsRows._fields), 0), dtype=np.int64))


@inlined
def apply(laws, load, q, u, states, state_rates, tau):
    """Along coordinates q; return the power."""
    power = hard_stop.apply(laws.stops, q, u, tau)
    power += hysteresis_spring.apply(laws.hysteresis, q, u, states, state_rates, tau)
    power += lugre.apply(laws.bristles, u, states, state_rates, tau)
    return power + dry_friction.apply(laws.friction, load, u, tau)


@kernel
def seen(laws, load, q, u, states, rows, row):
    """Write the generalised force of each."""
    for k in range(rows.stops.size):
        row[rows.stops[k]] = hard_stop.effort_of(laws.stops, k, q, u)
    for k in range(rows.hysteresis.size):
        row[rows.hysteresis[k]] = hysteresis_spring.effort_of(laws.hysteresis, k, q, states)
    for k in range(rows.bristles.size):
        row[rows.bristles[k]] = lugre.effort_of(laws.bristles, k, u, states)[0]
    for k in range(rows.friction.size):
        row[rows.friction[k]] = dry_friction.effort_of(laws.friction, load, k, u)
