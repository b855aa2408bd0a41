"""Detumbling by coils: the energy that the law takes, the rate that is left, formulations."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pages import page

pytestmark = pytest.mark.compiled
script = page("magnetic-detumbling")


def test_the_rate_falls_to_that_of_the_field_along_the_orbit(run):
    assert_allclose(script.slow_after(run), 6640.0, atol=10.0)
    late = np.linalg.norm(script.rates(run), axis=1)[run.time > 3 * 3600]
    n = script.orbit_rate(run)
    assert late.min() > n and late.max() < 3 * n


def test_the_energy_of_rotation_falls(run):
    turning = run.time < 6000
    assert (np.diff(script.energy(run)[turning]) < 0).mean() > 0.9
    audit = run.audit()
    assert audit["energy about the mass centre"].relative < 1e-9
    assert audit.passed()


def test_the_law_takes_the_power_of_the_field_that_is_crossed():
    errors = np.abs([script.error_of_law(period) for period in (0.5, 0.25)])
    assert (errors < [0.012, 0.005]).all()
    assert errors[0] > 2 * errors[1]  # sampling is what differs


def test_coils_and_magnetometer_feel_the_field_of_the_environment(run):
    seen = np.linalg.norm(run["magnetometer.field"].values, axis=1)
    assert_allclose(seen, script.field(run), atol=6 * 50e-9)
    assert_allclose(
        [script.field(run).min(), script.field(run).max()], [2.0065e-5, 4.7787e-5], rtol=1e-4
    )


def test_formulations_agree():
    found = tt.analysis.compare(
        script.MODEL, duration=20.0, formulations=["recursive", "newton-euler"]
    )
    assert found.agrees, found
