"""Stops and latches of joints that do not give: what they do, they do at once."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar

from treetop.model.body import Name
from treetop.model.forces.base import OptionalName
from treetop.model.forces.joint_friction import LENGTH, SPEED, JointPhysics, Units, require_limits
from treetop.model.quantity import optional, scalar
from treetop.model.specification import spec

__all__ = ["Latch", "RigidStop"]

_Limit = Annotated[Any, optional(scalar("m", "rad"))]
_Speed = Annotated[Any, optional(scalar("m/s", "rad/s", above=0))]


@spec
class RigidStop(JointPhysics):
    """A stop at a ``lower`` and an ``upper`` limit of a coordinate, or at one of them, that does
    not give.

    The speed comes back times ``restitution``, by an impulse that the whole system takes part in.
    What comes back slower than ``rest``, or left out a millionth of the fastest impact before,
    stays at the stop, until something pulls it away.
    """

    kind: ClassVar[str] = "rigid-stop"
    acts: ClassVar[bool] = False
    holds: ClassVar[bool] = True
    units: ClassVar[Units] = {"lower": LENGTH, "upper": LENGTH, "rest": SPEED}

    joint: Name
    lower: _Limit = None
    upper: _Limit = None
    restitution: Annotated[Any, scalar("1", at_least=0, at_most=1)] = 0.0
    rest: _Speed = None
    coordinate: OptionalName = None

    def __post_init__(self) -> None:
        require_limits(self.lower, self.upper)


@spec
class Latch(JointPhysics):
    """Holds a coordinate for good once it passes ``place``; what passes faster than ``capture``, if
    that is given, is let through."""

    kind: ClassVar[str] = "latch"
    acts: ClassVar[bool] = False
    holds: ClassVar[bool] = True
    units: ClassVar[Units] = {"place": LENGTH, "capture": SPEED}

    joint: Name
    place: Annotated[Any, scalar("m", "rad")]
    capture: _Speed = None
    coordinate: OptionalName = None


SWITCHES: tuple[type[JointPhysics], ...] = (RigidStop, Latch)
