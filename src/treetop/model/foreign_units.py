"""Quantities of pint and astropy, as texts that a field can read.

Going by the text, they obey the units of a model: an angle is a dimension, so that 1 Hz is not
1 rad/s, which either library would let pass.
"""

from __future__ import annotations

from typing import Any

Spelling = tuple[str, str]
"""Digits and a unit, such as ``("25.0", "N/m")``."""


def is_quantity(value: Any) -> bool:
    """Whether something is a number, or an array, with a unit in the manner of one of them."""
    return _is_pint(value) or _is_astropy(value)


def _is_pint(value: Any) -> bool:
    return hasattr(value, "magnitude") and hasattr(value, "to_base_units")


def _is_astropy(value: Any) -> bool:
    return hasattr(value, "unit") and hasattr(value, "to_value")


def spellings(value: Any) -> tuple[Spelling, Spelling]:
    """A quantity in its own unit, and in those of the SI, should its own not be known here."""
    if _is_pint(value):
        return _of_pint(value), _of_pint(value.to_base_units())
    return _of_astropy(value), _of_astropy(value.si)


def _of_pint(value: Any) -> Spelling:
    return repr(float(value.magnitude)), f"{value.units:~C}"


def _of_astropy(value: Any) -> Spelling:
    unit = value.unit
    powers = zip(map(str, unit.bases), map(float, unit.powers), strict=True)
    named = (name if power == 1 else f"{name}^{power:g}" for name, power in powers)
    return repr(float(value.value) * float(unit.scale)), "*".join(named)
