"""Duals as interpreted code has them: every function against differences, and what equality is."""

import math

import numpy as np
import pytest

from treetop.core.compiler.interpreted_duals import Dual, functions_of_duals, tangent, with_tangent

ONE = np.array([1.0, 0.0])
FUNCTIONS = {
    "sqrt": 0.7, "sin": 0.7, "cos": 0.7, "tan": 0.7, "tanh": 0.7, "sinh": 0.7, "cosh": 0.7,
    "exp": 0.7, "log": 0.7, "asin": 0.3, "acos": 0.3, "atan": 0.7, "atanh": 0.3, "erf": 0.7,
}  # fmt: skip
FORMULAS = (
    lambda x: x * x - 3.0 / x + 2.0,
    lambda x: (1.0 - x) / (x + 2.0),
    lambda x: x**3 + x**-1.5 + 2.0**x,
    lambda x: abs(-x) + max(x, 0.1) - min(x, 2.0),
    lambda x: math.atan2(x, 2.0) + math.atan2(2.0, x) * math.hypot(x, 1.5),
    lambda x: math.copysign(x, -1.0) + x % 0.4,
    lambda x: np.float64(2.0) * x + np.sqrt(x),
)


def slope(formula, x, h=1e-4):
    values = [formula(x + far * h) for far in (-2, -1, 1, 2)]
    return (values[0] - 8 * values[1] + 8 * values[2] - values[3]) / (12 * h)


def agrees(formula, x):
    with functions_of_duals():
        found = formula(Dual(x, ONE))
    assert found.value == pytest.approx(formula(x), rel=1e-15)
    assert tangent(found, 0) == pytest.approx(slope(formula, x), rel=1e-10)
    assert tangent(found, 1) == 0.0


@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_have_their_derivatives(name):
    agrees(lambda x: getattr(math, name)(x), FUNCTIONS[name])


@pytest.mark.parametrize("formula", FORMULAS)
def test_formulas_have_their_derivatives(formula):
    agrees(formula, 0.7)


def test_order_looks_at_values_and_equality_at_tangents_too():
    zero, changing = Dual(0.0, 0.0 * ONE), Dual(0.0, ONE)
    assert zero == 0.0
    assert changing != 0.0
    assert changing <= 0.0 <= changing
    assert not changing < 0.0
    assert changing == with_tangent(zero, 0, 1.0)


def test_the_root_of_nothing_stays():
    with functions_of_duals():
        assert tangent(math.sqrt(Dual(0.0, 0.0 * ONE)), 0) == 0.0
    assert math.sqrt(4.0) == 2.0
