"""On-off control with hysteresis."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Label, Labels, Period
from treetop.model.controllers.fields import NumberOrLabel
from treetop.model.controllers.relay import Relay
from treetop.model.quantity import optional, scalar
from treetop.model.specification import spec

__all__ = ["OnOff"]


@spec
class OnOff(Relay):
    """Gives the command 1 when the error ``target`` - ``input`` is ``on`` or more, until it is
    ``off`` or less; else 0. A second command in ``to`` is given for errors of the other sign.
    """

    kind: ClassVar[str] = "on-off"

    input: Label
    every: Period
    on: Annotated[Any, scalar(above=0)]
    off: Annotated[Any, optional(scalar(at_least=0))] = None
    target: NumberOrLabel = 0.0
    to: Labels = ()
    offset: Delay = 0.0
    delay: Delay = 0.0
