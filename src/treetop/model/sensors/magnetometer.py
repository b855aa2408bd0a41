"""Magnetometers."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Reading, attitude_read, vector_ports
from treetop.model.magnetic_field import MagneticField, field_read
from treetop.model.part import Port
from treetop.model.quantity import scalar
from treetop.model.sensors.base import FrameSensor, positive, three
from treetop.model.specification import spec

__all__ = ["Magnetometer"]


@spec
class Magnetometer(FrameSensor):
    """The magnetic ``field`` in the axes of the frame ``at``.

    ``field`` is that around it, uniform, in inertial axes; left out, that of the environment.
    ``bias``, ``noise``, ``quantum`` and
    ``limit`` are those of each axis.
    """

    kind: ClassVar[str] = "magnetometer"

    field: MagneticField = None
    noise: Annotated[Any, scalar("T", at_least=0)] = 0.0
    bias: Annotated[Any, three("T")] = (0.0, 0.0, 0.0)
    quantum: Annotated[Any, positive("T")] = None
    limit: Annotated[Any, positive("T")] = None
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def reads(self) -> tuple[Reading, ...]:
        return (attitude_read(f"{self.at}.attitude", "at"), *field_read(self.field))

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("field", "T")

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        limit = math.inf if self.limit is None else self.limit
        return *(self.field or (0.0,) * 3), *self.bias, self.noise, self.quantum or 0.0, limit
