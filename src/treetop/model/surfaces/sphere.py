"""A sphere."""

from __future__ import annotations

from typing import ClassVar

from treetop.model.specification import spec
from treetop.model.surfaces.base import Fineness, Length, Shape

__all__ = ["Sphere"]


@spec
class Sphere(Shape):
    """The outside of a sphere of ``radius`` in m.

    The force on it is that of the closed forms; with ``facets``, how many around, it is a sum over
    plane facets, which can be hidden one by one.
    """

    kind: ClassVar[str] = "sphere"

    radius: Length
    facets: Fineness = None
