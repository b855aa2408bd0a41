"""Jets: the rules of differentiation, against differences of the functions themselves."""

import math

import numpy as np
import pytest

from treetop.core.compiler import INTERPRETED, inlinable
from treetop.core.spatial import (
    Jet,
    Vec3,
    cos,
    cross,
    dot,
    exp,
    jet_of,
    log,
    norm,
    sin,
    smoothstep,
    sqrt,
    tan,
    tanh,
)

FUNCTIONS = {
    "sum": lambda x: 2.0 + x + 3.0,
    "difference": lambda x: 1.0 - x - 0.5 - x * x,
    "product": lambda x: 3.0 * x * x * 0.5 * x,
    "quotient": lambda x: 1.0 / x + x / 2.0 + (x + 1.0) / (x * x + 2.0),
    "power": lambda x: x**3 + x**2 + x**-1 + x**0.5 + x**1 + x**0,
    "negative": lambda x: -x * -x * -x,
    "sin": lambda x: sin(x),
    "cos": lambda x: cos(x),
    "tan": lambda x: tan(x),
    "tanh": lambda x: tanh(x),
    "exp": lambda x: exp(x),
    "log": lambda x: log(x),
    "sqrt": lambda x: sqrt(x),
    "smoothstep": lambda x: smoothstep(x / 2.0) + smoothstep(x - 5.0) + smoothstep(x + 2.0),
    "nested": lambda x: exp(-sin(x * x) / sqrt(1.0 + x**2)),
    "vectors": lambda x: norm(cross(Vec3(x, 1.0, 2.0), Vec3(sin(x), x * x, 0.5)) * x),
    "scaled": lambda x: dot(x * Vec3(1.0, x, 2.0) + Vec3(1.0, 2.0, 3.0), -Vec3(x, x, x)),
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_rates_are_those_of_the_function(name):
    """Rates of f(x(t)) with x = 0.8 + 0.6 t + 0.35 t²: central differences, extrapolated."""
    f = inlinable(FUNCTIONS[name])
    found = f(Jet(0.8, 0.6, 0.7))

    def at(t):
        return f(0.8 + 0.6 * t + 0.35 * t * t)

    def differences(h):
        first = (at(h) - at(-h)) / (2 * h)
        return np.array([first, (at(h) - 2 * at(0.0) + at(-h)) / h**2])

    first, second = (4 * differences(1e-3) - differences(2e-3)) / 3
    assert found.value == pytest.approx(at(0.0), rel=1e-15)
    assert found.rate == pytest.approx(first, rel=1e-9, abs=1e-9)
    assert found.second == pytest.approx(second, rel=1e-8, abs=1e-8)


def test_numbers_stay_numbers():
    assert sqrt(2.0) == math.sqrt(2.0)
    assert norm(Vec3(3.0, 0.0, 4.0)) == 5.0
    assert jet_of(2) == Jet(2.0, 0.0, 0.0)
    assert jet_of(Jet(1.0, 2.0, 3.0)) == Jet(1.0, 2.0, 3.0)


def test_numbers_of_numpy_are_numbers():
    x = np.float64(2.0)
    assert x * Jet(1.0, 2.0, 3.0) == Jet(2.0, 4.0, 6.0)
    assert x - Jet(1.0, 2.0, 3.0) == Jet(1.0, -2.0, -3.0)


def test_powers_of_negative_values():
    assert Jet(-2.0, 1.0, 0.0) ** 2 == Jet(4.0, -4.0, 2.0)
    assert Jet(0.0, 1.0, 0.0) ** 2 == Jet(0.0, 0.0, 2.0)
    assert INTERPRETED or inlinable(lambda f: f**3)(Jet(-1.0, 1.0, 0.0)) == Jet(-1.0, 3.0, -6.0)
