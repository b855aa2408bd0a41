"""Loads that a fluid exerts along beams and cables."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.body import Reference
from treetop.model.forces.base import Force
from treetop.model.functions.table import vector_or_table
from treetop.model.quantity import Invalid, elements, numbers, scalar
from treetop.model.specification import spec

__all__ = ["FluidLoad"]


def _column(unit: str) -> PlainValidator:
    def read(value: Any) -> tuple[float, ...]:
        items = elements(value)
        return numbers(items, len(items), unit)

    return PlainValidator(read)


@spec
class FluidLoad(Force):
    """Drag after Morison, and buoyancy, along a beam or cable in water or dense air.

    Attributes
    ----------
    along : beam
        The beam or cable.
    diameter : number, m
    density : number, kg/m³
        Of the fluid; sea water by default.
    normal, tangential : numbers
        Coefficients of drag across it, over the area diameter × length, and along it, over its
        surface π × diameter × length.
    current : 3 numbers or Table, m/s
        Velocity of the fluid, inertial axes, constant or in time.
    heights : numbers, m, optional
        Heights z, increasing, at which ``shares`` of the current are given; linear between them.
    shares : numbers, optional
    buoyancy : bool
        Whether the fluid that it displaces lifts it, against uniform gravity.

    Notes
    -----
    Added mass is not known: it resists acceleration across the line and not along it, and rods have
    one mass for all directions. Where a line moves across itself, give it that much more mass per
    length, and lift the weight of that by a second load without drag, whose density is that of the
    fluid times the coefficient of added mass, 1 for a cylinder.
    """

    kind: ClassVar[str] = "fluid-load"
    ends: ClassVar[tuple[str, ...]] = ("along",)
    acts_on: ClassVar[str] = "along"

    along: Reference
    diameter: Annotated[Any, scalar("m", above=0)]
    density: Annotated[Any, scalar("kg/m^3", at_least=0)] = 1025.0
    normal: Annotated[Any, scalar("1", at_least=0)] = 1.2
    tangential: Annotated[Any, scalar("1", at_least=0)] = 0.01
    current: Annotated[Any, vector_or_table("m/s")] = (0.0, 0.0, 0.0)
    heights: Annotated[Any, _column("m")] = ()
    shares: Annotated[Any, _column("1")] = ()
    buoyancy: StrictBool = True

    def __post_init__(self) -> None:
        if len(self.heights) != len(self.shares):
            what = f"{len(self.heights)} heights but {len(self.shares)} shares of the current"
            raise Invalid(what, "give one share for each height", ("shares",))
        for k, (below, above) in enumerate(pairwise(self.heights), start=1):
            if above <= below:
                what = f"{above:g} m follows {below:g} m"
                raise Invalid(what, "let heights increase", ("heights", k))
