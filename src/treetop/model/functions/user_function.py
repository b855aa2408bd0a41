"""User functions in specifications: in a file only their names."""

from __future__ import annotations

from collections.abc import Callable
from reprlib import repr as short
from typing import Any, ClassVar

from treetop.model import units
from treetop.model.body import checked_name
from treetop.model.quantity import Invalid, each, elements, number


class ActsOnFrame:
    """What acts on a frame and, with the opposite, on a reference."""

    ends: ClassVar[tuple[str, ...]] = ("reference", "on")
    acts_on: ClassVar[str] = "on"


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
    function = spec.function
    name = (
        function
        if isinstance(function, str)
        else getattr(function, "__name__", function and "function")
    )
    object.__setattr__(spec, "function_name", spec.function_name or name or "")


def by_name(value: Any, example: str) -> dict[str, Any]:
    """Values by names, such as those of the example."""
    if not isinstance(value, dict):
        raise Invalid(f"{value!r} is not a mapping", f"give names with values, such as {example}")
    return {checked_name(name): one for name, one in value.items()}


def units_by_name(value: Any) -> dict[str, str]:
    """SI units of what a function writes, by name."""
    found = by_name(value, "{'thrust': 'N'}")
    for name, unit in found.items():
        try:
            exact = unit == "1" or units.factor(str(unit), units.si(str(unit))) == 1.0
        except units.UnknownUnit:
            exact = False
        if not exact:
            raise Invalid(f"{unit!r} is not an SI unit", "give one such as 'N', or '1'", (name,))
    return found
