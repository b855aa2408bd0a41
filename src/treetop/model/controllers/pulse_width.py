"""Pulse-width modulation."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Label, Labels, Period, Reading
from treetop.model.controllers.base import ControllerKind, target_read
from treetop.model.controllers.fields import NumberOrLabel
from treetop.model.quantity import Invalid, scalar
from treetop.model.specification import spec

__all__ = ["PulseWidth"]


@spec
class PulseWidth(ControllerKind):
    """Pulses whose width follows the error ``target`` - ``input``: in each period a ``pulsed``
    thruster is on for the part ``gain`` times the error, at most all of it.

    The first command in ``to`` is given for positive, the second for negative errors.
    """

    kind: ClassVar[str] = "pulse-width"

    input: Label
    every: Period
    gain: Annotated[Any, scalar()] = 1.0
    target: NumberOrLabel = 0.0
    to: Labels = ()
    offset: Delay = 0.0
    delay: Delay = 0.0

    def __post_init__(self) -> None:
        if len(self.to) not in (1, 2):
            what = f"it writes one command, or two for either sign, not {len(self.to)}"
            raise Invalid(what, "such as to: [plus, minus]", ("to",))

    @property
    def reads(self) -> tuple[Reading, ...]:
        return (Reading(self.input, "input"), *target_read(self.target, "target"))

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        read = isinstance(self.target, str)
        return self.gain, self.every, float(read), 0.0 if read else self.target
