"""Atmospheres of planets."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal

from pydantic import PlainValidator

from treetop.model.environment.part import EnvironmentPart, part
from treetop.model.quantity import Invalid, each, elements, number, numbers, optional, scalar
from treetop.model.specification import spec

__all__ = ["MSIS", "ExponentialAtmosphere", "HarrisPriester", "TabulatedAtmosphere"]

DAY = 86400.0  # s
_WIND = ("m", "m/s", "m/s", "m/s")


def wind(value: Any) -> tuple[Any, ...]:
    """Winds towards east, north and up, or rows of a height and these."""
    rows = elements(value)
    if not rows or not isinstance(rows[0], (list, tuple)):
        return numbers(rows, 3, "m/s")

    def row(cells: Any) -> tuple[float, ...]:
        cells = elements(cells)
        if len(cells) != 4:
            what = f"4 numbers are needed, not {len(cells)}"
            raise Invalid(what, "give the height, and winds towards east, north and up")
        return tuple(number(cell, unit) for cell, unit in zip(cells, _WIND, strict=True))

    found = tuple(each(rows, row))
    _check_order([each_row[0] for each_row in found])
    return found


def heights(value: Any) -> tuple[float, ...]:
    """Two heights or more, in order."""
    items = elements(value)
    found = numbers(items, len(items), "m")
    if len(found) < 2:
        raise Invalid("fewer than two heights are given", "give at least two")
    _check_order(found)
    return found


def _check_order(values: Any) -> None:
    for k, (a, b) in enumerate(pairwise(values)):
        if b <= a:
            raise Invalid(f"{b:g} m follows {a:g} m", "give heights in increasing order", (k + 1,))


def _positive(*accepted: str) -> PlainValidator:
    """A field of one positive number, or of several."""

    def one(value: Any) -> float:
        found = number(value, *accepted)
        if found <= 0.0:
            raise Invalid(f"{found:g} {accepted[0]} is not above 0", "give more than 0")
        return found

    def read(value: Any) -> Any:
        several = isinstance(value, (list, tuple)) or getattr(value, "ndim", False)
        return tuple(each(elements(value), one)) if several else one(value)

    return PlainValidator(read)


def _indices(value: Any) -> Any:
    """The magnetic index ap: one number, or the seven that MSIS takes."""
    several = isinstance(value, (list, tuple)) or getattr(value, "ndim", False)
    found = numbers(value, 7, "1") if several else (number(value, "1"),)
    if min(found) < 0.0:
        raise Invalid(f"{min(found):g} is less than 0", "give 0 or more")
    return found if several else found[0]


Wind = Annotated[Any, PlainValidator(wind)]
Temperature = Annotated[Any, scalar("K", above=0)]
MolarMass = Annotated[Any, scalar("kg/mol", above=0)]
Turning = Annotated[Any, scalar("1", at_least=0)]


class AtmosphereKind(EnvironmentPart):
    """Air around a planet: whether it depends on the date, belongs to the Earth alone, and follows
    the Sun."""

    dated: ClassVar[bool] = False
    of_earth: ClassVar[bool] = False
    follows_sun: ClassVar[bool] = False


@spec
class ExponentialAtmosphere(AtmosphereKind):
    """Air whose ``density`` at a ``height`` falls exponentially by ``scale_height``.

    Every atmosphere turns with the planet ``rotation`` times, and has a ``wind`` relative to that:
    towards east, north and up, or rows of a height and these. ``temperature`` and ``molar_mass`` of
    the gas matter for free-molecular flow.
    """

    kind: ClassVar[str] = "exponential"

    density: Annotated[Any, scalar("kg/m^3", at_least=0)]
    height: Annotated[Any, scalar("m")]
    scale_height: Annotated[Any, scalar("m", above=0)]
    temperature: Temperature = 1000.0
    molar_mass: MolarMass = 0.016
    rotation: Turning = 1.0
    wind: Wind = (0.0, 0.0, 0.0)


@spec
class HarrisPriester(AtmosphereKind):
    """Air of the Earth at mean solar activity after Harris and Priester, 100 to 1000 km, with a
    bulge of density on the day side, which lags the Sun by the angle ``lag``.

    The ``exponent`` is 2 for orbits of low inclination to 6 for polar ones. Between the heights of
    its table the logarithm of the density is ``smooth``, or ``log-linear`` as in the book of
    Montenbruck and Gill.
    """

    kind: ClassVar[str] = "harris-priester"
    of_earth: ClassVar[bool] = True
    follows_sun: ClassVar[bool] = True

    exponent: Annotated[Any, scalar("1", at_least=2, at_most=6)] = 4.0
    lag: Annotated[Any, scalar("rad")] = 0.5235987755982988
    between: Literal["smooth", "log-linear"] = "smooth"
    temperature: Temperature = 1000.0
    molar_mass: MolarMass = 0.016
    rotation: Turning = 1.0
    wind: Wind = (0.0, 0.0, 0.0)


@spec
class TabulatedAtmosphere(AtmosphereKind):
    """Air whose ``density``, ``temperature`` and ``molar_mass`` are given at heights; the last two
    also by one number.

    Between heights the logarithm of the density is ``smooth`` or ``log-linear``; beyond, it goes on
    exponentially.
    """

    kind: ClassVar[str] = "table"

    heights: Annotated[Any, PlainValidator(heights)]
    density: Annotated[Any, _positive("kg/m^3")]
    temperature: Annotated[Any, _positive("K")] = 1000.0
    molar_mass: Annotated[Any, _positive("kg/mol")] = 0.016
    between: Literal["smooth", "log-linear"] = "smooth"
    rotation: Turning = 1.0
    wind: Wind = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        for name in ("density", "temperature", "molar_mass"):
            values = getattr(self, name)
            if isinstance(values, float) and name != "density":
                continue
            count = len(values) if isinstance(values, tuple) else 1
            if count != len(self.heights):
                hint = f"give {len(self.heights)}, one for each height"
                raise Invalid(f"'{name}' has {count} numbers", hint, (name,))


@spec
class MSIS(AtmosphereKind):
    """Air of NRLMSISE-00 (``version`` "0") or NRLMSIS 2 ("2.0", "2.1"), by the package pymsis.

    It is tabulated before the run, from ``lowest`` to ``highest`` height, for ``duration`` from the
    epoch. ``f107`` is the solar radio flux at 10.7 cm of the day before, ``f107a`` its mean of 81
    days, both in 1e-22 W/m²/Hz, and ``ap`` the magnetic index of the day, or its seven values.
    """

    kind: ClassVar[str] = "msis"
    dated: ClassVar[bool] = True
    of_earth: ClassVar[bool] = True

    f107: Annotated[Any, scalar("1", above=0)] = 150.0
    f107a: Annotated[Any, optional(scalar("1", above=0))] = None
    ap: Annotated[Any, PlainValidator(_indices)] = 4.0
    version: Literal["0", "2.0", "2.1"] = "2.1"
    lowest: Annotated[Any, scalar("m", at_least=80e3)] = 150e3
    highest: Annotated[Any, scalar("m", above=0)] = 1000e3
    duration: Annotated[Any, scalar("s", above=0)] = DAY
    rotation: Turning = 1.0
    wind: Wind = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        if self.highest <= self.lowest:
            what = f"the highest height, {self.highest:g} m, is not above the lowest"
            raise Invalid(what, "give heights around those of the orbit", ("highest",))


ATMOSPHERES: tuple[type[Any], ...] = (
    ExponentialAtmosphere,
    HarrisPriester,
    TabulatedAtmosphere,
    MSIS,
)
Atmosphere = Annotated[Any, part(*ATMOSPHERES, sort="an atmosphere")]


def heights_of(atmosphere: Any) -> tuple[float, float]:
    """Least and greatest height, m, that an atmosphere is known for; beyond, it is extrapolated."""
    match atmosphere:
        case HarrisPriester():
            return 100e3, 1000e3
        case TabulatedAtmosphere():
            return atmosphere.heights[0], atmosphere.heights[-1]
        case MSIS():
            return atmosphere.lowest, atmosphere.highest
    return -math.inf, math.inf
