"""Gyros."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from pydantic import StrictBool

from treetop.model.block import Delay, Reading, attitude_read, rate_read, vector_ports
from treetop.model.part import Port
from treetop.model.quantity import scalar
from treetop.model.sensors.base import positive, three
from treetop.model.sensors.inertial import InertialSensor
from treetop.model.specification import spec

__all__ = ["Gyro"]


@spec
class Gyro(InertialSensor):
    """The angular velocity ``rate`` of the frame ``at``, in the axes of that frame.

    ``walk`` is the angle random walk, such as "0.07 deg/h^0.5"; ``bias_walk`` that of the bias,
    rad/s^1.5, which starts at ``bias``. ``scale`` is the error of the scale factors,
    ``misalignment`` the rotation vector from the frame to the axes of the sensor. With a
    ``quantum``, an angle, a period is read in whole quanta, the rest being counted in the next.
    A gyro that is ``integrating`` reads the mean rate since the sample before.
    """

    kind: ClassVar[str] = "gyro"

    walk: Annotated[Any, scalar("rad/s^0.5", at_least=0)] = 0.0
    bias_walk: Annotated[Any, scalar("rad/s^1.5", at_least=0)] = 0.0
    bias: Annotated[Any, three("rad/s")] = (0.0, 0.0, 0.0)
    scale: Annotated[Any, three("1")] = (0.0, 0.0, 0.0)
    misalignment: Annotated[Any, three("rad")] = (0.0, 0.0, 0.0)
    quantum: Annotated[Any, positive("rad")] = None
    limit: Annotated[Any, positive("rad/s")] = None
    integrating: StrictBool = False
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def reads(self) -> tuple[Reading, ...]:
        rate = rate_read(f"{self.at}.angular_velocity", "at")
        return (rate, attitude_read(f"{self.at}.attitude", "at")) if self.integrating else (rate,)

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("rate", "rad/s")

    @property
    def memory(self) -> tuple[float, ...]:  # type: ignore[override]
        return super().memory + (0.0,) * 4 * self.integrating
