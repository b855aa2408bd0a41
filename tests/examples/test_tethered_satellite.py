"""A tethered satellite: deployed, kept and retrieved as the equations of two angles say."""

import numpy as np
import pytest

from pages import made_once, page

pytestmark = pytest.mark.compiled
script = page("tethered-satellite")
flight = made_once(script.flown)


def test_two_computations_agree(flight):
    early = flight.time <= script.EXAMPLE.RECALLED
    found, expected = script.angles(flight), script.by_angles(flight.time, helped=True)
    for a, b, near, far in zip(found, expected, (5.0, 1e-3, 2e-4), (5.0, 9e-3, 2e-4), strict=True):
        assert np.abs(a - b)[early].max() < near
        assert np.abs(a - b).max() < far


def test_the_reel_damps_the_pitch_as_the_eigenvalues_say(flight):
    poles = script.kept_modes()
    np.testing.assert_allclose(
        poles, [-0.756094, -0.671953 - 1.237885j, -0.671953 + 1.237885j], 2e-6
    )
    _, pitch, _ = script.angles(flight)
    at = (flight.time >= 20000) & (flight.time <= 26000)
    t = script.N * (flight.time[at] - 20000)
    wave = np.exp(poles[2] * t)
    motions = np.column_stack([np.exp(poles[0].real * t), wave.real, wave.imag])
    parts = np.linalg.lstsq(motions, pitch[at], rcond=None)[0]
    assert np.abs(pitch[at]).max() > 5e-3
    np.testing.assert_allclose(motions @ parts, pitch[at], rtol=0, atol=2e-5)


def test_thrusters_keep_the_line_upright_and_taut(flight):
    late = flight.time > script.EXAMPLE.RECALLED
    length, pitch, roll = script.angles(flight)
    assert length[-1] == pytest.approx(113.096, abs=1e-2)
    assert np.degrees(np.abs(pitch[late])).max() == pytest.approx(0.4453, abs=1e-3)
    assert np.degrees(np.abs(roll[late])).max() == pytest.approx(0.1169, abs=1e-3)
    assert flight["line.tension"].values[late].min() == pytest.approx(0.4652, abs=1e-3)
    assert script.fuel(flight) == pytest.approx(21.258, abs=5e-3)
    assert flight.audit().passed(1e-8)


def test_without_them_it_turns_over():
    run = script.flown(False)
    time, length = script.farthest(run)
    assert time == pytest.approx(41140, abs=40)
    assert length == pytest.approx(588.8, abs=5)
