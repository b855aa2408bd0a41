"""Names, units and numbers as figures and tables write them."""

from __future__ import annotations

from typing import Any

LONG = 22  # signs of a label at an axis before its unit goes to a second line
LONGEST = 40
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def short(text: str, most: int = LONGEST) -> str:
    """The text, without its middle if it is longer."""
    if len(text) <= most:
        return text
    tail = most // 3
    return f"{text[: most - tail - 1]}…{text[-tail:]}"


def pretty_unit(unit: str) -> str:
    """``"m/s²"`` for ``"m/s^2"``, ``"N·m"`` for ``"N*m"``, nothing for pure numbers."""
    if unit == "1":
        return ""
    base, *powers = unit.split("^")
    for power in powers:
        digits = len(power) - len(power.lstrip("-0123456789."))
        whole = "." not in power[:digits]  # there is no raised point
        base += (power[:digits].translate(_RAISED) if whole else f"^{power[:digits]}") + power[
            digits:
        ]
    return base.replace(" ", "·").replace("*", "·")


def with_unit(name: str, unit: str) -> str:
    """A label of an axis."""
    unit = pretty_unit(unit)
    ending = f"[{unit}]" if unit else ""
    name = short(name)
    return f"{name}{chr(10) if len(name) > LONG else ' '}{ending}".strip() if name else ending


def power_of_ten(exponent: int) -> str:
    """``"×10⁶"``"""
    return f"×10{str(exponent).translate(_RAISED)}"


def number(value: Any, digits: int = 6) -> str:
    """With a real minus and a power of ten."""
    text = f"{float(value):.{digits}g}"
    mantissa, _, exponent = text.partition("e")
    text = f"{mantissa}{power_of_ten(int(exponent))}" if exponent else mantissa
    return text.replace("-", "−")
