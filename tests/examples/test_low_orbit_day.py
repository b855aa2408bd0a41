"""A day in a low orbit: drift of the node, relativity, drag, shadow, balances, formulations."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pages import page

pytestmark = pytest.mark.compiled
script = page("low-orbit-day")


def test_the_energy_closes_with_the_work_of_air_light_and_the_turning_field(run):
    audit = run.audit()
    assert audit["energy"].relative < 1e-12
    assert audit.passed()


def test_the_node_drifts_as_the_flattening_asks(run):
    found, first_order = script.node_rate(run)
    assert_allclose(found, first_order, rtol=3e-3)  # what J2² and the rest of the field add
    assert_allclose(found, -1.005584e-6, rtol=1e-6)


def test_relativity_pushes_outward(run):
    lag = script.apart(run, script.flown(script.without("relativity")))[:, 1]
    assert_allclose(lag[-1], script.relativistic_lag(run.time)[-1], rtol=3e-3)


def test_air_takes_what_the_area_shown_to_it_asks_for(run):
    other = script.flown(script.without("air"))
    found, by_drag = script.lost(run, other)
    assert_allclose(found, by_drag, rtol=0.01)
    ahead = script.apart(run, other)[-1, 1]
    assert ahead > 1e4  # what is lower is faster


def test_the_shadow_lasts_as_long_as_the_beta_angle_says(run):
    found, cylinder = script.eclipse_parts(run)
    assert_allclose(found, cylinder, atol=0.01)


def test_the_gradient_holds_the_attitude(run):
    assert np.degrees(np.abs(run.attitude("bus").values).max()) < 3.0


def test_formulations_agree():
    found = tt.analysis.compare(
        script.MODEL, duration=120.0, formulations=["recursive", "newton-euler"]
    )
    assert found.agrees, found
