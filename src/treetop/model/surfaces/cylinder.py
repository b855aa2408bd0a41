"""A cylinder."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.rotation import direction
from treetop.model.specification import spec
from treetop.model.surfaces.base import Fineness, Length, Shape

__all__ = ["Cylinder"]


@spec
class Cylinder(Shape):
    """The outside of a cylinder of ``radius`` and ``length`` in m, along ``axis``.

    ``capped`` says whether it has flat ends. The force on it is that of the closed forms; with
    ``facets``, how many around, it is a sum over plane facets, which can be hidden one by one.
    """

    kind: ClassVar[str] = "cylinder"

    radius: Length
    length: Length
    axis: Annotated[Any, PlainValidator(direction)] = (0.0, 0.0, 1.0)
    capped: StrictBool = True
    facets: Fineness = None
