"""Lengths that the hinges of a boom stand for as it leaves its guide."""

import numpy as np
import pytest

from treetop.core.compiler import interpreted
from treetop.core.devices.boom_hinges import LEAST, SHORTEST, bending_length

H = 0.7  # length of a rod, m
LONGEST = 1.0 + SHORTEST  # rods


def length(n, s):
    with interpreted():
        return bending_length(n, s, H)


@pytest.mark.parametrize("x", [SHORTEST, 0.11, 0.5, 1.0, 1.09, 1.2])
def test_hinges_stand_for_all_of_a_boom_but_half_a_rod_at_the_tip(x):
    lengths = [length(n, x * H)[0] for n in range(4)]
    assert sum(lengths) == pytest.approx((x + 3.5) * H, rel=1e-14)
    assert min(lengths) >= 0.999 * LEAST * H


@pytest.mark.parametrize("x", [SHORTEST, 0.3, 0.7, LONGEST])
def test_sums_over_hinges_are_exact_for_linear_functions(x):
    places = (x + np.arange(4)) * H
    lengths = np.array([length(n, x * H)[0] for n in range(4)])
    assert lengths @ places == pytest.approx(((x + 3.5) * H) ** 2 / 2, rel=1e-14)


def test_each_hinge_becomes_the_next_where_a_rod_is_cut_off():
    for n in range(3):
        cut = length(n + 1, SHORTEST * H)[0]
        assert length(n, LONGEST * H)[0] == pytest.approx(cut, abs=2 * LEAST * H)
    assert length(0, SHORTEST * H)[0] == LEAST * H


@pytest.mark.parametrize("x", [0.2, 0.5, 1.05, 1.3])
def test_rates_are_those_of_the_lengths(x):
    for n in range(4):
        change = (length(n, x * H + 1e-6)[0] - length(n, x * H - 1e-6)[0]) / 2e-6
        assert length(n, x * H)[1] == pytest.approx(change, abs=1e-8)


@pytest.mark.parametrize("x", [0.2, 0.5, 1.05])
def test_a_bent_boom_is_pushed_out_by_half_the_square_of_its_moment_over_the_stiffness(x):
    EI, M, d, s = 15.0, 4.0, 1e-6, x * H

    def energy(s, angles):
        return sum(0.5 * EI / length(n, s)[0] * angle**2 for n, angle in enumerate(angles))

    angles = [M * length(n, s)[0] / EI for n in range(4)]
    pushed = -(energy(s + d, angles) - energy(s - d, angles)) / (2 * d)
    assert pushed == pytest.approx(M**2 / (2 * EI), rel=1e-8)


@pytest.mark.parametrize("x", [0.2, 0.5, 1.05])
def test_the_push_is_that_of_the_moment_at_the_mouth_where_its_square_is_linear(x):
    rates = [length(n, x * H)[1] for n in range(4)]
    squares = 3.0 - 0.4 * (x + np.arange(4)) * H
    assert squares @ rates == pytest.approx(3.0, rel=1e-12)
