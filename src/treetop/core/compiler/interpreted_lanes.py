"""Lanes for interpreted code, where no compiler chooses what an operator does: see `lanes`."""

from __future__ import annotations

import builtins
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from treetop.core.compiler.numbers import BRANCHES, NUMBER_CLASSES


class Mask:
    """A truth value for each lane."""

    __slots__ = ("truths",)

    def __init__(self, truths: np.ndarray) -> None:
        self.truths = truths

    def __bool__(self) -> bool:
        raise TypeError(BRANCHES)

    def __and__(self, other):
        return Mask(self.truths & getattr(other, "truths", other))

    def __or__(self, other):
        return Mask(self.truths | getattr(other, "truths", other))

    def __xor__(self, other):
        return Mask(self.truths ^ getattr(other, "truths", other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def all(self) -> bool:
        return bool(self.truths.all())

    def any(self) -> bool:
        return bool(self.truths.any())

    def where(self, a, b):
        """Lane by lane a or b, which may be values of several numbers."""
        if isinstance(a, tuple):
            parts = [self.where(*pair) for pair in zip(a, b, strict=True)]
            return type(a)(*parts) if hasattr(a, "_fields") else tuple(parts)
        return Lanes(np.where(self.truths, _of(a), _of(b)))


def _of(x: Any) -> Any:
    return x.numbers if isinstance(x, Lanes) else x


def _arithmetic(law: Callable) -> tuple[Callable, Callable]:
    """An operator, and that with the operands exchanged."""

    def made(a: Any, b: Any) -> Any:
        if not all(isinstance(each, tuple(NUMBER_CLASSES)) for each in (a, b)):
            return NotImplemented
        with np.errstate(all="ignore"):
            return Lanes(law(_of(a), _of(b)))

    return made, lambda b, a: made(a, b)


def _powers(a: Any, b: Any) -> np.ndarray:
    """One after the other: NumPy's powers of arrays are rounded in another way than of numbers."""
    columns = np.broadcast_arrays(a, b)
    return np.array([x**y for x, y in zip(*columns, strict=True)])


def _comparison(law: Callable) -> Callable:
    return lambda a, b: Mask(law(a.numbers, _of(b)))


class Lanes:
    """The numbers of several runs."""

    __slots__ = ("numbers",)

    def __init__(self, numbers: np.ndarray) -> None:
        self.numbers = numbers

    def __array_ufunc__(self, ufunc, method, *inputs):
        """Numbers of NumPy are numbers, too."""
        if method != "__call__":
            return NotImplemented
        with np.errstate(all="ignore"):
            found = ufunc(*(_of(each) for each in inputs))
        return Mask(found) if found.dtype == bool else Lanes(found)

    __add__, __radd__ = _arithmetic(np.add)
    __sub__, __rsub__ = _arithmetic(np.subtract)
    __mul__, __rmul__ = _arithmetic(np.multiply)
    __truediv__, __rtruediv__ = _arithmetic(np.divide)
    __pow__, __rpow__ = _arithmetic(_powers)
    __lt__ = _comparison(np.less)
    __le__ = _comparison(np.less_equal)
    __gt__ = _comparison(np.greater)
    __ge__ = _comparison(np.greater_equal)
    __eq__ = _comparison(np.equal)
    __ne__ = _comparison(np.not_equal)
    __hash__ = None  # type: ignore[assignment]

    def __neg__(self) -> Lanes:
        return Lanes(-self.numbers)

    def __pos__(self) -> Lanes:
        return self

    def __abs__(self) -> Lanes:
        return Lanes(np.abs(self.numbers))

    def __float__(self) -> float:
        raise TypeError(BRANCHES)


NUMBER_CLASSES.append(Lanes)


def lane(x: Lanes | float, k: int) -> float:
    """The number in lane k; interpreted code writes numbers into rows of lanes as they are."""
    return float(x.numbers[k]) if isinstance(x, Lanes) else float(x)


def with_lane(x: Lanes | float, k: int, number: float, width: int = 0) -> Lanes:
    """Lanes with another number in lane k; of a number as it is, so many lanes are made."""
    numbers = x.numbers.copy() if isinstance(x, Lanes) else np.full(width, float(x))
    numbers[k] = number
    return Lanes(numbers)


_NAMES = (
    *("sqrt", "sin", "cos", "tan", "tanh", "sinh", "cosh", "exp", "log", "asin", "acos", "atan"),
    *("atanh", "erf", "floor", "ceil", "atan2", "hypot", "copysign"),
)
_TESTS = ("isfinite", "isnan")
_math = {name: getattr(math, name) for name in (*_NAMES, *_TESTS)}


def _in_each(name: str) -> Callable:
    """A function of numbers, called for each lane."""
    real = _math[name]

    def function(*numbers):
        if not any(isinstance(each, Lanes) for each in numbers):
            return real(*numbers)
        columns = np.broadcast_arrays(*map(_of, numbers))
        found = np.array([real(*row) for row in zip(*columns, strict=True)])
        return Mask(found) if name in _TESTS else Lanes(found.astype(float))

    return function


_min, _max = min, max


def _chosen(real: Callable, before: Callable) -> Callable:
    """The least or the greatest of some numbers, in each lane."""

    def function(*numbers, **options):
        if not any(isinstance(each, Lanes) for each in numbers):
            return real(*numbers, **options)
        found = _of(numbers[0])
        for each in numbers[1:]:
            found = np.where(before(_of(each), found), _of(each), found)
        return Lanes(found)

    return function


_FUNCTIONS = {name: _in_each(name) for name in _math}


@contextmanager
def functions_of_lanes() -> Iterator[None]:
    """Let functions of the module `math`, which kernels call, and the least and the greatest of
    several numbers take lanes."""
    try:
        builtins.min, builtins.max = _chosen(_min, np.less), _chosen(_max, np.greater)
        for name, function in _FUNCTIONS.items():
            setattr(math, name, function)
        yield
    finally:
        builtins.min, builtins.max = _min, _max
        for name in _FUNCTIONS:
            setattr(math, name, _math[name])
