"""Scalar constraints as tables have them."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.assembly.joint_constraints import JointRows
from treetop.core.tables.tables import Constraints

X, Y, Z = np.eye(3)


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


def constraint_tables(joints: JointRows, added: Rows) -> tuple[Constraints, np.ndarray, np.ndarray]:
    """All scalar constraints: those of joints, and those that were added; with the first row of
    each joint that closes a loop, and of each constraint added."""
    joint_at, loop_at, added_at = (
        np.cumsum([0, *counts], dtype=np.int64)
        for counts in (joints.of_tree, joints.of_loops, map(len, added))
    )
    loop_at += joint_at[-1]
    table, more = joints.table, _table([row for block in added for row in block])
    if more.kind.size:
        shifted = more._replace(pair_at=table.pair_at[-1] + more.pair_at[1:])
        table = Constraints._make(map(np.concatenate, zip(table, shifted, strict=True)))
    return table._replace(joint_at=np.append(0, joint_at)), loop_at, loop_at[-1] + added_at


def _table(rows: list[Row]) -> Constraints:
    pairs = [pair for row in rows for pair in row.pairs]
    return Constraints(
        joint_at=np.zeros(0, dtype=np.int64),
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
