"""Which parts of the reactions are unique where constraints depend on each other.

Multipliers λ with ``Jᵀ λ = 0`` change no motion: they are forces with which the joints of a loop
strain each other. A joint's reaction is known but for the directions in which such forces act.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.model.body import GROUND, Frame
from treetop.model.rotation import matrix
from treetop.model.tree import ends
from treetop.state import State
from treetop.system import CONSISTENT, System

NOTHING = 1e-6  # a part of a unit multiplier that is rounding


class UniqueParts(NamedTuple):
    """For each joint the matrix that takes the unique part out of its reaction, inboard axes."""

    force: np.ndarray  # (joints, 3, 3)
    torque: np.ndarray  # (joints, 3, 3)

    def indeterminate(self) -> np.ndarray:
        """For each joint, whether there are other parts."""
        lost = np.stack([self.force, self.torque]) - np.eye(3)
        return np.abs(lost).max(axis=(0, 2, 3)) > NOTHING


def unique_parts(
    system: System, state: State, place: np.ndarray, attitude: np.ndarray
) -> UniqueParts:
    """The unique parts of all reactions at a state.

    Parameters
    ----------
    system : System
    state : State
    place, attitude : (n, 3), (n, 4)
        Of the bodies: from the moving origin or from the ground.
    """
    count = len(system.joint_names)
    unique = UniqueParts(*np.tile(np.eye(3), (2, count, 1, 1)))
    if not system.constrained:
        return unique  # joints of a tree are independent
    J, owners, idle = idle_multipliers(system, state)
    poses = _Poses(system, place, attitude)
    for k, name in enumerate(system.joint_names):
        rows = np.array(owners) == name
        force, torque = poses.reactions(name, J[rows], idle[rows])
        unique.force[k], unique.torque[k] = _complement(force), _complement(torque)
    return unique


def idle_multipliers(system: System, state: State) -> tuple[np.ndarray, list[str], np.ndarray]:
    """The constraints as rows for all bodies, the joint or constraint that each belongs to, and
    columns of multipliers that change no motion."""
    J, owners = system.constraint_matrix(state)
    left, values, _ = np.linalg.svd(J)
    return J, owners, left[:, np.sum(values > CONSISTENT * values.max(initial=0.0)) :]


def _complement(directions: np.ndarray) -> np.ndarray:
    """The projection on what is square to all given columns."""
    U, values, _ = np.linalg.svd(directions)
    spanned = U[:, : np.sum(values > NOTHING)]
    return np.eye(3) - spanned @ spanned.T


class _Poses:
    """Where bodies and frames are at one state."""

    def __init__(self, system: System, place: np.ndarray, attitude: np.ndarray) -> None:
        self.model, self.names = system.model, system.body_names
        self.carried = dict(zip(system.body_names, system.joint_names, strict=False))
        self.place = dict(zip(system.body_names, place, strict=True)) | {GROUND: np.zeros(3)}
        self.R = {n: np.array(matrix(q)) for n, q in zip(system.body_names, attitude, strict=True)}
        self.R[GROUND] = np.eye(3)

    def reactions(
        self, name: str, J: np.ndarray, multipliers: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """Columns of force and torque, as reactions are told, for columns of multipliers."""
        joint = self.model.joints[name]
        body = next(end for end in reversed(ends(joint)) if end != GROUND)
        k = 6 * self.names.index(body)
        torque, force = np.split((J[:, k : k + 6].T @ multipliers), 2)
        # The torque is about the origin of the frame that the body hangs by.
        hangs_by = self.model.frame(self.model.joints[self.carried[body]].outboard)
        arm = self.at(self.model.frame(joint.outboard)) - self.at(hangs_by)
        torque = torque - np.cross(arm, force.T).T
        inboard = self.model.frame(joint.inboard)
        R_NF = self.R[inboard.body] @ np.array(matrix(inboard.attitude))
        return R_NF.T @ force, R_NF.T @ torque

    def at(self, frame: Frame) -> np.ndarray:
        return self.place[frame.body] + self.R[frame.body] @ np.array(frame.at)
