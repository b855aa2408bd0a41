"""Set-points that move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.block import Delay, Labels, Period
from treetop.model.controllers.base import ControllerKind
from treetop.model.functions.table import Table
from treetop.model.part import Port
from treetop.model.quantity import Invalid, number, optional, scalar
from treetop.model.specification import spec

__all__ = ["SetPoint"]

SMOOTH, LINEAR, HOLD = 0.0, 1.0, 2.0


def _table(value: Any) -> Table:
    found = Table(**value) if isinstance(value, Mapping) else value
    if not isinstance(found, Table) or found.size != 1:
        raise Invalid("this is not a table of numbers", "give a Table of times and numbers")
    return found


@spec
class SetPoint(ControllerKind):
    """A ``value`` that moves with time, with its ``rate`` and ``acceleration``.

    It follows ``table``, or goes from ``start`` to ``end`` within ``duration`` from the time
    ``begin`` on, smoothly: rate and acceleration begin and end at zero. Commands ``to`` get the
    value.
    """

    kind: ClassVar[str] = "set-point"

    every: Period
    table: Annotated[Any, optional(PlainValidator(_table))] = None
    start: Annotated[Any, PlainValidator(number)] = 0.0
    end: Annotated[Any, PlainValidator(number)] = 0.0
    begin: Annotated[Any, scalar("s")] = 0.0
    duration: Annotated[Any, optional(scalar("s", above=0))] = None
    to: Labels = ()
    offset: Delay = 0.0
    delay: Delay = 0.0

    def __post_init__(self) -> None:
        if (self.table is None) == (self.duration is None):
            raise Invalid("it needs either a table or a duration", "give one of the two")

    @property
    def outputs(self) -> dict[str, Port]:
        return {name: Port(0.0, "") for name in ("value", "rate", "acceleration")}

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        if self.table is None:
            return SMOOTH, self.begin, self.duration, self.start, self.end
        times = self.table.times
        shape = HOLD if self.table.interpolation == "hold" else LINEAR
        return shape, float(len(times)), *times, *self.table.values
