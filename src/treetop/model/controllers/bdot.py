"""Detumbling in a magnetic field."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Label, Labels, Period, Reading, vector_ports
from treetop.model.controllers.base import ControllerKind
from treetop.model.controllers.fields import highest
from treetop.model.part import Port
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.specification import spec

__all__ = ["Bdot"]


@spec
class Bdot(ControllerKind):
    """The magnetic ``dipole`` -``gain`` dB/dt, from the change of the field over a period.

    ``field`` names a magnetometer, or a vector. Along each axis the dipole is at most ``limit``.
    ``to`` are three commands for x, y and z, or none.
    """

    kind: ClassVar[str] = "bdot"

    field: Label
    every: Period
    gain: Annotated[Any, scalar("A*m^2*s/T", above=0)]
    limit: Annotated[Any, optional(scalar("A*m^2", above=0))] = None
    to: Labels = ()
    offset: Delay = 0.0
    delay: Delay = 0.0

    def __post_init__(self) -> None:
        if len(self.to) not in (0, 3):
            raise Invalid(f"a dipole has three parts, not {len(self.to)}", "name one for each axis")

    @property
    def reads(self) -> tuple[Reading, ...]:
        return (Reading(self.field, "field", 3, "T", ("field",)),)

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("dipole", "A*m^2")

    @property
    def memory(self) -> tuple[float, ...]:  # type: ignore[override]
        return (0.0,) * 4

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        return self.gain, self.every, highest(self.limit)
