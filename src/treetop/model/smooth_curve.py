"""Smooth curves through points."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise
from reprlib import repr as short
from typing import Annotated, Any

from pydantic import PlainValidator

from treetop.model.quantity import Invalid, each, elements, numbers
from treetop.model.rotation import dot
from treetop.model.specification import spec

LEAST = 4  # points of a curve: a cubic goes through as many
SHARPEST = math.radians(45.0)  # turn from one point of a smooth curve to the next


def _points(value: Any) -> tuple[tuple[float, ...], ...]:
    return tuple(each(elements(value), lambda item: numbers(item, 3, "m")))


@spec
class Curve:
    """A smooth curve through points: cubics of the arc length, of continuous curvature.

    Attributes
    ----------
    points : vectors, m
        At least four, in the axes of the frame that the curve is fixed to.

    Examples
    --------
    >>> import treetop as tt
    >>> len(tt.Curve([[0, 0, 0], [1, 0.1, 0], [2, 0.3, 0], ["3 m", 0.6, 0]]).points)
    4
    """

    points: Annotated[Any, PlainValidator(_points)]

    def __post_init__(self) -> None:
        if len(self.points) < LEAST:
            what = f"a curve needs at least {LEAST} points, not {len(self.points)}"
            raise Invalid(what, "give more", ("points",))
        chords = [_from(a, b) for a, b in pairwise(self.points)]
        for k, chord in enumerate(chords):
            if not dot(chord, chord):
                what = f"points {k} and {k + 1} of the curve are the same"
                raise Invalid(what, "leave one of them out", ("points", k + 1))
        for k, (a, b) in enumerate(pairwise(chords)):
            cosine = dot(a, b) / math.sqrt(dot(a, a) * dot(b, b))
            angle = math.acos(max(-1.0, min(1.0, cosine)))
            if angle > SHARPEST:
                what = f"the curve is not smooth: it turns by {math.degrees(angle):.3g} deg there"
                raise Invalid(what, "give points closer together where it bends", ("points", k + 1))


def _from(a: tuple[float, ...], b: tuple[float, ...]) -> tuple[float, ...]:
    return tuple(y - x for x, y in zip(a, b, strict=True))


def curve(value: Any) -> Curve:
    if isinstance(value, Mapping):
        return Curve(**value)
    if isinstance(value, Curve):
        return value
    raise Invalid(f"{short(value)} is not a curve", "give Curve(points)")
