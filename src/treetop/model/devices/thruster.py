"""Thrusters."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.body import Reference, checked_name
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.part import Port
from treetop.model.quantity import (
    Invalid,
    Measured,
    each,
    elements,
    number,
    numbers,
    optional,
    scalar,
)
from treetop.model.rotation import direction as unit_vector
from treetop.model.specification import spec

__all__ = ["Thruster"]

STANDARD_GRAVITY = 9.80665  # m/s²: that makes a specific impulse in s of an exhaust velocity


def specific_impulse(value: Any) -> float:
    """A number in s, or one with the unit it has: s or m/s."""
    hint = "give it in s or m/s: a number of seconds such as 310, or a text such as '3000 m/s'"
    try:
        given = number(value, "s", "m/s")
    except Invalid as error:
        raise Invalid(error.what, hint) from None
    if given <= 0.0:
        raise Invalid(f"{given:g} is not above 0", hint)
    return given


def tank_names(value: Any) -> tuple[str, ...]:
    """Names of tanks, in the order in which they feed."""
    named = [value] if isinstance(value, str) else elements(value)
    return tuple(each(named, checked_name))


def tilt(value: Any) -> tuple[float, ...]:
    """Three small angles about the axes of the frame."""
    return numbers(value, 3, "rad")


@spec
class Thruster(Device):
    """A force on the frame ``at``, along ``direction`` in the axes of that frame.

    Its command ``throttle`` is the part of ``thrust`` that it gives, from 0 to 1. Fuel comes from
    the ``tank``, or from several in the order given, and leaves at the origin of the frame. How
    much, is given by ``isp``, the specific impulse in s or m/s, or by ``mass_flow`` at full thrust.
    Without a tank the mass of the model stays as it is.

    With ``rise`` and ``fall``, time constants, thrust and flow lag behind the command. With
    ``blow_down`` both go with the pressure of the tank, ``thrust`` being that at the start.
    ``misalignment`` is a rotation vector in the axes of the frame, by which the force is turned.
    ``shortest`` is the least time that it can be on: a controller that could take its command back
    sooner is refused.

    One that is ``pulsed`` has the command ``on_time`` instead, in s: when it is given, at the
    sample of a controller or by a program, the valve opens, and it closes at that instant, between
    samples as at them. A time of less than ``shortest`` opens nothing; a pulse that is under way
    goes on to its end, unless another one begins.
    """

    kind: ClassVar[str] = "thruster"
    loses_mass: ClassVar[bool] = True
    still: ClassVar[tuple[str, ...]] = ("valve", "closing_time")

    at: Reference
    thrust: Annotated[Any, scalar("N", above=0)]
    direction: Annotated[Any, PlainValidator(unit_vector)] = (1.0, 0.0, 0.0)
    throttle: Annotated[Any, scalar("1", at_least=0, at_most=1)] = 0.0
    isp: Annotated[Any, optional(PlainValidator(specific_impulse))] = None
    mass_flow: Annotated[Any, optional(scalar("kg/s", above=0))] = None
    tank: Annotated[Any, PlainValidator(tank_names)] = ()
    rise: Annotated[Any, scalar("s", at_least=0)] = 0.0
    fall: Annotated[Any, scalar("s", at_least=0)] = 0.0
    blow_down: StrictBool = False
    misalignment: Annotated[Any, PlainValidator(tilt)] = (0.0, 0.0, 0.0)
    shortest: Annotated[Any, scalar("s", at_least=0)] = 0.0
    pulsed: StrictBool = False
    powered: StrictBool = True

    def __post_init__(self) -> None:
        if self.isp is not None and self.mass_flow is not None:
            what = "isp and mass_flow both say how much fuel it takes"
            raise Invalid(what, "leave one of them out", ("mass_flow",))
        if self.tank and self.isp is None and self.mass_flow is None:
            what = "a thruster with a tank needs to know how much fuel it takes"
            raise Invalid(what, "give isp, such as '310 s', or mass_flow", ("tank",))
        if (self.rise > 0.0) != (self.fall > 0.0):
            missing = "fall" if self.rise else "rise"
            raise Invalid("rise and fall go together", f"give both, or leave {missing} out too")
        if self.pulsed and self.throttle:
            what = "it is pulsed, and begins with its valve shut"
            raise Invalid(what, "leave throttle out", ("throttle",))
        if self.blow_down and not self.tank:
            raise Invalid("it blows down no tank", "name its tank", ("blow_down",))

    @property
    def exhaust_velocity(self) -> float:
        """Relative to the nozzle, m/s."""
        if self.isp is None:
            return float(self.thrust / self.mass_flow)
        in_speed = isinstance(self.isp, Measured) and self.isp.unit == "m/s"
        return float(self.isp * (1.0 if in_speed else STANDARD_GRAVITY))

    @property
    def full_flow(self) -> float:
        """Flow of fuel at full thrust, kg/s; 0 without a tank."""
        if not self.tank:
            return 0.0
        given = self.mass_flow
        return float(self.thrust / self.exhaust_velocity if given is None else given)

    @property
    def lags(self) -> bool:
        """Whether thrust lags behind the command."""
        return bool(self.rise > 0.0)

    @property
    def states(self) -> dict[str, Port]:
        level = {"level": Port(self.throttle, "1")} if self.lags else {}
        valve = {"valve": Port(0.0, "1"), "closing_time": Port(0.0, "s")} if self.pulsed else {}
        return level | valve

    @property
    def inputs(self) -> dict[str, Port]:
        if self.pulsed:
            return {"on_time": Port(0.0, "s")}
        return {"throttle": Port(self.throttle, "1")}

    @property
    def outputs(self) -> dict[str, str]:
        return {"thrust": "N", "flow": "kg/s"}

    @property
    def leaves_alone(self) -> Momenta:
        """With a tank, what it gives its body leaves with the fuel, and is on the balance."""
        return Momenta(bool(self.tank), bool(self.tank))

    def switched_off(self) -> Thruster:
        return replace(self, powered=False)
