"""An apogee burn: the rocket equation, slosh by hand, balances, the linear model."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pages import page

script = page("apogee-burn")

pytestmark = pytest.mark.compiled


def test_what_happens(run):
    assert [event.event for event in run.events] == ["sphere empties", "cut", "over"]
    empty = (script.SPHERE.fuel - script.SPHERE.residual) / script.FLOW
    assert_allclose(run.events[0].time, empty, rtol=1e-13)
    assert_allclose(run.events[1].time, 1841.2233040, rtol=1e-9)
    tail_off = run["bus.velocity"].values[-1, 0] - 1500
    assert_allclose(tail_off, 400 * 0.035 / (622 - run["exhaust.mass"].values[-1]), rtol=0.02)
    assert_allclose(run["main tank.mass"].values[-1], 36.734072, rtol=1e-7)


def test_balances_close(run):
    audit = run.audit()
    for line in ("mass", "linear momentum", "angular momentum"):
        assert audit[line].relative < 1e-12
    assert audit["energy"].relative < 1e-9


def test_the_speed_is_that_of_the_rocket_equation(run):
    line = script.burn(script.straight())
    assert_allclose(line["bus.velocity"].values[1:, 0], script.gained(line)[1:], rtol=1e-12)
    assert_allclose(run["bus.velocity"].values[-1, 0], script.along(run), atol=1e-5)
    assert script.gained(run)[-1] - np.linalg.norm(run["bus.velocity"].values[-1]) < 0.04


@pytest.mark.parametrize("fuel", script.levels(5))
def test_slosh_is_as_by_hand(fuel):
    linear = script.linear_at(script.frozen(), fuel)
    by_hand = script.by_hand(*fuel)
    assert abs(script.slosh_pole(linear, fuel) - by_hand) < 5e-7 * abs(by_hand)
    loop = linear.loop("steering")
    under_control = script.nearest(loop.decay, by_hand.imag)
    assert loop.stable and under_control.real < by_hand.real
    assert loop.margins("yaw.torque").gain > 14 and loop.margins("pitch.torque").phase_degrees > 50


def test_the_linear_model_is_right_to_second_order():
    whole, half = (size * script.small_motion(size, duration=15.0) for size in (0.01, 0.005))
    assert whole < 4 * 0.01**2
    assert whole / half == pytest.approx(4.0, abs=0.05)


def test_poles_at_samples_predict_the_decay_of_slosh():
    measured, predicted = script.measured_and_predicted()
    assert predicted.real < 0.0
    assert abs(measured - predicted) < 1e-6


def test_formulations_agree():
    found = tt.analysis.compare(
        script.MODEL, duration=5.0, formulations=["recursive", "newton-euler"]
    )
    assert found.agrees
