"""A tether of 20 km is paid out in orbit and drawn in by half."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

pytestmark = pytest.mark.compiled

RATE = np.sqrt(3.986004418e14 / 6778137.0**3)  # of the orbit, rad/s
PROBE, LINEAR, EYE = 500.0, 0.005, 0.5  # kg, kg/m, m
WHOLE = 10500.0 + LINEAR * 20000.0  # kg


def asked(t):
    """The length that was asked for."""

    def step(x):
        x = np.clip(x, 0, 1)
        return x**3 * (10 - 15 * x + 6 * x**2)

    return 1000 + 19000 * step(t / 10800) - 10000 * step((t - 12000) / 8000)


def change(t):
    return (asked(t + 0.5) - asked(t - 0.5)) / 1.0


def moments(l):
    """Moments of the mass of probe and line about the mouth, and of inertia about the common mass
    centre."""
    first = PROBE * (l + EYE) + LINEAR * l**2 / 2
    return first, PROBE * (l + EYE) ** 2 + LINEAR * l**3 / 3 - first**2 / WHOLE


def straight(times):
    """Pitch of a straight tether, and its rate: (I (θ' + n))' = -3 n² I sin θ cos θ."""

    def rates(t, y):
        l = asked(t)
        growth = (moments(l + 0.5)[1] - moments(l - 0.5)[1]) * change(t) / moments(l)[1]
        return y[1], -growth * (y[1] + RATE) - 3 * RATE**2 * np.sin(y[0]) * np.cos(y[0])

    return solve_ivp(rates, (0, times[-1]), [0, 0], t_eval=times, rtol=1e-9, atol=1e-11).y


def test_the_length_is_what_was_asked_for(run):
    np.testing.assert_allclose(run["tether.length"].values, asked(run.time), rtol=1e-12)
    assert run["tether.rods"].values.max() == 20


def test_balances_close(run):
    audit = run.audit()
    for name in ("linear momentum", "angular momentum", "energy"):
        if name in audit:
            assert audit[name].relative < 1e-9


def test_it_swings_and_pulls_as_a_straight_tether_does(run):
    # It bends a little: line and probe pull at it with some parts in a thousand of the tension.
    pitch, swing = straight(run.time)
    nodes, craft = run.line("tether").values, run["craft.position"].values
    line = nodes[:, -1] - nodes[:, 0]
    turned = np.arctan2(line[:, 1], line[:, 0]) - np.arctan2(craft[:, 1], craft[:, 0])
    turned = (turned + np.pi) % (2 * np.pi) - np.pi
    np.testing.assert_allclose(turned, pitch, rtol=0, atol=5e-3)
    assert np.abs(turned).max() == pytest.approx(0.518, abs=1e-3)  # while it runs out fast
    at = np.searchsorted(run.time, [3000, 5000, 8000, 12000, 16000, 20000])
    t, l = run.time[at], run["tether.length"].values[at]
    outside, second = PROBE + LINEAR * l, (change(t + 5) - change(t - 5)) / 10
    first = moments(l)[0] * (1 - outside / WHOLE)
    turning = (swing[at] + RATE) ** 2 + RATE**2 * (3 * np.cos(pitch[at]) ** 2 - 1)
    pull = first * turning - outside * (1 - outside / WHOLE) * second
    np.testing.assert_allclose(run["tether.tension"].values[at], pull, rtol=7e-3)
