"""Wheels that store momentum in a body."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.part import Port
from treetop.model.quantity import optional, scalar
from treetop.model.rotation import direction
from treetop.model.specification import spec

__all__ = ["Wheel"]


@spec
class Wheel(Device):
    """A balanced wheel with a motor, on an axle that is fixed to the frame ``at``.

    ``axis`` is told in the axes of that frame, ``inertia`` is the moment of inertia about it. The
    mass and inertia of the body include those of the wheel, as if it were locked. The motor gives
    the torque that its command ``torque`` asks for, up to the limit ``torque``, none by default.
    Friction takes ``coulomb`` + ``viscous`` times the speed. ``start`` is the speed at the start,
    relative to the body.
    """

    kind: ClassVar[str] = "wheel"

    at: Reference
    axis: Annotated[Any, PlainValidator(direction)]
    inertia: Annotated[Any, scalar("kg*m^2", above=0)]
    torque: Annotated[Any, optional(scalar("N*m", above=0))] = None
    coulomb: Annotated[Any, scalar("N*m", at_least=0)] = 0.0
    viscous: Annotated[Any, scalar("N*m*s", "N*m*s/rad", at_least=0)] = 0.0
    start: Annotated[Any, scalar("rad/s")] = 0.0
    powered: StrictBool = True

    @property
    def states(self) -> dict[str, Port]:
        return {"momentum": Port(self.inertia * self.start, "N*m*s")}

    @property
    def inputs(self) -> dict[str, Port]:
        return {"torque": Port(0.0, "N*m")}

    @property
    def outputs(self) -> dict[str, str]:
        return {"speed": "rad/s", "motor_torque": "N*m", "motor_power": "W"}

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

    def switched_off(self) -> Wheel:
        return replace(self, powered=False)
