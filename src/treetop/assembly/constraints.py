"""Scalar constraints, and joints made of them for formulations that move every body on its own.

Two primitives make every joint (after Aslanov, Kruglov and Yudintsev 2011):

    plane   a point of b stays on a plane fixed in a             e · (p_b - p_a) = 0
    turn    b does not turn about an axis: e of a, f of b        e · f = offset

Directions are those of the joint's frames, F in a and M in b, suited to the joint: its axis is z.
A screw's plane moves along with the turning, by its pitch.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembly.axes import suited_axes
from treetop.assembly.kinds import PLANE, TURN
from treetop.assembly.places import Pose
from treetop.assembly.tables import Constraints
from treetop.model.joints import JointKind

X, Y, Z = np.eye(3)

_HELD = ((1, 2), (2, 0), (0, 1))  # no turning at all
_ABOUT_Z = ((0, 2), (1, 2))  # turning about z alone

# Normals of planes, and pairs of directions that keep their angle: axes x, y, z by number.
PRIMITIVES: dict[str, tuple[tuple, tuple]] = {
    "fixed": ((0, 1, 2), _HELD),
    "revolute": ((0, 1, 2), _ABOUT_Z),
    "prismatic": ((0, 1), _HELD),
    "screw": ((0, 1, 2), _ABOUT_Z),
    "cylindrical": ((0, 1), _ABOUT_Z),
    "universal": ((0, 1, 2), ((2, 2),)),
    "spherical": ((0, 1, 2), ()),
    "planar": ((2,), _ABOUT_Z),
    "free": ((), ()),
    "deformation": ((), ()),
    "station": ((), ()),
}
NOWHERE = np.zeros(3)


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


class Pair(NamedTuple):
    """Two bodies that a row acts on; of a coupling, those of a joint."""

    bodies: tuple[int, int]
    weight: float = 1.0
    coordinate: int = -1
    speeds: tuple[int, int, int] = (0, 0, 0)
    loop: int = -1


class Row(NamedTuple):
    """One scalar constraint, as the tables have it."""

    kind: int
    pairs: list[Pair]
    points: np.ndarray
    directions: np.ndarray
    normal: np.ndarray = np.zeros(3)
    law: tuple[float, float] = (0.0, 0.0)
    angle: int = -1
    drive: int = -1
    guide: int = -1


Rows = list[list[Row]]


def constraint_tables(
    tree: Rows, loops: Rows, added: Rows
) -> tuple[Constraints, np.ndarray, np.ndarray]:
    """All scalar constraints: of the joint of each body in turn, of the joints that close loops,
    and those that were added; with the first row of each of the last two."""
    rows = [row for block in [*tree, *loops, *added] for row in block]
    joint_at, loop_at, added_at = (
        np.cumsum([0, *map(len, part)], dtype=np.int64) for part in (tree, loops, added)
    )
    loop_at += joint_at[-1]
    return _table(np.append(0, joint_at), rows), loop_at, loop_at[-1] + added_at


def _table(joint_at: np.ndarray, rows: list[Row]) -> Constraints:
    pairs = [pair for row in rows for pair in row.pairs]
    return Constraints(
        joint_at=joint_at,
        kind=np.array([row.kind for row in rows], dtype=np.int64),
        pair_at=np.cumsum([0, *(len(row.pairs) for row in rows)], dtype=np.int64),
        bodies=np.array([pair.bodies for pair in pairs], dtype=np.int64).reshape(-1, 2),
        points=np.array([row.points for row in rows]).reshape(-1, 6),
        directions=np.array([row.directions for row in rows]).reshape(-1, 6),
        normal=np.array([row.normal for row in rows]).reshape(-1, 3),
        law=np.array([row.law for row in rows]).reshape(-1, 2),
        angle=np.array([row.angle for row in rows], dtype=np.int64),
        drive=np.array([row.drive for row in rows], dtype=np.int64),
        guide=np.array([row.guide for row in rows], dtype=np.int64),
        weight=np.array([pair.weight for pair in pairs], dtype=float),
        coordinate=np.array([pair.coordinate for pair in pairs], dtype=np.int64),
        speeds=np.array([pair.speeds for pair in pairs], dtype=np.int64).reshape(-1, 3),
        loop=np.array([pair.loop for pair in pairs], dtype=np.int64),
    )


def rows_of(joint: Connection) -> list[Row]:
    normals, pairs = PRIMITIVES[joint.kind.kind]
    points, between = _six(joint.F.p, joint.M.p), [Pair(joint.bodies, loop=joint.loop)]
    pitch = getattr(joint.kind, "pitch", 0.0)
    into, out = suited_axes(joint.kind)
    rows: list[Row] = []
    if "" in joint.opened:
        return rows
    for e in normals:
        if joint.opened and _open(joint.opened, "force", into[:, e]):
            continue
        directions = _six(joint.F.R[:, e], NOWHERE)
        row = Row(PLANE, between, points, directions)
        if pitch and e == 2:
            row = row._replace(law=(0.0, pitch), angle=joint.coordinate)
        rows.append(row)
    for e, f in pairs:
        if joint.opened and _open(joint.opened, "torque", np.cross(into[:, e], into[:, f])):
            continue
        directions = _six(joint.F.R[:, e], joint.M.R[:, f])
        offset = float(into[:, e] @ out[:, f]) if e == f else 0.0  # of a universal joint's axes
        rows.append(Row(TURN, between, points, directions, law=(offset, 0.0)))
    return rows


def _six(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Two vectors in one; `numpy.append` takes far longer."""
    both = np.empty(6)
    both[:3], both[3:] = a, b
    return both


def _open(opened: frozenset[str], part: str, axis: np.ndarray) -> bool:
    """Whether a direction, in the axes of the inboard frame, is one that is open."""
    return any(
        f"{part}.{name}" in opened and np.linalg.norm(np.cross(e, axis)) < 1e-9
        for name, e in zip("xyz", (X, Y, Z), strict=True)
    )
