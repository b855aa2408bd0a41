"""Numbers of directions as a person would write them: 0, 1, 1/2, √2/2 instead of their floats."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import sympy as sp

_ROUNDING = 1e-15
_LARGEST_DENOMINATOR = 12


def exact(value: Any) -> sp.Expr:
    """The root of a simple fraction that ``value`` is but for rounding, or ``value`` itself."""
    number = float(value)
    square = Fraction(number * number).limit_denominator(_LARGEST_DENOMINATOR)
    if abs(abs(number) - math.sqrt(square)) <= _ROUNDING:
        root = sp.sqrt(sp.Rational(square.numerator, square.denominator))
        return root if number > 0 else -root
    return sp.Float(number)
