"""Prescribed motion: coordinates, places and attitudes that follow functions of time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from reprlib import repr as short
from typing import Annotated, Any, ClassVar

from pydantic import PlainValidator

from treetop.model.body import GROUND, Reference
from treetop.model.constraints.base import Constraint
from treetop.model.functions.expression import steps_of
from treetop.model.functions.spline import Spline
from treetop.model.functions.table import Table, increasing_times
from treetop.model.functions.user_function import break_times, function_or_name, know_by_name
from treetop.model.quantity import Invalid, each, elements, number, numbers, optional, scalar
from treetop.model.rotation import attitude, direction
from treetop.model.specification import spec

__all__ = ["Attitudes", "Ephemeris", "Prescribed", "PrescribedOrbit", "PrescribedPose"]

_ELEMENTS = ("eccentricity", "inclination", "node", "periapsis", "anomaly", "mu")


def _label(value: Any) -> str:
    if isinstance(value, str) and value:
        return value
    hint = "give a joint and its coordinate, such as 'hinge.angle'"
    raise Invalid(f"{short(value)} is not a coordinate", hint)


def _table(kind: type, of: str, form: str) -> PlainValidator:
    """For a table of its own kind, which a mapping may stand for."""

    def checked(value: Any) -> Any:
        if isinstance(value, Mapping):
            return kind(**value)
        if isinstance(value, kind):
            return value
        raise Invalid(f"{short(value)} is no table of {of}", f"give {form}")

    return PlainValidator(checked)


def law_of_time(value: Any) -> str | Spline:
    """An expression in t, or a spline."""
    if isinstance(value, Mapping):
        return Spline(**value)
    if isinstance(value, str):
        steps_of(value)
    elif not isinstance(value, Spline):
        if callable(value):
            raise Invalid("a function is not given as law", "give it as function=...")
        if isinstance(value, Table):
            raise Invalid("the rates of a table jump", "give Spline(times, values)")
        return str(number(value))
    return value


def law_in(unit: str) -> PlainValidator:
    """A function of time; a number may have a unit."""

    def law(value: Any) -> str | Spline:
        if isinstance(value, str):
            try:
                return repr(float(number(value, unit)))
            except Invalid:
                pass
        return law_of_time(value)

    return PlainValidator(law)


def _three_laws(unit: str) -> PlainValidator:
    """Three functions of time; a number may have a unit."""
    law: Any = law_in(unit).func

    def read(value: Any) -> tuple[str | Spline, ...]:
        laws = elements(value)
        if len(laws) != 3:
            raise Invalid(f"three functions of t are needed, not {len(laws)}", f"got {short(laws)}")
        return tuple(each(laws, law))

    return optional(PlainValidator(read))


@spec
class Prescribed(Constraint):
    """A joint's coordinate, such as ``"hinge.angle"``, follows a function of time.

    ``law`` is an expression in t, such as ``"0.2*sin(3*t)"``, or a `Spline`. Instead ``function``
    may be given, of t alone, that returns the value and its first two rates. In a file it is only a
    name, and ``treetop.load(path, functions={name: function})`` supplies it; ``function_name`` is
    that name, by default that of the function itself. ``breaks`` are times, s, at which a rate
    jumps or the motion begins: steps end there. Those of which the function
    has the numbers, and most others, are found without.
    """

    kind: ClassVar[str] = "prescribed"
    works: ClassVar[bool] = True
    ends: ClassVar[tuple[str, ...]] = ()

    coordinate: Annotated[Any, PlainValidator(_label)]
    law: Annotated[Any, optional(PlainValidator(law_of_time))] = None
    function: Annotated[Any, optional(PlainValidator(function_or_name))] = field(
        default=None, compare=False
    )
    function_name: str = ""
    breaks: Annotated[Any, PlainValidator(break_times)] = ()

    @property
    def coordinates(self) -> Mapping[str, float]:
        return {self.coordinate: 1.0}

    def __post_init__(self) -> None:
        if (self.law is None) == (self.function is None):
            what = "neither" if self.law is None else "both"
            raise Invalid(f"{what} of law and function are given", "give one of the two")
        know_by_name(self)


# --- frames ---------------------------------------------------------------------------------


def _quaternions(value: Any) -> tuple[tuple[float, ...], ...]:
    return tuple(each(elements(value), attitude))


@spec
class Attitudes:
    """A table of attitudes in time, smoothly interpolated: each component of the quaternions by a
    cubic spline, so that angular velocity and acceleration are continuous.

    Attributes
    ----------
    times : numbers, s
        Increasing, at least two.
    values : quaternions, scalar first, or rotation matrices
        One for each time; of the frame in the reference. Their signs do not matter.
    ends : "clamped" or "natural"
        At rest at both ends, and held there before and after; or without curvature there.

    Examples
    --------
    >>> import treetop as tt
    >>> tt.Attitudes([0, "1 min"], [[1, 0, 0, 0], [0, 0, 0, 1]]).times
    (0.0, 60.0)
    """

    times: Annotated[Any, PlainValidator(increasing_times)]
    values: Annotated[Any, PlainValidator(_quaternions)]
    ends: Any = "clamped"

    def __post_init__(self) -> None:
        if self.ends not in ("clamped", "natural"):
            raise Invalid(f"{short(self.ends)} does not fit here", "give 'clamped' or 'natural'")
        if len(self.times) < 2:
            raise Invalid("a table needs at least two times", "give times and values")
        if len(self.times) != len(self.values):
            what = f"{len(self.times)} times but {len(self.values)} attitudes"
            raise Invalid(what, "give one attitude for each time")


def _axes(value: Any) -> str | tuple[tuple[float, ...], ...]:
    if isinstance(value, str):
        if len(value) == 3 and set(value) <= set("xyz"):
            return value
        raise Invalid(f"{short(value)} is no sequence of axes", "give three letters such as zyx")
    items = elements(value)
    if len(items) != 3:
        raise Invalid(f"three axes are needed, not {len(items)}", "give three, or a text like zyx")
    return tuple(each(items, direction))


@spec
class PrescribedPose(Constraint):
    """A frame follows a given motion in another one.

    Attributes
    ----------
    frame : frame
        The one that is moved.
    reference : frame
        The one in whose axes its motion is given; the ground unless given.
    position : three laws, optional
        Of the origin of the frame from that of the reference, m: each an expression in t or a
        `Spline`.
    function : function, optional
        In place of these: of t alone, returns nine numbers, the position, its rate and its second
        rate. In a file a name, as of `Prescribed`.
    angles : three laws, optional
        Turns about ``axes``, rad, one after another, each about an axis that those before have
        turned along.
    axes : text such as "zyx", or three axes
        Of these turns.
    attitudes : Attitudes, optional
        In place of angles: a table of attitudes.
    breaks : times, s, optional
        At which a rate jumps, or the motion begins.
    """

    kind: ClassVar[str] = "prescribed-pose"
    works: ClassVar[bool] = True
    ends: ClassVar[tuple[str, ...]] = ("reference", "frame")

    frame: Reference
    reference: Reference = GROUND
    position: Annotated[Any, _three_laws("m")] = None
    angles: Annotated[Any, _three_laws("rad")] = None
    axes: Annotated[Any, PlainValidator(_axes)] = "zyx"
    attitudes: Annotated[
        Any, optional(_table(Attitudes, "attitudes", "Attitudes(times, values)"))
    ] = None
    function: Annotated[Any, optional(PlainValidator(function_or_name))] = field(
        default=None, compare=False
    )
    function_name: str = ""
    breaks: Annotated[Any, PlainValidator(break_times)] = ()

    def __post_init__(self) -> None:
        for a, b in (("position", "function"), ("angles", "attitudes")):
            if getattr(self, a) is not None and getattr(self, b) is not None:
                raise Invalid(f"both {a} and {b} are given", "give one of the two")
        given = (self.position, self.function, self.angles, self.attitudes)
        if all(each is None for each in given):
            hint = "give position or function, angles or attitudes, or one of each"
            raise Invalid("neither place nor attitude is given", hint)
        know_by_name(self)


def _vectors(unit: str) -> Callable[[Any], tuple[tuple[float, ...], ...]]:
    return lambda value: tuple(each(elements(value), lambda item: tuple(numbers(item, 3, unit))))


@spec
class Ephemeris:
    """A table of places in time, with a cubic spline through them: velocity and acceleration are
    those of the spline, and continuous.

    Attributes
    ----------
    times : numbers, s
        Increasing: at least four, or two if velocities are given.
    positions : vectors, m
        One for each time.
    velocities : two vectors, m/s, optional
        At the first and at the last time. Without them the first two pieces of the spline are one
        cubic, and the last two. Before and after the table motion goes straight on, so a run
        should lie within it.

    Examples
    --------
    >>> import treetop as tt
    >>> places = [["7000 km", 0, 0], [0, "7000 km", 0]]
    >>> tt.Ephemeris([0, "25 min"], places, velocities=[[0, 7546, 0], [-7546, 0, 0]]).times
    (0.0, 1500.0)
    """

    times: Annotated[Any, PlainValidator(increasing_times)]
    positions: Annotated[Any, PlainValidator(_vectors("m"))]
    velocities: Annotated[Any, optional(PlainValidator(_vectors("m/s")))] = None

    def __post_init__(self) -> None:
        n, least = len(self.times), 4 if self.velocities is None else 2
        if n != len(self.positions):
            what = f"{n} times but {len(self.positions)} positions"
            raise Invalid(what, "give one position for each time")
        if n < least:
            hint = "give more, or the velocities at the first and at the last of them"
            raise Invalid(f"an orbit needs at least {least} times, not {n}", hint)
        if self.velocities is not None and len(self.velocities) != 2:
            hint = "give those at the first and at the last time"
            raise Invalid(f"two velocities are needed, not {len(self.velocities)}", hint)


@spec
class PrescribedOrbit(Constraint):
    """The origin of a frame follows Kepler's orbit about the origin of another one, or a table.

    Attributes
    ----------
    frame : frame
        The one that is moved.
    semi_major_axis : m
    eccentricity : number
        From 0 to below 1.
    inclination, node, periapsis : rad
        Of the plane to xy of the reference, of the ascending node from x, of the periapsis from
        there.
    anomaly : rad
        The mean anomaly at time 0.
    mu : m³/s², optional
        By default that of the model's central gravity.
    reference : frame
        At the centre; the ground unless given.
    table : Ephemeris, optional
        In place of all elements: places in the axes of the reference, from its origin.
    """

    kind: ClassVar[str] = "prescribed-orbit"
    works: ClassVar[bool] = True
    ends: ClassVar[tuple[str, ...]] = ("reference", "frame")

    frame: Reference
    semi_major_axis: Annotated[Any, optional(scalar("m", above=0))] = None
    eccentricity: Annotated[Any, scalar("1", at_least=0)] = 0.0
    inclination: Annotated[Any, scalar("rad")] = 0.0
    node: Annotated[Any, scalar("rad")] = 0.0
    periapsis: Annotated[Any, scalar("rad")] = 0.0
    anomaly: Annotated[Any, scalar("rad")] = 0.0
    mu: Annotated[Any, optional(scalar("m^3/s^2", above=0))] = None
    reference: Reference = GROUND
    table: Annotated[Any, optional(_table(Ephemeris, "places", "Ephemeris(times, positions)"))] = (
        None
    )

    def __post_init__(self) -> None:
        if (self.semi_major_axis is None) == (self.table is None):
            what = "neither" if self.table is None else "both"
            raise Invalid(f"{what} of semi_major_axis and table are given", "give one of the two")
        if self.table is not None and any(getattr(self, name) for name in _ELEMENTS):
            raise Invalid("a table has no elements", "give the table alone")
        if self.eccentricity >= 1.0:
            raise Invalid(
                f"an eccentricity of {self.eccentricity:g} is not that of an ellipse",
                "give less than 1",
            )
