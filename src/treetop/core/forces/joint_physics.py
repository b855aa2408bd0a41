"""Stops, springs with hysteresis and friction along the coordinates of joints: their tables, and
the one place that adds them up."""

from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.forces import dry_friction, group, hard_stop, hysteresis_spring, lugre
from treetop.core.forces.reaction_friction import FRICTION_LOADS
from treetop.core.interface import span_of_states, unpack
from treetop.core.tables.samples import ACT, EXERT
from treetop.core.tables.tables import AT_JOINTS


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


# --- as a group -------------------------------------------------------------------------


class JointForces(NamedTuple):
    """Forces along joints, or rows of them."""

    tree: Any  # along coordinates of the tree's joints
    closing: Any  # along those of joints that close loops


NO_FORCES_AT_JOINTS = JointForces(NO_JOINT_FORCES, NO_JOINT_FORCES)
_OWN = group.own_tables(
    NO_FORCES_AT_JOINTS, JointForces(NO_JOINT_ROWS, NO_JOINT_ROWS), FRICTION_LOADS
)
unpack_at_joints = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Stops, springs with hysteresis and friction along the coordinates of joints."""
    (_, work), (_, laws, _, loads) = unpack(problem), unpack_at_joints(own)
    (states, rates), loops = group.states_and_rates(problem, y, rate), work.loops
    power = apply(laws.tree, loads.load, q, u, states, rates, work.tau)
    load = loads.closing_load
    power += apply(laws.closing, load, loops.q, loops.u, states, rates, loops.tau)
    return power, 0.0, 0.0, 0.0, 0.0, 0.0


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    """The generalised forces of all that acts along joints."""
    (tables, work), (_, laws, rows, loads) = unpack(problem), unpack_at_joints(own)
    (out, _), (q, u), loops = (
        group.unpack_recorded(handle),
        group.joint_motion(problem, z),
        work.loops,
    )
    first, last = span_of_states(tables, y)
    states, row = y[first:last], out.generalised_forces[s]
    seen(laws.tree, loads.load, q, u, states, rows.tree, row)
    seen(laws.closing, loads.closing_load, loops.q, loops.u, states, rows.closing, row)
    return 0


GROUP = group.Group(
    *(_OWN, NO_FORCES_AT_JOINTS),
    shown_at=AT_JOINTS,
    room=lambda tables, packing: packing.friction_loads,
    act=act,
    record=record,
)
