"""Flexible bodies that bend and stretch as light warms them."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.devices.heating import HeatingField
from treetop.model.forces.base import Momenta
from treetop.model.part import Port
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.rotation import direction
from treetop.model.specification import spec

__all__ = ["ThermalDeformation"]


def _segments(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise Invalid(f"{value!r} is not a number of segments", "give 1 or more")
    return value


def _names(value: Any) -> tuple[str, ...]:
    found = (value,) if isinstance(value, str) else tuple(value)
    if not all(isinstance(name, str) for name in found):
        raise Invalid(f"{value!r} are not names of elements", "give names of beams, or labels")
    return found


@spec
class ThermalDeformation(Device):
    """Thermal bending and stretching of the flexible ``body``, a structure of beams or panels.

    ``heating`` says how light warms it: `TubeHeating`, `PanelHeating` or `LaggedHeating`.
    Temperature, and the difference across it, strain it by ``expansion`` per kelvin: the warm side
    becomes longer. It is parted into ``segments`` of about equal length, each with its own
    temperatures, which see the light as the segment is bent. ``elements`` are names of beams or
    labels of elements, all by default. ``temperature`` is that of the start, ``reference`` the one
    at which nothing strains.

    The states of each segment, numbered from 1, are ``temperature1`` and the difference
    ``difference1.x`` and so on, a vector towards the warm side in the axes of the body. ``sun`` is
    the direction of the Sun in inertial axes, with 1361 W/m²; left out, light and shadow are those
    of the environment.
    """

    kind: ClassVar[str] = "thermal-deformation"
    ends: ClassVar[tuple[str, ...]] = ("body",)
    acts_on: ClassVar[str] = "body"

    body: Reference
    heating: HeatingField
    expansion: Annotated[Any, scalar("1/K")]
    segments: Annotated[Any, PlainValidator(_segments)] = 1
    elements: Annotated[Any, PlainValidator(_names)] = ()
    temperature: Annotated[Any, scalar("K", at_least=0)] = 293.15
    reference: Annotated[Any, scalar("K", at_least=0)] = 293.15
    sun: Annotated[Any, optional(PlainValidator(direction))] = None

    @property
    def states(self) -> dict[str, Port]:
        found = {}
        for k in range(1, 1 + self.segments):
            found[f"temperature{k}"] = Port(self.temperature, "K")
            found |= {f"difference{k}.{axis}": Port(0.0, "K") for axis in "xyz"}
        return found

    @property
    def lit(self) -> bool:
        return self.sun is None

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

    def switched_off(self) -> ThermalDeformation:
        return self
