"""The equations of motion about a state, linear in what is small.

    δ' = W δ + v    v' = K δ + D v    δ displacements along the speeds, v changes of the speeds

**Frames.**  Joints that are no free joints are given by their coordinates.  A free body is compared
with the same body in the reference motion: displacements, turns and changes of velocity are
differences from that motion along the axes of the reference body, which turn with it; W says what
their turning does.  So neither the place, the velocity nor the acceleration of a free body is part
of what is small: a spacecraft in orbit is linear in its own free-falling frame, one that drifts or
is pushed along in the frame that goes with it.  The matrices are constant if the reference motion
is steady in these axes; Earth-pointing in a circular orbit is.

Prescribed speeds, and what constraints forbid, are left out: columns of `directions` span what is
left, each with 1 for a speed of its own and 0 for those of the others.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy.linalg import qr

from treetop.errors import TreetopError
from treetop.system.constraint_analysis import RANK, constraint_rows
from treetop.system.differences import derivative
from treetop.system.evaluation import Evaluation
from treetop.system.initial_assembly import displacement_scales, motions_per_speed
from treetop.system.perturbation import (
    displaced,
    free_joints,
    from_mass_centre,
    motions,
    speed_rates,
    speeds_in_axes,
    speeds_of,
    turning,
    velocity_turning,
    with_speeds,
)
from treetop.system.state import State, require_system
from treetop.system.system import System

STEP = 2e-3  # rad, or part of the mechanism's size, by which bodies are displaced at most


@dataclass(frozen=True)
class Linear:
    """A system about a state.

    Attributes
    ----------
    labels : list of str
        Of the speeds of the tree.
    directions : ndarray, shape (nu, n)
        Independent displacements, as columns; along the axes of free bodies.
    independent : list of int
        The speed that each direction has as its own.
    A : ndarray, shape (2n, 2n)
        ``x' = A x``, x being displacements along the directions, then changes of the speeds.
    rates : ndarray, shape (n,)
        How speeds change at the state itself, zero where it is steady.  Velocities of free bodies
        are those along their axes, seen from an origin in free fall with the mass centre.
    errors : ndarray, shape (2n, 2n)
        How far A may be off.
    mass : ndarray, shape (n, n)
        The mass matrix along the directions.
    scales : ndarray, shape (n,)
        The displacement along each direction that turns a body by 1 rad, or moves one by the size
        of the mechanism.
    """

    labels: list[str]
    directions: np.ndarray
    independent: list[int]
    A: np.ndarray
    rates: np.ndarray
    errors: np.ndarray
    mass: np.ndarray
    scales: np.ndarray


def linearised(system: System, state: State) -> Linear:
    """The linear equations about a state, by differences of the equations of motion.

    Parameters
    ----------
    system : System
        In joint coordinates: built as "recursive" or "kane".
    state : State
        Any that meets the constraints; matrices are constant where it is steady.

    Examples
    --------
    >>> import treetop as tt
    >>> from treetop.analysis import linearised
    >>> m = tt.Model("pendulum")
    >>> bob = m.add_body("bob", mass=1, centre=[0, 0, -1])
    >>> hinge = m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
    >>> weight = m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    >>> system = m.build()
    >>> linearised(system, system.state()).A.round(6).tolist()
    [[0.0, 1.0], [-9.81, 0.0]]
    """
    state = from_mass_centre(system, require_joint_coordinates(system, state))
    return linear_along(system, state, independent_speeds(system, state))


def require_joint_coordinates(system: System, state: State) -> State:
    """The state as one of a system that has joint coordinates."""
    require_system(system)
    state = system.own(state)
    if system.equations.absolute:
        what = f"'{system.formulation}' has no joint coordinates to be linear in"
        raise TreetopError(f"{what}; build the system as 'recursive' or 'kane'")
    return state


def linear_along(system: System, state: State, own: list[int]) -> Linear:
    """The linear equations in displacements and changes of the given independent speeds."""
    T, n, axes = directions(system, state, own), len(own), free_joints(system, state)
    now = system.at(state)
    G = motions(now)
    scales = displacement_scales(now, G @ T)
    K, errors = np.zeros((2, n, 2 * n))
    C = np.zeros((len(T), n))  # how speeds that depend on others change with displacements
    for k in range(n):
        found = derivative(_rates_and_speeds(system, state, T, own, k), STEP * scales[k])
        K[:, k], errors[:, k] = (each[: len(T)][own] for each in found)
        C[:, k] = found[0][len(T) :]
    for k, step in enumerate(STEP * scales * _frequencies(system, state, K, G)):
        found = derivative(_rates_with_speed(system, state, T[:, k]), step)
        K[:, n + k], errors[:, n + k] = (each[own] for each in found)
    V = velocity_turning(system, state)
    K += np.hstack([V @ C, V @ T])[own]
    A = np.block([[turning(system, state)[own] @ T, np.eye(n)], [K]])
    rates = speed_rates(system, state, axes) + V @ speeds_in_axes(system, state, axes)
    M = T.T @ mass_in_axes(system, state) @ T
    errors = np.vstack([np.zeros((n, 2 * n)), errors])
    return Linear(system.speed_labels, T, own, A, rates[own], errors, M, scales)


def mass_in_axes(system: System, state: State) -> np.ndarray:
    """The mass matrix for speeds of which those of free bodies are along their axes."""
    M = system.mass_matrix(state)
    for joint in free_joints(system, state):
        M[:, joint.move] = M[:, joint.move] @ joint.R
        M[joint.move] = joint.R.T @ M[joint.move]
    return M


def _rates_and_speeds(
    system: System, state: State, T: np.ndarray, own: list[int], k: int
) -> Callable[[float], np.ndarray]:
    """Rates of all speeds, and these, after a displacement that leaves independent speeds as they
    are."""
    axes = free_joints(system, state)
    u = speeds_in_axes(system, state, axes)

    def seen(far: float) -> np.ndarray:
        there = displaced(system, state, far * T[:, k])
        change = speeds_in_axes(system, there, axes) - u
        if system.constrained and change[own].any():
            there = with_speeds(system, there, -T @ change[own])
            change = speeds_in_axes(system, there, axes) - u
        return np.append(speed_rates(system, there, axes), change)

    return seen


def _rates_with_speed(
    system: System, state: State, direction: np.ndarray
) -> Callable[[float], np.ndarray]:
    axes = free_joints(system, state)

    def seen(far: float) -> np.ndarray:
        return speed_rates(system, with_speeds(system, state, far * direction), axes)

    return seen


def _frequencies(system: System, state: State, K: np.ndarray, G: np.ndarray) -> np.ndarray:
    """What makes small speeds of small displacements, 1/s: how fast each direction oscillates by
    itself, or how fast the reference turns; 1 where there is neither."""
    turning_rate = max((np.abs(u).max(initial=0.0) for u in _turns(system, state)), default=0.0)
    own = np.maximum(np.sqrt(np.abs(np.diag(K[:, : len(K)]))), turning_rate)
    return np.where(own > 0.0, own, 1.0)


def _turns(system: System, state: State) -> list[np.ndarray]:
    u = speeds_of(system, state)
    return [u[joint.turn] for joint in free_joints(system, state)]


# --- what is left free --------------------------------------------------------------------


def constraint_jacobian(now: Evaluation) -> np.ndarray:
    """Rows of the constraints beyond a tree's joints for the speeds; of free bodies along their
    axes."""
    system = now.system
    first = int(system.whole.constraints.joint_at[-1])
    J = constraint_rows(system, now.rows, first) @ motions_per_speed(now)
    for joint in free_joints(system, now.state):
        J[:, joint.move] = J[:, joint.move] @ joint.R
    return J


def independent_speeds(system: System, state: State, among: list[int] | None = None) -> list[int]:
    """Speeds that neither drives nor constraints determine, of those that may change."""
    free = np.flatnonzero(system.tables.tree.given == 0) if among is None else np.array(among, int)
    if not system.constrained or not len(free):
        return [int(j) for j in free]
    J = _scaled(system.at(state))[:, free]
    values = np.linalg.svd(J, compute_uv=False)
    rank = int(np.sum(values > RANK * values.max(initial=0.0)))
    order = qr(J, mode="r", pivoting=True)[1]
    return sorted(int(j) for j in free[order[rank:]])


def directions(
    system: System, state: State, own: list[int], among: list[int] | None = None
) -> np.ndarray:
    """Displacements, as columns, that constraints allow: each of one independent speed alone."""
    T = np.eye(len(system.speed_labels))[:, own]
    if not system.constrained:
        return T
    free = np.flatnonzero(system.tables.tree.given == 0) if among is None else np.array(among, int)
    follow = [int(j) for j in free if j not in own]
    now = system.at(state)
    J = constraint_jacobian(now)
    scales = displacement_scales(now, motions(now))
    J = J * scales
    J = J / np.maximum(np.linalg.norm(J, axis=1, keepdims=True), np.finfo(float).tiny)
    answer = np.linalg.lstsq(J[:, follow], -J[:, own], rcond=RANK)[0]
    T[follow] = scales[follow, None] * answer / scales[own]
    return T


def _scaled(now: Evaluation) -> np.ndarray:
    """The constraint Jacobian without units: per displacement of 1 rad or of the mechanism's size,
    each row of unit size."""
    J = constraint_jacobian(now) * displacement_scales(now, motions_per_speed(now))
    return J / np.maximum(np.linalg.norm(J, axis=1, keepdims=True), np.finfo(float).tiny)
