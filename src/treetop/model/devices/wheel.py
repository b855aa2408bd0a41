"""Wheels that store momentum in a body."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal

from pydantic import PlainValidator, StrictBool

from treetop.core.tables.kinds import AS_IT_MOVES
from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.part import Port
from treetop.model.quantity import Invalid, each, elements, number, optional, scalar
from treetop.model.rotation import direction, unit
from treetop.model.specification import spec

__all__ = ["Wheel"]


def harmonic_rows(value: Any) -> tuple[tuple[float, ...], ...]:
    """Rows of order, static and dynamic imbalance."""
    hint = "give rows of order, static and dynamic imbalance, such as [2, '1 g*mm', 0]"
    return tuple(each(elements(value), lambda row: _harmonic(row, hint)))


def _harmonic(row: Any, hint: str) -> tuple[float, ...]:
    parts = elements(row)
    if len(parts) != 3:
        raise Invalid(f"a harmonic has three numbers, not {len(parts)}", hint)
    units = ("1",), ("kg*m",), ("kg*m^2",)
    order, static, dynamic = (number(x, *u) for x, u in zip(parts, units, strict=True))
    if order <= 0.0 or static < 0.0 or dynamic < 0.0:
        raise Invalid(f"({order:g}, {static:g}, {dynamic:g}) is not a harmonic", hint)
    return order, static, dynamic


@spec
class Wheel(Device):
    """A balanced wheel with a motor, on an axle that is fixed to the frame ``at``.

    ``axis`` is given in the axes of that frame, ``inertia`` is the moment of inertia about it. The
    mass and inertia of the body include those of the wheel, as if it were locked. The motor gives
    the torque that its command ``torque`` asks for, up to the limit ``torque``, none by default.
    At the limit ``speed`` it takes the wheel no further: its torque falls over the last thousandth
    before. Friction takes ``coulomb`` + ``viscous`` times the speed; a wheel at rest sticks until
    more than ``coulomb`` turns it. ``start`` is the speed at the start, relative to the body.
    ``mode`` is the way that the wheel turns, 1 or -1, or 0 while it sticks, which a run decides; 2,
    the default, is as it turns.

    ``static`` and ``dynamic`` imbalance exert ``static`` times the square of the speed towards the
    heavy side, and a torque ``dynamic`` times that square, square to it and to the axis: the usual
    model of jitter. At the ``angle`` 0, which is one more state, the heavy side is towards the axis
    of the frame that is the most square to that of the wheel. ``harmonics`` are more of the kind,
    at other multiples of the angle: rows of order, static and dynamic imbalance.
    """

    kind: ClassVar[str] = "wheel"

    at: Reference
    axis: Annotated[Any, PlainValidator(direction)]
    inertia: Annotated[Any, scalar("kg*m^2", above=0)]
    torque: Annotated[Any, optional(scalar("N*m", above=0))] = None
    coulomb: Annotated[Any, scalar("N*m", at_least=0)] = 0.0
    viscous: Annotated[Any, scalar("N*m*s", "N*m*s/rad", at_least=0)] = 0.0
    speed: Annotated[Any, optional(scalar("rad/s", above=0))] = None
    start: Annotated[Any, scalar("rad/s")] = 0.0
    static: Annotated[Any, scalar("kg*m", at_least=0)] = 0.0
    dynamic: Annotated[Any, scalar("kg*m^2", at_least=0)] = 0.0
    harmonics: Annotated[Any, PlainValidator(harmonic_rows)] = ()
    powered: StrictBool = True
    mode: Literal[-1, 0, 1, 2] = AS_IT_MOVES

    @property
    def states(self) -> dict[str, Port]:
        momentum = {"momentum": Port(self.inertia * self.start, "N*m*s")}
        return momentum if self.balanced else {**momentum, "angle": Port(0.0, "rad")}

    @property
    def inputs(self) -> dict[str, Port]:
        return {"torque": Port(0.0, "N*m")}

    @property
    def outputs(self) -> dict[str, str]:
        return {"speed": "rad/s", "motor_torque": "N*m", "motor_power": "W"}

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(self.balanced, self.balanced)

    @property
    def balanced(self) -> bool:
        return not self.imbalances

    @property
    def imbalances(self) -> list[tuple[float, float, float]]:
        """Static and dynamic imbalance and order of each harmonic that is there."""
        first = [(self.static, self.dynamic, 1.0)] if self.static or self.dynamic else []
        return [*first, *((static, dynamic, order) for order, static, dynamic in self.harmonics)]

    @property
    def heavy_side(self) -> tuple[float, ...]:
        """Its direction at angle 0, in the axes of the frame."""
        k = min(range(3), key=lambda i: abs(self.axis[i]))
        along = self.axis[k]
        return unit(tuple((i == k) - along * x for i, x in enumerate(self.axis)))

    @property
    def switches(self) -> bool:
        return self.coulomb > 0.0

    def __post_init__(self) -> None:
        if self.speed is not None and abs(self.start) > self.speed:
            what = f"it starts with {self.start:g} rad/s, above its limit of {self.speed:g} rad/s"
            raise Invalid(what, "start it slower, or raise the limit", ("start",))

    def switched_off(self) -> Wheel:
        return replace(self, powered=False)
