"""Projection onto the constraints."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.stabilization.base import Stabilization
from treetop.model.specification import spec


@spec
class Projection(Stabilization):
    """Positions and velocities are projected onto the constraints after each step: the default."""

    kind: ClassVar[str] = "project"
