"""What each force of a model exerts: its wrench on the body that it acts on, and its power.

The laws are those that the dynamics applies.  A force acts on the second of its two ends, and the
opposite on the first; along a joint the ends are the inboard and the outboard body, and the wrench

    S (SᵀS)⁻¹ τ

has the power of the generalised forces τ.  Several rows of the tables may belong to one force:
three components along a vector of speeds, or two ends of a capsule on a plane.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import inlined, kernel
from treetop.core.forces import (
    contact,
    dry_friction,
    frame_force,
    gravity,
    hard_stop,
    hysteresis_spring,
    joint_spring,
    line_spring,
    lugre,
    user_force,
)
from treetop.core.forces.optional import unpack_own
from treetop.core.forces.time_functions import signal
from treetop.core.interface import EXTRA
from treetop.core.kinematics.clearance import nearness
from treetop.core.kinematics.joint_coordinates import effort_of
from treetop.core.kinematics.loop_joints import ends
from treetop.core.outputs.energies import owner
from treetop.core.spatial import cross, dot, norm, zero3
from treetop.core.spatial.table_access import vec
from treetop.core.tables.kinds import DEFORMATION


class JointRows(NamedTuple):
    """Which generalised force each row of the tables of forces along joints is."""

    springs: np.ndarray  # (k,)
    efforts: np.ndarray
    stops: np.ndarray
    hysteresis: np.ndarray
    bristles: np.ndarray
    friction: np.ndarray


class ForceRows(NamedTuple):
    """Which force of the model each row of the tables of forces belongs to."""

    line_springs: np.ndarray  # (k,)
    frame_forces: np.ndarray  # (k,)
    user_forces: np.ndarray  # (k,)
    contacts: np.ndarray  # (k, 2)  and 1, or -1 if its second end is the first of the row
    tree: JointRows
    closing: JointRows  # along joints that close loops
    generalised: np.ndarray  # (g, 3)  its force, its speed, and 1 if its joint closes a loop


class ForceHistories(NamedTuple):
    """One row per instant; inertial axes."""

    applied_force: np.ndarray  # (t, f, 3)  on the second end
    applied_torque: np.ndarray  # (t, f, 3)  likewise, about the point of action
    point_of_action: np.ndarray  # (t, f, 3)
    point_of_reaction: np.ndarray  # (t, f, 3)  where the opposite acts on the first end
    power: np.ndarray  # (t, f)
    generalised_forces: np.ndarray  # (t, g)
    gravity_force: np.ndarray  # (t, n, 3)  on each body
    gravity_torque: np.ndarray  # (t, n, 3)  about its mass centre
    scratch: np.ndarray  # (2, speeds)


class ForceSizes(NamedTuple):
    """How many there are of what."""

    forces: int
    generalised: int
    bodies: int
    speeds: int  # of the tree, or of joints that close loops if these have more


def force_histories(instants: int, counts: ForceSizes) -> ForceHistories:
    vectors = np.zeros((4, instants, counts.forces, 3))
    pulls = np.zeros((2, instants, counts.bodies, 3))
    return ForceHistories(
        *vectors,
        np.zeros((instants, counts.forces)),
        np.zeros((instants, counts.generalised)),
        *pulls,
        np.zeros((2, counts.speeds)),
    )


_NONE = np.zeros(0, dtype=np.int64)
_OF_JOINTS = JointRows(*(_NONE,) * 6)
NO_ROWS = ForceRows(
    *(_NONE, _NONE, _NONE, _NONE.reshape(0, 2)),
    *(_OF_JOINTS, _OF_JOINTS, _NONE.reshape(0, 3)),
)


@inlined
def forces_seen(tables, work, origin, t, y, z, rows, out, s):
    """Write what all forces exert in state y, whose joint coordinates and speeds are z, where the
    evaluation of it has left the bodies."""
    gravity_seen(tables, work, origin, out, s)
    line_springs_seen(tables, work, origin, rows.line_springs, out, s)
    frame_forces_seen(tables, work, origin, t, rows.frame_forces, out, s)
    user_forces_seen(tables, work, origin, t, rows.user_forces, out, s)
    own, _ = unpack_own(tables.special.tables[0])
    contacts_seen(own.contacts, work, origin, rows.contacts, out, s)
    joint_forces_seen(tables, own, work, origin, t, y, z, rows, out, s)


@inlined
def gravity_seen(tables, work, origin, out, s):
    for i in range(1, 1 + out.gravity_force.shape[1]):
        pull = gravity.attraction(tables.gravity, tables.bodies, work, origin, i)
        put(out.gravity_force[s, i - 1], pull.lin)
        put(out.gravity_torque[s, i - 1], pull.ang)


@inlined
def line_springs_seen(tables, work, origin, rows, out, s):
    for k in range(rows.size):
        a, b, pull, _ = line_spring.pull_of(tables.line_springs, tables.frames, work, origin, k)
        write_pair(out, s, rows[k], origin, a, b, pull * -1.0, zero3())


@inlined
def frame_forces_seen(tables, work, origin, t, rows, out, s):
    for k in range(rows.size):
        at, force, torque = frame_force.wrench_of(
            tables.frame_forces, tables.signals, tables.frames, work, origin, t, k
        )
        write_pair(out, s, rows[k], origin, at, at, force, torque)
        out.power[s, rows[k]] = dot(force, at.V.lin + origin.v) + dot(torque, at.V.ang)


@inlined
def user_forces_seen(tables, work, origin, t, rows, out, s):
    for k in range(rows.size):
        a, b, force, torque = user_force.exerted(
            tables.user_forces, tables.frames, work, origin, t, k
        )
        write_pair(out, s, rows[k], origin, a, b, force, torque)


# --- contacts ---------------------------------------------------------------------------


@inlined
def contacts_seen(contacts, work, origin, rows, out, s):
    """Of several points of one contact, their resultant."""
    for k in range(rows.shape[0]):
        near, f = nearness(contacts.pairs, work, origin, k), rows[k, 0]
        a, b, F, _ = contact.exerted(contacts, near, work, origin, k)
        F, x = F * float(rows[k, 1]), origin.p + b.p
        if k > 0 and rows[k - 1, 0] == f:
            x = add_at(out, s, f, x, F)
        else:
            put(out.applied_force[s, f], F)
        put(out.point_of_action[s, f], x)
        put(out.point_of_reaction[s, f], x)
        out.power[s, f] += dot(F, b.V.lin - a.V.lin) * float(rows[k, 1])


@inlined
def add_at(out, s, f, x, F):
    """Add a force at x to that which is written; return the point between them that the forces, by
    their sizes, make the common point of action."""
    force, at = vec(out.applied_force[s], f), vec(out.point_of_action[s], f)
    here, there = norm(F), norm(force)
    if here + there == 0.0:
        return at
    common = at + (x - at) * (here / (here + there))
    couple = cross(at - common, force) + cross(x - common, F)
    put(out.applied_torque[s, f], vec(out.applied_torque[s], f) + couple)
    put(out.applied_force[s, f], force + F)
    return common


# --- along joints -----------------------------------------------------------------------


@inlined
def joint_forces_seen(tables, own, work, origin, t, y, z, rows, out, s):
    """Generalised forces by the laws, then what they exert on bodies."""
    nq, loops, row = tables.tree.q_at[-1], work.loops, out.generalised_forces[s]
    last = y.size - EXTRA - tables.loops.carried.shape[0]
    states = y[last - tables.special.sizes[1] : last]
    q, u, signals = z[:nq], z[nq : nq + tables.tree.u_at[-1]], tables.signals
    springs_seen(tables.joint_springs, q, u, rows.tree.springs, row)
    springs_seen(tables.closing_springs, loops.q, loops.u, rows.closing.springs, row)
    efforts_seen(tables.joint_efforts, signals, t, rows.tree.efforts, row)
    efforts_seen(tables.closing_efforts, signals, t, rows.closing.efforts, row)
    friction_seen(own.joints, q, u, states, rows.tree, row)
    friction_seen(own.closing, loops.q, loops.u, states, rows.closing, row)
    for g in range(row.size):
        f, j, closes = rows.generalised[g, 0], rows.generalised[g, 1], rows.generalised[g, 2]
        out.power[s, f] += row[g] * (loops.u[j] if closes else u[j])
        if closes:
            loop_wrench(tables, work, origin, out, s, f, j, row[g])
        else:
            tree_wrench(tables, work, origin, out, s, f, j, row[g])
    for k in range(rows.tree.efforts.size):  # speeds of free bodies are seen from the origin
        g = rows.tree.efforts[k]
        push = vec(tables.joint_efforts.push, k) * row[g]
        out.power[s, rows.generalised[g, 0]] += dot(push, origin.v)


@kernel
def springs_seen(springs, q, u, rows, row):
    for k in range(rows.size):
        row[rows[k]] = -joint_spring.resistance(springs, k, q, u)


@kernel
def efforts_seen(efforts, signals, t, rows, row):
    for k in range(rows.size):
        row[rows[k]] = signal(signals, efforts.signal[k], t).x


@kernel
def friction_seen(own, q, u, states, rows, row):
    """Stops, hysteresis and friction."""
    for k in range(rows.stops.size):
        row[rows.stops[k]] = hard_stop.effort_of(own.stops, k, q, u)
    for k in range(rows.hysteresis.size):
        row[rows.hysteresis[k]] = hysteresis_spring.effort_of(own.hysteresis, k, q, states)
    for k in range(rows.bristles.size):
        row[rows.bristles[k]] = lugre.effort_of(own.bristles, k, u, states)[0]
    for k in range(rows.friction.size):
        row[rows.friction[k]] = dry_friction.effort_of(own.friction, k, u)


@inlined
def tree_wrench(tables, work, origin, out, s, f, j, effort):
    """Of a generalised force along speed j of the tree; along modes there is none."""
    tree = tables.tree
    i = owner(tree.u_at, j)
    if tree.joint[i] < DEFORMATION:
        F = wrench_along(work.S, tree.u_at[i], tree.u_at[i + 1], j, effort, out.scratch)
        add_wrench(out, s, f, origin.p + vec(work.p, i), F)


@inlined
def loop_wrench(tables, work, origin, out, s, f, j, effort):
    """Of a generalised force along speed j of the joints that close loops."""
    loops = tables.loops
    l = owner(loops.u_at, j)
    F = wrench_along(work.loops.S, loops.u_at[l], loops.u_at[l + 1], j, effort, out.scratch)
    _, b = ends(loops, l, work, origin)
    add_wrench(out, s, f, origin.p + b.p, F)


@kernel
def wrench_along(S, first, last, j, effort, scratch):
    """On the outboard body, of a generalised force along one of the speeds of a joint."""
    scratch[0, first:last] = 0.0
    scratch[0, j] = effort
    return effort_of(S, first, last, scratch[0], scratch[1])


# --- what is written --------------------------------------------------------------------


@inlined
def write_pair(out, s, f, origin, a, b, force, torque):
    """A force and a torque on b, and the opposite on a."""
    put(out.applied_force[s, f], force)
    put(out.applied_torque[s, f], torque)
    put(out.point_of_action[s, f], origin.p + b.p)
    put(out.point_of_reaction[s, f], origin.p + a.p)
    out.power[s, f] = dot(force, b.V.lin - a.V.lin) + dot(torque, b.V.ang - a.V.ang)


@inlined
def add_wrench(out, s, f, x, F):
    """A part of what a force along a joint exerts on the outboard body."""
    put(out.applied_force[s, f], vec(out.applied_force[s], f) + F.lin)
    put(out.applied_torque[s, f], vec(out.applied_torque[s], f) + F.ang)
    put(out.point_of_action[s, f], x)
    put(out.point_of_reaction[s, f], x)


@inlined
def put(row, a):
    row[0], row[1], row[2] = a.x, a.y, a.z
