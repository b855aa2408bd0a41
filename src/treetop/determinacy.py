"""What constraints determine and what they do not, in words.

Udwadia and Phohomsiri's rank condition says that accelerations are unique if no motion without
inertia is left free by the constraints: if the null spaces of mass matrix and constraints have
nothing in common.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.assembly.kinds import TURN
from treetop.assembly.tables import Bodies
from treetop.dynamics.constraints.row import Rows
from treetop.errors import Problem
from treetop.model.spec import path

if TYPE_CHECKING:
    from treetop.system import System

LEAST = 1e-10  # part of the largest inertia, or constraint, that counts as none


def constraint_rows(system: System, rows: Rows) -> tuple[np.ndarray, list[str]]:
    """Rows for the motions of all bodies, and the joint that each belongs to."""
    c, loops, n = system.tables.constraints, system.tables.loops, len(system.body_names)
    J = np.zeros((c.kind.size, n + 1, 6))
    row_of = np.repeat(np.arange(c.kind.size), np.diff(c.pair_at))
    np.add.at(J, (row_of, c.bodies[:, 0]), rows.on_a)
    np.add.at(J, (row_of, c.bodies[:, 1]), rows.on_b)
    counts = [*np.diff(c.joint_at[1:]), *np.diff(loops.row_at)]
    return J[:, 1:].reshape(c.kind.size, 6 * n), list(np.repeat(system.joint_names, counts))


def what_is_undetermined(system: System) -> str:
    """What the last evaluation in absolute coordinates leaves undetermined, as one sentence."""
    R = system.work.R[1:].reshape(-1, 3, 3)
    I = body_inertias(system.tables.bodies, R)
    _, (_, _, room, *_) = system.kept
    return undetermined(I, constraint_rows(system, room.rows)[0], R, system.body_names)


def open_loop(labels: list[str], given: np.ndarray, met: np.ndarray, left: float) -> Problem:
    """What is wrong with a start that leaves loops open, told by the nearest state that does not.

    `left` is how far even that one is from closing them, zero if it is not.
    """
    if left:
        what = f"no state near the start closes the loops: {left:.2g} m or rad are left open"
        return Problem(what, "start", "start nearer to a position in which they close")
    changes = zip(labels, given, met, strict=True)
    told = [f"{name} = {b:.12g} (not {a:.12g})" for name, a, b in changes if abs(a - b) > 1e-9]
    far = float(np.linalg.norm(given - met))
    what = f"the start does not close the loops; the nearest state that does is {far:.3g} away"
    return Problem(what, "start", f"take system.settled(state), that is {', '.join(told)}")


def turned_over(system: System) -> list[Problem]:
    """Joints that close loops the wrong way round, where the last evaluation has left the bodies.

    A row says that two directions are square to each other, and so they still are when the
    outboard frame is turned over.
    """
    c, loops = system.tables.constraints, system.tables.loops
    problems = []
    for l, name in enumerate(system.assembly.closing):
        rows = np.arange(loops.row_at[l], loops.row_at[l + 1])
        rows = rows[(c.kind[rows] == TURN) & (c.law[rows, 0] == 0.0)]
        R_a, R_b = (system.work.R[body].reshape(3, 3) for body in loops.bodies[l])
        e, f = c.directions[rows, :3] @ R_a.T, c.directions[rows, 3:] @ R_b.T
        along = [np.cross(e[0], e[1]) @ f[0]] if len(rows) == 2 else []  # z and z
        along = [np.roll(e, -1, axis=0)[k] @ f[k] for k in range(3)] if len(rows) == 3 else along
        if min(along, default=1.0) < 0.5:
            what = f"joint '{name}' closes a loop with its outboard frame turned over"
            hint = "start from attitudes at which the axes of its two frames agree"
            problems.append(Problem(what, path("joints", name), hint))
    return problems


def body_inertias(bodies: Bodies, R: np.ndarray) -> np.ndarray:
    """The 6 × 6 inertia of each body about its origin, at attitudes R, (angular, linear)."""
    I = np.zeros((len(R), 6, 6))
    rows, columns = np.triu_indices(3)
    J = np.zeros((len(R), 3, 3))
    J[:, rows, columns] = J[:, columns, rows] = bodies.J_C[1:]
    m, c = bodies.mass[1:, None, None], np.einsum("nij,nj->ni", R, bodies.com[1:])
    cross = np.cross(c[:, None, :], np.eye(3)).transpose(0, 2, 1)
    I[:, :3, :3] = R @ J @ R.transpose(0, 2, 1) - m * cross @ cross
    I[:, :3, 3:], I[:, 3:, :3] = m * cross, -m * cross
    I[:, 3:, 3:] = m * np.eye(3)
    return I


def undetermined(I: np.ndarray, J: np.ndarray, R: np.ndarray, names: list[str]) -> str:
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
    """
    M = np.zeros((6 * len(names), 6 * len(names)))
    for i, block in enumerate(I):
        M[6 * i : 6 * i + 6, 6 * i : 6 * i + 6] = block
    if not (np.isfinite(M).all() and np.isfinite(J).all()):
        return ""
    _, values, motions = np.linalg.svd(np.vstack([M / np.abs(M).max(initial=1e-300), J]))
    free = motions[np.sum(values > LEAST * values.max()) :]
    told = []
    for i, name in enumerate(names):
        turning, moving = free[:, 6 * i : 6 * i + 3] @ R[i], free[:, 6 * i + 3 : 6 * i + 6]
        told += _said(f"the attitude of '{name}'", "about its", turning)
        told += _said(f"the position of '{name}'", "along", moving)
    if not told:
        return ""
    return f"no inertia and no constraint determines {', '.join(told)}: the rank condition fails"


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
