"""Which parts of the reactions are unique where constraints depend on each other.

Multipliers λ with ``Jᵀ λ = 0`` change no motion: they are forces with which the joints of a loop
strain each other. A reaction is known but for the directions in which such forces act.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.core.tables.kinds import DEFORMATION, STATION
from treetop.core.tables.scales import length_of
from treetop.system.constraint_analysis import (
    RANK,
    constraint_owners,
    constraint_rows,
    unit_rows,
)
from treetop.system.state import State

if TYPE_CHECKING:
    from treetop.system.evaluation import Evaluation
    from treetop.system.system import System

NOTHING = 1e-6  # a part of a unit multiplier that is rounding
STRAINLESS = 1e-12  # part of the greatest strain energy of a unit multiplier that counts as none


class IdleLoads(NamedTuple):
    """What multipliers that change no motion exert, one in each of k columns, reported as reactions
    are: those of joints in inboard axes, those of constraints in inertial ones."""

    reaction_force: np.ndarray  # (joints, 3, k)
    reaction_torque: np.ndarray  # (joints, 3, k)
    holding_force: np.ndarray  # (constraints, 3, k)
    holding_torque: np.ndarray  # (constraints, 3, k)
    holding_effort: np.ndarray  # (constraints, k)
    holding_part: np.ndarray  # (constraints, k)  the same as parts of a unit multiplier


class UniqueParts(NamedTuple):
    """The matrices that take the unique parts out of loads: of joints in inboard axes, of
    constraints in inertial ones; of efforts, 1 for one that is unique and 0 for any other."""

    force: np.ndarray  # (joints, 3, 3)
    torque: np.ndarray  # (joints, 3, 3)
    holding_force: np.ndarray  # (constraints, 3, 3)
    holding_torque: np.ndarray  # (constraints, 3, 3)
    holding_effort: np.ndarray  # (constraints,)

    def indeterminate(self) -> np.ndarray:
        """For each joint, whether there are other parts."""
        return _lost(self.force) | _lost(self.torque)

    def shared(self) -> np.ndarray:
        """For each constraint, whether others can take some of its load."""
        effort = self.holding_effort == 0.0
        return _lost(self.holding_force) | _lost(self.holding_torque) | effort


def _lost(projections: np.ndarray) -> np.ndarray:
    """Whether each of several projections takes anything away."""
    return np.abs(projections - np.eye(3)).max(axis=(1, 2)) > NOTHING


class Flags:
    """Which components of reactions are unique at a state; found when first asked for."""

    def __init__(self, system: System, state: State) -> None:
        self.system, self.state = system, State(system, state.time, state.vector.copy())

    def __call__(self, load: str, number: int) -> np.ndarray:
        """Whether each component of one of the `IdleLoads` is, of the joint or constraint of that
        number."""
        idle = getattr(self._loads, load)[number]
        return np.abs(idle).max(axis=-1, initial=0.0) <= NOTHING

    @cached_property
    def _loads(self) -> IdleLoads:
        return unit_loads(self.system, self.state)


def unique_parts(system: System, state: State) -> UniqueParts:
    """The unique parts of all reactions at a state."""
    idle = unit_loads(system, state)
    effort = np.abs(idle.holding_effort).max(axis=1, initial=0.0) <= NOTHING
    return UniqueParts(
        _complements(idle.reaction_force),
        _complements(idle.reaction_torque),
        _complements(idle.holding_force),
        _complements(idle.holding_torque),
        effort.astype(float),
    )


def _complements(loads: np.ndarray) -> np.ndarray:
    return np.array([_complement(directions) for directions in loads]).reshape(-1, 3, 3)


def _complement(directions: np.ndarray) -> np.ndarray:
    """The projection on what is square to all given columns."""
    U, values, _ = np.linalg.svd(directions)
    spanned = U[:, : np.sum(values > NOTHING)]
    return np.eye(3) - spanned @ spanned.T


def unit_loads(system: System, state: State) -> IdleLoads:
    """Loads that are undetermined, of multipliers that act as a unit of force does, moments being
    taken at an arm of the mechanism."""
    idle, length = undetermined_loads(system, state), length_of(system.tables)
    return idle._replace(
        reaction_torque=idle.reaction_torque / length,
        holding_torque=idle.holding_torque / length,
        holding_effort=idle.holding_part,
    )


def undetermined_loads(system: System, state: State) -> IdleLoads:
    """The idle loads that strain no joint that gives: stiffnesses determine the others."""
    idle, C = idle_loads(system, state), compliances(system)
    if not C.any():
        return idle
    values, columns = np.linalg.eigh(strain_energy(idle, C)[0])
    free = columns[:, values <= STRAINLESS * values.max(initial=0.0)]
    return IdleLoads(*(loads @ free for loads in idle))


def compliances(system: System) -> np.ndarray:
    """Compliances of each joint, for the force along and the torque about three axes; (joints,
    6)."""
    C = np.zeros((len(system.joint_names), 6))
    for row, name in zip(C, system.joint_names, strict=True):
        stiffness = system.mechanism.joints[name].stiffness
        for part, first in (("force", 0), ("torque", 3)):
            if stiffness is not None and getattr(stiffness, part) is not None:
                row[first : first + 3] = 1.0 / np.array(getattr(stiffness, part))
    return C


def strain_energy(idle: IdleLoads, C: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The matrix H of the strain energy ``½ cᵀ H c`` of idle multipliers c, and the reactions of
    all joints for each of them, one after another in each column."""
    loads = np.concatenate([idle.reaction_force, idle.reaction_torque], axis=1)
    G = loads.reshape(-1, loads.shape[2])
    return G.T @ (C.ravel()[:, None] * G), G


def idle_loads(system: System, state: State) -> IdleLoads:
    """What idle multipliers exert at a state; there are none in a tree."""
    joints, constraints = len(system.joint_names), len(system.constraint_names)
    if not system.constrained:
        shapes = (
            (joints, 3, 0),
            (joints, 3, 0),
            (constraints, 3, 0),
            (constraints, 3, 0),
            (constraints, 0),
            (constraints, 0),
        )
        return IdleLoads(*map(np.zeros, shapes))
    now, tables = system.at(state), system.whole
    rows, measured = now.rows, unit_rows(now)
    parts = idle_multipliers(measured.J)
    idle = parts / measured.size[:, None]
    on_b = rows.on_b[tables.constraints.pair_at[:-1]]  # about the origin of body b
    owners, R = constraint_owners(system), now.work.R.reshape(-1, 3, 3)
    torque, force = np.split(
        np.array([on_b[owners == name].T @ idle[owners == name] for name in _names(system)]),
        2,
        axis=1,
    )
    torque -= np.cross(arms(system, R)[:, :, None], force, axis=1)
    if system.flexible:
        on_bodies = constraint_rows(system, rows).T @ idle
        add_nodes(now, on_bodies.reshape(len(system.body_names), 6, -1), torque, force)
    axes = reaction_axes(system, R)
    effort, part = (each[tables.added.row_at[:-1]] for each in (idle, parts))
    effort[tables.added.frame >= 0] = part[tables.added.frame >= 0] = 0.0
    force[joints:][tables.added.frame < 0] = torque[joints:][tables.added.frame < 0] = 0.0
    return IdleLoads(
        axes @ force[:joints], axes @ torque[:joints], force[joints:], torque[joints:], effort, part
    )


def add_nodes(
    now: Evaluation, on_bodies: np.ndarray, torque: np.ndarray, force: np.ndarray
) -> None:
    """Write what nodes and frames of flexible bodies exert on each other: as nodes have no mass,
    all that acts on them."""
    tree, r = now.system.tables.tree, now.work.r
    for i in np.flatnonzero(tree.joint == STATION) - 1:
        torque[i], force[i] = -on_bodies[i, :3], -on_bodies[i, 3:]
    for B in np.flatnonzero(tree.joint == DEFORMATION):
        there, force[B - 1] = np.split(on_bodies[tree.parent[B] - 1], 2)
        torque[B - 1] = there - np.cross(r[B][:, None], force[B - 1], axis=0)


def idle_multipliers(J: np.ndarray) -> np.ndarray:
    """Columns of multipliers that change no motion, for rows of unit size."""
    left, values, _ = np.linalg.svd(J)
    return left[:, np.sum(values > RANK * values.max(initial=0.0)) :]


def _names(system: System) -> list[str]:
    return [*system.joint_names, *system.constraint_names]


def arms(system: System, R: np.ndarray) -> np.ndarray:
    """From the origin of each body acted on to the point that its load is about."""
    tables, at = system.tables, np.maximum(system.tables.added.frame, 0)
    loops = np.einsum("nij,nj->ni", R[tables.loops.bodies[:, 1]], tables.loops.p)
    added = np.einsum("nij,nj->ni", R[tables.frames.body[at]], tables.frames.p[at])
    return np.vstack([np.zeros((len(system.body_names), 3)), loops, added])


def reaction_axes(system: System, R: np.ndarray) -> np.ndarray:
    """From inertial axes to those of each joint's inboard frame, as the user named it."""
    tree, loops = system.tables.tree, system.tables.loops
    suited, R_PF = (each[1:].reshape(-1, 3, 3) for each in (tree.suited, tree.R_PF))
    in_tree = suited @ (R[tree.parent[1:]] @ R_PF).transpose(0, 2, 1)
    closing = (R[loops.bodies[:, 0]] @ loops.R.reshape(-1, 3, 3)).transpose(0, 2, 1)
    return np.concatenate([in_tree, closing])
