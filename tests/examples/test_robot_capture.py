"""A free-flying robot captures a target: momenta, energy, one rigid body, the linear model."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pages import page

script = page("robot-capture")

pytestmark = pytest.mark.compiled


def test_the_plan_leads_the_tool_to_the_grapple():
    off = script.missed(script.ENDS)
    assert_allclose(off, 0.0, atol=1e-5)


def test_what_happens(run):
    assert [event.next_stage for event in run.events] == ["hold", "braked"]
    assert_allclose(run.events[0].time, 53.8217733209, rtol=1e-10)
    assert_allclose(run.events[0].energy_lost, 0.018548545450, rtol=1e-8)


def test_momenta_are_conserved(run):
    assert max(script.drifts(run)) < 1e-12
    assert run.audit().passed(1e-12)


def test_the_capture_by_hand(run):
    k = script.samples(run, "hold")[0]
    before, after = script.whole(run, k - 1), script.whole(run, k)
    assert_allclose(after.momentum, before.momentum, atol=1e-12 * np.linalg.norm(before.momentum))
    assert_allclose(after.angular, before.angular, atol=1e-12 * np.linalg.norm(before.angular))
    assert_allclose(before.energy - after.energy, run.events[0].energy_lost, rtol=1e-12)


def test_the_port_stays_as_it_was_found(run):
    held = script.samples(run, "hold")[0]
    place, attitude = (run[f"port.{what}"].values[held:] for what in ("position", "attitude"))
    assert_allclose(np.linalg.norm(place, axis=1), 5e-3, rtol=1e-10)
    assert_allclose(place[-1], [5.26706e-4, -3.152971e-3, -3.844653e-3], atol=1e-8)
    assert_allclose(attitude[-1, 1:], [-9.81834e-4, -2.536253e-3, 1.855059e-3], atol=1e-8)
    assert np.abs(place - place[0]).max() < 1e-14 and np.abs(attitude - attitude[0]).max() < 1e-14


def test_braked_all_turn_as_one_rigid_body(run):
    braked = script.samples(run, "braked")
    one = script.whole(run, braked[0] - 1)
    assert_allclose(run.events[1].energy_lost, one.lost, rtol=1e-9)
    rates = script.as_one(run, "braked", "base")
    assert_allclose(run["base.angular_velocity"].values[braked], rates, atol=1e-15)


def test_the_linear_model_predicts_the_swing(run):
    times, swing = script.predicted_swing(run)
    at = np.searchsorted(run.time, times - 1e-9)
    angles = np.array([run[f"{name}.angle"].values[at] for name in script.JOINTS]).T
    assert np.abs(swing - (angles - script.ENDS)).max() < np.radians(0.03)
    assert np.degrees(np.abs(angles - script.ENDS)).max() > 1.7


def test_servos_are_stable_with_the_target_on_the_hand():
    poles = script.swings(script.attached())
    assert len(poles) == 14  # angles and rates of seven joints; the free flight is not seen
    slowest = [-0.0441742 + 0.2162590j, -0.0528986 + 0.2594095j, -0.0880000 + 0.3186601j]
    assert_allclose(poles[poles.imag > 0][:3], slowest, rtol=1e-6)


def test_poles_at_samples_predict_how_all_joints_come_to_rest():
    measured, predicted = script.measured_and_predicted().T
    assert_allclose(measured, predicted, atol=1e-6)
    assert_allclose(predicted, -0.0441742 + 0.2162590j, rtol=1e-6)


def test_the_linear_model_is_right_to_second_order():
    whole, half = (size * script.small_motion(size, duration=5.0) for size in (0.004, 0.002))
    assert whole / half == pytest.approx(4.0, abs=0.1)


def test_formulations_agree():
    found = tt.analysis.compare(
        script.MODEL, duration=55.0, formulations=["recursive", "newton-euler"]
    )
    assert found.agrees
