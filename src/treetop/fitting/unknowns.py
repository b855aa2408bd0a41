"""Numbers of a model that are to be found: starts, bounds, units and scales."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.model import Model
from treetop.model.paths import Keys, keys_of, numbers_at, unit_at, units_at, with_numbers
from treetop.model.quantity import Invalid, number


class Unknown(NamedTuple):
    """A number that is to be found, SI."""

    name: str
    keys: Keys
    unit: str
    start: float
    lower: float
    upper: float

    @property
    def scale(self) -> float:
        """What it may change by: its size, or the width of its bounds where that is zero."""
        width = self.upper - self.lower
        return abs(self.start) or (width if np.isfinite(width) else 1.0)


def unknowns_of(
    model: Model, parameters: Mapping[str, Any] | Iterable[str], start: Mapping[str, Any]
) -> list[Unknown]:
    """The numbers of these paths; all that is wrong with them is refused at once."""
    bounds = (
        dict(parameters) if isinstance(parameters, Mapping) else dict.fromkeys(_paths(parameters))
    )
    found, problems = [], []
    for name in bounds:
        try:
            found.append(_unknown(model, name, bounds[name], start.get(name)))
        except ModelError as error:
            problems += error.problems
    strange = [name for name in start if name not in bounds]
    hint = "give starts of parameters alone"
    problems += [Problem(f"'{name}' is not a parameter", "start", hint) for name in strange]
    if not bounds:
        hint = "give paths such as bodies.bus.mass"
        problems.append(Problem("no parameter is given", "parameters", hint))
    if problems:
        raise ModelError(problems)
    return found


def model_with(model: Model, unknowns: list[Unknown], values: np.ndarray) -> Model:
    """The model with these numbers."""
    pairs = zip(unknowns, values, strict=True)
    return with_numbers(model, {each.keys: float(value) for each, value in pairs})


def _paths(parameters: Iterable[str]) -> list[str]:
    return [parameters] if isinstance(parameters, str) else list(parameters)


def _unknown(model: Model, name: str, bounds: Any, start: Any) -> Unknown:
    where = f"parameters.{name}"
    keys = keys_of(model, name)
    numbers = dict(numbers_at(model, keys))
    if list(numbers) != [keys]:
        hint = "name one, such as bodies.bus.mass"
        raise ModelError([Problem(f"'{name}' is not one number", where, hint)])
    units = units_at(model, keys)
    ends = (None, None) if bounds is None else bounds
    if isinstance(ends, str) or not hasattr(ends, "__len__") or len(ends) != 2:
        hint = "give the lower and the upper one; None where there is none"
        raise ModelError([Problem("bounds are two numbers", where, hint)])
    lower = -np.inf if ends[0] is None else _number(ends[0], units, where)
    upper = np.inf if ends[1] is None else _number(ends[1], units, where)
    begin = float(numbers[keys]) if start is None else _number(start, units, f"start.{name}")
    if not lower < upper:
        what = f"the lower bound {lower:g} is not below the upper one {upper:g}"
        raise ModelError([Problem(what, where, "give the lower one first")])
    if not lower <= begin <= upper:
        what = f"the start {begin:g} is outside the bounds, {lower:g} to {upper:g}"
        raise ModelError([Problem(what, where, "give a start within, or wider bounds")])
    return Unknown(name, keys, unit_at(model, keys), begin, lower, upper)


def _number(value: Any, units: tuple[str, ...], where: str) -> float:
    try:
        return float(number(value, *units))
    except Invalid as error:
        raise ModelError([Problem(error.what, where, error.hint)]) from None
