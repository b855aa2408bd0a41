"""Tanks."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import PlainValidator, StrictBool

from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.devices.tank_shapes import UniformFuel, tank_shape
from treetop.model.forces.base import Momenta
from treetop.model.part import Port
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.specification import spec

__all__ = ["Tank"]

FILLED, EMPTY = 0, 1  # modes


@spec
class Tank(Device):
    """A tank at the frame ``at`` with ``fuel`` in it, kg at the start.

    The body is described without the fuel, which the tank adds; ``shape`` says where it is. The
    tank feeds thrusters until only ``residual`` is left. ``density`` is needed for shapes that fuel
    fills up, and with a ``pressure``, that of the gas above the fuel at the start: it falls as the
    gas expands, by the polytropic ``exponent``, 1 for a constant temperature. ``volume`` is that of
    the tank where it does not follow from the shape. ``mode`` is 1 once the tank is empty, which a
    run decides.
    """

    kind: ClassVar[str] = "tank"
    loses_mass: ClassVar[bool] = True
    acts: ClassVar[bool] = False

    at: Reference
    fuel: Annotated[Any, scalar("kg", at_least=0)]
    shape: Annotated[Any, PlainValidator(tank_shape)] = UniformFuel()
    density: Annotated[Any, optional(scalar("kg/m^3", above=0))] = None
    residual: Annotated[Any, scalar("kg", at_least=0)] = 0.0
    pressure: Annotated[Any, optional(scalar("Pa", above=0))] = None
    volume: Annotated[Any, optional(scalar("m^3", above=0))] = None
    exponent: Annotated[Any, scalar("1", above=0)] = 1.0
    open: StrictBool = True
    mode: Literal[0, 1] = 0

    def __post_init__(self) -> None:
        volume = self.shape.volume
        if volume is not None and self.density is None:
            hint = "give the density of the fuel, such as 1000 kg/m^3"
            raise Invalid(f"a {self.shape.kind} needs the density of the fuel", hint)
        if volume is not None and self.volume is not None:
            raise Invalid("the volume follows from the shape", "leave it out", ("volume",))
        if self.pressure is not None and (self.density is None or self.room is None):
            what = "a pressure needs the volume of the tank and the density of the fuel"
            raise Invalid(what, "give both", ("pressure",))
        holds = self.capacity
        if holds is not None and self.fuel > holds * (1.0 + 1e-9):
            what = f"the tank holds {holds:g} kg, less than its fuel of {self.fuel:g} kg"
            raise Invalid(what, "give less fuel, or a larger tank", ("fuel",))
        if self.pressure is not None and holds is not None and self.fuel >= holds:
            what = "the fuel leaves no room for the gas that presses on it"
            raise Invalid(what, "give less fuel, or a larger volume", ("fuel",))

    @property
    def room(self) -> float | None:
        """The volume of the tank, m³, if it is known."""
        return self.shape.volume if self.volume is None else float(self.volume)

    @property
    def capacity(self) -> float | None:
        """The mass of fuel that it holds, kg, if that is known."""
        if self.shape.kind == "table":
            return float(self.shape.mass[-1])
        return None if self.density is None or self.room is None else self.room * self.density

    @property
    def feeds(self) -> bool:
        """Whether thrusters can take fuel from it."""
        return self.open and self.mode == FILLED

    @property
    def states(self) -> dict[str, Port]:
        return {"mass": Port(self.fuel, "kg")}

    @property
    def outputs(self) -> dict[str, str]:
        return {} if self.pressure is None else {"pressure": "Pa"}

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

    def switched_off(self) -> Tank:
        """With its valve shut."""
        return replace(self, open=False)
