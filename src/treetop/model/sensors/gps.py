"""Receivers of navigation satellites."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Reading, vector_ports
from treetop.model.part import Port
from treetop.model.quantity import scalar
from treetop.model.sensors.base import FrameSensor
from treetop.model.specification import spec

__all__ = ["Gps"]


@spec
class Gps(FrameSensor):
    """The ``position`` and the ``velocity`` of the frame ``at``, inertial axes.

    ``position_noise`` and ``velocity_noise`` are the standard deviations along each axis.
    """

    kind: ClassVar[str] = "gps"

    position_noise: Annotated[Any, scalar("m", at_least=0)] = 0.0
    velocity_noise: Annotated[Any, scalar("m/s", at_least=0)] = 0.0
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def reads(self) -> tuple[Reading, ...]:
        words = "position", "velocity"
        return tuple(Reading(f"{self.at}.{word}", "at", 3) for word in words)

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("position", "m") | vector_ports("velocity", "m/s")

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        return self.position_noise, self.velocity_noise
