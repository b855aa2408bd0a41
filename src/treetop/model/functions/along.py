"""Properties of beams along their arc length: numbers, tables, and expressions in s."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import PlainValidator

from treetop.model.functions.expression import TIME, evaluated, steps_of
from treetop.model.functions.table import Argument
from treetop.model.quantity import Invalid, each, elements, number, scalar
from treetop.model.specification import spec

__all__ = ["Along"]

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(8)
LOOKED_AT = 201  # arc lengths at which an expression is tried before it is taken


_ARC_LENGTH = Argument("arc length", "m", "'s' and 'values'", "s")


def _values(value: Any) -> tuple[float, ...]:
    return tuple(each(elements(value), number))


@spec
class Along:
    """A property of a beam at several arc lengths, with lines between them or in steps.

    Attributes
    ----------
    s : numbers, m
        Arc lengths from the root, increasing, from 0 to the length of the beam.
    values : numbers
        One for each arc length.
    interpolation : "linear" or "hold"
        Whether values change evenly in between, or are held until the next one.

    Examples
    --------
    >>> import treetop as tt
    >>> tt.Along([0, "10 m"], ["50 mm", "20 mm"]).values
    (0.05, 0.02)
    """

    s: Annotated[Any, PlainValidator(_ARC_LENGTH.increasing)]
    values: Annotated[Any, PlainValidator(_values)]
    interpolation: Literal["linear", "hold"] = "linear"

    def __post_init__(self) -> None:
        _ARC_LENGTH.require_one_each(self.s, self.values)


class Profile(NamedTuple):
    """A property along the arc length: its values at arc lengths, where it or its slope jumps, and
    whether it is the same all along."""

    at: Callable[[np.ndarray], np.ndarray]
    knots: tuple[float, ...] = ()
    even: bool = False


def along(unit: str, **bounds: float) -> PlainValidator:
    """A field of a number, a table along the arc length, or an expression in s."""
    read: Any = scalar(unit, **bounds).func

    def read_along(value: Any) -> Any:
        if isinstance(value, Mapping):
            value = Along(**value)
        if isinstance(value, Along):
            try:
                return replace(value, values=each(list(value.values), read))
            except Invalid as error:
                raise error.inside("values") from None
        try:
            return read(value)
        except Invalid:
            if not _is_expression(value):
                raise
            return value

    return PlainValidator(read_along)


def _is_expression(value: Any) -> bool:
    """Whether a text is an expression that depends on s; one that is not is no number either."""
    try:
        return isinstance(value, str) and any(step.what == TIME for step in steps_of(value, "s"))
    except Invalid:
        return False


def profile(value: Any) -> Profile:
    """A number, table or expression, as a function of arc lengths."""
    if isinstance(value, Along):
        x, y = np.array(value.s, float), np.array(value.values, float)
        if value.interpolation == "linear":
            return Profile(lambda s: np.interp(s, x, y), value.s)
        return Profile(lambda s: y[np.clip(np.searchsorted(x, s, "right") - 1, 0, None)], value.s)
    if isinstance(value, str):
        steps = steps_of(value, "s")
        return Profile(lambda s: np.array([evaluated(steps, float(each)) for each in s]))
    constant = float(value)
    return Profile(lambda s: np.full(len(s), constant), even=True)


def integrals(of: Profile, edges: np.ndarray) -> np.ndarray:
    """Integrals of a property between neighbouring ones of increasing arc lengths."""
    if of.even:
        return np.asarray(np.diff(edges) * of.at(edges[:1])[0])
    points, weights, first = gauss_points(edges, of.knots)
    return np.asarray(np.add.reduceat(weights * of.at(points), first))


def gauss_points(
    edges: np.ndarray, knots: tuple[float, ...]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Points and weights of a quadrature between edges, which passes over no knot, and the number
    of the first point of each interval."""
    inside = [s for s in knots if edges[0] < s < edges[-1]]
    fine = np.union1d(edges, inside)
    half, middle = 0.5 * np.diff(fine), 0.5 * (fine[1:] + fine[:-1])
    points = (middle[:, None] + half[:, None] * POINTS).ravel()
    weights = (half[:, None] * WEIGHTS).ravel()
    return points, weights, len(POINTS) * np.searchsorted(fine, edges[:-1])


def check_along(value: Any, name: str, length: float, unit: str, *, positive: bool) -> None:
    """Refuse a table that does not cover a length, and an expression that is no number on it, or
    not of the sign it must have."""
    if isinstance(value, Along):
        late, early = value.s[0] > 0.0, value.s[-1] < length * (1.0 - 1e-12)
        if late or (early and value.interpolation == "linear"):
            what = f"the table covers {value.s[0]:g} to {value.s[-1]:g} m"
            raise Invalid(what, f"let it cover 0 to {length:g} m", (name,))
    if isinstance(value, (Along, str)):
        check_values(profile(value), name, length, unit, positive=positive)


def check_values(values: Profile, name: str, length: float, unit: str, *, positive: bool) -> None:
    """Refuse a property that is no number somewhere along a length, or not of the sign it must
    have."""
    knots = [s for s in values.knots if 0.0 <= s <= length]
    s = np.union1d(np.linspace(0.0, length, LOOKED_AT), knots)
    try:
        found = values.at(s)
    except (ArithmeticError, ValueError, TypeError):
        found = np.array([math.nan])
    if not np.isfinite(found).all():
        raise Invalid("it is no number somewhere along the length", "s is in m", (name,))
    least = float(found.min())
    if least < 0.0 or (positive and least == 0.0):
        what = f"it falls to {least:g} {unit} at s = {s[found.argmin()]:g} m"
        raise Invalid(what, "let it be above 0 all along", (name,))
