"""What the runs of a campaign depend on, so that a store is gone on with by the same alone: plan
and model as texts, files and functions by digests of what they are."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import partial
from hashlib import sha256
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np

from treetop.core.compiler import sources
from treetop.formats.attachments import attachments
from treetop.formats.yaml.load import dumps
from treetop.model import Model
from treetop.model.campaign.plan import CampaignPlan
from treetop.model.paths import SECTIONS
from treetop.model.specification import path
from treetop.results.record import versions

PLAIN = (bool, int, float, complex, str, bytes, type(None))


def identity(model: Model, plan: CampaignPlan, formulation: str, count: int) -> dict[str, Any]:
    """What bits of runs depend on, in JSON; the model is without a campaign."""
    fixed = count if plan.sampling == "latin-hypercube" and plan.vary else None
    data = replace(plan, runs=None, require={}, invalid="refuse").data
    return {
        "plan": json.loads(json.dumps(data)),
        "model": dumps(model),
        "files": {name: sha256(held).hexdigest() for name, held in attachments(model).items()},
        "functions": {where: digest(each) for where, each in functions_of(model)},
        "formulation": formulation,
        "versions": json.loads(versions()) | {"kernels": sources()},
        "runs": fixed,
    }


def functions_of(model: Model) -> Iterator[tuple[str, Callable[..., Any]]]:
    """The user's functions in a model, each with its place."""
    for section in SECTIONS:
        yield from _within(getattr(model, section, None), section)


def _within(value: Any, where: str) -> Iterator[tuple[str, Callable[..., Any]]]:
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _within(each, path(where, key))
    elif isinstance(value, (tuple, list)):
        for k, each in enumerate(value):
            yield from _within(each, path(where, k))
    elif is_dataclass(value) and not isinstance(value, type):
        for item in fields(value):
            yield from _within(getattr(value, item.name, None), path(where, item.name))
    elif callable(value) and not isinstance(value, type):
        yield where, value


def digest(function: Callable[..., Any]) -> str:
    """What a function does, as far as it can be read: its code and that of the functions that it
    calls, with the values that it finds around it; not those of packages, which have versions."""
    found = sha256()
    for part in _parts(function, set()):
        found.update(part + b"\0")
    return found.hexdigest()


def _parts(value: Any, seen: set[int]) -> Iterator[bytes]:
    """What a value is, piece by piece; what refers to itself is looked at once."""
    value = getattr(value, "py_func", value)  # of a compiled function
    if isinstance(value, PLAIN):
        yield repr(value).encode()
    elif isinstance(value, (np.ndarray, np.generic)):
        array = np.asarray(value)
        yield f"{array.dtype} {array.shape}".encode() + array.tobytes()
    elif isinstance(value, (ModuleType, BuiltinFunctionType, type)):
        yield getattr(value, "__qualname__", value.__name__).encode()
    elif id(value) not in seen:
        seen.add(id(value))
        for each in _inner(value):
            yield from _parts(each, seen)


def _inner(value: Any) -> Iterator[Any]:
    """What a value consists of."""
    yield type(value)
    if isinstance(value, CodeType):
        yield from (value.co_code, value.co_names, value.co_varnames, value.co_consts)
    elif isinstance(value, FunctionType):
        yield value.__qualname__
        if not value.__module__ or not value.__module__.startswith("treetop."):
            yield from (value.__code__, value.__defaults__, value.__kwdefaults__)
            yield from (cell.cell_contents for cell in value.__closure__ or ())
            yield from map(value.__globals__.get, _names(value.__code__))
    elif isinstance(value, MethodType):
        yield from (value.__func__, value.__self__)
    elif isinstance(value, partial):
        yield from (value.func, value.args, value.keywords)
    elif isinstance(value, (tuple, list)):
        yield from value
    elif isinstance(value, (set, frozenset)):
        yield from sorted(value, key=repr)
    elif isinstance(value, Mapping):
        for key in sorted(value, key=repr):
            yield from (key, value[key])
    else:
        yield vars(type(value)).get("__call__")
        yield vars(value) if hasattr(value, "__dict__") else None


def _names(code: CodeType) -> Iterator[str]:
    """Names that code, and what is defined within it, may look up around it."""
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)
