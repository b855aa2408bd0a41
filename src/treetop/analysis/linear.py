"""The equations of motion about a state, linear in what is small.

    δ' = W δ + v    v' = K δ + D v    δ displacements in the directions of the speeds, v their rates

Attitudes are displaced, and free bodies moved, in axes that turn with the body, so that a steady
rotation is one; W tells what the turning of these axes does.  Prescribed speeds, and what
constraints forbid, are left out: the columns of `directions` span what is left.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from treetop.assembling import motions_per_speed
from treetop.assembly.kinds import FREE, SPHERICAL
from treetop.assembly.places import rotation_matrix
from treetop.determinacy import RANK, constraint_rows, rows_at
from treetop.errors import TreetopError
from treetop.state import VELOCITY, State
from treetop.system import System

STEP = 1e-4  # of displacements and speeds, m or rad and the like
STENCIL = ((1.0, 8.0 / 12.0), (2.0, -1.0 / 12.0))  # central differences of fourth order


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
    """

    labels: list[str]
    directions: np.ndarray
    A: np.ndarray
    rates: np.ndarray


def linearised(system: System, state: State) -> Linear:
    """The linear equations about a state, by differences of the equations of motion.

    Of a system in joint coordinates: built as "recursive" or "kane".
    """
    system.require_own(state)
    if system.equations.absolute:
        what = f"'{system.formulation}' has no joint coordinates to be linear in"
        raise TreetopError(f"{what}; build the system as 'recursive' or 'kane'")
    state = _from_rest(system, state)
    T = _directions(system, state)
    n, back = T.shape[1], np.linalg.pinv(T)
    A = np.zeros((2 * n, 2 * n))
    W = _turning(system, state)
    A[:n, :n], A[:n, n:] = back @ W @ T, np.eye(n)
    for k, direction in enumerate(T.T):
        A[n:, k] = back @ _slope(system, state, direction, 0)
        A[n:, n + k] = back @ _slope(system, state, direction, 1)
    return Linear(system.speed_labels, T, A, back @ _speed_rates(system, state))


def _from_rest(system: System, state: State) -> State:
    """The same state, told from an origin that is at rest at this instant."""
    y, by = state.vector.copy(), np.zeros(6)
    by[3:] = -y[VELOCITY]
    if by.any():
        system.equations.chart.carried(y, system.problem, by)
    return State(system, state.time, y)


def _slope(system: System, state: State, direction: np.ndarray, order: int) -> np.ndarray:
    """The change of all speeds' rates with a displacement (order 0) or a speed (order 1)."""
    total = np.zeros(len(direction))
    for step, weight in STENCIL:
        for sign in (1.0, -1.0):
            there = _beside(system, state, sign * step * STEP * direction, order)
            total += sign * weight / STEP * _speed_rates(system, there)
    return total


def _beside(system: System, state: State, change: np.ndarray, order: int) -> State:
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
