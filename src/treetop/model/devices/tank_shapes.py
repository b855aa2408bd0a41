"""Shapes of tanks: where fuel is in them."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import PlainValidator, StrictBool

from treetop.model.joints import Axis
from treetop.model.quantity import Invalid, each, elements, numbers, optional, scalar, vector
from treetop.model.specification import made_from, required, spec, unknown

__all__ = ["CylindricalTank", "FuelAlongBeam", "FuelTable", "SphericalTank", "UniformFuel"]

Length: TypeAlias = Annotated[Any, scalar("m", above=0)]


class TankShape:
    """What every shape of a tank has."""

    kind: ClassVar[str]

    @property
    def sizes(self) -> tuple[float, float, float] | None:
        """Radius, length of the straight part and height of the ends, m, of a round tank."""
        return None

    @property
    def full_centre(self) -> tuple[float, ...]:
        """The centre of the fuel when the tank is full, in its frame, m."""
        return 0.0, 0.0, 0.0

    @property
    def volume(self) -> float | None:
        """How much the tank holds, m³, if that follows from its shape."""
        return None


def radii(value: Any) -> tuple[float, ...]:
    """Three radii of gyration, from one or three."""
    several = isinstance(value, (list, tuple)) or getattr(value, "ndim", False)
    read = numbers(value if several else [value] * 3, 3, "m")
    if min(read) < 0.0:
        raise Invalid(f"{min(read):g} m is less than 0", "give 0 or more")
    return read


@spec
class UniformFuel(TankShape):
    """Fuel that keeps its ``centre``, in the frame of the tank, whatever its mass.

    ``gyration`` is its radius of gyration about the centre, or the three about axes along those of
    the frame.
    """

    kind: ClassVar[str] = "uniform"

    centre: Annotated[Any, vector("m")] = (0.0, 0.0, 0.0)
    gyration: Annotated[Any, PlainValidator(radii)] = (0.0, 0.0, 0.0)

    @property
    def full_centre(self) -> tuple[float, ...]:
        return tuple(self.centre)


@spec
class SphericalTank(TankShape):
    """A sphere about the origin of the tank's frame, in which fuel settles towards ``down``."""

    kind: ClassVar[str] = "sphere"

    radius: Length
    down: Axis = (-1.0, 0.0, 0.0)

    @property
    def sizes(self) -> tuple[float, float, float]:
        return self.radius, 0.0, self.radius

    @property
    def volume(self) -> float:
        return 4.0 / 3.0 * math.pi * self.radius**3


@spec
class CylindricalTank(TankShape):
    """A cylinder about the origin of the tank's frame, along ``down``, towards which fuel settles.

    ``length`` is that of its straight part, ``domes`` the height of its ellipsoidal ends: 0 for
    flat ones, by default the radius.
    """

    kind: ClassVar[str] = "cylinder"

    radius: Length
    length: Length
    domes: Annotated[Any, optional(scalar("m", at_least=0))] = None
    down: Axis = (-1.0, 0.0, 0.0)

    @property
    def dome(self) -> float:
        return float(self.radius if self.domes is None else self.domes)

    @property
    def sizes(self) -> tuple[float, float, float]:
        return self.radius, self.length, self.dome

    @property
    def volume(self) -> float:
        return math.pi * self.radius**2 * (self.length + 4.0 / 3.0 * self.dome)


def _increasing(value: Any) -> tuple[float, ...]:
    items = elements(value)
    masses = numbers(items, len(items), "kg")
    if len(masses) < 2:
        raise Invalid("fewer than two masses are given", "give those of an empty and a full tank")
    if masses[0] < 0.0:
        raise Invalid(f"{masses[0]:g} kg is less than 0", "give 0 or more")
    for k, (a, b) in enumerate(pairwise(masses)):
        if b <= a:
            raise Invalid(f"{b:g} kg follows {a:g} kg", "give masses in increasing order", (k + 1,))
    return masses


def _rows(count: int, unit: str) -> PlainValidator:
    return PlainValidator(
        lambda value: tuple(each(elements(value), lambda row: numbers(row, count, unit)))
    )


@spec
class FuelTable(TankShape):
    """Fuel whose centre, and inertia about the centre, are given at several masses.

    Between them first moment and inertia about the origin of the frame are cubic splines over the
    mass. Rows of ``centre`` are x, y, z, and those of ``inertia`` xx, yy, zz, xy, xz, yz.
    """

    kind: ClassVar[str] = "table"

    mass: Annotated[Any, PlainValidator(_increasing)]
    centre: Annotated[Any, _rows(3, "m")]
    inertia: Annotated[Any, _rows(6, "kg*m^2")]

    @property
    def full_centre(self) -> tuple[float, ...]:
        return tuple(self.centre[-1])

    def __post_init__(self) -> None:
        for name in ("centre", "inertia"):
            rows = len(getattr(self, name))
            if rows != len(self.mass):
                hint = f"give {len(self.mass)}, one for each mass"
                raise Invalid(f"'{name}' has {rows} rows", hint)


@spec
class FuelAlongBeam(TankShape):
    """Fuel spread evenly along a straight beam, from arc length ``begin`` to ``end``: all along it
    unless given.

    The frame of the tank is where it leaves the beam, at one side of the fuel. It burns evenly, or
    ``settles`` towards there, so that its surface falls. ``radius`` is that of the column of fuel.
    What flows to the exit within the beam acts on that, unless ``inner_flow`` is false: then fuel
    is gone at once from where it is.
    """

    kind: ClassVar[str] = "along-beam"

    begin: Annotated[Any, scalar("m", at_least=0)] = 0.0
    end: Annotated[Any, optional(scalar("m", above=0))] = None
    settles: StrictBool = False
    radius: Annotated[Any, scalar("m", at_least=0)] = 0.0
    inner_flow: StrictBool = True


_SHAPES: tuple[type[Any], ...] = (
    UniformFuel, SphericalTank, CylindricalTank, FuelTable, FuelAlongBeam,
)  # fmt: skip
SHAPES: dict[str, type[Any]] = {shape.kind: shape for shape in _SHAPES}


def tank_shape(value: Any) -> Any:
    """A shape, or one from a mapping with its kind."""
    if isinstance(value, TankShape):
        return value
    what, hint = "is not the shape of a tank", "write a shape such as {kind: sphere, radius: 0.5 m}"
    kind = required(Mapping, value, what, hint).get("kind")  # type: ignore[type-abstract]
    if kind not in SHAPES:
        problem = unknown("shape of a tank", kind, SHAPES, "")
        raise Invalid(problem.what, problem.hint, ("kind",))
    return made_from(SHAPES[kind], {k: v for k, v in value.items() if k != "kind"}, kind)
