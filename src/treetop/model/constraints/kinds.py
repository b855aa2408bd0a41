"""Constraints: what the bodies and joints of a model must keep to. Each has its word in files.

Those between frames are described in the axes of ``a`` or ``plane``, and given by what they exert
on the body of the other frame.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field
from reprlib import repr as short
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator, StrictBool

from treetop.core.tables.kinds import MAX_FRAMES
from treetop.model.body import GROUND, Reference, reference
from treetop.model.constraints.base import Constraint
from treetop.model.constraints.prescribed import (
    Prescribed,
    PrescribedOrbit,
    PrescribedPose,
    law_in,
)
from treetop.model.constraints.sliding import Cord, PointOnPath
from treetop.model.functions.spline import Spline
from treetop.model.functions.user_function import (
    break_times,
    function_or_name,
    function_parameters,
    know_by_name,
)
from treetop.model.joints import Axis, OptionalAxis
from treetop.model.quantity import Invalid, each, number, scalar
from treetop.model.specification import spec

__all__ = [
    "Coincident", "Cord", "Coupling", "Distance", "NoRotation", "Parallel", "Perpendicular",
    "PointOnPath", "PointOnPlane", "Prescribed", "PrescribedOrbit", "PrescribedPose",
    "RollingBall", "RollingBalls", "RollingDisc", "UserConstraint",
]  # fmt: skip


_NUMBER = re.compile(r"\s*[-+]?[\d.]+(e[-+]?\d+)?\s*([a-zµ°%].*)?", re.IGNORECASE)


@spec
class PointOnPlane(Constraint):
    """The origin of the frame ``point`` stays on a plane through that of the frame ``plane``,
    ``normal`` being square to it, in the axes of that frame."""

    kind: ClassVar[str] = "point-on-plane"
    ends: ClassVar[tuple[str, ...]] = ("plane", "point")

    point: Reference
    plane: Reference
    normal: Axis


@spec
class Coincident(Constraint):
    """The origins of two frames stay at the same place, as a spherical joint holds them."""

    kind: ClassVar[str] = "coincident"

    a: Reference
    b: Reference


def _length(value: Any) -> float | str | Spline:
    """A number, perhaps with its unit, or a function of time."""
    law, number = law_in("m").func, scalar("m", above=0).func
    words = isinstance(value, str) and not _NUMBER.fullmatch(value)
    read: Any = law if words or isinstance(value, (Mapping, Spline)) else number
    return read(value)  # type: ignore[no-any-return]


@spec
class Distance(Constraint):
    """The origins of two frames keep their distance, as a massless rod holds them.

    ``length`` may follow a function of time, as that of a tether which is paid out: an expression
    in t, such as ``"1000 + 2*t"``, or a `Spline`.
    """

    kind: ClassVar[str] = "distance"
    line: ClassVar[bool] = True

    a: Reference
    b: Reference
    length: Annotated[Any, PlainValidator(_length)]

    @property
    def works(self) -> bool:  # type: ignore[override]
        return not isinstance(self.length, float)


@spec
class NoRotation(Constraint):
    """Frame ``b`` does not turn in frame ``a`` about ``axis``, which is given in both."""

    kind: ClassVar[str] = "no-rotation"

    a: Reference
    b: Reference
    axis: Axis


@spec
class Parallel(Constraint):
    """``axis`` of frame ``a`` and ``axis_b`` of frame ``b``, the same unless given, stay parallel
    and point the same way."""

    kind: ClassVar[str] = "parallel"

    a: Reference
    b: Reference
    axis: Axis
    axis_b: OptionalAxis = None


@spec
class Perpendicular(Constraint):
    """``axis`` of frame ``a`` and ``axis_b`` of frame ``b`` stay square to each other."""

    kind: ClassVar[str] = "perpendicular"

    a: Reference
    b: Reference
    axis: Axis
    axis_b: Axis


def _weights(value: Any) -> dict[str, float]:
    if not isinstance(value, Mapping):
        hint = "give a weight for each coordinate, such as {'left.angle': 1, 'right.angle': -2}"
        raise Invalid(f"{short(value)} is not a mapping", hint)
    if not value:
        raise Invalid("no coordinate is coupled", "give at least one, such as {'hinge.angle': 1}")
    weights = {}
    for label, weight in value.items():
        try:
            weights[str(label)] = number(weight, "1", "m/rad", "rad/m")
        except Invalid as error:
            raise error.inside(str(label)) from None
        if not weights[str(label)]:
            raise Invalid("a weight of zero couples nothing", "leave it out", (str(label),))
    return weights


@spec
class Coupling(Constraint):
    """Coordinates of joints, each times its weight, add up to ``offset``: gears, racks, panels
    that open together.

    ``weights`` has a number for each coordinate, such as ``{"left.angle": 1, "right.angle": -2}``.
    """

    kind: ClassVar[str] = "coupling"
    ends: ClassVar[tuple[str, ...]] = ()

    weights: Annotated[Any, PlainValidator(_weights)] = field(hash=False)
    offset: Annotated[Any, scalar("rad", "m")] = 0.0

    @property
    def coordinates(self) -> Mapping[str, float]:
        return self.weights


@spec
class RollingBall(Constraint):
    """A ball rolls without slipping on a plane, on the side that ``normal`` points to.

    The ball's centre is the origin of the frame ``ball``; the plane goes through the origin of the
    frame ``plane``, and ``normal`` is in the axes of that frame. Contact is never lost.
    """

    kind: ClassVar[str] = "rolling-ball"
    ends: ClassVar[tuple[str, ...]] = ("plane", "ball")

    ball: Reference
    plane: Reference
    radius: Annotated[Any, scalar("m", above=0)]
    normal: Axis = (0.0, 0.0, 1.0)


@spec
class RollingDisc(Constraint):
    """A thin disc rolls without slipping on a plane, on the side that ``normal`` points to.

    The disc's centre is the origin of the frame ``disc``, ``axis``, in that frame, is square to it;
    the plane is as that of a `RollingBall`. Contact is never lost.
    """

    kind: ClassVar[str] = "rolling-disc"
    ends: ClassVar[tuple[str, ...]] = ("plane", "disc")

    disc: Reference
    plane: Reference
    radius: Annotated[Any, scalar("m", above=0)]
    axis: Axis
    normal: Axis = (0.0, 0.0, 1.0)


@spec
class RollingBalls(Constraint):
    """A ball about the origin of frame ``b`` rolls without slipping on one about that of frame
    ``a``; contact is never lost."""

    kind: ClassVar[str] = "rolling-balls"

    a: Reference
    b: Reference
    radius_a: Annotated[Any, scalar("m", above=0)]
    radius_b: Annotated[Any, scalar("m", above=0)]


def _references(value: Any) -> tuple[str, ...]:
    items = list(value) if isinstance(value, (list, tuple)) else [value]
    if not 1 <= len(items) <= MAX_FRAMES:
        raise Invalid(f"{len(items)} frames are given", f"give one to {MAX_FRAMES}")
    return tuple(each(items, reference))


@spec
class UserConstraint(Constraint):
    """A number that a user-defined function makes of how frames move, kept at zero.

    ``function(t, motion, p)`` takes time, the motion of the frame in the frame ``reference``, and
    the ``parameters``; for several ``frames``, up to three, there is a motion for each. It is
    differentiated as it is worked out. One that is ``holonomic`` must not use velocities; one that
    is not must. In a file the function is only a name, and ``treetop.load(path, functions={name:
    function})`` supplies it; ``function_name`` is that name, by default that of the function.
    ``breaks`` are times, s, at which it, or a rate of it, jumps.
    """

    kind: ClassVar[str] = "user-constraint"
    works: ClassVar[bool] = True
    ends: ClassVar[tuple[str, ...]] = ("reference", "frames")

    function: Annotated[Any, PlainValidator(function_or_name)] = field(compare=False)
    frames: Annotated[Any, PlainValidator(_references)]
    reference: Reference = GROUND
    parameters: Annotated[Any, PlainValidator(function_parameters)] = ()
    holonomic: StrictBool = True
    function_name: str = ""
    breaks: Annotated[Any, PlainValidator(break_times)] = ()

    def __post_init__(self) -> None:
        know_by_name(self)


_CONSTRAINTS: tuple[type[Constraint], ...] = (
    PointOnPlane, PointOnPath, Coincident, Distance, Cord, NoRotation, Parallel, Perpendicular,
    Coupling, Prescribed, PrescribedPose, PrescribedOrbit, RollingBall, RollingDisc,
    RollingBalls, UserConstraint,
)  # fmt: skip
CONSTRAINTS: dict[str, type[Constraint]] = {kind.kind: kind for kind in _CONSTRAINTS}
