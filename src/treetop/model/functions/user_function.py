"""User functions in specifications: in a file only their names."""

from __future__ import annotations

from collections.abc import Callable
from reprlib import repr as short
from typing import Any

from treetop.model.quantity import Invalid, each, elements, number


def function_or_name(value: Any) -> Callable[..., Any] | str:
    """A function, or its name in a file."""
    if callable(value) or (isinstance(value, str) and value):
        return value
    raise Invalid(f"{short(value)} is not a function", "give a function, or its name in a file")


def function_parameters(value: Any) -> tuple[float, ...]:
    """Numbers that a function is given."""
    return tuple(each(elements(value), number))


def break_times(value: Any) -> tuple[float, ...]:
    """Times in s at which a function, or a rate of it, jumps, in order."""
    return tuple(sorted(set(each(elements(value), lambda item: number(item, "s")))))


def know_by_name(spec: Any) -> None:
    """Let a specification know its function, if it has one, by name too."""
    given = spec.function
    name = given if isinstance(given, str) else getattr(given, "__name__", given and "function")
    object.__setattr__(spec, "function_name", spec.function_name or name or "")
