"""Relativity: perigee advance, geodesic and Lense-Thirring precession against closed forms."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import treetop as tt
from treetop.core.compiler import interpreted
from treetop.core.environment.relativity import (
    LIGHT,
    de_sitter,
    lense_thirring,
    schwarzschild,
)
from treetop.core.spatial import Vec3
from treetop.environment.ephemeris import places
from treetop.environment.frames import itrf_from_gcrf

MU, SUN, YEAR = 3.986004418e14, 1.32712440018e20, 365.25 * 86400.0


def orbit_average(a, e, force, samples=400):
    """Mean rates of the Laplace vector and of the angular momentum by a small force, over a Kepler
    orbit with its perigee on x and its normal on z."""
    E = 2 * np.pi * (np.arange(samples) + 0.5) / samples
    n = np.sqrt(MU / a**3)
    weight = (1 - e * np.cos(E)) / samples
    rates = np.zeros((2, 3))
    for angle, w in zip(E, weight, strict=True):
        s, c, b = np.sin(angle), np.cos(angle), np.sqrt(1 - e * e)
        x = np.array([a * (c - e), a * b * s, 0.0])
        v = a * n / (1 - e * c) * np.array([-s, b * c, 0.0])
        with interpreted():
            f = np.array(force(Vec3(*x), Vec3(*v)))
        h = np.cross(x, v)
        rates += w * np.array([(np.cross(f, h) + np.cross(v, np.cross(x, f))) / MU, np.cross(x, f)])
    return rates


@pytest.mark.parametrize("a, e", [(7.5e6, 0.05), (2.6e7, 0.6)])
def test_perigee_advances_as_einstein_said(a, e):
    laplace, momentum = orbit_average(a, e, lambda x, v: schwarzschild(MU, x, v))
    n = np.sqrt(MU / a**3)
    advance = 3 * MU * n / (LIGHT**2 * a * (1 - e * e))
    assert laplace[1] / e == pytest.approx(advance, rel=1e-12)
    assert np.abs(momentum).max() < 1e-12 * advance * np.sqrt(MU * a)


def test_spin_of_the_planet_drags_node_and_perigee():
    a, e, J = 1.2e7, 0.3, 9.8e8
    n = np.sqrt(MU / a**3)
    rate = 2 * MU * J / (LIGHT**2 * a**3 * (1 - e * e) ** 1.5)  # of the node (Lense, Thirring 1918)
    with_pole = Vec3(0.0, 0.0, J)
    laplace, _ = orbit_average(a, e, lambda x, v: lense_thirring(MU, with_pole, x, v))
    assert laplace[1] / e == pytest.approx(rate - 3 * rate, rel=1e-12)
    tilted = Vec3(0.0, J, 0.0)
    _, momentum = orbit_average(a, e, lambda x, v: lense_thirring(MU, tilted, x, v))
    h = n * a * a * np.sqrt(1 - e * e)
    assert momentum[0] == pytest.approx(rate * h, rel=1e-12)  # the normal turns about J


def test_geodesic_precession_is_19_milliarcseconds_in_a_year():
    X = np.array([149597870700.0, 0.0, 0.0])
    V = np.array([0.0, np.sqrt(SUN / X[0]), 0.0])
    about = 1.5 * np.cross(V, -SUN * X / X[0] ** 3) / LIGHT**2
    v = np.array([100.0, 7500.0, -300.0])
    a = np.array(de_sitter(SUN, Vec3(*X), Vec3(*V), Vec3(*v)))
    assert np.allclose(a, 2 * np.cross(about, v), rtol=1e-14, atol=0)
    assert np.degrees(about[2] * YEAR) * 3.6e6 == pytest.approx(19.19, abs=0.02)


def test_circular_orbits_turn_at_the_rate_of_the_metric():
    """In harmonic coordinates a circular orbit has ω² = μ/r³ (1 - 3 μ/(c² r))."""
    r, scale = 7e6, 1e6  # light slower: the effect is not lost in rounding
    k = MU / (LIGHT**2 * r) * scale
    speed = np.sqrt(MU / r * (1 - 3 * k + 0.0))

    def rate(_t, y):
        with interpreted():
            more = schwarzschild(MU, Vec3(*y[:3]), Vec3(*y[3:]))
        x = y[:3]
        return [*y[3:], *(-MU * x / np.linalg.norm(x) ** 3 + scale * np.array(more))]

    period = 2 * np.pi * r / speed
    y = solve_ivp(rate, (0, period), [r, 0, 0, 0, speed, 0], rtol=1e-11, atol=1e-6).y[:, -1]
    assert np.linalg.norm(y[:3]) == pytest.approx(r, rel=20 * k * k)


def test_a_model_has_what_it_asks_for():
    """Accelerations in an orbit, less those without relativity, against the formulas in NumPy."""
    x, v = np.array([7.0e6, -1e6, 2e6]), np.array([1500.0, 6500.0, 3000.0])
    found = {}
    for asked in (False, True, "full"):
        model = tt.Model("craft", epoch="2026-07-01T06:30:00 UTC")
        bus = model.add_body("bus", 1.0, [1.0, 1.0, 1.0])
        model.add_joint("flight", tt.Free(), model.ground, bus)
        model.set_environment(tt.Earth(sun=True, relativity=asked, gradient=False))
        system = model.build()
        state = system.state(flight={"position": x, "velocity": v})
        found[asked] = system.evaluate(state).body["bus"].acceleration
    r, c2 = np.linalg.norm(x), LIGHT**2
    first = MU / (c2 * r**3) * ((4 * MU / r - v @ v) * x + 4 * (x @ v) * v)
    assert found[True] - found[False] == pytest.approx(first, abs=4e-15)
    h = np.array([-60.0, 0.0, 60.0])
    R = itrf_from_gcrf(model.epoch, 0.0)
    sun = places(model.epoch, h, ("sun",), "earth")[0]
    X, V, J = -sun[1], -(sun[2] - sun[0]) / 120.0, 9.8e8 * R[2]
    dragged = 2 * MU / (c2 * r**3) * (3 / r**2 * np.cross(x, v) * (x @ J) + np.cross(v, J))
    fallen = 3 * np.cross(np.cross(V, -SUN * X / (c2 * np.linalg.norm(X) ** 3)), v)
    assert np.abs(dragged).max() > 1e-11 and np.abs(fallen).max() > 1e-11
    assert found["full"] - found[True] == pytest.approx(dragged + fallen, abs=4e-15)
