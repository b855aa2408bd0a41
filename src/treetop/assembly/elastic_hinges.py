"""The table of elastic hinges, of all beams and cables."""

from __future__ import annotations

import numpy as np

from treetop.assembly.forces import of_kind
from treetop.assembly.frames import FrameBook
from treetop.core.forces.elastic_hinge import ElasticHinges
from treetop.core.tables.kinds import PRISMATIC
from treetop.core.tables.tables import Tree
from treetop.topology.beam_expansion import Elasticity
from treetop.topology.mechanism import Mechanism


def hinge_table(model: Mechanism, frames: FrameBook, tree: Tree) -> ElasticHinges:
    """Rows of all hinges that resist, from root to tip of each beam."""
    rows = [row for each in of_kind(model, Elasticity) for row in each.rows if any(row.stiffness)]
    ends = [(frames.add(row.F), frames.add(row.M)) for row in rows]
    bodies = [(frames.bodies[F], frames.bodies[M]) for F, M in ends]
    return ElasticHinges(
        np.array(ends, dtype=np.int64).reshape(-1, 2),
        np.array([row.stiffness for row in rows], float).reshape(-1, 6),
        np.array([row.damping for row in rows], float).reshape(-1, 6),
        np.array([row.slack for row in rows], dtype=np.int64),
        np.array([_straining_joint(tree, *pair) for pair in bodies], dtype=np.int64),
        np.array([F < M for F, M in bodies], dtype=np.int64),
    )


def _straining_joint(tree: Tree, F: int, M: int) -> int:
    """The body whose joint strains a hinge between bodies; -1 if a loop closes between them.

    Where a slide and a turn lie between, the hinge resists the turn alone.
    """
    inner, i, path = min(F, M), max(F, M), []
    while i > inner:
        path.append(i)
        i = int(tree.parent[i])
    turning = [i for i in path if tree.joint[i] != PRISMATIC] if len(path) > 1 else path
    return turning[0] if i == inner and len(turning) == 1 else -1
