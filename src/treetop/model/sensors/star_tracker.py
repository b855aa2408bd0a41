"""Star trackers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.block import Delay, Period, Reading, attitude_read, vector_ports
from treetop.model.body import Reference
from treetop.model.part import Port
from treetop.model.rotation import turned
from treetop.model.sensors.base import SampledSensor, three
from treetop.model.specification import spec

__all__ = ["StarTracker"]


@spec
class StarTracker(SampledSensor):
    """The ``attitude`` of the frame ``at`` in inertial axes, scalar part not negative.

    ``noise`` is the standard deviation of the turns about the three axes of the frame, an angle,
    one for all axes or one for each; ``misalignment`` a constant rotation vector.
    """

    kind: ClassVar[str] = "star-tracker"
    ends: ClassVar[tuple[str, ...]] = ("at",)

    at: Reference
    every: Period
    noise: Annotated[Any, three("rad", at_least=0)] = (0.0, 0.0, 0.0)
    misalignment: Annotated[Any, three("rad")] = (0.0, 0.0, 0.0)
    offset: Delay = 0.0
    delay: Delay = 0.0

    @property
    def reads(self) -> tuple[Reading, ...]:
        return (attitude_read(f"{self.at}.attitude", "at"),)

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("attitude", "1", (1.0, 0.0, 0.0, 0.0))

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        return *self.noise, *turned(self.misalignment)
