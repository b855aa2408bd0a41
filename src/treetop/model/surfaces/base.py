"""What every surface has: what it does with light, with air and with heat."""

from __future__ import annotations

import math
from dataclasses import field
from reprlib import repr as short
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, TypeAlias

from pydantic import PlainValidator, StrictBool

from treetop.model.body import Reference
from treetop.model.forces.base import Force
from treetop.model.quantity import Invalid, number, numbers, optional, scalar, vector
from treetop.model.specification import spec

__all__ = ["Finish", "Shape", "Surface"]

Part: TypeAlias = Annotated[Any, optional(scalar("1", at_least=0, at_most=1))]
Length: TypeAlias = Annotated[Any, scalar("m", above=0)]
Fineness: TypeAlias = Annotated[Any, optional(PlainValidator(lambda value: fineness(value)))]

_FINISH = ("absorption", "specular", "diffuse")
_WRITTEN = 1e-6  # what six written digits can do


class Finish(NamedTuple):
    """The parts of light that are absorbed, reflected mirror-like and reflected diffusely."""

    absorption: float
    specular: float
    diffuse: float


def fineness(value: Any) -> int:
    """How many facets around: a whole number, 8 or more."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 8:
        raise Invalid(f"{short(value)} is not a whole number of 8 or more", "such as 24")
    if value > 1000:
        raise Invalid(f"{value} facets around are too many", "give 1000 or less")
    return value


def pieces(count: int) -> PlainValidator:
    """Whole numbers of pieces along each edge."""

    def read(value: Any) -> tuple[int, ...]:
        counts = numbers(value, count, "1")
        for index, each in enumerate(counts):
            if each != int(each) or not 1 <= each <= 100:
                what = f"{each:g} is not a whole number from 1 to 100"
                raise Invalid(what, "give how many pieces an edge has", (index,))
        return tuple(int(each) for each in counts)

    return PlainValidator(read)


def accommodations(value: Any) -> Any:
    """One number, or two: along the normal and along the surface."""
    several = isinstance(value, (list, tuple)) or getattr(value, "ndim", False)
    read = numbers(value, 2, "1") if several else (number(value, "1"),)
    for each in read:
        if not 0.0 <= each <= 1.0:
            raise Invalid(f"an accommodation of {each:g} is not from 0 to 1")
    return read if several else read[0]


@spec
class Surface(Force):
    """What every surface has.

    Attributes
    ----------
    at : Frame, Body or str
        The frame that it is fixed to.
    drag : number
        The coefficient of simple drag; without it and ``gas``, air does not press on it.
    gas : {"sentman", "schaaf-chambre"}
        The law of what a free-molecular gas exerts, in place of ``drag``.
    accommodation : number from 0 to 1, or two
        For "sentman" that of energy; for "schaaf-chambre" those of momentum along the normal and
        along the surface, or one for both.
    wall : number, K
        The temperature that gas leaves with.
    """

    ends: ClassVar[tuple[str, ...]] = ("at",)
    acts_on: ClassVar[str] = "at"

    at: Reference
    drag: Annotated[Any, optional(scalar("1", at_least=0))] = field(default=None, kw_only=True)
    gas: Literal["sentman", "schaaf-chambre"] | None = field(default=None, kw_only=True)
    accommodation: Annotated[Any, PlainValidator(accommodations)] = field(default=1.0, kw_only=True)
    wall: Annotated[Any, scalar("K", at_least=0)] = field(default=300.0, kw_only=True)

    def __post_init__(self) -> None:
        if self.drag is not None and self.gas is not None:
            what = "both a drag coefficient and a law of gas are given"
            raise Invalid(what, "give drag, or gas with its accommodation")
        if self.gas == "sentman" and isinstance(self.accommodation, tuple):
            what = "Sentman's law has one accommodation, that of energy"
            raise Invalid(what, "give one number", ("accommodation",))


@spec
class Shape(Surface):
    """What surfaces of a shape have.

    Attributes
    ----------
    centre : 3 numbers, m
        Its middle, in the frame ``at``.
    absorption, specular, diffuse : numbers from 0 to 1
        The parts of light that are absorbed, reflected mirror-like, and reflected in all directions
        by Lambert's law. Two are given, their sum with the third is 1; without any, light does not
        press on it.
    reemission : bool
        Whether what is absorbed leaves again at once as heat, from the side that it fell on.
    emissivity : number from 0 to 1
        For heat.
    """

    centre: Annotated[Any, vector("m")] = field(default=(0.0, 0.0, 0.0), kw_only=True)
    absorption: Part = field(default=None, kw_only=True)
    specular: Part = field(default=None, kw_only=True)
    diffuse: Part = field(default=None, kw_only=True)
    reemission: StrictBool = field(default=False, kw_only=True)
    emissivity: Part = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        parts = [getattr(self, name) for name in _FINISH if getattr(self, name) is not None]
        if len(parts) == 1:
            what = "one of absorption, specular and diffuse is given"
            raise Invalid(what, "give two of them; their sum with the third is 1")
        total = math.fsum(parts)
        if total > 1.0 + _WRITTEN or (len(parts) == 3 and total < 1.0 - _WRITTEN):
            what = f"absorption, specular and diffuse reflection sum to {total:g}"
            raise Invalid(what, "give two of them; their sum with the third is 1")

    @property
    def finish(self) -> Finish | None:
        """What it does with light; None: light does not press on it."""
        parts = Finish(*(getattr(self, name) for name in _FINISH))
        if parts.count(None) == 3:
            return None
        rest = max(0.0, 1.0 - math.fsum(part for part in parts if part is not None))
        return Finish(*(rest if part is None else part for part in parts))
