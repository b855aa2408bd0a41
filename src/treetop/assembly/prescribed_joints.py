"""Prescribed coordinates as speeds whose rates are given: for recursions, which need no equations
for them."""

from __future__ import annotations

import numpy as np

from treetop.assembly.constraint_paths import constraint_paths
from treetop.assembly.constraint_table import Row, Rows, constraint_tables
from treetop.assembly.joint_constraints import JointRows
from treetop.core.tables.kinds import COUPLING
from treetop.core.tables.tables import Driven, Tables


def with_driven_speeds(tables: Tables, joints: JointRows, added: Rows) -> Tables:
    """The tables of a model without rows for prescribed coordinates, whose speeds are driven."""
    driven = driven_speeds(added)
    if not driven.speed.size:
        return tables
    left = [[] if prescribes(rows) else rows for rows in added]
    constraints, loop_at, added_at = constraint_tables(joints, left)
    prescribed = tables.tree.prescribed.copy()
    prescribed[driven.speed] = 1
    return tables._replace(
        tree=tables.tree._replace(prescribed=prescribed),
        constraints=constraints,
        loops=tables.loops._replace(row_at=loop_at),
        added=tables.added._replace(row_at=added_at),
        paths=constraint_paths(tables.tree, constraints, loop_at, added_at),
        driven=driven,
    )


def driven_speeds(added: Rows) -> Driven:
    numbers = [
        (row.pairs[0].bodies[1], row.pairs[0].coordinate, row.pairs[0].speeds[0], row.drive, c)
        for c, rows in enumerate(added)
        if prescribes(rows)
        for row in rows
    ]
    return Driven(*np.array(numbers, dtype=np.int64).reshape(-1, len(Driven._fields)).T.copy())


def prescribes(rows: list[Row]) -> bool:
    """Whether a constraint lets a coordinate of a joint of the tree follow a function of time."""
    return any(row.kind == COUPLING and row.drive >= 0 and row.pairs[0].loop < 0 for row in rows)
