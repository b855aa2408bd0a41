"""Operators on values."""

import math
import operator
from collections.abc import Callable

from numba.extending import overload

from treetop.core.compiler.numbers import NUMBER_CLASSES, is_number
from treetop.core.compiler.options import WITHIN

_RULES: dict[tuple, Callable] = {}
_OVERLOADED: set[Callable] = set()
_METHOD = {
    operator.add: "__add__",
    operator.sub: "__sub__",
    operator.mul: "__mul__",
    operator.truediv: "__truediv__",
    operator.pow: "__pow__",
    operator.matmul: "__matmul__",
    operator.neg: "__neg__",
}
_REFLECTED = {  # with a number on the left
    operator.add: "__radd__",
    operator.sub: "__rsub__",
    operator.mul: "__rmul__",
    operator.truediv: "__rtruediv__",
}
_IN_PLACE = {operator.add: operator.iadd, operator.sub: operator.isub}


def rule(op: Callable, *kinds: type):
    """Define an operator for one or two values, at least one of them of our value types."""

    def register(formula):
        _RULES[op, *kinds] = formula
        if kinds[0] is float:
            setattr(kinds[1], _REFLECTED[op], lambda b, a: _interpret(op, a, b))
        else:
            setattr(kinds[0], _METHOD[op], lambda *values: _interpret(op, *values))
        for symbol in {op, _IN_PLACE.get(op, op)} - _OVERLOADED:
            _overload(symbol, op, len(kinds))
        return formula

    return register


def either(of_numbers: Callable, kind: type, of_kind: Callable) -> Callable:
    """A function of a number or of one of our values, for compiled and interpreted code alike."""

    def function(x):
        name = getattr(of_numbers, "__name__", "")
        return of_kind(x) if isinstance(x, kind) else getattr(math, name, of_numbers)(x)

    def numbers(x):
        return of_numbers(x)

    def values(x):
        return of_kind(x)

    overload(function, strict=False, jit_options=WITHIN)(
        lambda x: values if _class(x) is kind else numbers
    )
    return function


def _overload(symbol, op, count):
    """Let the compiler ask once which rule there is, however many there are."""

    def one(a):
        return _RULES.get((op, _class(a)))

    def two(a, b):
        return _RULES.get((op, _class(a), _class(b)))

    overload(symbol, strict=False, jit_options=WITHIN)(one if count == 1 else two)
    _OVERLOADED.add(symbol)


def _class(numba_type):
    return float if is_number(numba_type) else getattr(numba_type, "instance_class", None)


def _interpret(op, *values):
    numbers = tuple(NUMBER_CLASSES)
    kinds = (float if isinstance(value, numbers) else type(value) for value in values)
    formula = _RULES.get((op, *kinds))
    return NotImplemented if formula is None else formula(*values)
