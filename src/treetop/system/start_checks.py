"""Starts that miss the constraints: messages with the nearest state that meets them."""

from __future__ import annotations

from itertools import compress
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.system.constraint_analysis import turned_over, undefined_start
from treetop.system.constraint_conflicts import start_contradicted
from treetop.system.initial_assembly import (
    COORDINATE_RESOLUTION,
    SLOW,
    coordinate_of_each_speed,
    displacement_scales,
    mechanism_size,
    motions_per_speed,
    origin_offset,
)
from treetop.system.state import ORIGIN, VELOCITY, State, require_finite

if TYPE_CHECKING:
    from treetop.system.evaluation import Evaluation
    from treetop.system.system import System

CONSISTENT = 1e-9  # rad, or part of the mechanism's size; and part of the fastest rate, by speeds
SHOWN = 10  # coordinates of a start that are named


def inconsistent(now: Evaluation, near: Evaluation) -> Problem | None:
    """What is wrong with a start, with the nearest state that meets the constraints.

    Differences are those of joints and of bodies seen from the falling origin, so that an orbit
    hides nothing: angles and places are measured by a radian and the mechanism's size, rates by
    the fastest of them.
    """
    system, z, met = now.system, now.joint_vector, near.joint_vector
    nq, nu = len(system.coordinate_labels), len(system.speed_labels)
    apart, size, work = apart_by(system, z, met), mechanism_size(now), now.work
    scales, within = displacement_scales(now, motions_per_speed(now)), ~_carrying(now)
    rates = np.abs([z[nq : nq + nu], met[nq : nq + nu]])[:, within]
    fastest = max(SLOW, float((rates / scales[within]).max(initial=0.0)))
    origin, velocity = origin_offset(system, z)
    part = CONSISTENT + COORDINATE_RESOLUTION * float(np.abs(work.p).max() + origin) / size
    slip = COORDINATE_RESOLUTION * float(np.abs(work.V[:, 3:]).max() + velocity) / size
    moved = np.abs(apart.moved) > part * scales + COORDINATE_RESOLUTION * apart.value
    changed = np.abs(apart.changed) > (part * fastest + slip) * scales
    if not (moved.any() or changed.any()):
        return None
    far = float(np.linalg.norm([*apart.moved, *apart.changed]))
    what = f"the start does not meet the constraints; the nearest state that does is {far:.3g} away"
    reported = _described(system, now.state, near.state, moved, changed)
    hint = f"take system.settled(state), that is {reported}"
    return Problem(what, "start", f"{hint}; or let it be assembled, by hold: []")


class Apart(NamedTuple):
    """How far two states are apart, along each speed."""

    moved: np.ndarray
    changed: np.ndarray  # speeds
    value: np.ndarray  # of the coordinate itself; none of an attitude


def apart_by(system: System, z: np.ndarray, met: np.ndarray) -> Apart:
    """Difference of two states in joint coordinates, each from its own origin."""
    tree, nq, change = system.tables.tree, len(system.coordinate_labels), met - z
    if system.tables.falling[0]:
        for i, X_NF in system.assembly.roots.items():
            k, j = tree.q_at[i] + 4, nq + tree.u_at[i] + 3
            change[k : k + 3] += X_NF.R.T @ change[ORIGIN]
            change[j : j + 3] += X_NF.R.T @ change[VELOCITY]
    moved, value = np.zeros((2, len(system.speed_labels)))
    for i in range(1, len(tree.parent)):
        k, j, end = tree.q_at[i], tree.u_at[i], tree.u_at[i + 1]
        if tree.q_at[i + 1] - k > end - j:  # begins with a quaternion
            moved[j : j + 3] = _turn_between(z[k : k + 4], met[k : k + 4])
            k, j = k + 4, j + 3
        moved[j:end], value[j:end] = change[k : k + end - j], np.abs(z[k : k + end - j])
    return Apart(moved, change[nq : nq + len(moved)], value)


def _turn_between(p: np.ndarray, q: np.ndarray) -> np.ndarray:
    """The small turn from one attitude to another, in the axes of the first."""
    turn = p[0] * q[1:] - q[0] * p[1:] - np.cross(p[1:], q[1:])
    return 2.0 * turn * (1.0 if p @ q >= 0.0 else -1.0) / (np.linalg.norm(p) * np.linalg.norm(q))


def _carrying(now: Evaluation) -> np.ndarray:
    """Speeds that carry all there is along, which say nothing of how fast it moves within."""
    tree = now.system.tables.tree
    carrying = np.zeros(len(now.system.speed_labels), dtype=bool)
    for i in np.flatnonzero(tree.parent == 0)[1:]:
        first, last = tree.u_at[i], tree.u_at[i + 1]
        carrying[first:last] = np.linalg.norm(now.work.S[first:last, :3], axis=1) == 0.0
    return carrying


def _described(
    system: System, state: State, near: State, moved: np.ndarray, changed: np.ndarray
) -> str:
    """Coordinates and speeds that are not as they should be; the first of them."""
    along, speeds = coordinate_of_each_speed(system), system.speed_labels
    names = {*compress(along, moved), *compress(speeds, changed)}
    at_start, met = (np.append(s.coordinates, s.speeds) for s in (state, near))
    labels = [*system.coordinate_labels, *system.speed_labels]
    reported = [
        f"{label} = {b:.12g} (not {a:.12g})"
        for label, a, b in zip(labels, at_start, met, strict=True)
        if label in names or label.rpartition(".")[0] in names
    ]
    more = f" and {len(reported) - SHOWN} more" if len(reported) > SHOWN else ""
    return ", ".join(reported[:SHOWN]) + more


def require_start(system: System, state: State) -> None:
    """Refuse to start from a state that violates the constraints."""
    require_finite(state)
    if not system.constrained:
        return
    now = system.at(state)
    problem = undefined_start(now)
    if problem:
        raise ModelError([problem])
    near = system.at(system.settled(state))
    problem = start_contradicted(near) or inconsistent(now, near)
    problems = [problem] if problem else turned_over(near)
    if problems:
        raise ModelError(problems)
