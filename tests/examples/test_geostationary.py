"""A geostationary satellite: drift of the longitude, light, and the pull of Sun and Moon."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

pytestmark = pytest.mark.compiled
script = page("geostationary")


def test_the_longitude_accelerates_as_the_pull_of_the_equator_asks():
    found, expected = script.drift(script.flown(script.field_alone()))
    assert_allclose(found, expected, rtol=2e-3)
    assert_allclose(np.degrees(found) * script.DAY**2, 0.00179, atol=2e-5)


def test_light_makes_the_orbit_eccentric_across_the_direction_of_the_sun(run):
    e = (script.eccentricity(run) - script.eccentricity(script.flown(script.without_light())))[-1]
    assert_allclose(e, script.pushed(run)[-1], atol=0.01 * np.linalg.norm(e))
    assert_allclose(np.linalg.norm(e), 5.77e-4, rtol=0.01)


def test_sun_and_moon_tilt_the_orbit(run):
    h = (script.normal(run) - script.normal(run)[0])[-1]
    assert_allclose(h, script.tilted(run)[-1], atol=0.03 * np.linalg.norm(h))


def test_the_energy_closes(run):
    assert run.audit()["energy"].relative < 1e-10
    assert run.audit().passed()
