"""The plate that is spun up: against Ritz' method, and against a beam."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("plate-spin-up")

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("rate", [0.0, 6.0])
def test_spin_stiffens_a_plate_as_ritz_has_it(rate):
    found, ritz = script.frequencies(rate)[:3], script.by_ritz(rate, 3)
    assert_allclose(np.sqrt(found), np.sqrt(ritz), rtol=1e-3)


def test_without_stiffening_squares_fall_by_that_of_the_rate():
    assert_allclose(script.frequencies(5.0, "none")[:3], script.by_ritz(0.0, 3) - 25, rtol=2e-3)


def test_a_plate_bends_as_a_beam_unless_a_weight_twists_it():
    plain = script.spun_up("geometric", weight=0.0)
    corner, other = (script.lag(plain, each) for each in ("corner", "other"))
    assert_allclose(corner, other, atol=1e-9)
    assert_allclose(corner, script.as_a_beam(), atol=1e-5)
    twisted = script.spun_up("geometric")
    corners = [script.lag(twisted, each).max() for each in ("corner", "other")]
    assert_allclose(corners, [0.15757, 0.15089], atol=1e-5)
