"""The equations of motion about a state, linear in what is small.

    δ' = W δ + v    v' = K δ + D v    δ displacements in the directions of the speeds, v their rates

Attitudes are displaced, and free bodies moved, in axes that turn with the body, so that a steady
rotation is one; W tells what the turning of these axes does.  Prescribed speeds, and what
constraints forbid, are left out: the columns of `directions` span what is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from treetop.assembling import motions_per_speed
from treetop.assembly.kinds import DEFORMATION, FREE, SPHERICAL
from treetop.assembly.places import rotation_matrix
from treetop.determinacy import RANK, constraint_rows, rows_at
from treetop.errors import TreetopError
from treetop.state import VELOCITY, State
from treetop.system import System

STEP = 1e-4  # of displacements and speeds, m or rad and the like; of modes, what nodes do


@dataclass(frozen=True)
class Linear:
    """A system about a state.

    Attributes
    ----------
    labels : list of str
        Of the speeds of the tree.
    directions : ndarray, shape (nu, n)
        Independent displacements, as columns.
    A : ndarray, shape (2n, 2n)
        ``x' = A x``, x being displacements along the directions, then their rates.
    rates : ndarray, shape (n,)
        How speeds change at the state itself; zero where it is steady.
    errors : ndarray, shape (2n, 2n)
        How far A may be off, by how far differences over one and two steps are apart.
    """

    labels: list[str]
    directions: np.ndarray
    A: np.ndarray
    rates: np.ndarray
    errors: np.ndarray


def linearised(system: System, state: State) -> Linear:
    """The linear equations about a state, by differences of the equations of motion.

    Of a system in joint coordinates: built as "recursive" or "kane".
    """
    state = system.own(state)
    if system.equations.absolute:
        what = f"'{system.formulation}' has no joint coordinates to be linear in"
        raise TreetopError(f"{what}; build the system as 'recursive' or 'kane'")
    state = _from_rest(system, state)
    T = _directions(system, state)
    n, back = T.shape[1], np.linalg.pinv(T)
    A, errors = np.zeros((2, 2 * n, 2 * n))
    W = _turning(system, state)
    A[:n, :n], A[:n, n:] = back @ W @ T, np.eye(n)
    for k, (direction, size) in enumerate(zip(T.T, _sizes(system, state, T), strict=True)):
        for order, column in ((0, k), (1, n + k)):
            one, two = _differences(system, state, direction, order, STEP / size)
            A[n:, column] = back @ (4 * one - two) / 3  # of fourth order
            errors[n:, column] = np.abs(back @ (one - two))
    return Linear(system.speed_labels, T, A, back @ _speed_rates(system, state), errors)


def _from_rest(system: System, state: State) -> State:
    """The same state, told from an origin that is at rest at this instant."""
    y, by = state.vector.copy(), np.zeros(6)
    by[3:] = -y[VELOCITY]
    if by.any():
        system.equations.chart.carried(y, system.problem, by)
    return State(system, state.time, y)


def _sizes(system: System, state: State, T: np.ndarray) -> np.ndarray:
    """How far, or by what angle, the modes in each direction move a node, if by more than 1: those
    of little inertia turn nodes by radians where others move them by millimetres."""
    tree = system.tables.tree
    modal = np.repeat(tree.joint == DEFORMATION, np.diff(tree.u_at))
    system.rate(state)
    return np.abs(motions_per_speed(system)[:, modal] @ T[modal]).max(axis=0, initial=1.0)


def _differences(
    system: System, state: State, direction: np.ndarray, order: int, step: float
) -> Iterator[np.ndarray]:
    """The change of all speeds' rates with a displacement (order 0) or a speed (order 1): central
    differences over one step, and over two."""
    for far in (step, 2 * step):
        ahead, behind = (beside(system, state, x * direction, order) for x in (far, -far))
        yield (_speed_rates(system, ahead) - _speed_rates(system, behind)) / (2 * far)


def beside(system: System, state: State, change: np.ndarray, order: int = 0) -> State:
    """A state displaced in the directions of speeds (order 0), or with other speeds (order 1)."""
    y, own, free = state.vector.copy(), _speeds(system), _free_bodies(system)
    change = change.copy()
    for j, k in free:  # from the body's axes to those of the joint
        change[j + 3 : j + 6] = _attitude(y, k) @ change[j + 3 : j + 6]
    if order == 0:
        before = [_attitude(y, k).T @ y[own][j + 3 : j + 6] for j, k in free]
        system.equations.chart.displaced(y, system.problem, change)
        for (j, k), v in zip(free, before, strict=True):
            y[own][j + 3 : j + 6] = _attitude(y, k) @ v
    else:
        y[own] += change
    there = State(system, state.time, y)
    return system.settled(there) if system.constrained else there


def _speed_rates(system: System, state: State) -> np.ndarray:
    own = _speeds(system)
    rates, u = system.rate(state)[own].copy(), state.vector[own]
    if not np.isfinite(rates).all():
        raise TreetopError(f"about this state motion is not defined: {system.trouble()}")
    for j, k in _free_bodies(system):
        R = _attitude(state.vector, k)
        v = R.T @ u[j + 3 : j + 6]
        rates[j + 3 : j + 6] = R.T @ rates[j + 3 : j + 6] - np.cross(u[j : j + 3], v)
    return np.asarray(rates)


def _speeds(system: System) -> slice:
    return system.equations.chart.speeds(system.tables)  # type: ignore[no-any-return]


def _free_bodies(system: System) -> list[tuple[int, int]]:
    """First speed and first coordinate of each free joint."""
    tree = system.tables.tree
    return [(int(tree.u_at[i]), int(tree.q_at[i])) for i in np.flatnonzero(tree.joint == FREE)]


def _attitude(y: np.ndarray, k: int) -> np.ndarray:
    return rotation_matrix(tuple(y[k : k + 4] / np.linalg.norm(y[k : k + 4])))


def _directions(system: System, state: State) -> np.ndarray:
    """What neither drives nor constraints forbid."""
    free = np.flatnonzero(system.tables.tree.given == 0)
    T = np.eye(len(system.speed_labels))[:, free]
    if not system.constrained:
        return T
    rows, first = rows_at(system, state), int(system.whole.constraints.joint_at[-1])
    J = constraint_rows(system, rows, first) @ motions_per_speed(system)
    for j, k in _free_bodies(system):
        J[:, j + 3 : j + 6] = J[:, j + 3 : j + 6] @ _attitude(state.vector, k)
    _, values, turned = np.linalg.svd(J @ T)
    rank = int(np.sum(values > RANK * values.max(initial=0.0)))
    return np.asarray(T @ turned[rank:].T)


def _turning(system: System, state: State) -> np.ndarray:
    """W: what the turning of axes does to displacements told in them."""
    tree, u = system.tables.tree, state.vector[_speeds(system)]
    W = np.zeros((len(u), len(u)))
    for i in np.flatnonzero(np.isin(tree.joint, (SPHERICAL, FREE))):
        own = slice(tree.u_at[i], tree.u_at[i] + 3)
        W[own, own] = -np.cross(np.eye(3), u[own])
    for j, k in _free_bodies(system):
        v = _attitude(state.vector, k).T @ u[j + 3 : j + 6]
        W[j + 3 : j + 6, j + 3 : j + 6] = -np.cross(np.eye(3), u[j : j + 3])
        W[j + 3 : j + 6, j : j + 3] = -np.cross(np.eye(3), v)
    return W
