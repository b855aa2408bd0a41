"""Deployers: lines that are paid out of a body and drawn in again."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.body import Reference, reference
from treetop.model.constraints.prescribed import law_in
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.joints import Axis, OptionalAxis
from treetop.model.part import Port
from treetop.model.quantity import Invalid, number, numbers, optional, scalar
from treetop.model.rotation import cross, dot, unit
from treetop.model.specification import spec

__all__ = ["Deployer"]

MAX_ELEMENTS = 5000  # elements
SQUARE = 1e-9  # of two directions
BRAKES = ("brake", "brake_by_length", "brake_by_square", "brake_by_rate")
RUNNING_OUT = ("start_length", "start_rate", *BRAKES)  # of lines whose length is not given


def _two(unit_: str) -> PlainValidator:
    return PlainValidator(lambda value: tuple(numbers(value, 2, unit_)))


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MAX_ELEMENTS:
        hint = f"give a whole number from 1 to {MAX_ELEMENTS}"
        raise Invalid(f"{value!r} is not a number of elements", hint)
    return value


def _stiffness(value: Any) -> Any:
    """One number, or two of them, in N m²."""
    if isinstance(value, (str, int, float)):
        found = number(value, "N*m^2")
        if found < 0.0:
            raise Invalid(f"{found:g} N m² is less than 0", "give 0 or more")
        return found
    both = numbers(value, 2, "N*m^2")
    if min(both) <= 0.0:
        raise Invalid(f"{min(both):g} N m² is not above 0", "give two stiffnesses above 0")
    return tuple(both)


@spec
class Deployer(Device):
    """A cable or a boom that is paid out of the frame ``mouth``, and drawn in again.

    The line has ``mass_per_length``, and ``total_length`` with what is stored. Without
    ``stiffness`` against bending, N m², it is a cable, that turns about the mouth as it likes; with
    it a boom, that leaves the mouth through a guide, and ``damping``, s, times the rate of bending
    adds to its resistance. A panel is a boom of some ``width``, m, along the axis ``second``; its
    material has the inertia of that width, stored and outside. ``stiffness`` may be two numbers,
    about the first axis, normal to the panel, and about the second.

    The line is made of ``elements`` rods of equal length, of which as many move as are outside:
    they are cut off at the mouth and merged on the way in. What is stored is a mass at the mouth,
    at rest in the body that carries it, and does not belong to the mass of that. A line of a given
    ``length`` may be stored at another frame of this body, ``storage``, from where it runs straight
    to the mouth.

    ``length`` is that of the part outside: a number, an expression in t such as
    ``"5 + 75*smoothstep(t/40)"``, or a `Spline`. Without it the line runs out by itself, beginning
    at ``start_length`` with ``start_rate``, against a brake that never pushes: it holds back with
    its command ``brake``, N, which is ``brake`` at the start, and what is given per unit of the
    length outside, of its square and of its rate.

    The line leaves the mouth along ``direction``, in the axes of that frame, from which ``angles``
    turn it at the start, and ``rates`` at which it turns: about two axes square to it and to each
    other, the ``second`` after the first. It carries a point of ``tip_mass``, or the frame
    ``tip``, about which a body turns as it likes. A run in which the line passes the mouth faster
    than ``greatest_speed``, what material and guide allow, is refused or ends there.
    """

    kind: ClassVar[str] = "deployer"
    ends: ClassVar[tuple[str, ...]] = ("mouth", "storage", "tip")
    acts: ClassVar[bool] = False
    acts_on: ClassVar[str] = ""
    still: ClassVar[tuple[str, ...]] = ("rods", "shortening", "lost")

    mouth: Reference
    mass_per_length: Annotated[Any, scalar("kg/m", above=0)]
    total_length: Annotated[Any, scalar("m", above=0)]
    elements: Annotated[Any, PlainValidator(_count)]
    length: Annotated[Any, optional(law_in("m"))] = None
    stiffness: Annotated[Any, PlainValidator(_stiffness)] = 0.0
    width: Annotated[Any, scalar("m", at_least=0)] = 0.0
    damping: Annotated[Any, scalar("s", at_least=0)] = 0.0
    direction: Axis = (1.0, 0.0, 0.0)
    second: OptionalAxis = None
    angles: Annotated[Any, _two("rad")] = (0.0, 0.0)
    rates: Annotated[Any, _two("rad/s")] = (0.0, 0.0)
    tip: Annotated[Any, optional(PlainValidator(reference))] = None
    tip_mass: Annotated[Any, scalar("kg", at_least=0)] = 0.0
    brake: Annotated[Any, scalar("N", at_least=0)] = 0.0
    brake_by_length: Annotated[Any, scalar("N/m")] = 0.0
    brake_by_square: Annotated[Any, scalar("N/m^2")] = 0.0
    brake_by_rate: Annotated[Any, scalar("N*s/m")] = 0.0
    start_length: Annotated[Any, optional(scalar("m", above=0))] = None
    start_rate: Annotated[Any, scalar("m/s")] = 0.0
    greatest_speed: Annotated[Any, scalar("m/s", above=0)] = math.inf
    storage: Annotated[Any, optional(PlainValidator(reference))] = None

    def __post_init__(self) -> None:
        if self.length is None:
            self._check_free()
        for given in RUNNING_OUT:
            if self.length is not None and getattr(self, given):
                what = f"'{given}' goes with a line that runs out by itself"
                raise Invalid(what, "leave it out, or leave out 'length'", (given,))
        if abs(self.start_rate) > self.greatest_speed:
            what = f"{abs(self.start_rate):g} m/s is more than the greatest speed of the line"
            raise Invalid(what, f"give at most {self.greatest_speed:g} m/s", ("start_rate",))
        if self.tip is not None and self.tip_mass:
            what = "a line has a body at its tip, or a point with mass"
            raise Invalid(what, "give the body the mass", ("tip_mass",))
        if self.damping and not self.stiffness:
            what = "a line without stiffness has no bending that could be damped"
            raise Invalid(what, "give 'stiffness' too", ("damping",))
        self._check_panel()
        self._check_storage()
        if self.stiffness and (any(self.angles) or any(self.rates)):
            what = "a boom leaves its guide along the direction of that"
            raise Invalid(what, "leave 'angles' and 'rates' out", ("angles",))
        if self.second is not None and abs(dot(self.second, self.direction)) > SQUARE:
            what = "the second axis is not square to the direction of the line"
            raise Invalid(what, "give one that is", ("second",))

    def _check_panel(self) -> None:
        if self.width and not self.stiffness:
            what = "a panel without stiffness leaves no guide that would hold its width"
            raise Invalid(what, "give 'stiffness' too, or leave 'width' out", ("width",))
        if self.width and self.second is None:
            raise Invalid("a panel has a width in no direction", "give 'second'", ("width",))

    def _check_storage(self) -> None:
        if self.storage is None:
            return
        if self.length is None:
            what = "a line that runs out by itself is stored at its mouth"
            raise Invalid(what, "give 'length', or leave 'storage' out", ("storage",))
        if self.storage.partition(".")[0] != self.mouth.partition(".")[0]:
            what = f"'{self.storage}' is on another body than the mouth"
            raise Invalid(what, f"give a frame on that of '{self.mouth}'", ("storage",))

    def _check_free(self) -> None:
        if self.start_length is None:
            what = "neither the length is given nor the one at the start"
            raise Invalid(what, "give 'length', or 'start_length' and 'brake'", ("length",))
        if self.start_length > self.total_length:
            what = f"{self.start_length:g} m are more than the whole line"
            raise Invalid(what, f"give at most {self.total_length:g} m", ("start_length",))

    @property
    def rod(self) -> float:
        """The length of a rod, m."""
        return float(self.total_length) / self.elements

    @property
    def guided(self) -> bool:
        """Whether it leaves through a guide."""
        return bool(self.stiffness)

    @property
    def EI(self) -> tuple[float, float]:
        """Stiffness against bending about both axes of hinges, N m²."""
        if isinstance(self.stiffness, tuple):
            return self.stiffness
        return float(self.stiffness), float(self.stiffness)

    @property
    def triad(self) -> tuple[tuple[float, ...], ...]:
        """First and second axis of hinges, and direction of the line, each square to the others."""
        d, second = self.direction, self.second
        if second is None:
            least = min(range(3), key=lambda axis: abs(d[axis]))
            second = unit(cross(d, tuple(float(axis == least) for axis in range(3))))
        return unit(cross(second, d)), second, d

    @property
    def states(self) -> dict[str, Port]:
        return {"rods": Port(0.0, "1"), "shortening": Port(1.0, "1"), "lost": Port(0.0, "J")}

    @property
    def inputs(self) -> dict[str, Port]:
        return {} if self.length is not None else {"brake": Port(float(self.brake), "N")}

    @property
    def outputs(self) -> dict[str, str]:
        return {"length": "m", "rate": "m/s", "tension": "N", "power": "W"} | self.flow

    @property
    def flow(self) -> dict[str, str]:
        """Outputs with the momenta of the line between its store and the mouth."""
        if self.storage in (None, self.mouth):
            return {}
        units = {"flow_momentum": "N*s", "flow_angular_momentum": "N*m*s"}
        return {f"{name}.{axis}": unit for name, unit in units.items() for axis in "xyz"}

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

    def switched_off(self) -> Deployer:
        return self
