"""Laws of lines that are paid out: inertia of rods, and lengths that hinges of booms stand for."""

import numpy as np
import pytest

from treetop.core.compiler import interpreted
from treetop.core.devices.deployer import bending_length, uniform_rod

H = 0.7  # length of a rod, m


def length(n, s):
    with interpreted():
        return bending_length(n, s, H)


def test_a_rod_is_a_row_of_points():
    with interpreted():
        I = uniform_rod(3.0, 2.0)
    z = -(np.arange(20000) + 0.5) / 20000 * 2.0
    assert np.allclose([I.h.z, I.J.xx], [3.0 * z.mean(), 3.0 * (z**2).mean()], rtol=1e-8)
    assert I.J.zz == 0.0


@pytest.mark.parametrize("s", [0.1, 0.5, 0.69, 0.71, 0.76])
def test_hinges_of_a_boom_stand_for_all_of_it_but_half_a_rod_at_the_tip(s):
    total = sum(length(n, s)[0] for n in range(4))
    assert total == pytest.approx(s + 3.5 * H, rel=1e-14)


def test_each_hinge_becomes_the_next_as_a_rod_leaves():
    for n in range(3):
        assert length(n, H - 1e-13)[0] == pytest.approx(length(n + 1, 1e-13)[0], rel=1e-12)


@pytest.mark.parametrize("s", [0.1, 0.5, 0.75])
def test_a_bent_boom_is_pushed_out_by_half_the_square_of_its_moment_over_the_stiffness(s):
    EI, M, d = 15.0, 4.0, 1e-6

    def energy(s, angles):
        return sum(0.5 * EI / length(n, s)[0] * angle**2 for n, angle in enumerate(angles))

    angles = [M * length(n, s)[0] / EI for n in range(3)]
    pushed = -(energy(s + d, angles) - energy(s - d, angles)) / (2 * d)
    assert pushed == pytest.approx(M**2 / (2 * EI), rel=1e-8)
    laws = [length(n, s) for n in range(3)]
    assert sum(0.5 * M**2 / EI * rate for _, rate in laws) == pytest.approx(pushed, rel=1e-8)
