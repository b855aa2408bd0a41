"""A solar sail: its acceleration, how light bends its booms, and what the shadow leaves."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import made_once, page

pytestmark = pytest.mark.compiled
script = page("solar-sail")
run = made_once(script.flown)


def test_light_pushes_the_sail(run):
    found, expected = script.pushed(run, script.flown(lit=False))
    assert_allclose(found, expected, rtol=1e-3)


def test_booms_are_bent_as_beams_in_an_accelerated_frame(run):
    before = script.bent(run)[run.time < 515]
    assert_allclose(before.mean(), script.steady(), rtol=0.03)
    assert_allclose(script.bent(run, 2), script.bent(run, 0), atol=1e-3 * abs(script.steady()))


def test_booms_swing_about_their_rest_in_the_shadow(run):
    dark = run.time > script.SHADOW
    assert (run["environment.sunlight"].values[dark] == 0.0).all()
    after = script.bent(run)[dark]
    assert abs(after.mean()) < 0.02 * np.abs(after).max()
    assert run.audit().passed()
