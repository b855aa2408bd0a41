"""Control moment gyros."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any, ClassVar

from pydantic import StrictBool

from treetop.model.body import Reference
from treetop.model.devices.base import Device
from treetop.model.devices.motor import Motor
from treetop.model.devices.wheel import Wheel
from treetop.model.forces.base import Momenta
from treetop.model.joints import Axis
from treetop.model.part import Port
from treetop.model.quantity import Invalid, optional, scalar, vector
from treetop.model.rotation import dot
from treetop.model.specification import spec

__all__ = ["ControlMomentGyro"]

SQUARE = 1e-9  # cosine of the angle between axes that are square to each other


@spec
class ControlMomentGyro(Device):
    """A wheel in a gimbal, which turns about ``gimbal_axis`` at the frame ``at``.

    The gimbal is a body of its own on a revolute joint, both with the name of the device, so that
    ``angle`` and ``rate`` of that joint are those of the gimbal. The wheel turns about
    ``spin_axis``, square to it; both are in the axes of the frame, where the gimbal has its angle
    0. ``inertia`` is that of the wheel about its axis, ``transverse`` that across it, half as much
    by default; ``gimbal_inertia`` is that of the gimbal without the wheel about the spin axis, the
    axis square to both, and the gimbal's axis. ``mass`` is that of both, with its centre at the
    frame. None of it belongs to the body that carries the gyro.

    Commands are the ``torque`` of the wheel's motor and the ``gimbal_torque`` of that at the
    gimbal, up to the limits of these names, none by default. Friction takes ``viscous`` and
    ``gimbal_viscous`` times the speeds. ``start`` is the speed of the wheel at the start, and
    ``speed`` its limit, as those of a `Wheel`.
    """

    kind: ClassVar[str] = "control-moment-gyro"

    at: Reference
    gimbal_axis: Axis
    spin_axis: Axis
    inertia: Annotated[Any, scalar("kg*m^2", above=0)]
    gimbal_inertia: Annotated[Any, vector("kg*m^2")] = (0.0, 0.0, 0.0)
    transverse: Annotated[Any, optional(scalar("kg*m^2", above=0))] = None
    mass: Annotated[Any, scalar("kg", at_least=0)] = 0.0
    torque: Annotated[Any, optional(scalar("N*m", above=0))] = None
    gimbal_torque: Annotated[Any, optional(scalar("N*m", above=0))] = None
    viscous: Annotated[Any, scalar("N*m*s", "N*m*s/rad", at_least=0)] = 0.0
    gimbal_viscous: Annotated[Any, scalar("N*m*s", "N*m*s/rad", at_least=0)] = 0.0
    speed: Annotated[Any, optional(scalar("rad/s", above=0))] = None
    start: Annotated[Any, scalar("rad/s")] = 0.0
    powered: StrictBool = True

    def __post_init__(self) -> None:
        if abs(dot(self.gimbal_axis, self.spin_axis)) > SQUARE:
            what = "the spin axis is not square to that of the gimbal"
            raise Invalid(what, "give axes square to each other", ("spin_axis",))
        for k, moment in enumerate(self.gimbal_inertia):
            if moment < 0.0:
                what = f"{moment:g} kg*m^2 is less than 0"
                raise Invalid(what, "give 0 or more", ("gimbal_inertia", k))
        self.wheel("gimbal")  # which refuses what no wheel can be

    @property
    def states(self) -> dict[str, Port]:
        return self.wheel("gimbal").states

    @property
    def inputs(self) -> dict[str, Port]:
        return {"torque": Port(0.0, "N*m"), "gimbal_torque": Port(0.0, "N*m")}

    @property
    def outputs(self) -> dict[str, str]:
        of_gimbal = {"gimbal_motor_torque": "N*m", "gimbal_motor_power": "W"}
        return self.wheel("gimbal").outputs | of_gimbal

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

    @property
    def principal_inertia(self) -> tuple[float, float, float]:
        """Inertia of the gimbal, with the wheel across its axis, about the spin axis, the axis
        square to both, and the gimbal's axis."""
        across = 0.5 * self.inertia if self.transverse is None else self.transverse
        about_spin, about_third, about_gimbal = self.gimbal_inertia
        return about_spin, about_third + across, about_gimbal + across

    def wheel(self, gimbal: str) -> Wheel:
        """Its wheel, given the name of the gimbal's body."""
        return Wheel(
            gimbal,
            self.spin_axis,
            self.inertia,
            torque=self.torque,
            viscous=self.viscous,
            speed=self.speed,
            start=self.start,
            powered=self.powered,
        )

    def motor(self, joint: str) -> Motor:
        """The motor of its gimbal, given the name of the joint."""
        return Motor(
            joint, torque=self.gimbal_torque, viscous=self.gimbal_viscous, powered=self.powered
        )

    def switched_off(self) -> ControlMomentGyro:
        return replace(self, powered=False)
