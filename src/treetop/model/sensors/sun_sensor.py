"""Sun sensors."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.block import Delay, Reading, attitude_read, sun_read, vector_ports
from treetop.model.part import Port
from treetop.model.quantity import optional, scalar
from treetop.model.rotation import direction
from treetop.model.sensors.base import FrameSensor
from treetop.model.specification import spec

__all__ = ["SunSensor"]


@spec
class SunSensor(FrameSensor):
    """The ``direction`` of the Sun, a unit vector in the axes of the frame ``at``, whose z axis is
    that of the sensor; and whether it is ``visible``, 1 or 0.

    ``sun`` is the direction in inertial axes; left out, that of the environment, whose shadow hides
    it. ``noise`` is the standard deviation of the angle about each axis, ``view`` the half-angle of
    the field of view, without which all is seen. Out of view the direction is zero.
    """

    kind: ClassVar[str] = "sun-sensor"

    sun: Annotated[Any, optional(PlainValidator(direction))] = None
    noise: Annotated[Any, scalar("rad", at_least=0)] = 0.0
    view: Annotated[Any, scalar("rad", above=0, at_most=math.pi)] = math.pi
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def reads(self) -> tuple[Reading, ...]:
        attitude = attitude_read(f"{self.at}.attitude", "at")
        return (attitude, *(sun_read() if self.sun is None else ()))

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("direction", "1") | {"visible": Port(0.0, "1")}

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        all_around = self.view == math.pi
        return *(self.sun or (0.0,) * 3), self.noise, -2.0 if all_around else math.cos(self.view)
