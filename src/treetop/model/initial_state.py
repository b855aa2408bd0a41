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
from treetop.model.specification import path, unknown

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
        The path that problems give, such as ``start.boom``.
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


def hold_of(labels: Any) -> tuple[str, ...]:
    """Checked labels, such as ``crank.angle``, or ``crank`` for all of a joint's."""
    if isinstance(labels, (list, tuple)) and all(isinstance(each, str) for each in labels):
        return tuple(labels)
    hint = "give a list such as [crank.angle, crank.rate]; [] holds nothing"
    raise ModelError([Problem(f"{short(labels)} is not a list of names", "hold", hint)])


def equilibrium_of(joints: Any) -> tuple[str, ...] | None:
    """Checked names; ``True``, or none of them, stands for the modes of all flexible bodies."""
    if isinstance(joints, bool):
        return () if joints else None
    if isinstance(joints, (list, tuple)) and all(isinstance(each, str) for each in joints):
        return tuple(joints)
    hint = "write true, or a list of joints and flexible bodies such as [boom, hinge]"
    what = f"{short(joints)} does not say what is in equilibrium"
    raise ModelError([Problem(what, "equilibrium", hint)])
