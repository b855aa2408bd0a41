"""Star trackers."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.block import Delay, Period, Reading, attitude_read, vector_ports
from treetop.model.body import Reference
from treetop.model.part import Port
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.rotation import direction, turned
from treetop.model.sensors.base import SampledSensor, three
from treetop.model.specification import spec

__all__ = ["StarTracker"]


@spec
class StarTracker(SampledSensor):
    """The ``attitude`` of the frame ``at`` in inertial axes, scalar part not negative.

    ``noise`` is the standard deviation of the turns about the three axes of the frame, an angle,
    one for all axes or one for each; ``misalignment`` a constant rotation vector.

    The z axis of the frame is that of the telescope. Where the direction of the ``sun``, in
    inertial axes, is less than the angle ``exclusion`` away from it, or the frame turns faster than
    ``fastest``, the reading is not ``valid``, 0 and not 1, and the attitude stays that of the last
    sample that was; before the first one it is zero, which is no attitude.
    """

    kind: ClassVar[str] = "star-tracker"
    ends: ClassVar[tuple[str, ...]] = ("at",)

    at: Reference
    every: Period
    noise: Annotated[Any, three("rad", at_least=0)] = (0.0, 0.0, 0.0)
    misalignment: Annotated[Any, three("rad")] = (0.0, 0.0, 0.0)
    sun: Annotated[Any, optional(PlainValidator(direction))] = None
    exclusion: Annotated[Any, scalar("rad", at_least=0, at_most=math.pi)] = 0.0
    fastest: Annotated[Any, optional(scalar("rad/s", above=0))] = None
    offset: Delay = 0.0
    delay: Delay = 0.0

    def __post_init__(self) -> None:
        if (self.sun is None) != (self.exclusion == 0.0):
            missing = "sun" if self.sun is None else "exclusion"
            raise Invalid("sun and exclusion go together", f"give {missing} too", (missing,))

    @property
    def reads(self) -> tuple[Reading, ...]:
        attitude = attitude_read(f"{self.at}.attitude", "at")
        return attitude, Reading(f"{self.at}.angular_velocity", "at", 3, "rad/s")

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("attitude", "1", (0.0,) * 4) | {"valid": Port(0.0, "1")}

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        sun = (0.0, 0.0, 0.0) if self.sun is None else self.sun
        nearest = math.cos(self.exclusion) if self.exclusion else 2.0
        fastest = math.inf if self.fastest is None else self.fastest
        return *self.noise, *turned(self.misalignment), *sun, nearest, fastest
