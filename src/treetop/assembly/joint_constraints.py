"""Joints made of scalar constraints, for formulations that move every body on its own.

Two primitives make every joint (after Aslanov, Kruglov and Yudintsev 2011):

    plane   a point of b stays on a plane fixed in a             e · (p_b - p_a) = 0
    turn    b does not turn about an axis: e of a, f of b        e · f = offset

Directions are those of the joint's frames, F in a and M in b, suited to the joint: its axis is z.
A screw's plane moves along with the turning, by its pitch.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.curves import shape_of
from treetop.assembly.joint_axes import Axes, all_suited_axes, suited_axes
from treetop.assembly.poses import AT_REST, Pose, stacked
from treetop.assembly.sliding import SlidingBook
from treetop.core.tables.kinds import ON_PATH, PLANE, TURN
from treetop.core.tables.tables import Constraints
from treetop.model.joints import Curvilinear, JointKind, Primitives

ACROSS = 2  # rows that keep a point on a path


class Connection(NamedTuple):
    """A joint between two bodies."""

    kind: JointKind
    bodies: tuple[int, int]
    F: Pose  # the inboard frame, suited to the joint, in the axes of its body
    M: Pose  # the outboard frame, likewise
    coordinate: int  # the first one of the joint
    speed: int  # likewise
    loop: int = -1  # the number of a joint that closes a loop, of whose coordinates that is one
    opened: frozenset[str] = frozenset()  # directions in which it does not hold; {""}: in none
    name: str = ""


class JointRows(NamedTuple):
    """The rows of joints, as tables have them, and how many each has."""

    of_tree: list[int]
    of_loops: list[int]
    table: Constraints  # but for where they begin


def joint_rows(
    tree: list[Connection],
    closing: list[Connection],
    inboard: Pose,
    axes: Axes,
    sliding: SlidingBook,
) -> JointRows:
    """Constraints of the joint of each body in turn, with the poses of their inboard frames and
    their suited axes, and of the joints that close loops."""
    joints = [*tree, *closing]
    primitives = [_primitives(joint) for joint in joints]
    counts = [len(each) for each in primitives]
    numbers = [primitive for each in primitives for primitive in each]
    kind, e, f = np.array(numbers, dtype=np.int64).reshape(-1, 3).T.copy()
    j, none = np.repeat(np.arange(len(joints)), counts), np.full(len(numbers), -1)
    at_rest = Pose(np.tile(AT_REST.R, (len(tree), 1, 1)), np.zeros((len(tree), 3)))
    F = _joined(inboard, stacked(joint.F for joint in closing))
    M = _joined(at_rest, stacked(joint.M for joint in closing))
    into, out = _joined(axes, all_suited_axes(joint.kind for joint in closing))
    turns, zeros = kind == TURN, np.zeros(len(numbers))
    between = np.where((turns & (e == f))[:, None], into[j, :, e] * out[j, :, f], 0.0).sum(axis=1)
    pitch = np.array([getattr(joint.kind, "pitch", 0.0) for joint in joints])[j]
    pitch = np.where(~turns & (e == 2), pitch, 0.0)
    coordinate = np.array([joint.coordinate for joint in joints], dtype=np.int64)[j]
    table = Constraints(
        joint_at=np.zeros(0, dtype=np.int64),
        kind=kind,
        pair_at=np.arange(len(numbers) + 1),
        bodies=np.array([joint.bodies for joint in joints], dtype=np.int64)[j],
        points=np.hstack([F.p[j], M.p[j]]),
        directions=np.hstack([F.R[j, :, e], np.where(turns[:, None], M.R[j, :, f], 0.0)]),
        normal=np.zeros((len(numbers), 3)),
        law=np.column_stack([between, pitch]),  # between the axes of a universal joint
        angle=np.where(pitch != 0.0, coordinate, -1),
        drive=none,
        guide=none,
        weight=zeros + 1.0,
        coordinate=none,
        speeds=np.zeros((len(numbers), 3), dtype=np.int64),
        loop=np.array([joint.loop for joint in joints], dtype=np.int64)[j],
    )
    _lead_along_curves(joints, counts, table, sliding)
    return JointRows(counts[: len(tree)], counts[len(tree) :], table)


def _lead_along_curves(
    joints: list[Connection], counts: list[int], table: Constraints, sliding: SlidingBook
) -> None:
    """Curvilinear joints have the rows of points on paths; their first two stand for planes, and
    all do where what slides turns along."""
    for first, count, joint in zip(np.cumsum([0, *counts]), counts, joints, strict=False):
        if count and isinstance(joint.kind, Curvilinear):
            shape = shape_of(joint.kind, joint.name)
            number = sliding.add_joint(shape, joint.bodies, joint.F, joint.M)
            rows = slice(first, first + (count if joint.kind.attitude == "tangent" else ACROSS))
            table.kind[rows], table.law[rows] = ON_PATH, (number, 0)
            table.law[first, 1] = rows.stop - rows.start


def _joined(tree: Any, closing: Any) -> Any:
    """Arrays of the joints of the tree, and of those that close loops, as one."""
    return type(tree)(*map(np.concatenate, zip(tree, closing, strict=True)))


def _primitives(joint: Connection) -> tuple[tuple[int, int, int], ...]:
    """The primitive constraints that the joint imposes."""
    every = _numbered(joint.kind.holds)
    if not joint.opened:
        return every
    if "" in joint.opened:
        return ()
    into, _ = suited_axes(joint.kind)
    return tuple(each for each in every if not _open(joint.opened, into, *each))


@cache
def _numbered(holds: Primitives) -> tuple[tuple[int, int, int], ...]:
    """Which primitive each is, and its directions."""
    planes = ((PLANE, e, e) for e in holds.normals)
    return *planes, *((TURN, e, f) for e, f in holds.pairs)


def _open(opened: frozenset[str], into: np.ndarray, kind: int, e: int, f: int) -> bool:
    """Whether the direction that a primitive holds is one that is open."""
    part, axis = "force", into[:, e]
    if kind == TURN:
        part, axis = "torque", np.cross(axis, into[:, f])
    return any(
        f"{part}.{name}" in opened and np.linalg.norm(np.cross(along, axis)) < 1e-9
        for name, along in zip("xyz", np.eye(3), strict=True)
    )
