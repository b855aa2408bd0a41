"""Functions of duals: each by its value and its derivative there.

Square roots and lengths of nothing are taken to stay: of what is zero, and of its square, that is
so to first order.
"""

import math
import operator

import numba as nb
import numpy as np
from numba.extending import overload

from treetop.core.compiler.duals import is_dual
from treetop.core.compiler.kernels import kernel
from treetop.core.compiler.numbers import function_of, value_of
from treetop.core.compiler.options import WITHIN


def _function(function, code):
    overload(function, strict=False, jit_options=WITHIN)(lambda x: code if is_dual(x) else None)


def _sqrt(x):
    root = math.sqrt(value_of(x))
    return function_of(x, root, 0.5 / root if root > 0.0 else 0.0)


def _tan(x):
    y = math.tan(value_of(x))
    return function_of(x, y, 1.0 + y * y)


def _tanh(x):
    y = math.tanh(value_of(x))
    return function_of(x, y, 1.0 - y * y)


def _exp(x):
    y = math.exp(value_of(x))
    return function_of(x, y, y)


def _asin(x):
    v = value_of(x)
    return function_of(x, math.asin(v), 1.0 / math.sqrt(1.0 - v * v))


def _acos(x):
    v = value_of(x)
    return function_of(x, math.acos(v), -1.0 / math.sqrt(1.0 - v * v))


def _atan(x):
    v = value_of(x)
    return function_of(x, math.atan(v), 1.0 / (1.0 + v * v))


def _atanh(x):
    v = value_of(x)
    return function_of(x, math.atanh(v), 1.0 / (1.0 - v * v))


def _erf(x):
    v = value_of(x)
    return function_of(x, math.erf(v), 2.0 / math.sqrt(math.pi) * math.exp(-v * v))


for _named, _code in {
    math.sqrt: _sqrt,
    np.sqrt: _sqrt,
    math.sin: lambda x: function_of(x, math.sin(value_of(x)), math.cos(value_of(x))),
    math.cos: lambda x: function_of(x, math.cos(value_of(x)), -math.sin(value_of(x))),
    math.log: lambda x: function_of(x, math.log(value_of(x)), 1.0 / value_of(x)),
    math.sinh: lambda x: function_of(x, math.sinh(value_of(x)), math.cosh(value_of(x))),
    math.cosh: lambda x: function_of(x, math.cosh(value_of(x)), math.sinh(value_of(x))),
    math.tan: _tan,
    math.tanh: _tanh,
    math.exp: _exp,
    math.asin: _asin,
    math.acos: _acos,
    math.atan: _atan,
    math.atanh: _atanh,
    math.erf: _erf,
    math.isfinite: lambda x: math.isfinite(value_of(x)),
    math.isnan: lambda x: math.isnan(value_of(x)),
    math.floor: lambda x: math.floor(value_of(x)),
    math.ceil: lambda x: math.ceil(value_of(x)),
    float: lambda x: x,
    int: lambda x: int(value_of(x)),
    abs: lambda x: function_of(x, abs(value_of(x)), math.copysign(1.0, value_of(x))),
}.items():
    _function(_named, _code)


def _of_two(function, code):
    """A function of two numbers, at least one of them a dual."""
    overload(function, strict=False, jit_options=WITHIN)(
        lambda x, y: code if is_dual(x) or is_dual(y) else None
    )


def _atan2(x, y):
    a, b = value_of(x), value_of(y)
    s = 1.0 / (a * a + b * b)
    return function_of(x, math.atan2(a, b), b * s) + function_of(y, 0.0, -a * s)


def _hypot(x, y):
    a, b = value_of(x), value_of(y)
    r = math.hypot(a, b)
    s = 1.0 / r if r > 0.0 else 0.0
    return function_of(x, r, a * s) + function_of(y, 0.0, b * s)


def _copysign(x, y):
    v = value_of(x)
    signed = math.copysign(v, value_of(y))
    return function_of(x, signed, 1.0 if signed == v else -1.0)


@kernel
def _power(x, y):
    v, n = value_of(x), value_of(y)
    p = v**n
    slope = n * v ** (n - 1.0) if n != 0.0 else 0.0
    return function_of(x, p, slope) + function_of(y, 0.0, p * math.log(v) if v > 0.0 else 0.0)


for _named, _law in {
    math.atan2: _atan2,
    math.hypot: _hypot,
    math.copysign: _copysign,
    min: lambda x, y: x if x <= y else y,
    max: lambda x, y: x if x >= y else y,
    operator.floordiv: lambda x, y: math.floor(value_of(x) / value_of(y)),
    operator.mod: lambda x, y: x - y * math.floor(value_of(x) / value_of(y)),
}.items():
    _of_two(_named, _law)


@overload(max, strict=False, jit_options=WITHIN)
def _max_of_three(x, y, z):
    if any(map(is_dual, (x, y, z))):
        return lambda x, y, z: max(max(x, y), z)


def _pow(x, y):
    if not (is_dual(x) or is_dual(y)):
        return None
    if isinstance(y, nb.types.IntegerLiteral) and y.literal_value == 2:
        return lambda x, y: x * x
    if isinstance(y, nb.types.IntegerLiteral) and y.literal_value == 3:
        return lambda x, y: x * x * x
    return lambda x, y: _power(x, y)


overload(operator.pow, strict=False, jit_options=WITHIN)(_pow)
