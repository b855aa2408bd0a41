"""Solid tides: the closed forms against coefficients of the IERS Conventions and harmonics."""

import numpy as np
import pytest
from scipy.special import factorial, lpmv

from treetop.core.environment.harmonics import perturbation
from treetop.core.environment.solid_tides import (
    NO_TIDES,
    Tides,
    permanent_tide,
    solid_tide,
)
from treetop.core.spatial import Vec3
from treetop.environment.harmonics import harmonics
from treetop.environment.tides import ANELASTIC, ELASTIC, earth_tides

MU, R, MOON = 3.986004418e14, 6378136.6, 4.9028e12
X = Vec3(-4292653.41, 955168.47, 5139356.57)


def coefficients(love, s):
    """ΔC and ΔS of degrees 2 and 3 (IERS Conventions 2010, 6.6), from a body at s."""
    k = {(2, 0): love[1], (2, 1): complex(*love[2:4]), (2, 2): complex(*love[4:6])}
    k |= {(3, 0): love[6], (3, 1): love[6], (3, 2): love[6], (3, 3): love[7]}
    C, S = np.zeros((2, 4, 4))
    r = np.linalg.norm(s)
    for (n, m), number in k.items():
        norm = np.sqrt((2 - (m == 0)) * (2 * n + 1) * factorial(n - m) / factorial(n + m))
        P = (-1) ** m * norm * lpmv(m, n, s[2] / r)
        turn = np.exp(-1j * m * np.arctan2(s[1], s[0]))
        change = number / (2 * n + 1) * MOON / MU * (R / r) ** (n + 1) * P * turn
        C[n, m], S[n, m] = change.real, -change.imag
    return C, S


@pytest.mark.parametrize("love", [ELASTIC, ANELASTIC, (0.2, 0.4, -0.1, 0.3, 0.2, 0.5, 0.9)])
@pytest.mark.parametrize("s", [(-1.5e8, -3.2e8, -1.8e8), (3.6e8, 0.0, 1e7), (0.0, 0.0, 3.8e8)])
def test_acceleration_is_that_of_the_coefficients(love, s):
    love = np.array([R, *love])
    tables = harmonics(MU, R, *coefficients(love, np.array(s)))
    expected = np.array(perturbation(tables, X, 3))
    ours = np.array(solid_tide(Tides(love, np.zeros(1)), MOON, Vec3(*s), X))
    assert np.abs(ours - expected).max() < 2e-15 * np.abs(expected).max()


def test_the_permanent_tide_is_that_of_its_coefficient():
    tides = earth_tides("zero_tide")
    C = np.zeros((3, 3))
    C[2, 0] = tides.permanent[0]
    expected = np.array(perturbation(harmonics(MU, tides.love[0], C, 0 * C), X, 2))
    ours = np.array(permanent_tide(tides, MU, X))
    assert np.abs(ours - expected).max() < 2e-15 * np.abs(expected).max()
    assert tides.permanent[0] == pytest.approx(-4.2e-9, rel=0.01)
    assert not np.any(permanent_tide(earth_tides("tide_free"), MU, X))


def test_a_tide_is_some_ten_millionth_of_gravity():
    a = solid_tide(earth_tides("tide_free"), MOON, Vec3(3.8e8, 0.0, 0.0), Vec3(6.8e6, 0.0, 0.0))
    assert a.x == pytest.approx(-3 * 0.3 * MOON * R**5 / 3.8e8**3 / 6.8e6**4, rel=0.02)


def test_no_tides_pull_nowhere():
    assert not np.any(solid_tide(NO_TIDES, MOON, Vec3(3.8e8, 0.0, 0.0), X))
