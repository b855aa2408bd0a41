"""Functions of lanes: of the machine's vectors where it has them, else of one lane after another,
by the very function that a single run calls."""

import math
import operator

import numba as nb
import numpy as np
from llvmlite import ir
from numba.core import cgutils
from numba.extending import intrinsic, overload

from treetop.core.compiler.lanes import Lanes, are_lanes, lane, with_lane
from treetop.core.compiler.numbers import is_real, where
from treetop.core.compiler.options import WITHIN


def _of_machine(name):
    """A function that the machine has for vectors."""

    @intrinsic
    def function(typing_context, x):
        def generate(context, builder, sig, arguments):
            form = ir.VectorType(ir.DoubleType(), x.width)
            kind = ir.FunctionType(form, [form])
            full = f"llvm.{name}.v{x.width}f64"
            called = cgutils.get_or_insert_function(builder.module, kind, full)
            return builder.call(called, arguments)

        return x(x), generate

    return lambda x: function(x)


def _in_each(function):
    """A function of a number, called for each lane."""

    def code(x):
        found = x
        for k in range(_width(x)):
            found = with_lane(found, k, function(lane(x, k)))
        return found

    return code


@intrinsic
def _width(typing_context, x):
    return nb.types.int64(x), lambda c, b, s, a: c.get_constant(nb.types.int64, x.width)


@intrinsic
def _wide(typing_context, x, like):
    """A number of the same kind as another."""
    return like(x, like), lambda c, b, s, a: c.cast(b, a[0], s.args[0], like)


def _function(function, code):
    overload(function, strict=False, jit_options=WITHIN)(lambda x: code if are_lanes(x) else None)


_sqrt, _abs = _of_machine("sqrt"), _of_machine("fabs")
for _named, _code in {
    math.sqrt: _sqrt,
    np.sqrt: _sqrt,
    abs: _abs,
    math.fabs: _abs,
    math.floor: _of_machine("floor"),
    math.ceil: _of_machine("ceil"),
    math.isfinite: lambda x: abs(x) < math.inf,
    math.isnan: lambda x: x != x,
    float: lambda x: x,
}.items():
    _function(_named, _code)

for _named in (
    *(math.sin, math.cos, math.tan, math.tanh, math.sinh, math.cosh, math.exp, math.log),
    *(math.asin, math.acos, math.atan, math.atanh, math.erf),
):
    _function(_named, _in_each(_named))


def _of_two(function, code):
    """A function of two numbers, at least one of them of lanes."""

    def choose(x, y):
        found = [each for each in (x, y) if are_lanes(each)]
        known = all(each in found or is_real(each) for each in (x, y))
        return code if found and known else None

    overload(function, strict=False, jit_options=WITHIN)(choose)


def _pairs(function):
    """A function of two numbers, called for each lane."""

    def code(x, y):
        a, b = _both(x, y)
        found = a
        for k in range(_width(a)):
            found = with_lane(found, k, function(lane(a, k), lane(b, k)))
        return found

    return code


def _both(x, y):
    """Two numbers, both as lanes."""
    raise NotImplementedError


@overload(_both, strict=False, jit_options=WITHIN)
def _as_lanes(x, y):
    if are_lanes(x) and are_lanes(y):
        return lambda x, y: (x, y)
    if are_lanes(x):
        return lambda x, y: (x, _wide(y, x))
    return lambda x, y: (_wide(x, y), y)


def _power(x, y):
    return x**y


for _named in (math.atan2, math.hypot, math.copysign):
    _of_two(_named, _pairs(_named))
_of_two(min, lambda x, y: where(y < x, y, x))
_of_two(max, lambda x, y: where(y > x, y, x))


@overload(max, strict=False, jit_options=WITHIN)
def _max_of_three(x, y, z):
    if any(map(are_lanes, (x, y, z))):
        return lambda x, y, z: max(max(x, y), z)


_raised = _pairs(nb.njit(**WITHIN)(_power))


def _pow(x, y):
    if not isinstance(x, Lanes) and not isinstance(y, Lanes):
        return None
    if isinstance(y, nb.types.IntegerLiteral) and y.literal_value == 2:
        return lambda x, y: x * x
    if isinstance(y, nb.types.IntegerLiteral) and y.literal_value == 3:
        return lambda x, y: x * x * x
    return _raised


overload(operator.pow, strict=False, jit_options=WITHIN)(_pow)
