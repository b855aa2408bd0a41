"""Coordinates divided into independent and dependent ones."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.stabilization.base import Stabilization
from treetop.model.specification import spec


@spec
class CoordinatePartitioning(Stabilization):
    """Constraints are solved in every evaluation for dependent coordinates."""

    kind: ClassVar[str] = "partition"
