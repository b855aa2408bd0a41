"""What the constraints of a model make of its motion at a state: freedom, dependence, forces."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembly.joint_axes import suited_axes
from treetop.system.constraint_analysis import (
    RANK,
    axis_in_words,
    constraint_owners,
    unit_rows,
)
from treetop.system.reaction_uniqueness import unique_parts
from treetop.system.state import State, require_system
from treetop.system.system import System
from treetop.topology.nodes import JointNode

NEARLY = 1e-4  # part of a constraint that the others leave, below which a position is near-singular
ASIDE = 1e-3  # how far to look aside, in coordinates, for what a singular position hides


class Dependence(NamedTuple):
    """A constraint that others imply."""

    constraint: str
    follows_from: dict[str, float]  # the others, and how much of each


class Diagnosis(NamedTuple):
    """What constraints do, at one state.

    Attributes
    ----------
    gruebler : int
        Degrees of freedom if all constraints were independent, by Grübler's count.
    degrees_of_freedom : int
        Those there are.
    dependent : list of Dependence
    indeterminate : dict
        For each joint that has any, the parts of its reaction that nothing determines; for each
        constraint that shares its task with others, that it does.
    singular : str
        What is singular, or nearly so, about the position; empty if nothing is.
    """

    gruebler: int
    degrees_of_freedom: int
    dependent: list[Dependence]
    indeterminate: dict[str, list[str]]
    singular: str


def diagnosis(system: System, state: State) -> Diagnosis:
    """What the constraints do at a state, of a system in joint coordinates, that meets them.

    Examples
    --------
    >>> import treetop as tt
    >>> m = tt.Model("door")
    >>> door = m.add_body("door", mass=20, inertia=[1, 1, 1])
    >>> lower = m.add_joint("lower", tt.Revolute([0, 0, 1]), m.ground, door)
    >>> top, edge = m.ground.frame("top", at=[0, 0, 2]), door.frame("edge", at=[0, 0, 2])
    >>> upper = m.add_joint("upper", tt.Revolute([0, 0, 1]), top, edge)
    >>> system = m.build()
    >>> found = tt.analysis.diagnosis(system, system.start())
    >>> found.gruebler, found.degrees_of_freedom
    (-4, 1)
    >>> found.dependent[2].constraint
    'upper: moving along its z axis'
    """
    require_system(system)
    J, size, _ = unit_rows(system.at(state))
    dependent, margin = _dependent(J, size, _labels(system, list(constraint_owners(system))))
    freedom = J.shape[1] - len(J) + len(dependent)
    return Diagnosis(
        gruebler=J.shape[1] - len(J),
        degrees_of_freedom=freedom,
        dependent=dependent,
        indeterminate=_indeterminate(system, state),
        singular=_singular(system, state, freedom, margin),
    )


def _dependent(
    J: np.ndarray, sizes: np.ndarray, labels: list[str]
) -> tuple[list[Dependence], float]:
    """Rows that those before them imply, and the least part that is left of any other, of rows
    that were divided by sizes."""
    basis = np.zeros((0, J.shape[1]))
    taken: list[int] = []
    found, margin = [], 1.0
    for k, row in enumerate(J):
        left = row / max(np.linalg.norm(row), 1e-300)
        for _ in range(2):
            left = left - (left @ basis.T) @ basis
        size = float(np.linalg.norm(left))
        if size > RANK:
            basis, margin = np.vstack([basis, left / size]), min(margin, size)
            taken.append(k)
            continue
        parts = np.linalg.lstsq(J[taken].T, row, rcond=None)[0]
        share = zip(taken, parts, strict=True)
        used = {labels[t]: float(p * sizes[k] / sizes[t]) for t, p in share if abs(p) > 1e-9}
        found.append(Dependence(labels[k], used))
    return found, margin


def _labels(system: System, owners: list[str]) -> list[str]:
    """A name for each row: its joint, and which motion it prevents there."""
    labels = []
    for owner in dict.fromkeys(owners):
        joint = system.mechanism.joints.get(owner)
        motions = motions_prevented(joint) if joint else []
        count = owners.count(owner)
        motions = motions if len(motions) == count else [f"equation {k + 1}" for k in range(count)]
        labels += [f"{owner}: {motion}" for motion in motions]
    return labels


def motions_prevented(joint: JointNode) -> list[str]:
    """What each row of a joint prevents, in the axes of its inboard frame."""
    normals, pairs = joint.kind.holds
    into, _ = suited_axes(joint.kind)
    moving = [f"moving along its {axis_in_words(into[:, e])}" for e in normals]
    turning = [
        "turning about what is square to both its axes"
        if e == f
        else f"turning about its {axis_in_words(np.cross(into[:, e], into[:, f]))}"
        for e, f in pairs
    ]
    return moving + turning


def _indeterminate(system: System, state: State) -> dict[str, list[str]]:
    unique, found = unique_parts(system, state), {}
    for k, name in enumerate(system.joint_names):
        parts = [
            f"{what} {axis_in_words(direction)}"
            for what, determined in (
                ("force along its", unique.force),
                ("torque about its", unique.torque),
            )
            for direction in _spanned(np.eye(3) - determined[k])
        ]
        if parts:
            found[name] = parts
    what = ["what it exerts, which others share"]
    constraints = zip(system.constraint_names, unique.shared(), strict=True)
    return found | {name: what for name, shared in constraints if shared}


def _spanned(projection: np.ndarray) -> np.ndarray:
    """Directions that a projection keeps: axes where it keeps those."""
    axes = np.eye(3)[np.abs(np.diag(projection) - 1.0) < 1e-6]
    rest = projection - axes.T @ axes
    U, values, _ = np.linalg.svd(rest)
    return np.vstack([axes, U.T[values > 0.5]])


def _singular(system: System, state: State, freedom: int, margin: float) -> str:
    """Whether constraints lose their grip at this position, or nearly do."""
    if margin < NEARLY:
        return f"nearly singular: the others leave only {margin:.1e} of one constraint"
    y, q = state.vector.copy(), len(system.coordinate_labels)
    y[:q] += ASIDE * np.random.default_rng(1).normal(size=q)
    aside = system.settled(State(system, state.time, y))
    nearby = system.counts(aside).degrees_of_freedom
    if nearby < freedom:
        return f"singular: {freedom} degrees of freedom here, {nearby} in positions nearby"
    return ""
