"""On-off control by a line through the phase plane."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Label, Labels, Period, Reading
from treetop.model.controllers.base import target_read
from treetop.model.controllers.fields import NumberOrLabel
from treetop.model.controllers.relay import Relay
from treetop.model.quantity import optional, scalar
from treetop.model.specification import spec

__all__ = ["PhasePlane"]


@spec
class PhasePlane(Relay):
    """Gives the command 1 when ``target`` - ``input`` - ``slope`` ``rate`` is ``on`` or more, until
    it is ``off`` or less; else 0. A second command in ``to`` is given for the other sign.
    """

    kind: ClassVar[str] = "phase-plane"

    input: Label
    rate: Label
    every: Period
    on: Annotated[Any, scalar(above=0)]
    slope: Annotated[Any, scalar("s", at_least=0)]
    off: Annotated[Any, optional(scalar(at_least=0))] = None
    target: NumberOrLabel = 0.0
    to: Labels = ()
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def reads(self) -> tuple[Reading, ...]:
        both = Reading(self.input, "input"), Reading(self.rate, "rate")
        return (*both, *target_read(self.target, "target"))

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        return (*self.levels, self.slope)
