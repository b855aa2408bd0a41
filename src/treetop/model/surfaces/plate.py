"""A flat plate."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.quantity import Invalid, optional, scalar, sizes
from treetop.model.rotation import cross, direction, dot, unit
from treetop.model.specification import spec
from treetop.model.surfaces.base import Shape, pieces

__all__ = ["Plate"]

_ALONG = 1e-6  # sine of the least angle between the normal and the first edge's direction


@spec
class Plate(Shape):
    """A rectangle of two ``size`` in m, or a square of ``area`` in m²; its outward ``normal`` is in
    the axes of the frame ``at``.

    Attributes
    ----------
    along : 3 numbers, optional
        Direction of the first edge; what it has along the normal is left out. Without it, the
        first edge lies along the frame's x axis as far as it can, or along y if the normal is
        along x.
    both : bool
        Whether both sides count, of the same finish; else that of the normal alone.
    divisions : 2 whole numbers
        Pieces along each edge: what hides a part of the plate hides some of them.
    """

    kind: ClassVar[str] = "plate"

    size: Annotated[Any, optional(sizes(2))] = None
    area: Annotated[Any, optional(scalar("m^2", above=0))] = None
    normal: Annotated[Any, PlainValidator(direction)] = (0.0, 0.0, 1.0)
    along: Annotated[Any, optional(PlainValidator(direction))] = None
    both: StrictBool = False
    divisions: Annotated[Any, pieces(2)] = (1, 1)

    def __post_init__(self) -> None:
        super().__post_init__()
        if (self.size is None) == (self.area is None):
            what = "a plate has no area" if self.size is None else "both size and area are given"
            raise Invalid(what, "give size: [length, width], or area")
        if self.along is not None and math.hypot(*cross(self.along, self.normal)) < _ALONG:
            what = "the first edge would be along the normal"
            raise Invalid(what, "give a direction across it", ("along",))

    @property
    def edges(self) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """The two edges as vectors, m."""
        along = self.along
        if along is None:
            along = (1.0, 0.0, 0.0) if abs(self.normal[0]) < 0.9 else (0.0, 1.0, 0.0)
        off = dot(along, self.normal)
        a = unit(tuple(x - off * n for x, n in zip(along, self.normal, strict=True)))
        length, width = self.size or (math.sqrt(self.area),) * 2
        return tuple(length * x for x in a), tuple(width * x for x in cross(self.normal, a))
