"""A box."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.quantity import sizes
from treetop.model.specification import spec
from treetop.model.surfaces.base import Shape, pieces

__all__ = ["Box"]


@spec
class Box(Shape):
    """The outside of a box of three ``size`` in m, along the axes of the frame ``at``.

    ``divisions`` are pieces along each edge.
    """

    kind: ClassVar[str] = "box"

    size: Annotated[Any, sizes(3)]
    divisions: Annotated[Any, pieces(3)] = (1, 1, 1)
