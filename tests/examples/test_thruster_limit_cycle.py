"""Thrusters on a flexible spacecraft: limit cycle by closed form, pulses, fuel, wings driven by a
modulator that is late, against its describing function."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from pages import page

pytestmark = pytest.mark.compiled
script = page("thruster-limit-cycle")


def test_the_run(example_run):
    run = example_run("thruster-limit-cycle")
    fired = script.pulses(run)
    assert len(fired) == 49
    assert_allclose([pulse.time for pulse in fired[-3:]], [393.68, 480.18, 566.66], atol=1e-9)
    used = run["tank.mass"].values[0] - run["tank.mass"].values[-1]
    assert_allclose(used, 3.22 * script.JET.full_flow, rtol=1e-9)  # whole samples
    audit = run.audit()
    assert audit.passed()
    for name in ("linear momentum", "angular momentum", "mass"):
        assert audit[name].relative < 1e-12


@pytest.mark.parametrize("part", [0.5, 0.3])
def test_limit_cycle_of_the_rigid_spacecraft(part):
    rate = part * script.change()
    run = script.from_rate(script.rigid(), rate, 300.0, every=0.02)
    found, expected = script.pulses(run), script.by_samples(rate, 300.0)
    assert [pulse.sign for pulse in found] == [pulse.sign for pulse in expected]
    times = [pulse.time for pulse in found]
    assert_allclose(times, [pulse.time for pulse in expected], atol=1e-9)
    measured = np.diff([pulse.time for pulse in found if pulse.sign > 0])
    late = 2 * script.PERIOD  # until the samples at which it fires
    assert (measured >= script.period(rate)).all()
    assert (measured <= script.period(rate) + late).all()
    angle, step = script.angle(run), script.change() * script.PERIOD
    assert_allclose(angle.max(), script.peak(rate), atol=step)
    assert_allclose(-angle.min(), script.peak(script.change() - rate), atol=step)
    used = run["tank.mass"].values[0] - run["tank.mass"].values[-1]
    assert_allclose(used, len(found) * script.on_time() * script.JET.full_flow, rtol=1e-9)


def test_wings_ring_as_the_linear_model_says():
    rate = script.change() / 2
    run = script.from_rate(script.MODEL, rate, 50.0, every=0.02)
    assert len(script.pulses(run)) == 1
    assert_allclose(np.abs(script.apart(run)).max(), script.predicted_ringing(), rtol=1e-6)


def test_linear_model_follows_small_motions_to_second_order():
    whole, half = script.linear_errors(duration=10.0)
    moved = whole > 1e-12  # in the plane
    assert moved.sum() == 10
    assert (whole[moved] / half[moved] > 3.9).all()
    assert_allclose((whole[moved] / half[moved]).min(), 4.0, atol=0.05)


def test_describing_function():
    """Against the first harmonic of a relay that is followed through a sine."""
    t = np.linspace(0.0, 2 * np.pi, 200001)[:-1]
    for A in (0.5, 1.0, 14.0):
        x, position, out = A * np.sin(t), 0.0, np.zeros(len(t))
        for _ in range(2):  # once round to forget the start
            for k, signal in enumerate(x):
                if position * signal <= script.LAW.off:
                    position = np.sign(signal) if abs(signal) >= script.LAW.on else 0.0
                out[k] = position
        first = 2 * np.mean(out * np.exp(-1j * t)) * 1j / A
        assert_allclose(first, script.describing(A), atol=2e-4)


def test_delay_lets_thrusters_drive_the_wings():
    distances = [script.least_distance(delay) for delay in (0.0, 0.2, 0.25)]
    assert_allclose(distances, [0.858, 0.229, 0.0], atol=1e-3)
    amplitude, frequency = script.predicted_swing(script.DELAY)
    run = script.swinging(script.DELAY, script.START_LARGE, duration=300.0)
    found, at = script.measured_swing(run, 200.0)
    assert_allclose(found, amplitude, rtol=0.05)
    assert_allclose(at, frequency, rtol=1e-3)
    quiet = script.swinging(script.DELAY, script.START_SMALL, duration=60.0)
    assert np.abs(quiet["modulator.memory.1"].values[quiet.time > 50]).max() < script.LAW.on


def test_formulations_agree():
    found = tt.analysis.compare(script.without_events(), duration=3.0, rtol=1e-10)
    assert len(found.solutions) == 3
    assert found.agrees, found
