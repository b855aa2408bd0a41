"""Smooth functions of time through given values."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import PlainValidator

from treetop.model.functions.table import increasing_times
from treetop.model.quantity import Invalid, each, elements, number
from treetop.model.specification import spec


def _values(value: Any) -> tuple[float, ...]:
    return tuple(each(elements(value), lambda item: number(item, "rad", "m")))


@spec
class Spline:
    """A spline of cubics through values at times: value, rate and second rate are continuous.

    Attributes
    ----------
    times : numbers, s
        Increasing, at least two.
    values : numbers
        One for each time.
    ends : "clamped" or "natural"
        At rest at both ends, and held there before and after; or without curvature at both ends,
        and straight on before and after.
    interpolation : "cubic" or "monotone"
        The smoothest spline through the values, which may overshoot them where they are far from
        evenly spaced, with a warning; or one that never leaves the range of two neighbours, flat
        between equal ones, with no second rate at the times given.

    Examples
    --------
    >>> import treetop as tt
    >>> tt.Spline([0, "1 min"], [0, "90 deg"]).times
    (0.0, 60.0)
    """

    times: Annotated[Any, PlainValidator(increasing_times)]
    values: Annotated[Any, PlainValidator(_values)]
    ends: Literal["clamped", "natural"] = "clamped"
    interpolation: Literal["cubic", "monotone"] = "cubic"

    def __post_init__(self) -> None:
        if len(self.times) < 2:
            raise Invalid("a spline needs at least two times", "give times and values")
        if len(self.times) != len(self.values):
            what = f"{len(self.times)} times but {len(self.values)} values"
            raise Invalid(what, "give one value for each time")
