"""Numbers with units at the border of a model: what may be written, and what is kept.

A bare number is SI. A text such as ``"300 km"`` is converted and kept as a `Measured`, a float
that remembers how it was written.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from numbers import Real
from reprlib import repr as short
from typing import Any

from pydantic import PlainValidator

from treetop.model import units
from treetop.model.foreign_units import is_quantity, spellings

OR = " or "  # between units that a message offers
LARGEST = 1e150  # in SI units: the square of such a number is finite still
_NUMBER_AND_UNIT = re.compile(r"\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*(.*?)\s*")


class Invalid(ValueError):
    """A value that a field cannot take: what is wrong, what would be right, and which element."""

    def __init__(self, what: str, hint: str = "", at: tuple[int | str, ...] = ()) -> None:
        super().__init__(what)
        self.what, self.hint, self.at = what, hint, at

    def inside(self, key: int | str) -> Invalid:
        """The problem as seen from the list or mapping that holds the value."""
        return Invalid(self.what, self.hint, (key, *self.at))


class Measured(float):
    """A number in SI units that remembers the text and the SI unit it was read with."""

    text: str
    unit: str

    def __new__(cls, value: float, text: str = "", unit: str = "") -> Measured:
        self = super().__new__(cls, value)
        self.text, self.unit = text, unit
        return self


def number(value: Any, *accepted: str) -> float:
    """Return the float that ``value`` stands for.

    Parameters
    ----------
    value : number, str such as ``"25 N/m"``, or quantity of pint or astropy
    *accepted : str
        The SI unit of the field, then other spellings of it; none at all: any unit will do.
        The unit ``"1"`` is that of a plain number.
    """
    if isinstance(value, (Measured, str)):
        return _measured(value.text if isinstance(value, Measured) else value, accepted)
    if value is None:
        raise Invalid("no number is given", _example(accepted))
    if is_quantity(value):
        return _of_quantity(value, accepted)
    if hasattr(value, "item") and getattr(value, "ndim", None) == 0:
        value = value.item()
    if isinstance(value, bool) or not isinstance(value, Real):
        raise Invalid(f"{short(value)} is not a number", _example(accepted))
    return _finite(value, short(value))


def _of_quantity(value: Any, accepted: tuple[str, ...]) -> float:
    try:
        written, base = spellings(value)
    except (TypeError, ValueError):
        raise Invalid(f"{short(value)} is not one number", _example(accepted)) from None
    if not written[1] and accepted and accepted[0] != "1":
        raise Invalid(f"{short(value)} has no unit", _example(accepted))
    try:
        units.si(written[1])
    except units.UnknownUnit:
        written = base
    return _measured(" ".join(written), accepted)


def _finite(value: Any, text: str) -> float:
    try:
        result = float(value)
    except (OverflowError, ValueError):
        result = math.inf
    if not math.isfinite(result):
        raise Invalid(f"{text} is not a finite number")
    if abs(result) > LARGEST:
        raise Invalid(f"{text} is too large to compute with", f"give at most {LARGEST:g}")
    return result


def _measured(text: str, accepted: tuple[str, ...]) -> float:
    parts = _NUMBER_AND_UNIT.fullmatch(text)
    if not parts:
        raise Invalid(f"{short(text)} is not a number", _example(accepted))
    digits, unit = parts.groups()
    value = _finite(digits, short(text))
    if not unit:
        return value
    scale, unit = _scale(unit, accepted)
    return Measured(_finite(value * scale, short(text)), text.strip(), unit)


def _scale(unit: str, accepted: tuple[str, ...]) -> tuple[float, str]:
    try:
        if not accepted:
            return units.factor(unit, units.si(unit)), units.si(unit)
        for wanted in accepted:
            try:
                return units.factor(unit, wanted), wanted
            except units.WrongDimension:
                continue
    except units.UnknownUnit:
        raise Invalid(f"the unit {short(unit)} is not known", _example(accepted)) from None
    raise Invalid(f"the unit {short(unit)} does not fit here", _example(accepted))


def _example(accepted: tuple[str, ...]) -> str:
    if not accepted:
        return "give a number, with a unit if it is not SI, such as '25 N/m'"
    if accepted[0] == "1":
        return "give a plain number without a unit"
    choices = OR.join(accepted)
    return f"give it in {choices}: a number such as 25, or a text such as '25 {accepted[0]}'"


def elements(value: Any, hint: str = "write a list such as [1, 0, 0]") -> list[Any]:
    """The elements of a list, tuple or array; anything else is `Invalid`."""
    if is_quantity(value) and getattr(value, "ndim", 0) > 0:
        return list(value)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if not isinstance(value, (list, tuple)):
        raise Invalid(f"{short(value)} is not a list", hint)
    return list(value)


def numbers(value: Any, count: int, *accepted: str) -> tuple[float, ...]:
    """Return ``count`` floats from a list of numbers or texts with units."""
    if isinstance(value, str):
        hint = f"write a list of {count}, each with its own unit, such as ['1 km', 0, 0]"
        raise Invalid(f"{short(value)} is not a list of {count} numbers", hint)
    items = elements(value)
    if len(items) != count:
        raise Invalid(f"{count} numbers are needed, not {len(items)}", f"got {short(items)}")
    return tuple(each(items, lambda item: number(item, *accepted)))


def each(items: list[Any], read: Callable[[Any], Any]) -> list[Any]:
    """Read every element; an `Invalid` one says which it was."""
    result = []
    for index, item in enumerate(items):
        try:
            result.append(read(item))
        except Invalid as error:
            raise error.inside(index) from None
    return result


def scalar(
    *accepted: str,
    at_least: float = -math.inf,
    above: float = -math.inf,
    at_most: float = math.inf,
) -> PlainValidator:
    """A field of one number in the unit ``accepted[0]``, or in any."""

    def read(value: Any) -> float:
        result = number(value, *accepted)
        unit = "" if not accepted or accepted[0] == "1" else " " + accepted[0]
        if result < at_least:
            raise Invalid(
                f"{result:g}{unit} is less than {at_least:g}", f"give {at_least:g} or more"
            )
        if result <= above:
            raise Invalid(f"{result:g}{unit} is not above {above:g}", f"give more than {above:g}")
        if result > at_most:
            raise Invalid(f"{result:g}{unit} is more than {at_most:g}", f"give {at_most:g} or less")
        return result

    return PlainValidator(read)


def vector(*accepted: str) -> PlainValidator:
    """A field of three numbers in the unit ``accepted[0]``."""
    return PlainValidator(lambda value: numbers(value, 3, *accepted))


def optional(validator: PlainValidator) -> PlainValidator:
    """A field as `validator` reads it, which may also be left out."""
    read: Any = validator.func
    return PlainValidator(lambda value: None if value is None else read(value))


def sizes(count: int) -> PlainValidator:
    """Lengths above 0."""

    def read(value: Any) -> tuple[float, ...]:
        found = numbers(value, count, "m")
        for index, size in enumerate(found):
            if not size > 0:
                raise Invalid(f"{size:g} m is not above 0", "give more than 0", (index,))
        return found

    return PlainValidator(read)
