"""The Sun and other bodies, as seen from a planet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.environment.part import EnvironmentPart, part
from treetop.model.quantity import Invalid, elements, optional, scalar, vector
from treetop.model.specification import made_from, spec, unknown

__all__ = ["Sun", "ThirdBody"]

ASTRONOMICAL_UNIT = 149597870700.0  # m, IAU 2012 B2
IRRADIANCE = 1361.0  # W/m², IAU 2015 B3
# Gravitational parameters, m³/s²: Park et al., Astron. J. 161 (2021) 105, for DE440; those of
# Mars and beyond with their moons.
MU = {
    "sun": 1.32712440041279419e20,
    "moon": 4.902800118e12,
    "mercury": 2.2031868551e13,
    "venus": 3.24858592e14,
    "earth": 3.98600435507e14,
    "mars": 4.2828375816e13,
    "jupiter": 1.267127641e17,
    "saturn": 3.79405848418e16,
    "uranus": 5.7945564e15,
    "neptune": 6.83652710058e15,
}

SHADOW_RADII = {"moon": 1737400.0, "earth": 6378137.0}  # m, at the equator


@spec
class Sun(EnvironmentPart):
    """The Sun: its light, and its attraction unless ``attracts`` is false.

    It is where the ephemeris has it, or stays at a ``position`` from the planet's centre, in
    inertial axes. ``irradiance`` is that at ``distance``.
    """

    kind: ClassVar[str] = "sun"

    position: Annotated[Any, optional(vector("m"))] = None
    attracts: StrictBool = True
    mu: Annotated[Any, scalar("m^3/s^2", above=0)] = MU["sun"]
    radius: Annotated[Any, scalar("m", above=0)] = 6.957e8
    irradiance: Annotated[Any, scalar("W/m^2", above=0)] = IRRADIANCE
    distance: Annotated[Any, scalar("m", above=0)] = ASTRONOMICAL_UNIT

    def __post_init__(self) -> None:
        if self.position is not None and math.hypot(*self.position) <= self.radius:
            what = f"{math.hypot(*self.position):g} m away, the planet would be within the Sun"
            raise Invalid(what, "give a position in m, not a direction", ("position",))


def name(value: Any) -> str:
    if not isinstance(value, str) or value not in MU:
        wrong = unknown("celestial body", value, MU, "")
        raise Invalid(wrong.what, wrong.hint)
    return value


@spec
class ThirdBody(EnvironmentPart):
    """A celestial body that attracts: the ``body`` of an ephemeris, such as ``"moon"``, by default
    with its own ``mu``.

    ``shadow_radius`` is that of the ball by which the Moon casts a shadow near the Earth, and the
    Earth near the Moon, by default its own, without the air of the Earth; 0 for no shadow. Other
    bodies cast none.
    """

    kind: ClassVar[str] = "third-body"

    body: Annotated[Any, PlainValidator(name)]
    mu: Annotated[Any, optional(scalar("m^3/s^2", above=0))] = None
    shadow_radius: Annotated[Any, optional(scalar("m", at_least=0))] = None

    def __post_init__(self) -> None:
        if self.shadow_radius is not None and self.body not in SHADOW_RADII:
            what = f"no shadow is known of '{self.body}'"
            raise Invalid(what, "leave shadow_radius out", ("shadow_radius",))

    @property
    def parameter(self) -> float:
        """Its gravitational parameter."""
        return MU[self.body] if self.mu is None else self.mu

    @property
    def shadow(self) -> float:
        """The radius of what casts its shadow, m; 0: none."""
        known = SHADOW_RADII.get(self.body, 0.0)
        return known if self.shadow_radius is None else self.shadow_radius


_PART: Any = part(Sun, sort="the Sun").func


def sun(value: Any) -> Any:
    """The Sun, true for one by default, or false for none."""
    if isinstance(value, bool):
        return Sun() if value else None
    if isinstance(value, Mapping):
        return _PART({"kind": Sun.kind, **value})
    return _PART(value)


def moon(value: Any) -> Any:
    """The Moon, true for one by default, or false for none."""
    if isinstance(value, bool):
        return ThirdBody("moon") if value else None
    return value if value is None else third_body(value)


def third_body(value: Any) -> ThirdBody:
    if isinstance(value, ThirdBody):
        return value
    if isinstance(value, Mapping):
        return made_from(ThirdBody, {k: v for k, v in value.items() if k != "kind"}, "body")
    return ThirdBody(value)


def planets(value: Any) -> tuple[ThirdBody, ...]:
    """Planets that attract, also by their names."""
    return tuple(map(third_body, elements(value)))


SunField = Annotated[Any, PlainValidator(sun)]
MoonField = Annotated[Any, PlainValidator(moon)]
Planets = Annotated[Any, PlainValidator(planets)]
