"""Accelerometers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Reading, vector_ports
from treetop.model.part import Port
from treetop.model.quantity import scalar
from treetop.model.sensors.base import positive, three
from treetop.model.sensors.inertial import InertialSensor
from treetop.model.specification import spec

__all__ = ["Accelerometer"]


@spec
class Accelerometer(InertialSensor):
    """The specific force of the frame ``at``, in its axes: acceleration less gravity.

    ``walk`` is the velocity random walk, such as "0.01 m/s/h^0.5"; ``bias_walk`` that of the bias,
    m/s^2.5, which starts at ``bias``. ``scale`` is the error of the scale factors, ``misalignment``
    the rotation vector from the frame to the axes of the sensor. With a ``quantum``, a velocity, a
    period is read in whole quanta, the rest being counted in the next.
    """

    kind: ClassVar[str] = "accelerometer"

    walk: Annotated[Any, scalar("m/s^1.5", at_least=0)] = 0.0
    bias_walk: Annotated[Any, scalar("m/s^2.5", at_least=0)] = 0.0
    bias: Annotated[Any, three("m/s^2")] = (0.0, 0.0, 0.0)
    scale: Annotated[Any, three("1")] = (0.0, 0.0, 0.0)
    misalignment: Annotated[Any, three("rad")] = (0.0, 0.0, 0.0)
    quantum: Annotated[Any, positive("m/s")] = None
    limit: Annotated[Any, positive("m/s^2")] = None
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def reads(self) -> tuple[Reading, ...]:
        return (Reading(f"{self.at}.specific_force", "at", 3),)

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("acceleration", "m/s^2")
