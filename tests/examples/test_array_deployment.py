"""A solar array that unfolds and latches: time by quadrature, energy lost, momentum conserved."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("array-deployment")

pytestmark = pytest.mark.compiled


def test_equal_wings_latch_together_and_lose_what_the_springs_gave():
    run = script.deployment(script.even(), duration=5)
    assert len(run.events) == 6
    assert_allclose([event.time for event in run.events], script.latch_time(), rtol=1e-10)
    lost = sum(event.energy_lost for event in run.events)
    assert_allclose(lost, 2 * script.spring_energy(), rtol=1e-9)


def test_unequal_wings_leave_the_bus_turned_but_at_rest():
    run = script.deployment(duration=6)
    first, second = script.latchings(run)
    assert (first.event, second.event) == ("right root latch", "left root latch")
    assert_allclose([first.time, second.time], [4.287776362470, 4.826297168808], rtol=1e-9)
    assert_allclose([first.energy_lost, second.energy_lost], [7.789404159, 7.755222773], rtol=1e-8)
    audit = run.audit()
    assert audit["linear momentum"].relative < 1e-12
    assert audit["angular momentum"].relative < 1e-12
    assert audit["energy"].relative < 1e-10
    for wing in script.WINGS:  # straight, for good
        angle = run[f"{wing} root.angle"].values
        latched = run.time > second.time
        assert latched.any() and not angle[latched].any()
        assert_allclose(run[f"{wing} elbow.angle"], -2 * angle, atol=1e-12)
    assert np.abs(run["flight.angular_velocity"].values[-1]).max() < 1e-12
    assert_allclose(np.degrees(script.tilt(run)[-1]), 0.66992912, rtol=1e-7)
