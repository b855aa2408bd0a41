"""What is given to structures, looked over: numbers that are numbers, vectors that are vectors."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from typing import Any

import numpy as np

from treetop.errors import ModelError, Problem


def refusal(what: str, where: str, hint: str) -> ModelError:
    """An error of one problem."""
    return ModelError([Problem(what, where, hint)])


def is_finite(value: Any) -> bool:
    """Whether it is a real number, and no infinite one."""
    return isinstance(value, Real) and bool(np.isfinite(float(value)))


def number_problems(
    where: str, positive: dict[str, Any], others: dict[str, Any] | None = None
) -> list[Problem]:
    """What is wrong with numbers that must be positive, and others that must not be negative."""
    found = [
        Problem(f"is {value!r}", f"{where}.{name}", "a positive number")
        for name, value in positive.items()
        if not (is_finite(value) and value > 0)
    ]
    return found + [
        Problem(f"is {value!r}", f"{where}.{name}", "a number, not negative")
        for name, value in (others or {}).items()
        if not (is_finite(value) and value >= 0)
    ]


def vector(value: Iterable[float], where: str) -> np.ndarray:
    """Three finite numbers."""
    found = array(value, where)
    if found.shape != (3,):
        raise refusal(f"{value!r} is not three numbers", where, "x, y, z in m")
    return found


def array(value: Any, where: str) -> np.ndarray:
    """Finite numbers in an array."""
    try:
        found = np.asarray(value, float)
    except (TypeError, ValueError):
        raise refusal(f"{value!r} is not made of numbers", where, "numbers") from None
    if not np.isfinite(found).all():
        raise refusal("has entries that are not finite numbers", where, "numbers")
    return found


def count(value: Any, where: str) -> int:
    """A whole number from 1 on."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
        raise refusal(f"is {value!r}", where, "a whole number from 1 on")
    return int(value)


def indices(value: Any, where: str) -> np.ndarray:
    """Whole numbers in an array."""
    found = np.asarray(value)
    if found.dtype.kind not in "iu":
        raise refusal("has entries that are not whole numbers", where, "numbers of points from 0")
    return found
