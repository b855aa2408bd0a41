"""Numbers that are written in user functions: times at which they may switch."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from treetop.topology.mechanism import Mechanism

MAX_NUMBERS = 60  # numbers of a model whose sums are looked at as well


def written_times(mechanism: Mechanism) -> np.ndarray:
    """Numbers in functions and parameters of forces, devices, constraints and controllers, and
    sums of two of them, such as begin and duration."""
    parts = (mechanism.forces, mechanism.constraints, mechanism.model.controllers)
    found = set[float]()
    for part in (part for each in parts for part in each.values()):
        found.update(_numbers(getattr(part, "function", None), set()))
        found.update(_plain(getattr(part, "parameters", ())))
    numbers = sorted(x for x in found if np.isfinite(x) and x != 0.0)
    sums = [a + b for a, b in combinations(numbers, 2)] if len(numbers) <= MAX_NUMBERS else []
    return np.unique(np.array([*numbers, *sums], dtype=float))


def _numbers(value: Any, seen: set[int]) -> Iterator[float]:
    """Numbers in a function, and in what it calls of its own module."""
    value = getattr(value, "py_func", value)  # of what is compiled already
    if not isinstance(value, FunctionType) or id(value) in seen:
        yield from _plain(value)
        return
    seen.add(id(value))
    names = value.__globals__
    called = [names[name] for name in _names(value.__code__) if name in names]
    cells = [cell.cell_contents for cell in value.__closure__ or () if _filled(cell)]
    of_module = [x for x in called if getattr(x, "__module__", "") == value.__module__]
    plain = [x for x in called if not callable(x)]
    for each in (*_constants(value.__code__), *(value.__defaults__ or ()), *cells, *plain):
        yield from _numbers(each, seen)
    for each in of_module:
        yield from _numbers(each, seen)


def _plain(value: Any) -> Iterator[float]:
    if isinstance(value, int | float) and not isinstance(value, bool):
        yield float(value)
    elif isinstance(value, tuple | list) and len(value) <= MAX_NUMBERS:
        for each in value:
            yield from _plain(each)
    elif isinstance(value, np.ndarray) and value.dtype.kind in "fi" and value.size <= MAX_NUMBERS:
        yield from map(float, value.ravel())


def _constants(code: CodeType) -> Iterator[Any]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _constants(each)
        else:
            yield each


def _names(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _names(each)


def _filled(cell: Any) -> bool:
    try:
        return cell.cell_contents is not None
    except ValueError:  # a name that is bound later
        return False
