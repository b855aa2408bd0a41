"""Kepler's equation and its anomalies, for all eccentricities."""

import numpy as np
import pytest

from treetop.environment.anomalies import (
    eccentric_from_mean,
    eccentric_from_true,
    mean_from_eccentric,
    mean_from_true,
    true_from_eccentric,
    true_from_mean,
)


@pytest.mark.parametrize(
    ("least", "most", "far"), [(0.0, 0.99, 20.0), (1.01, 6.0, 100.0), (1 - 1e-9, 1 + 1e-9, 3.0)]
)
def test_keplers_equation_is_solved(least, most, far, rng):
    e = rng.uniform(least, most, 2000)
    M = rng.uniform(-far, far, 2000) * 10.0 ** rng.uniform(-10, 0, 2000)
    assert mean_from_eccentric(eccentric_from_mean(M, e), e) == pytest.approx(M, rel=1e-14)


def test_equation_is_the_one_of_the_books(rng):
    E, e = rng.uniform(-9, 9, 100), rng.uniform(0, 0.99, 100)
    assert mean_from_eccentric(E, e) == pytest.approx(E - e * np.sin(E), abs=1e-14)
    assert mean_from_eccentric(E, e + 1.0) == pytest.approx((1 + e) * np.sinh(E) - E, rel=1e-12)


def test_anomalies_there_and_back(rng):
    nu, e = rng.uniform(-9, 9, 500), rng.uniform(0, 0.9, 500)
    assert true_from_eccentric(eccentric_from_true(nu, e), e) == pytest.approx(nu, abs=1e-13)
    assert true_from_mean(mean_from_true(nu, e), e) == pytest.approx(nu, abs=1e-13)
    e = e + 1.1
    nu = rng.uniform(-0.95, 0.95, 500) * np.arccos(-1 / e)
    assert true_from_mean(mean_from_true(nu, e), e) == pytest.approx(nu, abs=1e-12)


def test_true_anomaly_gives_the_radius_of_the_eccentric_one(rng):
    nu, e = rng.uniform(-3, 3, 100), rng.uniform(0, 0.95, 100)
    r = (1 - e**2) / (1 + e * np.cos(nu))
    assert 1 - e * np.cos(eccentric_from_true(nu, e)) == pytest.approx(r, rel=1e-13)


def test_periapsis_is_where_all_vanish():
    for e in (0.0, 0.5, 1.5):
        assert true_from_mean(0.0, e) == 0.0
