"""The beam that is spun up: what stiffening does, and what goes wrong without it."""

import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("beam-spin-up")

pytestmark = pytest.mark.compiled


def test_largest_lag_by_the_number_of_modes():
    found = script.peaks("geometric", (1, 2, 3))
    assert_allclose(found, [-0.57741, -0.57277, -0.57367], atol=1e-5)
    assert_allclose(script.peaks("foreshortening", (1, 2, 3)), found, atol=1e-6)


def test_rods_go_along():
    stiff, rods = script.spun_up("geometric", duration=15.0), script.chained(12, 15.0)
    assert script.largest_difference(stiff, rods) < 6e-3


def test_without_stiffening_it_flies_apart():
    run = script.spun_up("none", duration=12.0)
    assert_allclose(script.FIRST, 3.79773, rtol=1e-5)
    assert_allclose(script.passes(run.time), 8.512, atol=1e-3)
    assert_allclose(script.grown(run), 9.17, atol=0.011)
