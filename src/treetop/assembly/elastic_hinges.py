"""The table of elastic hinges, of all beams and cables."""

from __future__ import annotations

import numpy as np

from treetop.assembly.forces import of_kind
from treetop.assembly.frames import FrameBook
from treetop.core.forces.elastic_hinge import ElasticHinges
from treetop.topology.beam_expansion import Elasticity
from treetop.topology.mechanism import Mechanism


def hinge_table(model: Mechanism, frames: FrameBook) -> ElasticHinges:
    """Rows of all hinges that resist, from root to tip of each beam."""
    rows = [row for each in of_kind(model, Elasticity) for row in each.rows if any(row.stiffness)]
    ends = [(frames.add(row.F), frames.add(row.M)) for row in rows]
    return ElasticHinges(
        np.array(ends, dtype=np.int64).reshape(-1, 2),
        np.array([row.stiffness for row in rows], float).reshape(-1, 6),
        np.array([row.damping for row in rows], float).reshape(-1, 6),
        np.array([row.slack for row in rows], dtype=np.int64),
    )
