"""Where joints start: coordinates and speeds by name, with units."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from reprlib import repr as short
from typing import Any, TypeAlias

from treetop.errors import ModelError, Problem
from treetop.model.joints import Coordinate, JointKind
from treetop.model.quantity import Invalid, number, numbers
from treetop.model.rotation import attitude
from treetop.model.spec import path, unknown

Values: TypeAlias = dict[str, Any]


def start_values(
    kind: JointKind | type[JointKind], values: Mapping[str, Any], where: str
) -> Values:
    """Check the coordinates and speeds of one joint and turn them into SI.

    Parameters
    ----------
    kind : JointKind or its class
    values : mapping
        Numbers, texts with units, or lists of them, by the name of the coordinate or speed.
    where : str
        The path that problems tell, such as ``start.boom``.
    """
    known = {item.name: item for item in (*kind.coordinates, *kind.speeds)}
    if not isinstance(values, Mapping):
        hint = f"give values by name, of {', '.join(islice(known, 3))}" + " ..." * (len(known) > 3)
        raise ModelError([Problem(f"{short(values)} has no names", where, hint)])
    result: Values = {}
    problems = []
    for name, value in values.items():
        if name not in known:
            problems.append(unknown("coordinate or speed", name, known, path(where, str(name))))
            continue
        try:
            result[name] = _value(known[name], value)
        except Invalid as error:
            problems.append(Problem(error.what, path(where, name, *error.at), error.hint))
    if problems:
        raise ModelError(problems)
    return result


def _value(coordinate: Coordinate, value: Any) -> Any:
    if coordinate.name == "attitude":
        return attitude(value)
    if coordinate.size == 1:
        return number(value, coordinate.unit)
    return numbers(value, coordinate.size, coordinate.unit)
