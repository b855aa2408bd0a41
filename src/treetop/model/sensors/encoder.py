"""Encoders at joints."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Label, Period, Reading
from treetop.model.part import Port
from treetop.model.quantity import scalar
from treetop.model.sensors.base import SampledSensor, positive
from treetop.model.specification import spec

__all__ = ["Encoder"]


@spec
class Encoder(SampledSensor):
    """A coordinate of a joint, such as ``of="hinge.angle"``, in steps of ``quantum``.

    It is ``value``; ``rate`` is its change since the sample before, over the period.
    """

    kind: ClassVar[str] = "encoder"
    in_units_of_input: ClassVar[tuple[str, ...]] = ("quantum", "bias", "noise")

    of: Label
    every: Period
    quantum: Annotated[Any, positive("rad", "m")] = None
    bias: Annotated[Any, scalar("rad", "m")] = 0.0
    noise: Annotated[Any, scalar("rad", "m", at_least=0)] = 0.0
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def reads(self) -> tuple[Reading, ...]:
        return (Reading(self.of, "of"),)

    @property
    def outputs(self) -> dict[str, Port]:
        return {"value": Port(0.0, ""), "rate": Port(0.0, "")}

    @property
    def memory(self) -> tuple[float, ...]:  # type: ignore[override]
        return 0.0, 0.0

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        return self.every, self.quantum or 0.0, self.bias, self.noise
