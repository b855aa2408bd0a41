"""Coordinates in the null space of the constraints."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.run.stabilization.base import Stabilization
from treetop.model.specification import spec


@spec
class NullSpace(Stabilization):
    """Constraints are solved in every evaluation, at right angles to the free directions."""

    kind: ClassVar[str] = "nullspace"
