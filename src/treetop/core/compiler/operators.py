"""Operators on values."""

import math
import operator
from collections.abc import Callable

from numba.extending import overload

from treetop.core.compiler.numbers import NUMBER_CLASSES, is_number
from treetop.core.compiler.options import OPTIONS

_RULES: dict[tuple, Callable] = {}
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
        for symbol in (op, _IN_PLACE.get(op, op)):
            _overload(symbol, kinds, formula)
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

    overload(function, strict=False, jit_options=OPTIONS)(
        lambda x: values if _is(x, kind) else numbers
    )
    return function


def _overload(symbol, kinds, formula):
    def one(a):
        return formula if _is(a, kinds[0]) else None

    def two(a, b):
        return formula if _is(a, kinds[0]) and _is(b, kinds[1]) else None

    choose = one if len(kinds) == 1 else two
    overload(symbol, strict=False, jit_options=OPTIONS)(choose)


def _interpret(op, *values):
    numbers = tuple(NUMBER_CLASSES)
    kinds = (float if isinstance(value, numbers) else type(value) for value in values)
    formula = _RULES.get((op, *kinds))
    return NotImplemented if formula is None else formula(*values)


def _is(numba_type, value_type):
    if value_type is float:
        return is_number(numba_type)
    return getattr(numba_type, "instance_class", None) is value_type
