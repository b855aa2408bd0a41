"""Numbers of a model by their paths: ``bodies.tug.mass``, ``joints.screw.pitch``,
``bodies.tug.frames.port.at.x``, ``start.boom.slide``, ``run.rtol``.

A path has the words of a model file. A model with other numbers is another model, whose parts are
checked as those of any are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from numbers import Real
from reprlib import repr as short
from typing import Any, TypeAlias

from treetop.errors import ModelError, Problem
from treetop.model.beam_body import ROOT, TIP, BeamBody
from treetop.model.flexible_body import FlexibleBody
from treetop.model.initial_state import ORBIT, start_values
from treetop.model.joints import Joint
from treetop.model.model import Model
from treetop.model.quantity import OR, Invalid, Measured, number
from treetop.model.run.settings import RunSettings
from treetop.model.specification import made_from, path, unknown

Keys: TypeAlias = tuple[int | str, ...]

SECTIONS = (
    "environment", "ground", "bodies", "beams", "joints", "forces", "constraints", "devices",
    "sensors", "controllers", "surfaces", "events", "start", "run",
)  # fmt: skip
_PART = re.compile(r"([^\[\]]*)((?:\[\d{1,9}\])*)")
_AXES = {"x": 0, "y": 1, "z": 2}
# Fields whose own fields files have beside those of the part.
_WITHIN: dict[type, tuple[str, ...]] = {
    Joint: ("kind",),
    BeamBody: ("line",),
    RunSettings: ("method", "constraints"),
}
_NO_UNIT = "kg^9*m^9"  # that nothing has
_WANTED = re.compile(r"give it in (.+?): ")
_UNIT_QUATERNION = (1.0, 0.0, 0.0, 0.0)


def keys_of(model: Model, where: str) -> Keys:
    """The keys that a path stands for, one below the other.

    Raises
    ------
    ModelError
        If the model has no such path; near ones are named.
    """
    value: Any = model
    keys: list[int | str] = []
    for word in _words(where):
        inner, value = _step(value, word, path(*keys), where)
        keys += inner
    return tuple(keys)


def value_at(model: Model, keys: Keys) -> Any:
    """What is found at keys."""
    value: Any = model
    for key in keys:
        value = _children(value)[key]
    return value


def numbers_at(model: Model, keys: Keys) -> Iterator[tuple[Keys, float]]:
    """Every number at keys or below them, with its own keys."""
    return _leaves(value_at(model, keys), keys)


def units_at(model: Model, keys: Keys) -> tuple[str, ...]:
    """SI units that the number at keys may have, "1" of a plain one; none where all will do."""
    try:
        with_numbers(model, {keys: f"1 {_NO_UNIT}"})
    except ModelError as error:
        found = _WANTED.match(error.problems[0].hint)
        return tuple(found[1].split(OR)) if found else ("1",)
    return ()


def unit_at(model: Model, keys: Keys) -> str:
    """The SI unit of the number at keys, "1" of a plain one; empty where that is not known."""
    value, possible = value_at(model, keys), units_at(model, keys)
    return value.unit if isinstance(value, Measured) else possible[0] if len(possible) == 1 else ""


def with_numbers(model: Model, changes: Mapping[Keys, Any]) -> Model:
    """A copy of the model with other numbers; a campaign that it describes is left out.

    Raises
    ------
    ModelError
        If a part cannot have such a number.
    """
    twin = model.copy()
    twin.campaign = None
    for section, inner in _grouped(changes).items():
        if section == "start":
            twin.start = _changed_start(model, inner)
        elif section == "beams":
            twin.bodies = _changed(twin.bodies, inner, "beams")
        else:
            setattr(twin, str(section), _changed(getattr(model, str(section)), inner, str(section)))
    return twin


def _words(where: str) -> Iterator[int | str]:
    """The words of a path; an index is a number."""
    for part in where.split("."):
        found = _PART.fullmatch(part)
        if not found:
            hint = "write one such as bodies.bus.mass or bodies.bus.centre[0]"
            raise ModelError([Problem(f"{short(where)} is not a path", hint=hint)])
        if found[1]:
            yield found[1]
        yield from map(int, re.findall(r"\d+", found[2]))


def _step(value: Any, word: int | str, above: str, where: str) -> tuple[list[int | str], Any]:
    """The keys that a word of a path stands for, and what is there."""
    children = _children(value)
    key = word
    if isinstance(value, (tuple, list)) and isinstance(word, str):
        key = _AXES.get(word, -1)
    if key in children:
        return [key], children[key]
    for holder in _WITHIN.get(type(value), ()):
        inner = _children(children[holder])
        if key in inner:
            return [holder, key], inner[key]
    if isinstance(value, FlexibleBody):
        varied = " and ".join(value.varied)
        what = f"of the flexible body '{value.name}' only {varied} can be varied"
        raise ModelError([Problem(what, where, "vary the model that its modes come from")])
    named = {**children}
    for holder in _WITHIN.get(type(value), ()):
        del named[holder]
        named |= _children(children[holder])
    known = [path(*([above] if above else []), each) for each in named]
    raise ModelError([unknown("path", path(*([above] if above else []), word), known, where)])


def _children(value: Any) -> dict[Any, Any]:
    """What a part of a model has, by the keys that paths give it."""
    if isinstance(value, Model):
        sections = {name: getattr(value, name) for name in SECTIONS}
        others = {name: body for name, body in value.bodies.items() if name not in value.beams}
        return sections | {"bodies": others, "start": _starts(value)}
    if isinstance(value, FlexibleBody):
        return value.varied
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (tuple, list)):
        return dict(enumerate(value))
    if is_dataclass(value):
        left_out = ("name", "looks", "unused", "content", "function")
        return {
            each.name: getattr(value, each.name)
            for each in fields(value)
            if each.init and each.name not in left_out
        }
    return {}


def _starts(model: Model) -> dict[str, dict[str, Any]]:
    """Where joints and devices start, zero where nothing is said."""
    found: dict[str, dict[str, Any]] = {}
    for name, joint in model.joints.items():
        given = model.start.get(name, {})
        resting = {} if ORBIT in given else {item.name: _rest(item) for item in _motion(joint)}
        found[name] = resting | given
    return {**model.start, **found}


def _motion(joint: Joint) -> tuple[Any, ...]:
    return (*joint.kind.coordinates, *joint.kind.speeds)


def _rest(item: Any) -> Any:
    if item.name == "attitude":
        return _UNIT_QUATERNION
    return 0.0 if item.size == 1 else (0.0,) * item.size


def _leaves(value: Any, keys: Keys) -> Iterator[tuple[Keys, float]]:
    found = _number(value)
    if found is not None:
        yield keys, found
    for key, child in _children(value).items():
        yield from _leaves(child, (*keys, key))


def _number(value: Any) -> float | None:
    """The number that a value is; devices start from texts with units."""
    if isinstance(value, bool) or not isinstance(value, (Real, str)):
        return None
    if isinstance(value, Real):
        return value  # type: ignore[return-value]  # a whole one stays whole
    try:
        return number(value)
    except Invalid:
        return None


def _grouped(changes: Mapping[Keys, Any]) -> dict[int | str, dict[Keys, Any]]:
    groups: dict[int | str, dict[Keys, Any]] = {}
    for (first, *rest), new in changes.items():
        groups.setdefault(first, {})[tuple(rest)] = new
    return groups


def _changed(value: Any, changes: Mapping[Keys, Any], where: str) -> Any:
    """A part of a model with other numbers in it."""
    if () in changes:
        new = changes[()]
        whole = isinstance(value, int) and isinstance(new, float) and new.is_integer()
        return int(new) if whole else new
    groups = _grouped(changes)
    children = _children(value)
    new = {key: _changed(children[key], inner, path(where, key)) for key, inner in groups.items()}
    if isinstance(value, Mapping):
        return {**value, **new}
    if isinstance(value, (tuple, list)):
        return tuple(new.get(key, child) for key, child in enumerate(value))
    same = {each.name: getattr(value, each.name) for each in fields(value) if each.init}
    if isinstance(value, BeamBody):  # these two are where its length says
        same["frames"] = {n: f for n, f in value.frames.items() if n not in (ROOT, TIP)}
    if isinstance(value, FlexibleBody) and value.source:  # what a file says of it
        same["source"] = {**value.source, **new}
    return made_from(type(value), same | new, where)


def _changed_start(model: Model, changes: Mapping[Keys, Any]) -> dict[str, dict[str, Any]]:
    """Where joints and devices start, checked anew where that is changed."""
    every, start = _starts(model), {name: dict(given) for name, given in model.start.items()}
    for name, inner in _grouped(changes).items():
        where, joint = path("start", name), model.joints.get(str(name))
        new: dict[str, Any] = {
            str(key): _changed(every[str(name)][str(key)], each, path(where, key))
            for key, each in _grouped(inner).items()
        }
        values = {**start.get(str(name), {}), **new}
        start[str(name)] = start_values(joint.kind, values, where) if joint else values
    return start
