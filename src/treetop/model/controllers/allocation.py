"""A torque shared among redundant devices."""

from __future__ import annotations

from typing import ClassVar, Literal

from treetop.model.block import Delay, Label, Labels, Period, Reading
from treetop.model.controllers.base import ControllerKind, Geometry
from treetop.model.controllers.fields import OptionalFrame
from treetop.model.quantity import Invalid
from treetop.model.specification import spec

__all__ = ["Allocation"]

PSEUDO_INVERSE, LINEAR_PROGRAM = "pseudo-inverse", "linear-program"


@spec
class Allocation(ControllerKind):
    """Shares a ``torque`` among the devices ``to``: wheels or thrusters, within their limits.

    ``torque`` names a controller that asks for one, or a vector; it is in the axes of the frame
    ``axes``, by default those of the body of the first device. By the "pseudo-inverse" the sum of
    squares of commands is least; by the "linear-program", which runs in Python, the sum of
    commands, which for thrusters is that of propellant. Beyond the limits the torque is smaller, in
    the direction asked for.
    """

    kind: ClassVar[str] = "allocation"

    torque: Label
    every: Period
    to: Labels
    by: Literal["pseudo-inverse", "linear-program"] = "pseudo-inverse"
    axes: OptionalFrame = None
    offset: Delay = 0.0
    delay: Delay = 0.0

    def __post_init__(self) -> None:
        if not self.to:
            raise Invalid("there are no devices to share the torque", "name them in 'to'")

    @property
    def python(self) -> bool:
        """Whether it runs in Python."""
        return self.by == LINEAR_PROGRAM

    @property
    def reads(self) -> tuple[Reading, ...]:
        return (Reading(self.torque, "torque", 3, "N*m", ("torque",)),)

    def parameters_in(self, geometry: Geometry) -> tuple[float, ...]:
        return tuple(geometry.shares(self.to, self.axes or self.to[0], self.every))
