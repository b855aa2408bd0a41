"""States near a reference state, and how their speeds change, in the axes of free bodies.

Changes of a state are components along its speeds.  Attitudes turn about the axes of their bodies.
Where a free joint lets a body go, its position and velocity differ from those of the reference body
by vectors in the axes of the reference body, so that neither the orbit nor a steady drift is part
of a small change.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembly.poses import rotation_matrix
from treetop.core.tables.kinds import ATTITUDE, FREE
from treetop.errors import TreetopError
from treetop.system.constraint_analysis import body_inertias
from treetop.system.evaluation import Evaluation
from treetop.system.initial_assembly import displacement_scales, motions_per_speed
from treetop.system.state import ORIGIN, VELOCITY, State
from treetop.system.system import System

FORCE_RESOLUTION = 1e-12  # part of the forces at hand by which their sum rounds
GEOMETRY_RESOLUTION = 1e-15  # rad, or part of the mechanism's size, by which forces are elsewhere
NEAR = 0.1  # of the distance from the attracting centre, within which the mass centre must be


class FreeJoint(NamedTuple):
    """Where a free joint has its speeds and coordinates, and the attitude R of its body in it."""

    turn: slice  # of speeds
    move: slice
    R: np.ndarray


def speeds_of(system: System, state: State) -> np.ndarray:
    """The speeds, those of free bodies seen from the origin, as a view."""
    return state.vector[system.equations.chart.speeds(system.tables)]


def free_joints(system: System, state: State) -> list[FreeJoint]:
    """All free joints of the tree, as they stand."""
    tree, y = system.tables.tree, state.vector
    found = []
    for i in np.flatnonzero(tree.joint == FREE):
        j, k = int(tree.u_at[i]), int(tree.q_at[i])
        R = rotation_matrix(tuple(y[k : k + 4] / np.linalg.norm(y[k : k + 4])))
        found.append(FreeJoint(slice(j, j + 3), slice(j + 3, j + 6), R))
    return found


def from_mass_centre(system: System, state: State) -> State:
    """The state measured from an origin that goes and falls with the mass centre, where one
    moves."""
    y = state.vector.copy()
    if system.tables.falling[0]:
        now = system.evaluate(state)
        mass = system.at(state).work.bodies.mass.sum()
        by = np.append(now.mass_centre - y[ORIGIN], now.linear_momentum / mass - y[VELOCITY])
        far = np.linalg.norm(by[:3]) > NEAR * np.linalg.norm(y[ORIGIN])
        if not (far and system.tables.gravity.central[0] > 0.0):  # bodies all around the centre
            system.equations.chart.carried(y, system.problem, by)
    return State(system, state.time, y)


def displaced(system: System, state: State, change: np.ndarray) -> State:
    """The state with its coordinates changed along the speeds, and constraints met.

    Speeds stay, those of joints and the turning of free bodies in their own axes; free bodies go
    on at their velocities.
    """
    y, change = state.vector.copy(), change.copy()
    for joint in free_joints(system, state):
        change[joint.move] = joint.R @ change[joint.move]
    system.equations.chart.displaced(y, system.problem, change)
    return met(system, State(system, state.time, y), state)


def with_speeds(system: System, state: State, change: np.ndarray) -> State:
    """The state with other speeds, and constraints met."""
    there, change = State(system, state.time, state.vector.copy()), change.copy()
    for joint in free_joints(system, state):
        change[joint.move] = joint.R @ change[joint.move]
    speeds_of(system, there)[:] += change
    return met(system, there, state)


def met(system: System, state: State, reference: State) -> State:
    """The nearest state that meets the constraints, measured from the reference's origin."""
    if not system.constrained:
        return state
    near = system.settled(state)
    y = near.vector
    by = np.append(reference.vector[ORIGIN] - y[ORIGIN], reference.vector[VELOCITY] - y[VELOCITY])
    if by.any():
        system.equations.chart.carried(y, system.problem, by)
    return near


def speeds_in_axes(system: System, state: State, axes: list[FreeJoint]) -> np.ndarray:
    """All speeds, those of free bodies along the axes that their joints had."""
    return _in_axes(speeds_of(system, state), axes)


def speed_rates(system: System, state: State, axes: list[FreeJoint]) -> np.ndarray:
    """How all speeds change, those of free bodies seen from the falling origin, likewise."""
    rates = system.rate(state)[system.equations.chart.speeds(system.tables)]
    if not np.isfinite(rates).all():
        raise undefined(system, state)
    return _in_axes(rates, axes)


def undefined(system: System, state: State) -> TreetopError:
    """What is said of a state at which the speeds have no rates."""
    trouble = system.at(state).trouble()
    return TreetopError(f"about this state motion is not defined: {trouble}")


def straight_changes(
    system: System, state: State, axes: list[FreeJoint]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Changes of the state vector, in rows, by unit displacements and by unit speeds, those of free
    bodies along their axes; and whether each displacement is straight: turns of attitudes are not,
    their rows are how they begin."""
    tree, count = system.tables.tree, len(system.speed_labels)
    first = system.equations.chart.speeds(system.tables).start
    moved, faster = np.zeros((2, count, system.size))
    straight = np.zeros(count, dtype=bool)
    places = np.zeros(count, dtype=np.int64)
    for i in range(1, tree.parent.size):
        k, j, end = tree.q_at[i], tree.u_at[i], tree.u_at[i + 1]
        if tree.joint[i] in ATTITUDE:
            moved[j : j + 3, k : k + 4] = _turns(state.vector[k : k + 4])
            k, j = k + 4, j + 3
        straight[j:end] = True
        places[j:end] = range(k, k + end - j)
    moved[straight, places[straight]] = 1.0
    faster[range(count), range(first, first + count)] = 1.0
    for joint in axes:
        move, at = joint.move, np.flatnonzero(moved[joint.move.start])[0]
        moved[move, at : at + 3] = joint.R.T
        faster[move, first + move.start : first + move.stop] = joint.R.T
    return moved, faster, straight


def _turns(q: np.ndarray) -> np.ndarray:
    """How a quaternion changes as its body turns about each of its axes, in rows."""
    w, x, y, z = q
    return 0.5 * np.array([[-x, w, z, -y], [-y, -z, w, x], [-z, y, -x, w]])


def _in_axes(values: np.ndarray, axes: list[FreeJoint]) -> np.ndarray:
    values = values.copy()
    for joint in axes:
        values[joint.move] = joint.R.T @ values[joint.move]
    return values


def turning(system: System, state: State) -> np.ndarray:
    """W: what the turning of the axes in which they are given does to displacements, -w × δ."""
    tree, u = system.tables.tree, speeds_of(system, state)
    W = np.zeros((len(u), len(u)))
    for i in np.flatnonzero(np.isin(tree.joint, ATTITUDE)):
        turn = slice(tree.u_at[i], tree.u_at[i] + 3)
        W[turn, turn] = _minus_cross(u[turn])
    return W + velocity_turning(system, state)


def velocity_turning(system: System, state: State) -> np.ndarray:
    """W for velocities: of free bodies alone, rates of all others being given as they are."""
    u = speeds_of(system, state)
    W = np.zeros((len(u), len(u)))
    for joint in free_joints(system, state):
        W[joint.move, joint.move] = _minus_cross(u[joint.turn])
    return W


def _minus_cross(w: np.ndarray) -> np.ndarray:
    return -np.cross(np.eye(3), w)


def motions(now: Evaluation) -> np.ndarray:
    """Motions of all bodies' joint frames per unit of each speed, six rows for each body; speeds of
    free bodies being along their own axes."""
    G = motions_per_speed(now)
    for joint in free_joints(now.system, now.state):
        G[:, joint.move] = G[:, joint.move] @ joint.R
    return G


def force_rounding(
    now: Evaluation,
    directions: np.ndarray,
    G: np.ndarray | None = None,
    scales: np.ndarray | None = None,
) -> np.ndarray:
    """What forces along each direction may be off by: a part of what forces, and the inertia of
    bodies in motion, could exert there; and a smaller one of what they exert along others, since
    geometry rounds too.  G are the `motions`, and `scales` those of displacements along the
    directions, where they are known."""
    G, work = motions(now) if G is None else G, now.work
    I = np.abs(body_inertias(work.bodies, work.R[1:].reshape(-1, 3, 3)))
    w = np.linalg.norm(work.V[1:, :3], axis=1)
    turned = I[:, :, :3].max(axis=2) * w[:, None] ** 2
    moved = np.einsum("nij,nj->ni", I, np.abs(work.A[1:]))
    loads = np.abs(work.F[1:]) + turned + moved
    forces = np.abs(directions).T @ (np.abs(work.tau) + np.abs(G).T @ loads.ravel())
    scales = displacement_scales(now, G @ directions) if scales is None else scales
    aside = (forces * scales).max(initial=0.0) / scales
    return np.asarray(FORCE_RESOLUTION * forces + GEOMETRY_RESOLUTION * aside)
