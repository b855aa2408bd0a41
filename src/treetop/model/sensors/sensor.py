"""A sensor of any quantity."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.block import Delay, Labels, Period, Reading
from treetop.model.part import Port
from treetop.model.quantity import number, optional, scalar
from treetop.model.sensors.base import SampledSensor
from treetop.model.specification import spec

__all__ = ["Sensor"]

AnyUnit = Annotated[Any, PlainValidator(number)]


@spec
class Sensor(SampledSensor):
    """Reads the quantities ``of``, one number each, with errors.

    A reading is ``scale`` times the quantity, plus ``bias`` and noise of the standard deviation
    ``noise``, to whole multiples of ``quantum``, within ``lower`` and ``upper``. It is ``value``,
    or ``value.0``, ``value.1`` ... of several quantities.
    """

    kind: ClassVar[str] = "sensor"
    in_units_of_input: ClassVar[tuple[str, ...]] = ("noise", "bias", "quantum", "lower", "upper")

    of: Labels
    every: Period
    noise: Annotated[Any, scalar(at_least=0)] = 0.0
    bias: AnyUnit = 0.0
    scale: Annotated[Any, scalar("1")] = 1.0
    quantum: Annotated[Any, optional(scalar(above=0))] = None
    lower: Annotated[Any, optional(PlainValidator(number))] = None
    upper: Annotated[Any, optional(PlainValidator(number))] = None
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def reads(self) -> tuple[Reading, ...]:
        return tuple(Reading(each, "of") for each in self.of)

    @property
    def outputs(self) -> dict[str, Port]:
        if len(self.of) == 1:
            return {"value": Port(0.0, "")}
        return {f"value.{k}": Port(0.0, "") for k in range(len(self.of))}

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        lowest = -math.inf if self.lower is None else self.lower
        highest = math.inf if self.upper is None else self.upper
        return self.scale, self.bias, self.noise, self.quantum or 0.0, lowest, highest
