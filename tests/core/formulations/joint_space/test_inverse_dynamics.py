"""Inverse dynamics by the Newton-Euler recursion."""

import numpy as np

from agreeing import close


def test_bias_is_that_of_kane(tree):
    close(tree.system.bias(tree.state), tree.naive.bias(tree.q, tree.u), 1e-10)


def test_inverse_after_forward_is_nothing(tree):
    rates, bias = tree.system.evaluate(tree.state).speed_rates, tree.system.bias(tree.state)
    efforts = tree.system.inverse_dynamics(tree.state, rates)
    assert np.abs(efforts).max() < 1e-10 * np.abs(bias).max()


def test_efforts_are_linear_in_the_rates(tree, rng):
    rates, other = rng.normal(size=(2, tree.naive.nu))
    efforts = [tree.system.inverse_dynamics(tree.state, r) for r in (rates, other, rates + other)]
    close(efforts[2], efforts[0] + efforts[1] - tree.system.bias(tree.state), 1e-12)
