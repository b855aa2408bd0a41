"""How light warms booms and panels: the temperatures of tubes, of panels, and given lags."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, NamedTuple, TypeAlias

from pydantic import PlainValidator

from treetop.model.environment.sun import IRRADIANCE
from treetop.model.quantity import scalar
from treetop.model.specification import made_by_kind, required, spec

__all__ = ["LaggedHeating", "PanelHeating", "TubeHeating"]

STEFAN_BOLTZMANN = 5.670374419e-8  # W/(m² K⁴), CODATA 2018
Part: TypeAlias = Annotated[Any, scalar("1", at_least=0, at_most=1)]
Length: TypeAlias = Annotated[Any, scalar("m", above=0)]


class HeatingLaw(NamedTuple):
    """Numbers of the law of temperatures, see `treetop.core.devices.thermal_deformation`."""

    bending: float  # rate of the difference per flux that is absorbed, K/s per W/m²
    levelling: float  # rate at which it levels by conduction, 1/s
    radiation: float  # rate of temperature by radiation, 1/(s K³)
    warming: float  # rate of temperature per flux that is absorbed, K/s per W/m²
    cooling: float  # rate at which the temperature returns to that of reference, 1/s
    absorptivity: float
    emissivity: float


class Heating:
    """What every heating has: its word in files, how thick it is, and its law."""

    kind: ClassVar[str]

    @property
    def depth(self) -> float:
        """Between the warm and the cold side, m."""
        raise NotImplementedError

    @property
    def law(self) -> HeatingLaw:
        raise NotImplementedError


@spec
class TubeHeating(Heating):
    """A thin-walled tube of a ``diameter``, the outside of which takes up light and radiates.

    ``wall`` is its thickness; ``conductivity``, ``density`` and ``heat_capacity`` are those of the
    material. Heat flows around the tube within the wall alone.
    """

    kind: ClassVar[str] = "tube"

    diameter: Length
    wall: Length
    conductivity: Annotated[Any, scalar("W/(m*K)", at_least=0)]
    density: Annotated[Any, scalar("kg/m^3", above=0)]
    heat_capacity: Annotated[Any, scalar("J/(kg*K)", above=0)]
    absorptivity: Part
    emissivity: Part

    @property
    def depth(self) -> float:
        return float(self.diameter)

    @property
    def law(self) -> HeatingLaw:
        capacity = self.density * self.heat_capacity * self.wall  # J/K per m² of wall
        around = self.conductivity * self.wall / (0.5 * self.diameter) ** 2
        return HeatingLaw(
            bending=1.0 / capacity,
            levelling=around / capacity,
            radiation=self.emissivity * STEFAN_BOLTZMANN / capacity,
            warming=1.0 / (math.pi * capacity),
            cooling=0.0,
            absorptivity=self.absorptivity,
            emissivity=self.emissivity,
        )


@spec
class HeatingOfThickness(Heating):
    """What is as deep as it is thick."""

    thickness: Length

    @property
    def depth(self) -> float:
        return float(self.thickness)


@spec
class PanelHeating(HeatingOfThickness):
    """A panel of a ``thickness``, both faces of which take up light and radiate.

    ``capacity`` is that of both faces, ``conductance`` that of what is between them, both per area
    of the panel.
    """

    kind: ClassVar[str] = "panel"

    capacity: Annotated[Any, scalar("J/(m^2*K)", above=0)]
    conductance: Annotated[Any, scalar("W/(m^2*K)", at_least=0)]
    absorptivity: Part
    emissivity: Part

    @property
    def law(self) -> HeatingLaw:
        return HeatingLaw(
            bending=2.0 / self.capacity,
            levelling=4.0 * self.conductance / self.capacity,
            radiation=2.0 * self.emissivity * STEFAN_BOLTZMANN / self.capacity,
            warming=1.0 / self.capacity,
            cooling=0.0,
            absorptivity=self.absorptivity,
            emissivity=self.emissivity,
        )


@spec
class LaggedHeating(HeatingOfThickness):
    """Temperatures that follow the light with a lag, as they were measured or computed elsewhere.

    ``difference`` is that across the ``depth`` which stays in sunlight of 1361 W/m² square to it,
    and ``time_constant`` that of its lag; ``rise`` and ``rise_time`` are those of the mean
    temperature, above that of reference. Sunlight that a planet reflects counts alike; infra-red
    does not count.
    """

    kind: ClassVar[str] = "lag"

    difference: Annotated[Any, scalar("K", at_least=0)]
    time_constant: Annotated[Any, scalar("s", above=0)]
    rise: Annotated[Any, scalar("K", at_least=0)] = 0.0
    rise_time: Annotated[Any, scalar("s", above=0)] = 1000.0

    @property
    def law(self) -> HeatingLaw:
        return HeatingLaw(
            bending=self.difference / (IRRADIANCE * self.time_constant),
            levelling=1.0 / self.time_constant,
            radiation=0.0,
            warming=self.rise / (IRRADIANCE * self.rise_time),
            cooling=1.0 / self.rise_time,
            absorptivity=1.0,
            emissivity=0.0,
        )


_HEATINGS: tuple[type[Any], ...] = (TubeHeating, PanelHeating, LaggedHeating)
HEATINGS: dict[str, type[Any]] = {heating.kind: heating for heating in _HEATINGS}


def heating(value: Any) -> Any:
    """A heating, or one from a mapping with its kind."""
    if isinstance(value, Heating):
        return value
    hint = "write one such as {kind: lag, thickness: 2 cm, difference: 5 K, time_constant: 9 s}"
    given = required(Mapping, value, "is not a heating", hint)  # type: ignore[type-abstract]
    return made_by_kind(HEATINGS, given, "heating")


HeatingField: TypeAlias = Annotated[Any, PlainValidator(heating)]
