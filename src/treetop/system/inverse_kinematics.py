"""Coordinates that put a frame where it should be.

Damped Gauss-Newton steps, after Levenberg (1944) and Marquardt (1963), on the frame's Jacobian:
of all solutions one near the start, and of an unreachable place the nearest position.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.poses import Pose, rotation_matrix
from treetop.errors import ModelError, Problem, TreetopError
from treetop.model.initial_state import hold_of
from treetop.model.quantity import Invalid, numbers
from treetop.model.rotation import attitude as attitude_of
from treetop.system.initial_assembly import free_to_move, mechanism_size
from treetop.system.jacobian import frame_jacobian
from treetop.system.linearization import (
    directions,
    independent_speeds,
    require_joint_coordinates,
)
from treetop.system.perturbation import displaced, free_joints
from treetop.system.state import ORIGIN, State
from treetop.system.system import System

REACHED = 1e-12  # rad, or part of the mechanism's size
MAX_STEPS = 200
FIRST_DAMPING, LEAST_DAMPING = 1e-3, 1e-15  # parts of the greatest square of a column
LONGEST = 0.5  # rad, or part of the mechanism's size, by which a step may move the frame


class Target(NamedTuple):
    """Where a frame should be, and how turned; None of what may be as it likes."""

    frame: str
    position: np.ndarray | None
    R: np.ndarray | None
    size: float  # by which lengths are measured


def inverse_kinematics(
    system: System,
    state: State,
    frame: str,
    position: Sequence[Any] | None = None,
    attitude: Any = None,
    hold: Iterable[str] = (),
) -> State:
    """A state near the given one at which a frame has a position, an attitude, or both.

    Parameters
    ----------
    system : System
        Built as "recursive" or "kane".
    state : State
        Where to begin; its speeds stay.
    frame : str
        The name of a body, or of a frame of one, such as ``"lower.tip"``.
    position : three lengths, optional
        Of the frame's origin, in the axes of the ground, m.
    attitude : optional
        Of the frame in the ground: a quaternion, a rotation matrix or Euler angles.
    hold : labels, optional
        Joints or coordinates that stay as they are.

    Raises
    ------
    TreetopError
        If the frame cannot be there; it says how near it comes.

    Examples
    --------
    >>> import treetop as tt
    >>> m = tt.Model("arm")
    >>> upper = m.add_body("upper", mass=2, centre=[0.5, 0, 0])
    >>> lower = m.add_body("lower", mass=1, centre=[0.5, 0, 0])
    >>> tip = lower.frame("tip", at=[1, 0, 0])
    >>> shoulder = m.add_joint("shoulder", tt.Revolute("z"), m.ground, upper)
    >>> elbow = m.add_joint("elbow", tt.Revolute("z"), upper.frame("end", at=[1, 0, 0]), lower)
    >>> system = m.build()
    >>> start = system.state(elbow={"angle": 0.1})
    >>> found = tt.inverse_kinematics(system, start, "lower.tip", position=[1, 1, 0])
    >>> round(found["shoulder.angle"], 9), round(found["elbow.angle"], 9)
    (0.0, 1.570796327)
    """
    state = require_joint_coordinates(system, state)
    target = _target(system, state, frame, position, attitude)
    free = free_to_move(system, list(hold_of(list(hold)))) & (system.tables.tree.prescribed == 0)
    among = np.flatnonzero(free).tolist()
    error, damping = _error(system, state, target), FIRST_DAMPING
    for _ in range(MAX_STEPS):
        if np.abs(error).max() <= REACHED:
            return state
        there = _step(system, state, target, among, error, damping)
        off = _error(system, there, target)
        if off @ off < error @ error:
            state, error, damping = there, off, max(0.1 * damping, LEAST_DAMPING)
        else:
            damping *= 10.0
            if damping > 1.0 / LEAST_DAMPING:
                break
    raise _missed(target, error)


def _target(system: System, state: State, frame: str, position: Any, attitude: Any) -> Target:
    if position is None and attitude is None:
        raise TreetopError("give a position, an attitude, or both, for the frame to have")
    try:
        place = None if position is None else np.array(numbers(position, 3, "m"))
        R = None if attitude is None else rotation_matrix(attitude_of(attitude))
    except Invalid as error:
        where = "position" if attitude is None else "position or attitude"
        raise ModelError([Problem(error.what, where, error.hint)]) from error
    return Target(frame, place, R, mechanism_size(system.at(state)))


def frame_pose(system: System, state: State, frame: str) -> Pose:
    """How a frame stands in the ground."""
    body, pose = system.assembly.frames.seen_from_joint(frame)
    work = system.at(state).work
    R = work.R[body].reshape(3, 3)
    origin = state.vector[ORIGIN] if body and system.tables.falling[0] else np.zeros(3)
    return Pose(R @ pose.R, origin + work.p[body] + R @ pose.p)


def _error(system: System, state: State, target: Target) -> np.ndarray:
    """How the frame must still turn, rad, and how it must move, by the mechanism's size."""
    pose, parts = frame_pose(system, state, target.frame), []
    if target.R is not None:
        parts.append(_rotation_vector(target.R @ pose.R.T))
    if target.position is not None:
        parts.append((target.position - pose.p) / target.size)
    return np.concatenate(parts)


def _rotation_vector(R: np.ndarray) -> np.ndarray:
    from scipy.spatial.transform import Rotation  # takes its time to import

    return np.asarray(Rotation.from_matrix(R).as_rotvec())


def _step(
    system: System,
    state: State,
    target: Target,
    among: list[int],
    error: np.ndarray,
    damping: float,
) -> State:
    """A damped step towards the target, along what constraints leave free."""
    J = frame_jacobian(system, state, target.frame)
    for joint in free_joints(system, state):
        J[:, joint.move] = J[:, joint.move] @ joint.R
    J[3:] /= target.size
    rows = [*range(3)] * (target.R is not None) + [*range(3, 6)] * (target.position is not None)
    independent = independent_speeds(system, state, among)
    T = directions(system, state, independent, among)
    J = J[rows] @ T
    square = J.T @ J
    scale = max(float(np.diag(square).max(initial=0.0)), np.finfo(float).tiny)
    towards = error * min(1.0, LONGEST / float(np.abs(error).max()))
    change = np.linalg.solve(square + damping * scale * np.eye(len(square)), J.T @ towards)
    return displaced(system, state, T @ change)


def _missed(target: Target, error: np.ndarray) -> TreetopError:
    far = []
    if target.position is not None:
        far.append(f"{np.linalg.norm(error[-3:]) * target.size:.3g} m off")
    if target.R is not None:
        far.append(f"{np.linalg.norm(error[:3]):.3g} rad turned away")
    near = " and ".join(far)
    hint = "it is out of reach, or another state has to be the start"
    return TreetopError(f"'{target.frame}' cannot be brought there: it remains {near}; {hint}")
