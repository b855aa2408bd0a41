"""The tables of what acts along paths, and of elastic cords."""

from __future__ import annotations

import math

import numpy as np

from treetop.assembly.forces import named
from treetop.assembly.frames import FrameBook
from treetop.core.forces.along_path import PathForces
from treetop.core.forces.elastic_cord import ElasticCords
from treetop.model import ElasticCord, PointOnPath
from treetop.topology.mechanism import Mechanism


def path_force_table(model: Mechanism) -> PathForces:
    """Rows of the paths along which something acts."""
    slides = [part for part in model.constraints.values() if isinstance(part, PointOnPath)]
    acting = [(c, part) for c, part in enumerate(slides) if part.acts_along]
    return PathForces(
        np.array([c for c, _ in acting], dtype=np.int64),
        np.array([_law(part) for _, part in acting], dtype=float).reshape(-1, 8),
    )


def _law(part: PointOnPath) -> tuple[float, ...]:
    lower = -math.inf if part.lower is None else part.lower
    upper = math.inf if part.upper is None else part.upper
    resisting = (part.force, part.damping, part.friction, part.slip_speed)
    return (*resisting, lower, upper, part.stop_stiffness, part.stop_damping)


def elastic_cord_table(model: Mechanism, frames: FrameBook) -> ElasticCords:
    """Rows of elastic cords."""
    cords = [cord for _, cord in named(model, ElasticCord)]
    rows = [(cord.length, cord.stiffness, cord.damping, cord.tension_only) for cord in cords]
    return ElasticCords(
        np.cumsum([0, *(len(cord.frames) for cord in cords)], dtype=np.int64),
        np.array([frames.add(each) for cord in cords for each in cord.frames], dtype=np.int64),
        np.array(rows, dtype=float).reshape(-1, 4),
    )
