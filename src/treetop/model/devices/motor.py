"""Motors at joints."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import StrictBool

from treetop.model.body import Name
from treetop.model.devices.base import Device
from treetop.model.forces.base import DAMPING, JointForce, OptionalName
from treetop.model.part import Port
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.specification import spec

__all__ = ["Motor"]

# Turns of the motor for those of the joint, or for its way.
GEAR: dict[str, tuple[str, ...]] = {"m": ("rad/m", "1/m"), "rad": ("1",)}


@spec
class Motor(JointForce, Device):
    """A motor that drives a ``coordinate`` of a ``joint``, the only one by default.

    It makes the torque that its command ``torque`` asks for, up to the limit ``torque``; with a
    ``torque_constant`` its command is ``current``, up to the limit ``current``. By default there
    is no limit. The motor turns ``gear`` times as fast as the joint, which gets ``gear`` times its
    torque; along a slide ``gear`` is in rad/m. Friction takes ``viscous`` times the speed of the
    joint; dry friction is a force, `DryFriction`. The inertia of the motor is that of the bodies.
    ``engaged`` is whether its joint holds, which stages decide.
    """

    kind: ClassVar[str] = "motor"
    ends: ClassVar[tuple[str, ...]] = ()
    acts_on: ClassVar[str] = ""

    joint: Name
    gear: Annotated[Any, optional(scalar("1", "rad/m", "1/m"))] = None
    torque: Annotated[Any, optional(scalar("N*m", above=0))] = None
    torque_constant: Annotated[Any, optional(scalar("N*m/A", above=0))] = None
    current: Annotated[Any, optional(scalar("A", above=0))] = None
    viscous: Annotated[Any, scalar(*DAMPING["rad"], *DAMPING["m"], at_least=0)] = 0.0
    coordinate: OptionalName = None
    powered: StrictBool = True
    engaged: StrictBool = True

    def __post_init__(self) -> None:
        if self.gear == 0.0:
            raise Invalid("a gear of 0 drives nothing", "give another, such as 50", ("gear",))
        if self.torque_constant is None and self.current is not None:
            what = "a current makes no torque without a torque constant"
            raise Invalid(what, "give torque_constant too, or a limit of torque", ("current",))
        if self.torque_constant is not None and self.torque is not None:
            what = "a motor with a torque constant is commanded by its current"
            raise Invalid(what, "give the limit as 'current'", ("torque",))

    @property
    def inputs(self) -> dict[str, Port]:
        if self.torque_constant is None:
            return {"torque": Port(0.0, "N*m")}
        return {"current": Port(0.0, "A")}

    @property
    def outputs(self) -> dict[str, str]:
        return {"motor_torque": "N*m", "motor_power": "W"}

    @property
    def law(self) -> tuple[float, float, float, float]:
        """Torque per unit of command, greatest command, gear, friction."""
        limit = self.torque if self.torque_constant is None else self.current
        return (
            1.0 if self.torque_constant is None else float(self.torque_constant),
            math.inf if limit is None else float(limit),
            1.0 if self.gear is None else float(self.gear),
            float(self.viscous),
        )

    @property
    def joints(self) -> tuple[str, ...]:
        return (self.joint,) if self.engaged else ()

    @property
    def acts(self) -> bool:  # type: ignore[override]
        return self.engaged

    def switched_off(self) -> Motor:
        return replace(self, powered=False)

    def released(self) -> Motor:
        return replace(self, engaged=False)
