"""What constraints determine and what they do not, in words.

Udwadia and Phohomsiri's rank condition says that accelerations are unique if no motion without
inertia is left free by the constraints: if the null spaces of mass matrix and constraints have
nothing in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.core.constraints.row import Rows
from treetop.core.tables.kinds import DEFORMATION, STATION, TURN
from treetop.core.tables.scales import length_of
from treetop.core.tables.tables import Bodies, Tables
from treetop.errors import Problem
from treetop.model import NoRotation
from treetop.model.rotation import quaternion_of
from treetop.model.specification import path
from treetop.system.conditioning import with_like_masses

if TYPE_CHECKING:
    from treetop.system.evaluation import Evaluation
    from treetop.system.system import System

RANK = 1e-9  # part of the largest singular value of the constraints that counts as none
SYMMETRIC = [0, 1, 2, 1, 3, 4, 2, 4, 5]  # which of its six numbers are where in a symmetric matrix
LEAST = 1e-10  # part of an inertia, or a constraint, of unit size that counts as none


def constraint_rows(system: System, rows: Rows, first: int = 0) -> np.ndarray:
    """Rows for the motions of all bodies, from the first one asked for on."""
    c, n = system.whole.constraints, len(system.body_names)
    pairs, count = slice(c.pair_at[first], None), c.kind.size - first
    J = np.zeros((count, n + 1, 6))
    row_of = np.repeat(np.arange(count), np.diff(c.pair_at[first:]))
    np.add.at(J, (row_of, c.bodies[pairs, 0]), rows.on_a[pairs])
    np.add.at(J, (row_of, c.bodies[pairs, 1]), rows.on_b[pairs])
    return J[:, 1:].reshape(count, 6 * n)


def free_rows(now: Evaluation) -> np.ndarray:
    """Rows for motions that are free: in place of those of nodes, those of the frame of their
    flexible body and, in the last columns, of its modes."""
    J = constraint_rows(now.system, now.rows)
    return J @ free_motions(now) if now.system.flexible else J


class UnitRows(NamedTuple):
    """The rows of `free_rows`, as they are whatever the unit of length."""

    J: np.ndarray  # (m, n)  turning is counted by what it moves at the mechanism's arm
    size: np.ndarray  # (m,)    of each row, had nothing cancelled in it, which it was divided by
    length: float  # m, that arm


def unit_rows(now: Evaluation) -> UnitRows:
    """Constraints on the motions of all bodies, each of unit size."""
    system = now.system
    length, n = length_of(system.tables), len(system.body_names)
    size = row_sizes(constraint_rows(system, now.rows), length)
    J, n = free_rows(now), n - int(np.sum(system.tables.tree.joint >= DEFORMATION))
    J[:, : 6 * n] /= np.tile(np.repeat([length, 1.0], 3), n)  # behind them are modes
    return UnitRows(J / size[:, None], size, length)


def row_sizes(J: np.ndarray, length: float) -> np.ndarray:
    """How large rows for motions of bodies are, turning being counted by what it moves at an arm;
    of those that have nothing, one."""
    parts = J.reshape(len(J), J.shape[1] // 6, 6) / np.repeat([length, 1.0], 3)
    size = np.sqrt((parts**2).sum(axis=(1, 2)))
    return np.where(size > 0.0, size, 1.0)


def rank_of(J: np.ndarray) -> int:
    """How many rows are independent, of rows and unknowns that are given in units of their own."""
    values = np.linalg.svd(J, compute_uv=False)
    return int(np.sum(values > RANK * values.max(initial=0.0)))


def free_motions(now: Evaluation) -> np.ndarray:
    """Motions of all bodies per motion of each that is no node of a flexible body, and per modal
    speed; six rows for each body."""
    tree, work = now.system.tables.tree, now.work
    frames, nodes = (np.flatnonzero(tree.joint == kind) for kind in (DEFORMATION, STATION))
    units = np.setdiff1d(np.arange(1, tree.parent.size), [*nodes, *tree.parent[frames]])
    modes = np.diff(tree.u_at)[frames]
    ends = 6 * len(units) + np.cumsum([0, *modes])
    T = np.zeros((tree.parent.size, 6, ends[-1]))
    T[units] = np.eye(6 * len(units), ends[-1]).reshape(len(units), 6, -1)
    columns = dict(zip(frames, map(slice, ends[:-1], ends[1:]), strict=True))
    for B, modal in columns.items():
        at_frame = T[B].copy()
        at_frame[:, modal] -= work.S[tree.u_at[B] : tree.u_at[B + 1]].T
        T[tree.parent[B]] = carried(-work.r[B]) @ at_frame
    for i in nodes:
        T[i] = carried(work.r[i]) @ T[tree.parent[i]]
        T[i, :, columns[tree.parent[i]]] += work.phi[tree.station_at[i] : tree.station_at[i + 1]].T
    return T[1:].reshape(-1, ends[-1])


def carried(r: np.ndarray) -> np.ndarray:
    """From the motion of a point to that of one at r from it."""
    X = np.eye(6)
    X[3:, :3] = np.cross(np.eye(3), r).T
    return X


def constraint_owners(system: System, tables: Tables | None = None) -> np.ndarray:
    """The joint or constraint that each row belongs to, of the tables that a formulation uses if
    those are given."""
    tables = system.whole if tables is None else tables
    places = tables.constraints.joint_at[1:], tables.loops.row_at, tables.added.row_at
    names = [*system.joint_names, *system.constraint_names]
    return np.repeat(names, np.concatenate([np.diff(at) for at in places]))


def not_finite(now: Evaluation) -> str:
    """The joint or constraint whose rows are not finite, if there is one."""
    system, workspaces = now.system, now.workspaces
    driven = system.tables.driven
    for speed, constraint in zip(driven.speed, driven.constraint, strict=True):
        if not np.isfinite(now.work.prescribed[speed, :3]).all():
            return system.constraint_names[constraint]
    if not workspaces:
        return ""
    rows = getattr(workspaces[0], "rows", workspaces[0])
    broken = ~np.isfinite(rows.error + rows.rate + rows.bias)
    owners = constraint_owners(system, system.tables)
    return str(owners[np.argmax(broken)]) if broken.any() else ""


def what_is_undetermined(now: Evaluation) -> str:
    """What an evaluation in absolute coordinates leaves undetermined, as one sentence."""
    system, R = now.system, now.work.R[1:].reshape(-1, 3, 3)
    workspace, *flexible = now.workspaces
    if system.flexible:
        units = flexible[0].units - 1
        names, length = [system.body_names[i] for i in units], length_of(system.tables)
        return left_free(flexible[0].M, flexible[0].A, R[units], names, length)
    I = body_inertias(with_like_masses(system.tables).bodies, R)
    J, length = constraint_rows(system, workspace.rows), length_of(system.tables)
    return undetermined(I, J, R, system.body_names, length)


def undefined_start(now: Evaluation) -> Problem | None:
    """What is wrong with a start at which constraints are not defined."""
    owner = not_finite(now)
    if not owner:
        return None
    what = f"the equations of '{owner}' are not finite at the start"
    return Problem(what, "start", "start from another position or time, or change its law")


def turned_over(now: Evaluation) -> list[Problem]:
    """Joints that close loops, and parallel axes, that are the wrong way round.

    A row says that two directions are square to each other, and so they still are when the
    outboard frame is turned over.
    """
    system = now.system
    c = system.whole.constraints
    owners, problems = constraint_owners(system), []
    for name in (*system.assembly.closing, *system.constraint_names):
        rows = np.flatnonzero((owners == name) & (c.kind == TURN) & (c.law[:, 0] == 0.0))
        constraint = system.mechanism.constraints.get(name)
        if isinstance(constraint, NoRotation):
            problems += [_turned_back(name)] if half_turned(now, constraint) else []
        if len(rows) < 2:
            continue
        R_a, R_b = (now.work.R[b].reshape(3, 3) for b in c.bodies[c.pair_at[rows[0]]])
        e, f = c.directions[rows, :3] @ R_a.T, c.directions[rows, 3:] @ R_b.T
        along = [np.cross(e[0], e[1]) @ f[0]] if len(rows) == 2 else []  # z and z
        along = [np.roll(e, -1, axis=0)[k] @ f[k] for k in range(3)] if len(rows) == 3 else along
        if min(along, default=1.0) < 0.5:
            what, section = f"joint '{name}' closes a loop with its outboard frame", "joints"
            if name in system.constraint_names:
                what, section = f"constraint '{name}' is met with its second frame", "constraints"
            hint = "start from attitudes at which the axes of its two frames agree"
            problems.append(Problem(f"{what} turned over", path(section, name), hint))
    return problems


def half_turned(now: Evaluation, constraint: NoRotation) -> bool:
    """Whether frame b is nearer to half a turn about the axis than to none, which meets the same
    equation; however its axis is tilted (the twist of a swing and a twist)."""
    R = []
    for end in (constraint.a, constraint.b):
        body, pose = now.system.assembly.frames.seen_from_joint(end)
        R.append(now.work.R[body].reshape(3, 3) @ pose.R)
    w, *turn = quaternion_of((R[0].T @ R[1]).tolist())
    return bool(abs(np.dot(turn, constraint.axis)) > abs(w))


def _turned_back(name: str) -> Problem:
    what = f"constraint '{name}' is met with frame b half a turn from frame a about the axis"
    hint = "start from an attitude less than a quarter of a turn away, or turn one of the frames"
    return Problem(what, path("constraints", name), hint)


def cross_matrices(a: np.ndarray) -> np.ndarray:
    """For each vector in rows, the matrix that multiplies by it from the left, as ``a × b``."""
    X = np.zeros((len(a), 3, 3))
    X[:, 0, 1], X[:, 0, 2], X[:, 1, 2] = -a[:, 2], a[:, 1], -a[:, 0]
    return X - X.transpose(0, 2, 1)


def body_inertias(bodies: Bodies, R: np.ndarray) -> np.ndarray:
    """The 6 × 6 inertia of each body about its origin, at attitudes R, (angular, linear)."""
    I, J = np.zeros((len(R), 6, 6)), bodies.J_C[1:, SYMMETRIC].reshape(-1, 3, 3)
    m, c = bodies.mass[1:, None, None], np.einsum("nij,nj->ni", R, bodies.com[1:])
    cross = cross_matrices(c)
    I[:, :3, :3] = R @ J @ R.transpose(0, 2, 1) - m * cross @ cross
    I[:, :3, 3:], I[:, 3:, :3] = m * cross, -m * cross
    I[:, 3:, 3:] = m * np.eye(3)
    return I


def undetermined(
    I: np.ndarray, J: np.ndarray, R: np.ndarray, names: list[str], length: float = 1.0
) -> str:
    """What is not determined, as one sentence; nothing if all is.

    Parameters
    ----------
    I : (n, 6, 6)
        Inertia of each body.
    J : (m, 6n)
        Constraints on the motions of all bodies.
    R : (n, 3, 3)
        Attitudes.
    names : list of str
        Of the bodies.
    length : float, m
        An arm of the mechanism, by which turning and moving are compared.
    """
    M = np.zeros((6 * len(names), 6 * len(names)))
    for i, block in enumerate(I):
        M[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = block
    return left_free(M, J, R, names, length)


def left_free(M: np.ndarray, J: np.ndarray, R: np.ndarray, names: list[str], length: float) -> str:
    """What one matrix of inertias leaves free; modes may follow the bodies in it."""
    if not (np.isfinite(M).all() and np.isfinite(J).all()):
        return ""
    unit = np.ones(len(M))
    unit[: 6 * len(names)] = np.tile(np.repeat([1.0 / length, 1.0], 3), len(names))
    M, J = M * np.outer(unit, unit), J * unit
    sizes = np.linalg.norm(J, axis=1)
    J = J / np.where(sizes > 0.0, sizes, 1.0)[:, None]
    _, values, motions = np.linalg.svd(np.vstack([M / np.abs(M).max(initial=1e-300), J]))
    free = motions[np.sum(values > LEAST * values.max()) :]
    reported = []
    for i, name in enumerate(names):
        turning, moving = free[:, 6 * i : 6 * i + 3] @ R[i], free[:, 6 * i + 3 : 6 * i + 6]
        reported += _said(f"the attitude of '{name}'", "about its", turning)
        reported += _said(f"the position of '{name}'", "along", moving)
    if not reported:
        return ""
    return (
        f"no inertia and no constraint determines {', '.join(reported)}: the rank condition fails"
    )


def _said(what: str, how: str, motions: np.ndarray) -> list[str]:
    """The directions that a set of motions spans, as words."""
    _, values, directions = np.linalg.svd(motions, full_matrices=False)
    spanned = directions[values > 1e-6]
    if len(spanned) == 0:
        return []
    if len(spanned) == 3:
        return [f"{what} in any direction"]
    axes = " and ".join(axis_in_words(direction) for direction in spanned)
    return [f"{what} {how} {axes}"]


def axis_in_words(direction: np.ndarray) -> str:
    """``x axis`` and the like, or else the direction in numbers."""
    largest = direction[np.argmax(np.abs(direction))]
    unit = np.round(direction * np.sign(largest), 6) + 0.0
    for axis, name in zip(np.eye(3), "xyz", strict=True):
        if np.array_equal(unit, axis):
            return f"{name} axis"
    return f"direction [{', '.join(f'{x:.3g}' for x in unit)}]"


class Counts(NamedTuple):
    """How many there are of what."""

    coordinates: int
    speeds: int
    constraints: int  # scalar equations between the speeds
    rank: int  # how many of them are independent
    degrees_of_freedom: int


def counts_at(now: Evaluation) -> Counts:
    """How many coordinates and constraints a formulation has, and what freedom is left."""
    system = now.system
    coordinates, speeds = len(system.coordinate_labels), len(system.speed_labels)
    rows, tree = system.whole.constraints.kind.size, int(system.whole.constraints.joint_at[-1])
    rank = rows  # those of a tree never depend on each other
    if system.constrained:
        rank = rank_of(unit_rows(now).J)
    if system.equations.absolute:
        speed_slice = system.equations.chart.speeds(system.tables)
        coordinates, speeds = speed_slice.start, speed_slice.stop - speed_slice.start
    else:
        rows, rank = rows - tree, rank - tree
    return Counts(coordinates, speeds, rows, rank, speeds - rank)
