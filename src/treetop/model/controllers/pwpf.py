"""Pulse-width pulse-frequency modulation."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Label, Labels, Period
from treetop.model.controllers.fields import NumberOrLabel
from treetop.model.controllers.relay import Relay
from treetop.model.quantity import optional, scalar
from treetop.model.specification import spec

__all__ = ["Pwpf"]


@spec
class Pwpf(Relay):
    """Pulses whose width and frequency follow the error ``target`` - ``input``.

    A lag of the time constant ``lag`` and the gain ``gain`` follows the error less ``level`` times
    the output; a relay on it goes on at ``on`` and off at ``off``. The first command in ``to`` is
    given for positive, the second for negative errors.
    """

    kind: ClassVar[str] = "pwpf"

    input: Label
    every: Period
    gain: Annotated[Any, scalar(above=0)]
    lag: Annotated[Any, scalar("s", above=0)]
    on: Annotated[Any, scalar(above=0)]
    off: Annotated[Any, optional(scalar(at_least=0))] = None
    level: Annotated[Any, scalar(above=0)] = 1.0
    target: NumberOrLabel = 0.0
    to: Labels = ()
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def memory(self) -> tuple[float, ...]:  # type: ignore[override]
        return 0.0, 0.0

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        return (*self.levels, self.gain, math.exp(-self.every / self.lag), self.level)
