"""Lumped nodes that have a temperature."""

from __future__ import annotations

from dataclasses import field, replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import PlainValidator, StrictBool

from treetop.model.block import Labels
from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.functions.user_function import by_name
from treetop.model.joints import Axis
from treetop.model.part import Port
from treetop.model.quantity import Invalid, number, optional, scalar
from treetop.model.rotation import direction
from treetop.model.specification import spec

__all__ = ["ThermalNode"]


def _exchange(unit: str, example: str) -> PlainValidator:
    """Numbers above zero, by the names of other nodes."""

    def read(value: Any) -> dict[str, float]:
        found = {}
        for name, quantity in by_name(value, example).items():
            try:
                found[name] = number(quantity, unit)
            except Invalid as error:
                raise error.inside(name) from None
            if found[name] <= 0.0:
                what = f"{found[name]:g} {unit} is not above 0"
                raise Invalid(what, "give more, or leave it out", (name,))
        return found

    return PlainValidator(read)


@spec
class ThermalNode(Device):
    """A part of a spacecraft that has one temperature, at the frame ``at``.

    ``capacity`` is its heat capacity, ``temperature`` that of the start. Its ``area`` takes up
    light by its ``absorptivity``, and radiates to space, and takes up infra-red of a planet, by its
    ``emissivity``. ``shape`` says how much of the area light meets: one side of a ``plate``, both
    sides of a ``panel``, whose areas count together, the outside of a ``cylinder`` without its
    ends, or a ``sphere``; ``axis`` is the normal or the axis, in the axes of the frame.

    In their place ``surfaces`` names one or several surfaces of its body: these have the areas,
    absorption and emissivity, and take up what light of the environment meets them, with all that
    hides them from the Sun.

    ``conduction`` is the conductance to other nodes by name, ``radiation`` the area by which it
    exchanges radiation with them, view factor and emissivities in it: given at one node, they hold
    for both. ``sink_conductance`` leads to a ``sink`` of given temperature. The command ``power``
    is that of heaters and of what dissipates, ``power`` what it is at the start; none while off.
    ``sun`` is the direction of the Sun in inertial axes, with 1361 W/m²; left out, light and shadow
    are those of the environment.
    """

    kind: ClassVar[str] = "thermal-node"
    acts: ClassVar[bool] = False

    at: Reference
    capacity: Annotated[Any, scalar("J/K", above=0)]
    temperature: Annotated[Any, scalar("K", at_least=0)] = 293.15
    area: Annotated[Any, scalar("m^2", at_least=0)] = 0.0
    absorptivity: Annotated[Any, scalar("1", at_least=0, at_most=1)] = 0.0
    emissivity: Annotated[Any, scalar("1", at_least=0, at_most=1)] = 0.0
    shape: Literal["plate", "panel", "cylinder", "sphere"] = "plate"
    axis: Axis = (0.0, 0.0, 1.0)
    conduction: Annotated[Any, _exchange("W/K", "{'radiator': '2 W/K'}")] = field(
        default_factory=dict, hash=False
    )
    radiation: Annotated[Any, _exchange("m^2", "{'radiator': '0.2 m^2'}")] = field(
        default_factory=dict, hash=False
    )
    sink: Annotated[Any, scalar("K", at_least=0)] = 293.15
    sink_conductance: Annotated[Any, scalar("W/K", at_least=0)] = 0.0
    power: Annotated[Any, scalar("W")] = 0.0
    sun: Annotated[Any, optional(PlainValidator(direction))] = None
    powered: StrictBool = True
    surfaces: Labels = ()

    def __post_init__(self) -> None:
        of_node = ("area", "absorptivity", "emissivity", "sun")
        named = [name for name in of_node if getattr(self, name)]
        if self.surfaces and named:
            what = f"both surfaces and {named[0]} are given"
            raise Invalid(what, f"leave {named[0]} to the surfaces, or leave them out", (named[0],))
        if len(set(self.surfaces)) < len(self.surfaces):
            raise Invalid("a surface is named twice", "name each once", ("surfaces",))

    @property
    def states(self) -> dict[str, Port]:
        return {"temperature": Port(self.temperature, "K")}

    @property
    def inputs(self) -> dict[str, Port]:
        return {"power": Port(self.power, "W")}

    @property
    def outputs(self) -> dict[str, str]:
        return {"absorbed": "W", "radiated": "W", "conducted": "W"}

    @property
    def lit(self) -> bool:
        return bool(self.surfaces) or (self.sun is None and bool(self.area * self.absorptivity))

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

    def switched_off(self) -> ThermalNode:
        """Without the power that is commanded."""
        return replace(self, powered=False)
