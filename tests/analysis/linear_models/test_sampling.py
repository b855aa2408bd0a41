"""Sampled models are exact: against the continuous one with inputs held."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import treetop as tt
from treetop import LinearModel

A = np.array([[0.0, 1.0, 0.0], [-4.0, -0.2, 1.0], [0.0, 0.0, -3.0]])
B = np.array([[0.0, 1.0], [0.0, 0.5], [1.0, 0.0]])
PLANT = LinearModel(A, B, np.eye(3)[:2], np.array([[0.0, 0.1], [0.2, 0.0]]))


@pytest.mark.parametrize("seconds", [0.0, 0.07, 0.2, 0.27, 0.4, 0.59])
def test_held_inputs_that_take_effect_later(seconds):
    """At a sample an input that takes effect then counts already."""
    period = 0.2
    sampled = PLANT.sampled("0.2 s", f"{1000 * seconds} ms")
    w = np.random.default_rng(2).normal(size=(12, 2))
    x = np.zeros(len(sampled.states))
    found = []
    for k in range(12):
        found.append(sampled.C @ x + sampled.D @ w[k])
        x = sampled.A @ x + sampled.B @ w[k]

    def held(t):
        k = int(np.floor((t - seconds) / period + 1e-9))
        return w[k] if k >= 0 else np.zeros(2)

    rest = seconds - period * np.floor(seconds / period + 1e-9)
    y, at, expected = np.zeros(3), 0.0, []
    for k in range(12):
        expected.append(PLANT.C @ y + PLANT.D @ held(k * period))
        for end in sorted({(k + 1) * period, k * period + rest}):
            if end > at + 1e-9:
                u = held(0.5 * (at + end))
                y = solve_ivp(
                    lambda t, y, u=u: A @ y + B @ u, (at, end), y, rtol=1e-11, atol=1e-13
                ).y[:, -1]
                at = end
    assert np.array(found) == pytest.approx(np.array(expected), abs=1e-8)


@pytest.mark.parametrize(
    "period, delay, told", [(0, 0, "no period"), ("1 m", 0, "s"), (1, -1, "no delay")]
)
def test_times_that_do_not_fit(period, delay, told):
    with pytest.raises(tt.ModelError, match=told):
        PLANT.sampled(period, delay)
