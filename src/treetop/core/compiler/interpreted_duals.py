"""Duals for interpreted code, where no compiler chooses what an operator does: see `duals`."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from treetop.core.compiler.numbers import NUMBER_CLASSES, function_of, value_of


class Dual:
    """A value, and its derivatives along some directions."""

    __slots__ = ("tangents", "value")

    def __array_ufunc__(self, ufunc, method, *inputs):
        """Numbers of NumPy are numbers, too."""
        numbers = [each if isinstance(each, Dual) else np.asarray(each).item() for each in inputs]
        known = _OPERATORS.get(ufunc) or _FUNCTIONS.get(ufunc.__name__)
        return known(*numbers) if known and method == "__call__" else NotImplemented

    def __init__(self, value: float, tangents: np.ndarray) -> None:
        self.value, self.tangents = value, tangents

    def function(self, value: float, slope: float) -> Dual:
        return Dual(value, slope * self.tangents)

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.tangents)

    def __pos__(self) -> Dual:
        return self

    def __abs__(self) -> Dual:
        return self.function(abs(self.value), math.copysign(1.0, self.value))

    def __add__(self, other):
        return _combined(self, other, lambda a, b: (a + b, 1.0, 1.0))

    def __sub__(self, other):
        return _combined(self, other, lambda a, b: (a - b, 1.0, -1.0))

    def __mul__(self, other):
        return _combined(self, other, lambda a, b: (a * b, b, a))

    def __truediv__(self, other):
        return _combined(self, other, _quotient)

    def __pow__(self, other):
        return _combined(self, other, _power)

    def __radd__(self, other):
        return _combined(other, self, lambda a, b: (a + b, 1.0, 1.0))

    def __rsub__(self, other):
        return _combined(other, self, lambda a, b: (a - b, 1.0, -1.0))

    def __rmul__(self, other):
        return _combined(other, self, lambda a, b: (a * b, b, a))

    def __rtruediv__(self, other):
        return _combined(other, self, _quotient)

    def __rpow__(self, other):
        return _combined(other, self, _power)

    def __mod__(self, other):
        return self - other * math.floor(self.value / value_of(other))

    def __floordiv__(self, other):
        return float(math.floor(self.value / value_of(other)))

    def __lt__(self, other) -> bool:
        return self.value < value_of(other)

    def __le__(self, other) -> bool:
        return self.value <= value_of(other)

    def __gt__(self, other) -> bool:
        return self.value > value_of(other)

    def __ge__(self, other) -> bool:
        return self.value >= value_of(other)

    def __eq__(self, other) -> bool:
        tangents = getattr(other, "tangents", 0.0)
        return self.value == value_of(other) and bool(np.all(self.tangents == tangents))

    __hash__ = None  # type: ignore[assignment]

    def __floor__(self) -> int:
        return math.floor(self.value)

    def __ceil__(self) -> int:
        return math.ceil(self.value)

    def __int__(self) -> int:
        return int(self.value)


NUMBER_CLASSES.append(Dual)
_OPERATORS: dict[Any, Callable] = {
    np.add: operator.add,
    np.subtract: operator.sub,
    np.multiply: operator.mul,
    np.divide: operator.truediv,
    np.power: operator.pow,
    np.less: operator.lt,
    np.less_equal: operator.le,
    np.greater: operator.gt,
    np.greater_equal: operator.ge,
    np.equal: operator.eq,
    np.not_equal: operator.ne,
}
_Law = Callable[[float, float], tuple[float, float, float]]


def _combined(x: Any, y: Any, law: _Law) -> Any:
    if not all(isinstance(each, tuple(NUMBER_CLASSES)) for each in (x, y)):
        return NotImplemented
    a, b = value_of(x), value_of(y)
    value, by_x, by_y = law(a, b)
    tangents: Any = 0.0
    if isinstance(x, Dual):
        tangents = tangents + by_x * x.tangents
    if isinstance(y, Dual):
        tangents = tangents + by_y * y.tangents
    return Dual(value, np.asarray(tangents))


def _over(a: float, b: float) -> float:
    return float(np.float64(a) / b)


def _quotient(a: float, b: float) -> tuple[float, float, float]:
    return _over(a, b), _over(1.0, b), -_over(_over(a, b), b)


def _power(a: float, n: float) -> tuple[float, float, float]:
    p = a**n
    return p, n * a ** (n - 1.0) if n else 0.0, p * math.log(a) if a > 0.0 else 0.0


def tangent(x: Any, k: int) -> float:
    """The derivative along direction k."""
    return float(x.tangents[k]) if isinstance(x, Dual) else 0.0


def with_tangent(x: Dual, k: int, slope: float) -> Dual:
    """A dual with another derivative along direction k."""
    tangents = x.tangents.copy()
    tangents[k] = slope
    return Dual(x.value, tangents)


_math = {name: getattr(math, name) for name in dir(math)}
_SLOPES: dict[str, Callable[[float, float], float]] = {  # of x and the function's value
    "sqrt": lambda x, y: 0.5 / y if y > 0.0 else 0.0,
    "sin": lambda x, y: math.cos(x),
    "cos": lambda x, y: -math.sin(x),
    "tan": lambda x, y: 1.0 + y * y,
    "tanh": lambda x, y: 1.0 - y * y,
    "sinh": lambda x, y: math.cosh(x),
    "cosh": lambda x, y: math.sinh(x),
    "exp": lambda x, y: y,
    "log": lambda x, y: 1.0 / x,
    "asin": lambda x, y: 1.0 / math.sqrt(1.0 - x * x),
    "acos": lambda x, y: -1.0 / math.sqrt(1.0 - x * x),
    "atan": lambda x, y: 1.0 / (1.0 + x * x),
    "atanh": lambda x, y: 1.0 / (1.0 - x * x),
    "erf": lambda x, y: 2.0 / math.sqrt(math.pi) * math.exp(-x * x),
    "isfinite": lambda x, y: 0.0,
    "isnan": lambda x, y: 0.0,
}


def _of_one(name: str) -> Callable:
    real, slope = _math[name], _SLOPES[name]

    def function(x):
        if not isinstance(x, Dual):
            return real(x)
        value = real(x.value)
        return value if isinstance(value, bool) else function_of(x, value, slope(x.value, value))

    return function


def _of_two(name: str, law: _Law) -> Callable:
    real = _math[name]

    def function(x, y):
        dual = isinstance(x, Dual) or isinstance(y, Dual)
        return _combined(x, y, law) if dual else real(x, y)

    return function


def _atan2(a: float, b: float) -> tuple[float, float, float]:
    s = 1.0 / (a * a + b * b)
    return _math["atan2"](a, b), b * s, -a * s


def _hypot(a: float, b: float) -> tuple[float, float, float]:
    r = _math["hypot"](a, b)
    return r, a / r if r else 0.0, b / r if r else 0.0


def _copysign(a: float, b: float) -> tuple[float, float, float]:
    signed = _math["copysign"](a, b)
    return signed, 1.0 if signed == a else -1.0, 0.0


_FUNCTIONS = {name: _of_one(name) for name in _SLOPES} | {
    "atan2": _of_two("atan2", _atan2),
    "hypot": _of_two("hypot", _hypot),
    "copysign": _of_two("copysign", _copysign),
}


@contextmanager
def functions_of_duals() -> Iterator[None]:
    """Let functions of the module `math`, which kernels call, take duals."""
    try:
        for name, function in _FUNCTIONS.items():
            setattr(math, name, function)
        yield
    finally:
        for name in _FUNCTIONS:
            setattr(math, name, _math[name])
