"""Laws of heating, against walls cut into many pieces."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp
from scipy.optimize import fsolve

import treetop as tt
from treetop.core.devices.thermal_deformation import parting, warming
from treetop.core.environment.heat import STEFAN_BOLTZMANN, Fluxes, seen_across
from treetop.core.environment.sunlight import SOLAR_CONSTANT
from treetop.core.spatial import Sym3, Vec3
from treetop.model.devices import heating

E, T0 = 1361.0, 290.0
TUBE = tt.TubeHeating(
    diameter=0.022, wall=2e-4, conductivity=20.0, density=8300.0, heat_capacity=420.0,
    absorptivity=0.13, emissivity=0.04,
)  # fmt: skip
PANEL = tt.PanelHeating(
    thickness=0.02, capacity=1800.0, conductance=60.0, absorptivity=0.8, emissivity=0.85
)
ACROSS_X = Sym3(0.0, 0.0, 0.0, 1.0, 0.0, 1.0)
ALONG_Z = Sym3(0.0, 0.0, 0.0, 0.0, 0.0, 1.0)


def rates(heating, across, sun, T, D):
    """Rates of temperature and difference."""
    *own, absorptivity, emissivity = heating.law
    law = np.array([*own, T0, absorptivity, emissivity])
    light = Fluxes(Vec3(*sun), Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))
    taken = absorptivity * seen_across(across, light.sun)
    return np.array([warming(law, taken, T), *parting(law, across, light, T, Vec3(*D))])


def at_rest(heating, across, sun):
    """Temperature and difference that stay."""
    found = fsolve(lambda x: rates(heating, across, sun, x[0], x[1:]), [T0, 1.0, 1.0, 1.0])
    return found[0], found[1:]


def ring(heating, sun, n=120):
    """Rate of the temperatures of n pieces around a tube along x."""
    angle = (np.arange(n) + 0.5) * 2 * np.pi / n
    faced = np.maximum(np.cos(angle) * sun[1] + np.sin(angle) * sun[2], 0.0)
    held = heating.density * heating.heat_capacity * heating.wall
    arc = np.pi * heating.diameter / n

    def rate(t, T):
        around = heating.conductivity * heating.wall * (np.roll(T, 1) - 2 * T + np.roll(T, -1))
        lost = heating.emissivity * STEFAN_BOLTZMANN * T**4
        return (heating.absorptivity * faced + around / arc**2 - lost) / held

    return angle, rate


def test_a_tube_warms_as_a_ring_of_many_pieces():
    sun = E * np.array([0.5, 0.6, np.sqrt(0.39)])
    angle, rate = ring(TUBE, sun)
    times = np.array([3.0, 10.0, 40.0, 2000.0])
    whole = solve_ivp(rate, (0, 2000), np.full(120, T0), "BDF", times, rtol=1e-9, atol=1e-9)
    own = solve_ivp(
        lambda t, x: rates(TUBE, ACROSS_X, sun, x[0], x[1:]),
        (0, 2000), [T0, 0.0, 0.0, 0.0], "BDF", times, rtol=1e-9, atol=1e-9,
    )  # fmt: skip
    # The mean of T⁴ is more than that of T to the fourth, by 6 (D/T)²/8 of it.
    assert_allclose(own.y[0], whole.y.mean(axis=0), rtol=1e-4)
    first = [2 * (2 * (whole.y.T * f(angle)).mean(axis=1)) for f in (np.cos, np.sin)]
    assert_allclose(own.y[2:], first, rtol=1e-3)
    assert_allclose(own.y[1], 0.0, atol=1e-12)


@pytest.mark.parametrize("side", [1.0, -1.0])
def test_a_panel_warms_as_its_two_faces(side):
    sun = E * np.array([0.6, 0.0, 0.8 * side])

    def faces(T):
        light = np.array([max(side, 0.0), max(-side, 0.0)]) * 0.8 * 0.8 * E
        through = 60.0 * (T[1] - T[0])
        lost = 0.85 * STEFAN_BOLTZMANN * T**4
        return light + np.array([through, -through]) - lost

    front, back = fsolve(faces, [T0, T0])
    T, D = at_rest(PANEL, ALONG_Z, sun)
    assert_allclose(T, 0.5 * (front + back), rtol=1e-3)
    assert_allclose(D, [0.0, 0.0, front - back], rtol=5e-3, atol=1e-9)


def test_a_lag_comes_to_what_is_given():
    lag = tt.LaggedHeating(0.05, difference=20.0, time_constant=12.0, rise=40.0, rise_time=300.0)
    T, D = at_rest(lag, ACROSS_X, E * np.array([0.6, 0.0, 0.8]))
    assert_allclose(T, T0 + 0.8 * 40.0, rtol=1e-6)
    assert_allclose(D, [0.0, 0.0, 16.0], atol=1e-9)
    cooling = rates(lag, ACROSS_X, (0.0, 0.0, 0.0), T0 + 3.0, (0.0, 6.0, 0.0))
    assert_allclose(cooling, [-0.01, 0.0, -0.5, 0.0], atol=1e-15)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"kind": "tubes"}, "unknown heating 'tubes'"),
        ({"difference": 3}, "'kind' is missing"),
        (7, "7 is not a heating"),
        ({"kind": "lag", "thickness": 0, "difference": 1, "time_constant": 1}, "not above 0"),
        ({"kind": "lag", "thickness": "1 s", "difference": 1, "time_constant": 1}, "thickness"),
    ],
)
def test_what_is_no_heating(given, says):
    with pytest.raises(tt.ModelError, match=says):
        tt.ThermalDeformation("boom", given, 1e-5)


def test_constants_are_those_of_the_kernels():
    assert heating.STEFAN_BOLTZMANN == STEFAN_BOLTZMANN
    assert heating.IRRADIANCE == SOLAR_CONSTANT
