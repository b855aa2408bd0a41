"""A ball that comes to rest, and Painlevé's rod below and above its critical coefficient."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("impacts")
CRITICAL = script.critical_coefficient(script.TILT)


def test_blows_accumulate():
    e = 0.12  # few impacts
    run = script.bounces(e, 0.6, 0.3)
    times = [event.time for event in run.events]
    assert len(times) == 7  # e⁷ is the first that is less than a millionth
    assert run.events[-1].note == "comes to rest"
    assert_allclose(times, script.blow_times(e, 7), rtol=1e-9)
    assert_allclose(times[-1], script.end_of_blows(e), rtol=1e-5)
    lost = sum(event.energy_lost for event in run.events)
    assert_allclose(lost, script.MASS * script.G * script.HEIGHT, rtol=1e-9)


def test_critical_coefficient():
    assert_allclose(CRITICAL, 7 / (3 * np.sqrt(3)), rtol=1e-14)
    tilt = np.linspace(0.1, 1.5, 5001)
    assert_allclose(script.critical_coefficient(tilt).min(), 4 / 3, rtol=1e-6)


@pytest.mark.parametrize("part", [0.5, 0.999])
def test_below_it_the_load_is_that_of_the_closed_form(part):
    assert script.report(part * CRITICAL) == ""
    # The load grows as 1/(1 - part), and its rounding with it.
    assert_allclose(script.load_found(part * CRITICAL), script.load(part * CRITICAL), rtol=1e-11)


@pytest.mark.parametrize(("speed", "text"), [(-2.0, "no solution"), (2.0, "two solutions")])
def test_above_it_the_paradox_is_told(speed, text):
    told = script.report(1.001 * CRITICAL, speed)
    assert f"'rubbing' has {text}" in told and "Painlevé's paradox" in told


def test_a_tip_that_hardly_approaches_jams_only_above_it():
    below, above = (script.struck(part * CRITICAL, 1e-9).hits for part in (0.9, 1.1))
    assert np.linalg.norm(below) < 1e-7
    assert_allclose(above[[0, 2]], script.jam_impulse(), rtol=1e-8)


def test_a_tip_that_does_not_approach_has_two_ways():
    assert script.struck(0.9 * CRITICAL, 0.0).note == ""
    on, jammed = (script.struck(1.1 * CRITICAL, 0.0, jam) for jam in (False, True))
    assert on.note.endswith("here they slide on") and not on.hits.any()
    assert jammed.note.endswith("here they jam")
    assert_allclose(jammed.hits[[0, 2]], script.jam_impulse(), rtol=1e-13)
