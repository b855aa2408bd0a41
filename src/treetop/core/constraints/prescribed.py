"""Functions of time with their first two rates, which constraints follow.

A value with its rates is a jet: ``f``, ``f'``, ``f''``.  Expressions are worked out step by step,
each step by the rules of differentiation, so that the rates are exact.
"""

import functools
import math

from treetop.core.compiler import by_lane, entry, inlinable, kernel
from treetop.core.spatial import Jet, cos, exp, log, sin, smoothstep, sqrt, tan, tanh
from treetop.core.tables.kinds import (
    ADD,
    CONSTANT,
    COS,
    DIVIDE,
    EXP,
    EXPRESSION,
    LOG,
    MULTIPLY,
    NEGATE,
    ORBIT,
    POWER,
    SIN,
    SMOOTHSTEP,
    SPLINE,
    SQRT,
    SUBTRACT,
    TAN,
    TANH,
    TIME,
)
from treetop.core.tables.search import interval
from treetop.core.tables.user_laws import chosen_by_number


@kernel
def drive(drives, jets, d, t):
    """Function d at time t; `jets` is workspace for the steps of an expression."""
    if drives.sort[d] == SPLINE:
        return spline(drives, d, t)
    if drives.sort[d] == EXPRESSION:
        return expression(drives, jets, d, t)
    if drives.sort[d] == ORBIT:
        return orbit(drives, d, t)
    value, rate, second = drives.user_function(d, t)
    return Jet(value, rate, second)


# --- splines ----------------------------------------------------------------------------


@by_lane
def spline(drives, d, t):
    """A cubic from each knot on; straight on before the first and after the last."""
    first, end = drives.at[d], drives.at[d + 1]
    low = interval(drives.time, first, end, t)
    s, c = t - drives.time[low], drives.number[low]
    if low == end - 1 or t < drives.time[first]:
        return Jet(c[0] + c[1] * s, c[1], 0.0)
    value = c[0] + s * (c[1] + s * (c[2] + s * c[3]))
    return Jet(value, c[1] + s * (2.0 * c[2] + 3.0 * s * c[3]), 2.0 * c[2] + 6.0 * s * c[3])


# --- orbits -----------------------------------------------------------------------------


@by_lane
def orbit(drives, d, t):
    """A coordinate along Kepler's orbit."""
    first = drives.at[d]
    n, e, begin = drives.number[first, 0], drives.number[first, 1], drives.number[first, 2]
    a, b = drives.number[first + 1, 0], drives.number[first + 1, 1]
    E = eccentric_anomaly(begin + n * t, e)
    s, c = math.sin(E), math.cos(E)
    E_rate = n / (1.0 - e * c)
    E_second = -e * s * E_rate * E_rate / (1.0 - e * c)
    along, across = b * c - a * s, a * c + b * s
    value = a * (c - e) + b * s
    return Jet(value, along * E_rate, along * E_second - across * E_rate * E_rate)


@kernel
def eccentric_anomaly(M, e):
    """Kepler's equation ``E - e sin E = M``, by Newton's method from Danby's guess."""
    turns = 2.0 * math.pi * math.floor(M / (2.0 * math.pi))
    M -= turns
    E = M + math.copysign(0.85 * e, math.sin(M))
    for _ in range(30):
        change = (E - e * math.sin(E) - M) / (1.0 - e * math.cos(E))
        E -= change
        if abs(change) < 1e-15 * (1.0 + abs(E)):
            break
    return E


# --- expressions ------------------------------------------------------------------------


@by_lane
def expression(drives, jets, d, t):
    first = drives.at[d]
    steps = drives.at[d + 1] - first
    for k in range(steps):
        what, a, b = drives.step[first + k, 0], drives.step[first + k, 1], drives.step[first + k, 2]
        if what == CONSTANT:
            put(jets, k, Jet(drives.number[first + k, 0], 0.0, 0.0))
        elif what == TIME:
            put(jets, k, Jet(t, 1.0, 0.0))
        elif what == POWER:
            put(jets, k, jet(jets, a) ** drives.number[first + k, 0])
        elif what in (ADD, SUBTRACT, MULTIPLY, DIVIDE):
            put(jets, k, combined(what, jet(jets, a), jet(jets, b)))
        else:
            put(jets, k, transformed(what, jet(jets, a)))
    return jet(jets, steps - 1)


@kernel
def jet(jets, k):
    return Jet(jets[k, 0], jets[k, 1], jets[k, 2])


@kernel
def put(jets, k, f):
    jets[k, 0], jets[k, 1], jets[k, 2] = f.value, f.rate, f.second


@kernel
def combined(what, f, g):
    if what == ADD:
        return f + g
    if what == SUBTRACT:
        return f - g
    return f * g if what == MULTIPLY else f / g


@kernel
def transformed(what, f):
    if what == NEGATE:
        return -f
    if what == SIN:
        return sin(f)
    if what == COS:
        return cos(f)
    if what == TAN:
        return tan(f)
    if what == TANH:
        return tanh(f)
    if what == EXP:
        return exp(f)
    if what == LOG:
        return log(f)
    if what == SQRT:
        return sqrt(f)
    if what == SMOOTHSTEP:
        return smoothstep(f)
    return Jet(math.nan, math.nan, math.nan)


# --- functions defined by the user ------------------------------------------------------------

_SAMPLE = ((0.0, 0.0, 0.0), 0, 0.0)


@entry(*_SAMPLE)
def no_function(d, t):
    return 0.0, 0.0, 0.0


def drives_by(functions):
    """One compiled function of (d, t) that calls the one of drive d; `functions` by d."""
    return _compiled(tuple(functions.items())) if functions else no_function.function


@functools.lru_cache(maxsize=64)
def _compiled(functions):
    def none(d, t):
        return 0.0, 0.0, 0.0

    kernels = ((number, inlinable(function)) for number, function in functions)
    return chosen_by_number(none, _or_else, kernels, _SAMPLE)


def _or_else(number, function, others):
    def choose(d, t):
        if d == number:
            value, rate, second = function(t)
            return 1.0 * value, 1.0 * rate, 1.0 * second
        return others(d, t)

    return choose
