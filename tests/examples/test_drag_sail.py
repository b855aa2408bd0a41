"""A drag sail: the work of the air, the swing in the wind, the end."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

pytestmark = pytest.mark.compiled
script = page("drag-sail")


def test_the_sail_brings_it_down(run):
    assert run.events[-1].event == "down"
    assert_allclose(run.events[-1].time, 35893.738, atol=0.01)
    assert_allclose(run["environment.height"].values[-1], 120e3, atol=1e-3)


def test_the_orbit_loses_what_drag_takes(run):
    found, expected = script.lost(run)
    k = np.argmax(run["environment.height"].values < 200e3)
    assert_allclose(found[k], expected[k], rtol=0.01)
    assert run.audit().passed()


def test_the_sail_swings_in_the_wind_as_a_weathercock():
    found, expected = script.weathercock()
    assert_allclose(found, expected, rtol=2e-3)


def test_the_swing_gets_smaller_as_the_air_gets_denser(run):
    angle = np.degrees(script.angle(run))
    assert angle[run.time < 7200].max() > 14.0
    assert angle[-60:].max() < 10.0
