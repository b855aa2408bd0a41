"""Where joints start: coordinates and speeds by name, with units."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from reprlib import repr as short
from typing import Any, TypeAlias

from treetop.errors import ModelError, Problem
from treetop.model.environment.orbit import Orbit
from treetop.model.joints import Coordinate, Free, JointKind
from treetop.model.quantity import Invalid, number, numbers
from treetop.model.rotation import attitude
from treetop.model.specification import made_from, path, unknown

Values: TypeAlias = dict[str, Any]
ORBIT = "orbit"  # among the coordinates and speeds of a free joint


def start_values(
    kind: JointKind | type[JointKind], values: Mapping[str, Any], where: str
) -> Values:
    """Check the coordinates and speeds of one joint and turn them into SI.

    Parameters
    ----------
    kind : JointKind or its class
    values : mapping or Orbit
        Numbers, texts with units, or lists of them, by the name of the coordinate or speed; of a
        free joint also an ``orbit``, or nothing but one.
    where : str
        The path that problems give, such as ``start.boom``.
    """
    known = {item.name: item for item in (*kind.coordinates, *kind.speeds)}
    values = {ORBIT: values} if isinstance(values, Orbit) else values
    if not isinstance(values, Mapping):
        hint = f"give values by name, of {', '.join(islice(known, 3))}" + " ..." * (len(known) > 3)
        raise ModelError([Problem(f"{short(values)} has no names", where, hint)])
    result: Values = {}
    problems = []
    for name, value in values.items():
        if name == ORBIT and _is_free(kind):
            problems += _orbit_problems(values, result, where)
            continue
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


def _is_free(kind: JointKind | type[JointKind]) -> bool:
    return kind is Free or isinstance(kind, Free)


def _orbit_problems(values: Mapping[str, Any], result: Values, where: str) -> list[Problem]:
    """Read an orbit into the result; what is wrong with it, or with what goes beside it."""
    described, place = values[ORBIT], path(where, ORBIT)
    try:
        if not isinstance(described, Orbit | Mapping):
            hint = "give its elements by name, as in {semi_major_axis: 7000 km}"
            raise ModelError([Problem(f"{short(described)} is not an orbit", place, hint)])
        orbit = described if isinstance(described, Orbit) else made_from(Orbit, described, place)
    except ModelError as error:
        return error.problems
    result[ORBIT] = orbit
    said = ("position", "velocity", *(("attitude", "angular_velocity") if orbit.attitude else ()))
    return [
        Problem(f"the orbit says '{name}' already", path(where, name), f"leave out '{name}'")
        for name in said
        if name in values
    ]


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
