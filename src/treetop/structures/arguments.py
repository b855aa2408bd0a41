"""What is given to structures, looked over: numbers that are numbers, vectors that are vectors."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Integral, Real
from reprlib import repr as short
from typing import Any, TypeVar

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem

MAX_COUNT = 100_000  # matrices and shapes of more do not fit in the memory of a computer


def refusal(what: str, where: str, hint: str) -> ModelError:
    """An error of one problem."""
    return ModelError([Problem(what, where, hint)])


Kind = TypeVar("Kind")


def instance(value: Any, kind: type[Kind], where: str, hint: str) -> Kind:
    """The value, if it is of a kind."""
    if not isinstance(value, kind):
        raise refusal(f"is {short(value)}, which is no {kind.__name__}", where, hint)
    return value


def name(value: Any, where: str) -> str:
    """A text that is not empty: numbers stand for nodes by themselves."""
    if not isinstance(value, str) or not value:
        raise refusal(f"{short(value)} is not a name", where, "a name is a text")
    return value


def number(value: Any, where: str, hint: str) -> float:
    """A real number, which may be infinite."""
    if not isinstance(value, Real) or np.isnan(float(value)):
        raise refusal(f"is {short(value)}", where, hint)
    return float(value)


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
    value = value.toarray() if sparse.issparse(value) else value
    try:
        if np.iscomplexobj(value):
            raise TypeError
        found = np.asarray(value, float)
    except (TypeError, ValueError):
        raise refusal(f"{short(value)} is not made of numbers", where, "numbers") from None
    if not np.isfinite(found).all():
        raise refusal("has entries that are not finite numbers", where, "numbers")
    return found


def count(value: Any, where: str) -> int:
    """A whole number from 1 on."""
    if not isinstance(value, Integral) or isinstance(value, bool) or value < 1:
        raise refusal(f"is {value!r}", where, "a whole number from 1 on")
    if int(value) > MAX_COUNT:
        raise refusal(f"is {value!r}, more than fit in memory", where, f"{MAX_COUNT} or fewer")
    return int(value)


def counts(value: Any, size: int, where: str) -> tuple[int, ...]:
    """So many whole numbers from 1 on."""
    if not isinstance(value, Iterable) or len(each := tuple(value)) != size:
        raise refusal(f"is {short(value)}", where, f"{size} whole numbers from 1 on")
    return tuple(count(one, where) for one in each)


def rotation(value: Any, where: str) -> np.ndarray:
    """A matrix that turns."""
    R = array(value, where)
    if R.shape != (3, 3) or np.abs(R @ R.T - np.eye(3)).max() > 1e-9 or np.linalg.det(R) < 0:
        raise refusal("is no rotation", where, "a matrix of right-handed unit axes")
    return R


def indices(value: Any, where: str) -> np.ndarray:
    """Whole numbers in an array."""
    found = np.asarray(value)
    if found.size and found.dtype.kind not in "iu":
        raise refusal("has entries that are not whole numbers", where, "whole numbers from 0 on")
    return found.astype(int)
