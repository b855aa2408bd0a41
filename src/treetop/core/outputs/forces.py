"""What each force of a model exerts: its wrench on the body that it acts on, and its power.

The laws are those that the dynamics applies.  Along a joint the wrench

    S (SᵀS)⁻¹ τ

has the power of the generalised forces τ.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, function_like, inlined, kernel
from treetop.core.forces import (
    frame_force,
    gravity,
    joint_spring,
    line_spring,
    optional,
    user_force,
)
from treetop.core.forces.exerted import (
    NO_PRESSURE_ROWS,
    RECORDED,
    ForceHistories,
    PressureRows,
    add_wrench,
    clear,
    put,
    write_pair,
)
from treetop.core.forces.time_functions import signal
from treetop.core.interface import origin_of
from treetop.core.interface import unpack as tables_of
from treetop.core.kinematics.joint_coordinates import effort_of
from treetop.core.kinematics.loop_joints import ends
from treetop.core.outputs.energies import owner
from treetop.core.spatial import dot, zero3
from treetop.core.spatial.table_access import vec
from treetop.core.tables.kinds import DEFORMATION
from treetop.core.tables.samples import RECORD
from treetop.core.tables.tables import PRESSED


class ForceRows(NamedTuple):
    """Which force, or generalised force, of the model each row of the tables of forces is."""

    line_springs: np.ndarray  # (k,)  a force
    frame_forces: np.ndarray  # (k,)  likewise
    user_forces: np.ndarray  # (k,)  likewise
    joint_springs: np.ndarray  # (k,)  a generalised force
    joint_efforts: np.ndarray  # (k,)  likewise
    closing_springs: np.ndarray  # (k,)  likewise
    closing_efforts: np.ndarray  # (k,)  likewise
    pressure: PressureRows
    generalised: np.ndarray  # (g, 3)  its force, its speed, and 1 if its joint closes a loop


_NONE = np.zeros(0, dtype=np.int64)
NO_ROWS = ForceRows(*(_NONE,) * 7, NO_PRESSURE_ROWS, _NONE.reshape(0, 3))
_bundle = Bundle(*RECORDED, NO_ROWS)
unpack = _bundle.unpack
RECORD_TYPE = function_like(*RECORD)


def pack(rows: ForceRows, histories: ForceHistories):
    """A handle of rows and histories, and what must be kept alive with it."""
    return _bundle.pack(histories, rows.pressure, rows)


@entry(*RECORD)
def record_nothing(t, y, z, s, problem, handle):
    """Where nobody asks, or no force acts."""
    return 0


@entry(*RECORD)
def record_forces(t, y, z, s, problem, handle):
    """Write into row s what all forces exert in state y, whose joint coordinates and speeds are z,
    where the evaluation of it has left the bodies."""
    tables, work = tables_of(problem)
    out, _, rows = unpack(handle)
    origin = origin_of(y)
    clear(out, s)
    nq, nu = tables.tree.q_at[-1], tables.tree.u_at[-1]
    q, u = z[:nq], z[nq : nq + nu]
    gravity_seen(tables, work, origin, out, s)
    line_springs_seen(tables, work, origin, rows.line_springs, out, s)
    frame_forces_seen(tables, work, origin, t, rows.frame_forces, out, s)
    user_forces_seen(tables, work, origin, t, rows.user_forces, out, s)
    optional.record(t, y, z, s, problem, handle)
    if tables.environment.sizes[PRESSED] > 0:
        tables.environment.record(t, y, z, s, problem, handle)
    joint_forces_seen(tables, work, t, q, u, rows, out.generalised_forces[s])
    joint_wrenches_seen(tables, work, origin, u, rows, out, s)
    return 0


@inlined
def gravity_seen(tables, work, origin, out, s):
    for i in range(1, 1 + out.gravity_force.shape[1]):
        pull = gravity.whole_attraction(tables.gravity, work, origin, i)
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


# --- along joints -----------------------------------------------------------------------


@inlined
def joint_forces_seen(tables, work, t, q, u, rows, row):
    """Generalised forces of springs and efforts."""
    loops, signals = work.loops, tables.signals
    springs_seen(tables.joint_springs, q, u, rows.joint_springs, row)
    springs_seen(tables.closing_springs, loops.q, loops.u, rows.closing_springs, row)
    efforts_seen(tables.joint_efforts, signals, t, rows.joint_efforts, row)
    efforts_seen(tables.closing_efforts, signals, t, rows.closing_efforts, row)


@kernel
def springs_seen(springs, q, u, rows, row):
    for k in range(rows.size):
        row[rows[k]] = -joint_spring.resistance(springs, k, q, u)


@kernel
def efforts_seen(efforts, signals, t, rows, row):
    for k in range(rows.size):
        row[rows[k]] = signal(signals, efforts.signal[k], t).x


@inlined
def joint_wrenches_seen(tables, work, origin, u, rows, out, s):
    """What generalised forces exert on bodies, and their powers."""
    row, table = out.generalised_forces[s], rows.generalised
    for g in range(row.size):
        f, j, closes = table[g, 0], table[g, 1], table[g, 2]
        out.power[s, f] += row[g] * (work.loops.u[j] if closes else u[j])
        if closes:
            loop_wrench(tables, work, origin, out, s, f, j, row[g])
        else:
            tree_wrench(tables, work, origin, out, s, f, j, row[g])
    for k in range(rows.joint_efforts.size):  # speeds of free bodies are seen from the origin
        g = rows.joint_efforts[k]
        out.power[s, table[g, 0]] += dot(vec(tables.joint_efforts.push, k) * row[g], origin.v)


@inlined
def tree_wrench(tables, work, origin, out, s, f, j, effort):
    """Wrench of a generalised force along speed j of the tree; along modes there is none."""
    tree = tables.tree
    i = owner(tree.u_at, j)
    if tree.joint[i] < DEFORMATION:
        F = wrench_along(work.S, tree.u_at[i], tree.u_at[i + 1], j, effort, out.scratch)
        add_wrench(out, s, f, origin.p + vec(work.p, i), F)


@inlined
def loop_wrench(tables, work, origin, out, s, f, j, effort):
    """Wrench of a generalised force along speed j of the joints that close loops."""
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
