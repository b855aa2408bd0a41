"""Contacts with the shadow against roots of the angles as functions of time."""

import numpy as np
import pytest
from scipy.optimize import brentq

import treetop as tt
from flights import flown, surroundings
from treetop.environment.orbits import Elements, state_from_elements
from treetop.model.environment.planet import mu_of
from treetop.view.flight.eclipses import eclipses

EARTH = tt.Earth(sun=True)
RADIUS = 6.778e6


def angle(run, name, t):
    """An angle of the shadow at any time, on the same circle as the run."""
    rate = np.sqrt(mu_of(EARTH) / RADIUS**3)
    at = Elements(RADIUS, 0.0, np.radians(51.6), 0.3, 0.4, np.array([0.2 + rate * t]))
    place, _ = state_from_elements(at, mu_of(EARTH))
    return float(surroundings(run.model, np.array([t]), place)[name][0])


def test_contacts_between_samples():
    run = flown(EARTH, np.arange(0.0, 12000.0, 20.0), RADIUS, eccentricity=0.0)
    found = eclipses(run)
    assert len(found) == 2
    for penumbra, umbra, by in found:
        assert by == "Earth"
        for name, times in (("penumbra_angle", penumbra), ("umbra_angle", umbra)):
            for t in times:
                root = brentq(lambda x, n=name: angle(run, n, x), t - 5, t + 5, xtol=1e-9)
                assert t == pytest.approx(root, abs=1e-5)
        assert penumbra[0] < umbra[0] < umbra[1] < penumbra[1]


def test_an_eclipse_at_the_end_is_cut():
    run = flown(EARTH, np.arange(0.0, 3001.0, 20.0), RADIUS)
    (found,) = eclipses(run)
    assert found.penumbra[1] == found.umbra[1] == 3000.0


def test_without_a_shadow_there_are_none(run):
    assert eclipses(run) == []
