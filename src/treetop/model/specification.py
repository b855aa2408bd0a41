"""Frozen, validated specifications: pydantic dataclasses that fail with a `ModelError`."""

from __future__ import annotations

import difflib
import functools
import heapq
import itertools
import re
import threading
from collections.abc import Container, Iterable, Mapping
from dataclasses import MISSING, Field, field, fields
from inspect import Parameter, Signature
from reprlib import repr as short
from types import FunctionType
from typing import Any, TypeVar, dataclass_transform

from pydantic import ConfigDict, ValidationError
from pydantic.dataclasses import dataclass as pydantic_dataclass
from pydantic.dataclasses import rebuild_dataclass

from treetop.errors import ModelError, Problem
from treetop.model.quantity import Invalid

T = TypeVar("T")

_HINTS = {"literal_error": "give {expected}", "bool_type": "give true or false"}
_ROOT = re.compile(r"^[^.[]+")
SPELLINGS = {"center": "centre", "color": "colour"}  # accepted beside our own
# What books and other codes call fields.
CALLED = {
    **dict.fromkeys(("c", "d", "damping_ratio"), ("damping",)),
    **dict.fromkeys(("cg", "com", "cog", "centre_of_mass", "center_of_mass"), ("centre",)),
    **dict.fromkeys(("position", "pos", "origin", "offset", "location", "p"), ("at",)),
    **dict.fromkeys(("orientation", "rotation", "quaternion", "quat", "euler"), ("attitude",)),
    **dict.fromkeys(("k", "spring_constant"), ("stiffness",)),
    **dict.fromkeys(("rest_length", "natural_length", "l0", "free_length"), ("length", "rest")),
    **dict.fromkeys(("rest",), ("length",)),
    **dict.fromkeys(("g", "gravity"), ("acceleration",)),
    **dict.fromkeys(("m",), ("mass",)),
    **dict.fromkeys(("J", "I", "moi"), ("inertia",)),
    **dict.fromkeys(("mu",), ("friction", "coefficient")),
    **dict.fromkeys(("r",), ("radius",)),
    **dict.fromkeys(("parent", "body1", "body_a", "frame_a"), ("inboard", "a")),
    **dict.fromkeys(("child", "body2", "body_b", "frame_b"), ("outboard", "b")),
    **dict.fromkeys(("body", "frame", "on", "attached_to"), ("at", "on")),
    **dict.fromkeys(("torque", "force", "F", "T", "tau"), ("effort", "thrust")),
    **dict.fromkeys(("torque_max", "max_torque", "u_max"), ("limit",)),
    **dict.fromkeys(("pulls_only", "unilateral", "cable"), ("tension_only",)),
    **dict.fromkeys(("sample_time", "period", "dt", "rate"), ("every",)),
}
CLOSER = 20  # names that are looked at more closely for one that was meant
_CONFIG = ConfigDict(extra="forbid", arbitrary_types_allowed=True, defer_build=True)
_MACHINERY = re.compile(
    "__(pydantic_|dataclass_|is_pydantic|match_args|annotations|signature|replace|init|post_init|delattr|setattr)"
)
_OF_CLASS = ("__dict__", "__weakref__")
_BUILDING = threading.RLock()


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def spec(cls: type[T]) -> type[T]:
    """Make a frozen dataclass whose fields are checked, all at once, when it is made.

    What checks them is built when the first one is made: few programs need more than some of the
    kinds that there are.
    """
    made: Any = pydantic_dataclass(frozen=True, config=_CONFIG)(_listed(cls))
    validate = made.__init__
    names = {item.name for item in fields(made)}

    def build() -> None:
        with _BUILDING:
            rebuild_dataclass(made)
            made.__init__, made.__signature__ = __init__, _ReadableSignature()

    def __init__(self: Any, *args: Any, **kwargs: Any) -> None:
        if not made.__pydantic_complete__:
            build()
        try:
            validate(self, *args, **as_spelled(kwargs, names))
        except ValidationError as error:
            raise ModelError(problems_of(error, made, made.__name__)) from None

    made.__init__, made.__signature__ = __init__, _ReadableSignature()
    return made  # type: ignore[no-any-return]


class _Listed(type):
    """A class of which `dir` and `help` list what users need, and not what checks its fields."""

    def __dir__(cls) -> list[str]:
        return [name for name in super().__dir__() if not _MACHINERY.match(name)]


def _listed(cls: type) -> type:
    """The class again, as one that lists less; methods that call `super` find it."""
    attributes = {name: part for name, part in vars(cls).items() if name not in _OF_CLASS}
    listed = _Listed(cls.__name__, cls.__bases__, attributes)
    for part in attributes.values():
        for function in _functions(part):
            for cell in function.__closure__ or ():
                if cell.cell_contents is cls:
                    cell.cell_contents = listed
    return listed


def _functions(part: Any) -> list[FunctionType]:
    """The functions of an attribute of a class."""
    names = ("fget", "fset", "fdel", "__func__", "func")
    found = [part, *(getattr(part, name, None) for name in names)]
    return [each for each in found if isinstance(each, FunctionType)]


class _ReadableSignature:
    """The signature of a specification as `help` shows it, put together when it is asked for."""

    def __get__(self, instance: Any, owner: type) -> Signature:
        given = sorted((item for item in fields(owner) if item.init), key=_by_keyword)
        return Signature(list(map(_parameter, given)), return_annotation=None)


def _by_keyword(item: Field) -> bool:
    return bool(item.kw_only)


def _parameter(item: Field) -> Parameter:
    """Name and default alone, where the type says how a field is checked, or has a private name."""
    kind = Parameter.KEYWORD_ONLY if item.kw_only else Parameter.POSITIONAL_OR_KEYWORD
    default = Parameter.empty if item.default is MISSING else item.default
    default = default if item.default_factory is MISSING else _FACTORY
    text = str(item.type).replace("StrictBool", "bool").removeprefix("base.")
    hidden = "Annotated[" in text or text.startswith("_")
    annotation = Parameter.empty if hidden else text if isinstance(item.type, str) else item.type
    return Parameter(item.name, kind, default=default, annotation=annotation)


class _Factory:
    """Stands for a default that is made anew for each."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


def as_spelled(values: Mapping[str, Any], known: Container[str]) -> dict[str, Any]:
    """The values with names spelled as those that are known: ``center`` and ``color`` too."""
    result = dict(values)
    for other, name in SPELLINGS.items():
        if other in result and name in known and other not in known and name not in result:
            result[name] = result.pop(other)
    return result


def made_from(cls: type[T], values: Mapping[str, Any], where: str) -> T:
    """``cls(**values)`` with problems that give the path ``where.field``."""
    try:
        return cls(**values)
    except ModelError as error:
        raise moved(error, where) from None


def required(kind: type[T], value: Any, what: str, hint: str) -> T:
    """A value of this kind; any other is refused, in these words after it."""
    if not isinstance(value, kind):
        raise Invalid(f"{short(value)} {what}", hint)
    return value


def made_by_kind(kinds: Mapping[str, type[T]], value: Mapping[str, Any], sort: str) -> T:
    """What a mapping gives whose ``kind`` is among the ``kinds`` of a ``sort``."""
    values = dict(value)
    word = values.pop("kind", None)
    if word is None:
        raise Invalid("'kind' is missing", "add 'kind: ...', one of " + ", ".join(kinds))
    if not isinstance(word, str) or word not in kinds:
        wrong = unknown(sort, word, kinds, "")
        raise Invalid(wrong.what, wrong.hint, ("kind",))
    return made_from(kinds[word], values, sort)


def moved(error: ModelError, where: str) -> ModelError:
    """The problems, with ``where`` in place of the name of the class at their root."""
    return ModelError(
        problem._replace(where=where + _ROOT.sub("", problem.where)) for problem in error.problems
    )


def problems_of(error: ValidationError, cls: type, where: str) -> list[Problem]:
    """Our own words for what pydantic found."""
    names = [item.name for item in fields(cls) if item.init]
    return [problem for item in error.errors() for problem in _problems(item, names, where)]


def _problems(item: Any, names: list[str], where: str) -> list[Problem]:
    location = list(item["loc"])
    if location and isinstance(location[0], int):  # positional arguments come as numbers
        location[0] = names[location[0]] if location[0] < len(names) else location[0]
    cause = item.get("ctx", {}).get("error")
    if isinstance(cause, Invalid):
        return [Problem(cause.what, path(where, *location, *cause.at), cause.hint)]
    if isinstance(cause, ModelError):
        return moved(cause, path(where, *location)).problems
    name = str(location[-1]) if location else ""
    if item["type"] == "missing":
        return [Problem(f"'{name}' is missing", where, f"add '{name}'")]
    if item["type"] == "unexpected_keyword_argument":
        return [unknown("key", name, names, path(where, *location))]
    what = f"{short(item['input'])} does not fit here"
    hint = _HINTS.get(item["type"], item["msg"]).format_map(item.get("ctx", {}))
    return [Problem(what, path(where, *location), hint)]


def path(*parts: int | str) -> str:
    """The path of a place in a model: ``bodies.bus.inertia[2]``."""
    text = ""
    for part in parts:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def unknown(sort: str, name: Any, known: Iterable[str], where: str) -> Problem:
    """The problem of a name that is not among the ``known`` ones, with the nearest of them."""
    choices = tuple(known)
    meant = [each for each in CALLED.get(str(name)[:100], ()) if each in choices]
    near = meant or _nearest(str(name)[:100], choices)
    if near:
        hint = "did you mean " + " or ".join(f"'{choice}'" for choice in near) + "?"
    elif choices:
        hint = "there are: " + ", ".join(choices[:20]) + (", ..." if len(choices) > 20 else "")
    else:
        hint = "there are none"
    return Problem(f"unknown {sort} {short(name)}", where, hint)


def _nearest(name: str, choices: tuple[str, ...]) -> list[str]:
    """The two most like it, if any are: looked for among those that share most pairs of letters,
    since a close look at all of them takes long."""
    letters, pairs = _pairs(name), _all_pairs(choices)

    def alike(k: int) -> float:
        return (letters & pairs[k]).bit_count() / (letters.bit_count() + pairs[k].bit_count() + 1)

    few = sorted(heapq.nlargest(CLOSER, range(len(choices)), key=alike))
    return difflib.get_close_matches(name, [choices[k] for k in few], n=2, cutoff=0.6)


@functools.lru_cache(maxsize=8)
def _all_pairs(names: tuple[str, ...]) -> list[int]:
    return [_pairs(str(name)[:100]) for name in names]


def _pairs(name: str) -> int:
    """The pairs of letters in a name, as bits."""
    bits = 0
    for a, b in itertools.pairwise(f" {name} "):
        bits |= 1 << (31 * ord(a) + ord(b)) % 512
    return bits
