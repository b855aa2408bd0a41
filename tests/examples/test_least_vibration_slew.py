"""A slew that leaves least vibration: what it leaves, against linear theory."""

import numpy as np
import pytest

import treetop as tt
from pages import page

pytestmark = pytest.mark.compiled
script = page("least-vibration-slew")


def test_the_first_torque_leaves_what_linear_theory_has():
    run = tt.simulate(script.model())
    mass = 2 * script.WING - (2 * script.ARM) ** 2 / script.WHOLE
    exciting = abs(script.excitation(run.model.forces["motor"].effort))
    expected = 2 * script.ARM / script.WHOLE / (mass * script.RATE) * exciting
    assert script.swings(run) == pytest.approx(expected, rel=0.03)  # which sees no turning


def test_the_torque_of_the_page():
    """From close to it: the search comes to rest there, and so do the wings."""
    pinned = [15.158469, 16.544089, 8.2681029e-06, -16.544017, -15.158551]
    near = dict(zip(script.CORNERS, [15.1, 16.6, 0.1, -16.5, -15.2], strict=True))
    least = script.found(start=near)
    assert least.converged
    run = tt.simulate(least.model)
    assert script.swings(run) < 1e-6
    assert np.degrees(float(run["turn.angle"].sel(time=script.SLEW))) == pytest.approx(30.0)
    assert np.abs(least.values - pinned).max() < 1.0  # one torque more than there are conditions
