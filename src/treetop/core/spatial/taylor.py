"""Numbers that carry their derivatives, so that a formula is differentiated exactly.

A jet is a value that changes, with its first two rates: ``f``, ``f'``, ``f''``.  Sums, products and
functions of jets follow the rules of differentiation; numbers are constants among them.
"""

import math
from operator import add, mul, neg, pow, sub, truediv
from typing import NamedTuple

from treetop.core.compiler import either, kernel, rule
from treetop.core.spatial.values import Vec3

__all__ = [
    "Jet", "cos", "exp", "jet_of", "log", "sin", "smoothstep", "sqrt", "tan", "tanh",
]  # fmt: skip


class Jet(NamedTuple):
    """A value at one instant, with its first two rates."""

    value: float
    rate: float
    second: float


Jet.__array_ufunc__ = None  # type: ignore[attr-defined]  # numbers of NumPy are numbers, too

rule(neg, Jet)(lambda f: Jet(-f.value, -f.rate, -f.second))
rule(add, Jet, Jet)(lambda f, g: Jet(f.value + g.value, f.rate + g.rate, f.second + g.second))
rule(add, Jet, float)(lambda f, c: Jet(f.value + c, f.rate, f.second))
rule(add, float, Jet)(lambda c, f: Jet(c + f.value, f.rate, f.second))
rule(sub, Jet, Jet)(lambda f, g: Jet(f.value - g.value, f.rate - g.rate, f.second - g.second))
rule(sub, Jet, float)(lambda f, c: Jet(f.value - c, f.rate, f.second))
rule(sub, float, Jet)(lambda c, f: Jet(c - f.value, -f.rate, -f.second))
rule(mul, Jet, Jet)(
    lambda f, g: Jet(
        f.value * g.value,
        f.rate * g.value + f.value * g.rate,
        f.second * g.value + 2.0 * f.rate * g.rate + f.value * g.second,
    )
)
rule(mul, Jet, float)(lambda f, c: Jet(f.value * c, f.rate * c, f.second * c))
rule(mul, float, Jet)(lambda c, f: Jet(c * f.value, c * f.rate, c * f.second))
rule(truediv, Jet, Jet)(lambda f, g: f * power(g, -1.0))
rule(truediv, Jet, float)(lambda f, c: Jet(f.value / c, f.rate / c, f.second / c))
rule(truediv, float, Jet)(lambda c, f: c * power(f, -1.0))
rule(pow, Jet, float)(lambda f, n: power(f, float(n)))
rule(mul, Vec3, Jet)(lambda a, f: Vec3(a.x * f, a.y * f, a.z * f))
rule(mul, Jet, Vec3)(lambda f, a: Vec3(f * a.x, f * a.y, f * a.z))


@kernel
def composed(f, value, first, second):
    """A function of f, given with its first two derivatives at f."""
    return Jet(value, first * f.rate, second * f.rate * f.rate + first * f.second)


@kernel
def power(f, n):
    """A constant power: 0, 1 and 2 have derivatives that end."""
    x = f.value
    first = 0.0 if n == 0.0 else n * x ** (n - 1.0)
    second = 0.0 if n in (0.0, 1.0) else n * (n - 1.0) * x ** (n - 2.0)
    return composed(f, x**n, first, second)


@kernel
def _sqrt(f):
    y = math.sqrt(f.value)
    return composed(f, y, 0.5 / y, -0.25 / (f.value * y))


@kernel
def _sin(f):
    s, c = math.sin(f.value), math.cos(f.value)
    return composed(f, s, c, -s)


@kernel
def _cos(f):
    s, c = math.sin(f.value), math.cos(f.value)
    return composed(f, c, -s, -c)


@kernel
def _tan(f):
    y = math.tan(f.value)
    return composed(f, y, 1.0 + y * y, 2.0 * y * (1.0 + y * y))


@kernel
def _tanh(f):
    y = math.tanh(f.value)
    return composed(f, y, 1.0 - y * y, -2.0 * y * (1.0 - y * y))


@kernel
def _exp(f):
    y = math.exp(f.value)
    return composed(f, y, y, y)


@kernel
def _log(f):
    x = f.value
    return composed(f, math.log(x), 1.0 / x, -1.0 / (x * x))


@kernel
def _step(x):
    """From 0 at 0 to 1 at 1, with no first and second rate there."""
    x = min(max(x, 0.0), 1.0)
    return x * x * x * (10.0 - x * (15.0 - 6.0 * x))


@kernel
def _smoothstep(f):
    x = min(max(f.value, 0.0), 1.0)
    left = x * (1.0 - x)
    return composed(f, _step(x), 30.0 * left * left, 60.0 * left * (1.0 - 2.0 * x))


@kernel
def _constant(c):
    return Jet(1.0 * c, 0.0, 0.0)


@kernel
def _itself(f):
    return Jet(1.0 * f.value, 1.0 * f.rate, 1.0 * f.second)


sqrt = either(math.sqrt, Jet, _sqrt)
sin = either(math.sin, Jet, _sin)
cos = either(math.cos, Jet, _cos)
tan = either(math.tan, Jet, _tan)
tanh = either(math.tanh, Jet, _tanh)
exp = either(math.exp, Jet, _exp)
log = either(math.log, Jet, _log)
smoothstep = either(_step, Jet, _smoothstep)
jet_of = either(_constant, Jet, _itself)
