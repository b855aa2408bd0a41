"""Elements and states: there and back, closed forms, and one set against another."""

import numpy as np
import pytest

from treetop.environment.orbits import (
    Elements,
    elements_from_state,
    equinoctial_from_state,
    period,
    state_from_elements,
    state_from_equinoctial,
)

MU = 3.986004418e14


@pytest.fixture
def states(rng):
    """Ellipses and hyperbolas, about as many of each."""
    return rng.normal(size=(1000, 3)) * 1e7, rng.normal(size=(1000, 3)) * 5e3


def relative(found, given):
    return np.max(np.linalg.norm(found - given, axis=-1) / np.linalg.norm(given, axis=-1))


def test_states_come_back_from_both_sets(states):
    x, v = states
    for there, back in (
        (elements_from_state, state_from_elements),
        (equinoctial_from_state, state_from_equinoctial),
    ):
        found = back(there(x, v, MU), MU)
        assert relative(found[0], x) < 1e-11
        assert relative(found[1], v) < 1e-11


def test_elements_meet_energy_momentum_and_each_other(states):
    x, v = states
    el, eq = elements_from_state(x, v, MU), equinoctial_from_state(x, v, MU)
    energy = 0.5 * np.sum(v * v, -1) - MU / np.linalg.norm(x, axis=-1)
    assert -MU / (2 * el.semi_major_axis) == pytest.approx(energy, rel=1e-9, abs=1e-3)
    h = np.cross(x, v)
    cosine = h[:, 2] / np.linalg.norm(h, axis=-1)
    assert np.cos(el.inclination) == pytest.approx(cosine, abs=1e-14)
    assert eq.f == pytest.approx(el.eccentricity * np.cos(el.node + el.periapsis), abs=1e-9)
    assert np.hypot(eq.h, eq.k) == pytest.approx(np.tan(el.inclination / 2), rel=1e-9)
    longitude = el.node + el.periapsis + el.true_anomaly - eq.true_longitude
    assert np.cos(longitude) == pytest.approx(1.0, abs=1e-12)


def test_a_hand_computed_ellipse():
    """a 10000 km, e 0.2, at the periapsis on the x axis, inclined by 90 degrees."""
    x, v = state_from_elements(Elements(9.6e6, 0.2, np.pi / 2, 0.0, 0.0, 0.0), MU)
    assert x == pytest.approx([8e6, 0, 0])
    assert v == pytest.approx([0, 0, np.sqrt(MU / 1e7 * 1.2 / 0.8)], abs=1e-9)
    found = elements_from_state(x, v, MU)
    assert found.semi_major_axis == pytest.approx(1e7)
    assert period(found.semi_major_axis, MU) == pytest.approx(2 * np.pi * np.sqrt(1e21 / MU))


@pytest.mark.parametrize(
    ("x", "v", "expected"),
    [
        # circular and equatorial: the anomaly counts from the x axis
        ([0, 7e6, 0], [-1, 0, 0], (0.0, 0.0, 0.0, np.pi / 2)),
        # the same, backwards
        ([0, 7e6, 0], [1, 0, 0], (np.pi, 0.0, 0.0, 3 * np.pi / 2)),
        # circular and polar: the anomaly counts from the node
        ([0, 0, 7e6], [0, -1, 0], (np.pi / 2, np.pi / 2, 0.0, np.pi / 2)),
    ],
)
def test_conventions_of_circular_orbits(x, v, expected):
    found = elements_from_state(x, np.sqrt(MU / 7e6) * np.array(v, float), MU)
    assert found.eccentricity < 1e-12
    assert found[2:] == pytest.approx(expected, abs=1e-12)


def test_equatorial_ellipse_counts_its_periapsis_from_x():
    v = 1.1 * np.sqrt(MU / 7e6)
    found = elements_from_state([0, 7e6, 0], [-v, 0, 0], MU)
    assert (found.node, found.periapsis) == pytest.approx((0.0, np.pi / 2))
    assert found.true_anomaly == pytest.approx(0.0, abs=1e-12)
    assert found.argument_of_latitude == pytest.approx(np.pi / 2)


def test_anomalies_of_elements():
    el = Elements(9.6e6, 0.2, 0.5, 1.0, 2.0, 5.0)
    E = el.eccentric_anomaly
    assert el.mean_anomaly == pytest.approx(E - 0.2 * np.sin(E))
    assert 0.0 < E < 2 * np.pi
    hyperbola = Elements(9.6e6, 2.0, 0.5, 1.0, 2.0, 2 * np.pi - 1.0)
    H = hyperbola.eccentric_anomaly
    assert H < 0.0
    assert hyperbola.mean_anomaly == pytest.approx(2 * np.sinh(H) - H)
    assert hyperbola.semi_major_axis == pytest.approx(-3.2e6)


def test_a_parabola_has_no_axis():
    el = Elements(1.4e7, 1.0, 0.0, 0.0, 0.0, 0.0)
    assert np.isinf(el.semi_major_axis)
    x, v = state_from_elements(el, MU)
    assert 0.5 * v @ v - MU / np.linalg.norm(x) == pytest.approx(0.0, abs=1e-7)
