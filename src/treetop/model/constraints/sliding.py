"""Points that slide along paths, and cords that run over points."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.body import Reference, reference
from treetop.model.constraints.base import Constraint
from treetop.model.constraints.prescribed import law_of_time
from treetop.model.quantity import Invalid, each, elements, optional, scalar
from treetop.model.smooth_curve import LEAST
from treetop.model.smooth_curve import curve as a_curve
from treetop.model.specification import spec

__all__ = ["Cord", "PointOnPath"]


def _path(value: Any) -> str | tuple[str, ...]:
    """A beam or a frame by its reference, or frames that a path goes through."""
    if not isinstance(value, (list, tuple)):
        return reference(value)
    if len(value) < LEAST:
        what = f"a path through {len(value)} frames is not given"
        raise Invalid(what, f"give at least {LEAST} frames, or the name of a beam")
    return tuple(each(list(value), reference))


@spec
class PointOnPath(Constraint):
    """The origin of the frame ``point`` slides along a path, which it never leaves sideways.

    Attributes
    ----------
    point : frame
        Whose origin slides.
    path : beam or cable, frame, or list of frames
        A beam or cable by its name: the path is its axis, as it bends.  A frame: the path is a
        ``curve`` that is fixed to it.  Four or more frames, such as those at nodes of a flexible
        body: the path goes through their origins, in this order.
    curve : Curve, optional
        In the axes of the frame ``path``.
    law : function of time, optional
        The arc length from the beginning of the path, m: an expression in t or a `Spline`.  Without
        it the point slides freely.

    force : number, N
        Along the path, towards greater arc lengths.
    damping : number, N s/m
        Against the motion along the path.
    friction : number, N
        Coulomb friction along the path, of a given size: it grows with the speed as its hyperbolic
        tangent, so that a slope makes the point creep and never rest.
    coefficient : number
        Of friction in proportion to what the path exerts across itself, which adds to ``friction``.
    slip_speed : number, m/s
        At which friction has three quarters of its size.
    lower, upper : number, m, optional
        Stops at these arc lengths; the ends of the path are none.
    stop_stiffness : number, N/m
    stop_damping : number, N s/m
        Of both stops.

    Notes
    -----
    Arc length is that of the path at rest.  Results have it, and its rate, as ``NAME.arc_length``
    and ``NAME.arc_rate``, and as ``NAME.force`` what the path exerts on the point.
    """

    kind: ClassVar[str] = "point-on-path"
    ends: ClassVar[tuple[str, ...]] = ("path", "point")

    point: Reference
    path: Annotated[Any, PlainValidator(_path)]
    curve: Annotated[Any, optional(PlainValidator(a_curve))] = None
    law: Annotated[Any, optional(PlainValidator(law_of_time))] = None
    force: Annotated[Any, scalar("N")] = 0.0
    damping: Annotated[Any, scalar("N*s/m", at_least=0)] = 0.0
    friction: Annotated[Any, scalar("N", at_least=0)] = 0.0
    coefficient: Annotated[Any, scalar("1", at_least=0)] = 0.0
    slip_speed: Annotated[Any, scalar("m/s", above=0)] = 1e-3
    lower: Annotated[Any, optional(scalar("m", at_least=0))] = None
    upper: Annotated[Any, optional(scalar("m", above=0))] = None
    stop_stiffness: Annotated[Any, scalar("N/m", at_least=0)] = 0.0
    stop_damping: Annotated[Any, scalar("N*s/m", at_least=0)] = 0.0

    def __post_init__(self) -> None:
        stopped = self.lower is not None or self.upper is not None
        if stopped != bool(self.stop_stiffness):
            what = "stops have no stiffness" if stopped else "there are no stops to be stiff"
            raise Invalid(what, "give stop_stiffness, and lower, upper or both")
        if self.lower is not None and self.upper is not None and self.lower >= self.upper:
            what = f"the lower stop at {self.lower:g} m is not below the upper at {self.upper:g} m"
            raise Invalid(what, "give lower < upper", ("lower",))
        if self.curve is not None and not isinstance(self.path, str):
            what = "two paths are given: a curve, and one through frames"
            raise Invalid(what, "give the frame that the curve is fixed to as path")

    @property
    def works(self) -> bool:  # type: ignore[override]
        return self.law is not None or self.acts_along

    @property
    def acts_along(self) -> bool:
        """Whether anything acts along the path."""
        rubs = self.friction or self.coefficient
        return bool(self.force or self.damping or rubs or self.stop_stiffness)

    @property
    def held(self) -> str:
        return str(self.point)

    @property
    def outputs(self) -> dict[str, str]:
        """What is reported of it, with units."""
        return {"arc_length": "m", "arc_rate": "m/s"}


def cord_frames(value: Any) -> tuple[str, ...]:
    """The frames of a cord, from one end to the other."""
    items = elements(value)
    if len(items) < 2:
        raise Invalid(f"a cord over {len(items)} frames", "give two ends, and between them pulleys")
    found = tuple(each(items, reference))
    for k, (a, b) in enumerate(pairwise(found)):
        if a == b:
            raise Invalid(f"'{a}' follows itself", "leave one of the two out", (k + 1,))
    return found


@spec
class Cord(Constraint):
    """A cord without mass that does not stretch: its two ends are at the first and the last of the
    ``frames``, and it runs freely over the origins of those between, as over small pulleys or
    through a bead.

    Its tension is the same all along, and is its effort in results; a cord that is pressed does not
    go slack.
    """

    kind: ClassVar[str] = "cord"
    ends: ClassVar[tuple[str, ...]] = ("frames",)

    frames: Annotated[Any, PlainValidator(cord_frames)]
    length: Annotated[Any, scalar("m", above=0)]

    @property
    def held(self) -> str:
        return ""
