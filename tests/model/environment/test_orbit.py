"""Orbits as a person writes them: each way to the same state, and what cannot be."""

import math

import numpy as np
import pytest

import treetop as tt
from treetop.environment.epoch import Epoch
from treetop.environment.orbits import (
    Elements,
    elements_from_state,
    equinoctial_from_state,
    state_from_elements,
)
from treetop.environment.rotation import uniform_rotation
from treetop.environment.two_line_elements import tle_state
from treetop.model.environment.orbit import state_of

MU, RADIUS = 3.986004418e14, 6378137.0
ANGLES = {"inclination": 0.9, "node": 1.0, "periapsis": 2.0}
A, E, NU = 8e6, 0.1, 0.7
TLE = (
    "1 25544U 98067A   08264.51782528 -.00002182  00000-0 -11606-4 0  2927",
    "2 25544  51.6416 247.4627 0006703 130.5360 325.0288 15.72125391563537",
)


def expected():
    return state_from_elements(Elements(A * (1 - E * E), E, 0.9, 1.0, 2.0, NU), MU)


def eccentric():
    return 2 * math.atan(math.sqrt((1 - E) / (1 + E)) * math.tan(NU / 2))


@pytest.mark.parametrize(
    "given",
    [
        {"semi_major_axis": "8000 km", "eccentricity": E, "true_anomaly": NU, **ANGLES},
        {"semi_latus_rectum": A * (1 - E * E), "eccentricity": E, "true_anomaly": NU, **ANGLES},
        {"semi_major_axis": A, "eccentricity": E, "eccentric_anomaly": eccentric(), **ANGLES},
        {
            "semi_major_axis": A,
            "eccentricity": E,
            "mean_anomaly": eccentric() - E * math.sin(eccentric()),
            **ANGLES,
        },
        {"semi_major_axis": A, "eccentricity": E, "argument_of_latitude": 2.0 + NU, **ANGLES},
        {
            "periapsis_height": A * (1 - E) - RADIUS,
            "apoapsis_height": A * (1 + E) - RADIUS,
            "true_anomaly": NU,
            **ANGLES,
        },
        {"equinoctial": equinoctial_from_state(*expected(), MU)},
        {"position": expected()[0], "velocity": expected()[1]},
    ],
    ids=lambda given: next(iter(given)) + "+" + next(reversed(given)),
)
def test_every_way_leads_to_the_state(given):
    x, v = state_of(tt.Orbit(**given), MU, RADIUS)
    assert x == pytest.approx(expected()[0], rel=1e-13)
    assert v == pytest.approx(expected()[1], rel=1e-13)


def test_a_height_is_that_of_a_circle():
    x, v = state_of(tt.Orbit(height="500 km", inclination="90 deg"), MU, RADIUS)
    assert x == pytest.approx([RADIUS + 5e5, 0, 0])
    assert np.linalg.norm(v) == pytest.approx(math.sqrt(MU / (RADIUS + 5e5)))


def test_a_hyperbola_has_a_negative_axis():
    orbit = tt.Orbit(semi_major_axis=-1e7, eccentricity=2.0, true_anomaly="-1 rad")
    found = elements_from_state(*state_of(orbit, MU, RADIUS), MU)
    assert (found.semi_major_axis, found.eccentricity) == pytest.approx((-1e7, 2.0))


def test_two_line_elements_are_taken_at_the_epoch():
    pytest.importorskip("sgp4")
    epoch = Epoch("2008-09-21T00:00:00 UTC")
    x, v = state_of(tt.Orbit(tle=TLE), MU, RADIUS, epoch)
    assert np.array_equal(x, tle_state(*TLE, epoch)[0])
    assert np.array_equal(v, tle_state(*TLE, epoch)[1])


def test_elements_relative_to_the_equator():
    pole = np.array([0.3, -0.4, 0.8])
    orbit = tt.Orbit(semi_major_axis=A, inclination="90 deg", axes="equator")
    x, v = state_of(orbit, MU, rotation=uniform_rotation(pole, 1e-4))
    normal = np.cross(x, v)
    assert normal @ pole == pytest.approx(0.0, abs=1e-4 * np.linalg.norm(normal) * 1e-9)
    assert v @ pole / np.linalg.norm(v) / np.linalg.norm(pole) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "Orbit: an orbit has no size .*semi_major_axis; semi_latus_rectum"),
        ({"semi_major_axis": A, "height": 5e5}, "semi_major_axis and height do not go together"),
        ({"semi_major_axis": A, "eccentricity": 1.2}, "does not fit a hyperbola"),
        ({"semi_major_axis": A, "eccentricity": 1.0}, "for a parabola give 'semi_latus_rectum'"),
        ({"semi_major_axis": -A}, "does not fit an ellipse"),
        ({"semi_major_axis": A, "eccentricity": -0.1}, "less than 0"),
        (
            {"semi_major_axis": -A, "eccentricity": 1.5, "true_anomaly": "170 deg"},
            "beyond the arms .*131.81",
        ),
        ({"semi_latus_rectum": A, "eccentricity": 1.0, "mean_anomaly": 1}, "only a true anomaly"),
        ({"periapsis_height": 5e5}, "'apoapsis_height' is missing"),
        ({"periapsis_height": 6e5, "apoapsis_height": 5e5}, "is above the apoapsis"),
        ({"height": 5e5, "eccentricity": 0.1}, "'height' and 'eccentricity' do not go together"),
        ({"position": [A, 0, 0]}, "'velocity' is missing"),
        ({"position": [A, 0, 0], "velocity": [0, 1, 0], "node": 1}, "leave out 'node'"),
        ({"semi_major_axis": A, "true_anomaly": 1, "mean_anomaly": 1}, "do not go together"),
        ({"semi_major_axis": "8000 kg"}, "the unit 'kg' does not fit"),
        ({"semimajor_axis": A}, "did you mean 'semi_major_axis'"),
        ({"equinoctial": [1, 2]}, "6 numbers are needed"),
        ({"equinoctial": [0, 0, 0, 0, 0, 0]}, r"Orbit\.equinoctial\[0\]: .*not above 0"),
        ({"equinoctial": [A, 2, 0, 0, 0, "180 deg"]}, "beyond the arms of the hyperbola"),
        ({"tle": "1 25544U"}, "is not a list"),
        ({"tle": ["1 25544U"]}, "two lines of text"),
        ({"tle": TLE, "axes": "equator"}, "axes of their own"),
        ({"height": 5e5, "axes": "moon"}, "'inertial' or 'equator'"),
        ({"height": 5e5, "attitude": {"angels": [0, 0, 0]}}, "did you mean 'angles'"),
    ],
)
def test_what_is_no_orbit_says_why(given, words):
    with pytest.raises(tt.ModelError, match=words):
        tt.Orbit(**given)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"semi_major_axis": "6000 km"}, "begins 378.137 km below the surface"),
        ({"height": "-1 m"}, "begins 0.001 km below"),
        (
            {"semi_major_axis": "7000 km", "eccentricity": 0.1, "true_anomaly": "180 deg"},
            "periapsis is 78.137 km below the surface .*impact: true",
        ),
        ({"semi_major_axis": -1e140, "eccentricity": 1e140}, "no finite position"),
        ({"tle": TLE}, "need the epoch of the model"),
        ({"height": 5e5, "axes": "equator"}, "need a planet"),
    ],
)
def test_what_a_planet_does_not_allow(given, words):
    with pytest.raises(tt.ModelError, match=words):
        state_of(tt.Orbit(**given), MU, RADIUS)


def test_a_height_needs_a_radius():
    with pytest.raises(tt.ModelError, match="needs the radius of the planet"):
        state_of(tt.Orbit(height=5e5), MU)


def test_an_orbit_may_meet_the_surface_if_it_says_so():
    given = {"semi_major_axis": "7000 km", "eccentricity": 0.1, "true_anomaly": "180 deg"}
    x, _ = state_of(tt.Orbit(**given, impact=True), MU, RADIUS)
    assert np.linalg.norm(x) == pytest.approx(7.7e6)
    leaving = {"semi_latus_rectum": "9000 km", "eccentricity": 1.5, "true_anomaly": "80 deg"}
    assert np.isfinite(state_of(tt.Orbit(**leaving), MU, RADIUS)[0]).all()
