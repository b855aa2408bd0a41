"""The observer satellite: slew, margins, poles against decay, linear model, noise, formulations."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pages import made_once, page

pytestmark = pytest.mark.compiled
script = page("observer")
run = made_once(script.slew)


def test_slew_ends_within_what_noise_leads_to_expect(run):
    error = script.pointing(run)
    settled = error[run.time > 400.0]
    assert np.abs(settled).max() < 4 * script.predicted_jitter().max()
    assert_allclose(np.degrees(error[:, 2].max()), 0.0343, atol=1e-4)
    assert_allclose(np.abs(run["wheel_z.speed"]).max(), 201.156, atol=1e-2)
    assert_allclose(np.abs(script.tip(run, "left")).max(), 0.46497e-3, atol=1e-7)


def test_momentum_and_energy_close(run):
    audit = run.audit()
    assert audit["angular momentum"].relative < 1e-12
    assert audit["energy"].relative < 1e-12
    assert audit.passed()


def test_noise_is_the_same_by_another_formulation():
    run = script.slew(duration=100.0)
    found = tt.verify(run, "newton-euler")
    assert found["attitude by newton-euler"].drift < 1e-11
    assert (run["gyro.rate"].values != 0.0).all()


def test_margins():
    loop = script.linear_of(script.system_of()).loop("slew")
    found = [loop.margins(wheel) for wheel in script.WHEELS]
    assert_allclose([each.gain_db for each in found], [34.381, 34.395, 22.186], atol=1e-3)
    assert_allclose([each.phase_degrees for each in found], [74.143, 73.883, 64.243], atol=1e-3)
    assert_allclose(found[2].delay, 0.26823, atol=1e-5)
    assert loop.stable


@pytest.mark.parametrize(("delay", "grows"), [(0.0, False), (0.25, False), (0.3, True)])
def test_poles_at_samples_predict_what_is_measured(delay, grows):
    (slow, slow_pole), (swing, pole) = script.measured_and_predicted(delay)
    assert abs(slow - slow_pole) < 1e-6
    assert abs(swing - pole) < 1e-6
    assert (swing.real > 0.0) == grows


def test_linear_model_follows_small_motions_to_second_order():
    whole, half = script.linear_errors()
    assert (whole / half > 3.9).all()
    assert_allclose((whole / half).min(), 4.0, atol=0.02)


def test_noise_makes_the_jitter_that_the_loop_predicts():
    expected, found = script.predicted_jitter(), script.jitter(3000.0)
    assert_allclose(np.linalg.norm(found), np.linalg.norm(expected), rtol=0.15)


def test_formulations_agree():
    found = tt.analysis.compare(script.example.observer(), duration=20.0, rtol=1e-10)
    assert len(found.solutions) == 3
    assert found.agrees, found
