"""Factors between units; pint is imported when a text first carries a unit."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pint import UnitRegistry

# Exponents of one digit, and one after the point, and no powers of brackets: nothing that a hostile
# file could make explode.
_UNIT = re.compile(r"(?:1 ?/)?(?:[^\W\d]|g0|°|·|²|³|[ ()*/]|(?:\^|\*\*)-?\d(?:\.\d)?(?![\d.]))*")
_POWER_OF_BRACKET = re.compile(r"\)\s*(\^|\*\*|²|³)|(\^|\*\*)-?\d(?:\.\d)?\s*(\^|\*\*)")
_LONGEST = 60


class UnknownUnit(ValueError):
    """A text that names no unit."""


class WrongDimension(ValueError):
    """A unit of another dimension than the one asked for."""


@lru_cache(maxsize=1)
def registry() -> UnitRegistry:
    """The units of ``units.txt``, ready for parsing."""
    from pint import UnitRegistry

    units: UnitRegistry = UnitRegistry(None)
    units.load_definitions((files(__package__) / "units.txt").read_text("utf-8").splitlines())
    return units


@lru_cache(maxsize=4096)
def factor(unit: str, wanted: str) -> float:
    """How many ``wanted`` one ``unit`` is.

    >>> factor("km", "m")
    1000.0
    """
    units = registry()
    target = units.parse_units(wanted)
    try:
        source = units.parse_units(_guarded(unit))
        if source.dimensionality != target.dimensionality:
            raise WrongDimension(unit)
        return float(units.convert(1.0, source, target))
    except WrongDimension:
        raise
    except Exception as error:  # pint lets errors of its tokenizer and of arithmetic through
        raise UnknownUnit(unit) from error


@lru_cache(maxsize=4096)
def si(unit: str) -> str:
    """The SI unit of the same dimension as ``unit``."""
    try:
        source = registry().parse_units(_guarded(unit))
        (mass, length, time, angle, current, temperature) = (
            source.dimensionality.get(f"[{name}]", 0)
            for name in ("mass", "length", "time", "angle", "current", "temperature")
        )
    except Exception as error:  # as in `factor`
        raise UnknownUnit(unit) from error
    powers = {"kg": mass, "m": length, "s": time, "rad": angle, "A": current}
    powers["K"] = temperature
    parts = (name if power == 1 else f"{name}^{power:g}" for name, power in powers.items() if power)
    return "*".join(parts) or "1"


def _guarded(unit: str) -> str:
    if len(unit) > _LONGEST or not _UNIT.fullmatch(unit) or _POWER_OF_BRACKET.search(unit):
        raise UnknownUnit(unit)
    return unit
