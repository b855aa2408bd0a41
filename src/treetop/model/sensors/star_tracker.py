"""Star trackers."""

from __future__ import annotations

import math
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.block import Delay, Reading, attitude_read, sun_read, vector_ports
from treetop.model.part import Port
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.rotation import direction, turned
from treetop.model.sensors.base import FrameSensor, three
from treetop.model.specification import spec

__all__ = ["StarTracker"]


@spec
class StarTracker(FrameSensor):
    """The ``attitude`` of the frame ``at`` in inertial axes, scalar part not negative.

    ``noise`` is the standard deviation of the turns about the three axes of the frame, an angle,
    one for all axes or one for each; ``misalignment`` a constant rotation vector.

    The z axis of the frame is that of the telescope. Where the Sun is less than the angle
    ``exclusion`` away from it, the limb of the planet less than ``planet_exclusion``, the Moon less
    than ``moon_exclusion``, or the frame turns faster than ``fastest``, the reading is not
    ``valid``, 0 and not 1, and the attitude stays that of the last sample that was; before the
    first one it is zero, which is no attitude. Sun, planet and Moon are those of the environment,
    and a Sun that is in shadow does not blind; ``sun`` is a direction of the Sun in inertial axes,
    for models without one.
    """

    kind: ClassVar[str] = "star-tracker"

    noise: Annotated[Any, three("rad", at_least=0)] = (0.0, 0.0, 0.0)
    misalignment: Annotated[Any, three("rad")] = (0.0, 0.0, 0.0)
    sun: Annotated[Any, optional(PlainValidator(direction))] = None
    exclusion: Annotated[Any, scalar("rad", at_least=0, at_most=math.pi)] = 0.0
    fastest: Annotated[Any, optional(scalar("rad/s", above=0))] = None
    offset: Delay = 0.0
    delay: Delay = 0.0
    planet_exclusion: Annotated[Any, optional(scalar("rad", at_least=0, at_most=math.pi))] = None
    moon_exclusion: Annotated[Any, optional(scalar("rad", at_least=0, at_most=math.pi))] = None

    def __post_init__(self) -> None:
        if self.sun is not None and self.exclusion == 0.0:
            what = "a direction of the Sun without an exclusion blinds nothing"
            raise Invalid(what, "give exclusion too", ("exclusion",))

    @property
    def reads(self) -> tuple[Reading, ...]:
        attitude = attitude_read(f"{self.at}.attitude", "at")
        turning = Reading(f"{self.at}.angular_velocity", "at", 3, "rad/s")
        blinding: tuple[Reading, ...] = ()
        if self.exclusion and self.sun is None:
            blinding = sun_read("exclusion")
        if self.planet_exclusion is not None:
            field = "planet_exclusion"
            blinding += (Reading("environment.planet_direction", field, 3, "1"),)
            blinding += (Reading("environment.planet_angle", field, 1, "rad"),)
        if self.moon_exclusion is not None:
            blinding += (Reading("environment.moon_direction", "moon_exclusion", 3, "1"),)
        return attitude, turning, *blinding

    @property
    def outputs(self) -> dict[str, Port]:
        return vector_ports("attitude", "1", (0.0,) * 4) | {"valid": Port(0.0, "1")}

    @property
    def parameters(self) -> tuple[float, ...]:  # type: ignore[override]
        fastest = math.inf if self.fastest is None else self.fastest
        angles = [self.exclusion or None, self.planet_exclusion, self.moon_exclusion]
        within = [-1.0 if angle is None else angle for angle in angles]
        moves = float(self.sun is None)
        sun = (0.0, 0.0, 0.0) if self.sun is None else self.sun
        return *self.noise, *turned(self.misalignment), fastest, *within, moves, *sun
