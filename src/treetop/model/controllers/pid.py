"""Proportional, integral and derivative feedback."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.block import Delay, Label, Labels, OptionalPeriod, Reading
from treetop.model.controllers.base import ControllerKind, target_read
from treetop.model.controllers.fields import NumberOrLabel, OptionalLabel
from treetop.model.part import Port
from treetop.model.quantity import Invalid, number, optional
from treetop.model.specification import spec

__all__ = ["Pid"]

Gain = Annotated[Any, PlainValidator(number)]


@spec
class Pid(ControllerKind):
    """Feedback of the error ``target`` - ``input``, of its integral and its rate.

    The output, the same for all commands ``to``, is ``proportional`` times the error, ``integral``
    times its integral and ``derivative`` times its rate, within ``lower`` and ``upper``. At a limit
    an error that leads beyond is not integrated. The rate is that of ``input`` named ``rate``,
    against ``target_rate``; without one it is the change of the error over a period. Without
    commands the output is there for others to read as ``value``.

    With ``every`` "continuous" it acts at every instant, and its integral is a state; what it reads
    must be known before forces act, the rate of its input has a name, and it has commands.
    """

    kind: ClassVar[str] = "pid"

    input: Label
    every: OptionalPeriod
    proportional: Gain = 0.0
    integral: Gain = 0.0
    derivative: Gain = 0.0
    target: NumberOrLabel = 0.0
    rate: OptionalLabel = None
    target_rate: OptionalLabel = None
    lower: Annotated[Any, optional(PlainValidator(number))] = None
    upper: Annotated[Any, optional(PlainValidator(number))] = None
    to: Labels = ()
    offset: Delay = 0.0
    delay: Delay = 0.0

    def __post_init__(self) -> None:
        if self.target_rate is not None and self.rate is None:
            raise Invalid("a rate of the target is given, but none of the input", "give 'rate' too")
        self.require_sampled("offset", "delay")
        if self.every is None and self.derivative and self.rate is None:
            what = "a continuous controller has no sample before, of which a rate could be made"
            raise Invalid(what, "name the rate of its input", ("rate",))
        lowest, highest = self._limits
        if lowest >= highest:
            raise Invalid(f"the limits {lowest:g} and {highest:g} leave nothing between them")

    @property
    def _limits(self) -> tuple[float, float]:
        lowest = -math.inf if self.lower is None else self.lower
        return lowest, math.inf if self.upper is None else self.upper

    @property
    def stops_integrating(self) -> bool:
        """Whether it has an integral, and limits at which that stands still."""
        return bool(self.integral) and (self.lower, self.upper) != (None, None)

    @property
    def reads(self) -> tuple[Reading, ...]:
        rates = target_read(self.rate, "rate")
        rest = target_read(self.target, "target") + target_read(self.target_rate, "target_rate")
        return (Reading(self.input, "input"), *rates, *rest)

    @property
    def outputs(self) -> dict[str, Port]:
        return {} if self.to or self.every is None else {"value": Port(0.0, "")}

    @property
    def memory(self) -> tuple[float, ...]:  # type: ignore[override]
        return (0.0, 0.0, 0.0) if self.every else (0.0,) if self.integral else ()

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        read = [isinstance(each, str) for each in (self.rate, self.target, self.target_rate)]
        gains = self.proportional, self.integral, self.derivative
        target = 0.0 if read[1] else self.target
        return *gains, self.every or 0.0, *self._limits, *map(float, read), target
