"""DOPRI5: its orders, its tolerances."""

import numpy as np
import pytest

from cubic_oscillator import largest_error, run
from treetop.core.integrators.dopri5 import A, C, D, E

DURATION = 6.4

pytestmark = pytest.mark.compiled


def test_error_follows_the_tolerance():
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10):
        error = largest_error(DURATION, rtol=rtol, atol=rtol, method="dopri5")
        assert error < 100 * rtol


def test_evaluations_are_six_for_each_step_tried():
    """And two to start, one at the end."""
    counts = run(DURATION, at=[DURATION], method="dopri5").statistics
    tried = counts["steps"] + counts["rejected_steps"]
    assert counts["evaluations"] == 6 * tried + 2 + 1


def test_coefficients_meet_the_conditions_of_their_orders():
    assert A.sum(axis=1) == pytest.approx(C, abs=1e-14)
    weights = np.append(A[-1], 0.0)
    for power in range(5):
        assert weights @ C**power == pytest.approx(1 / (power + 1), abs=1e-14)
    for power in range(4):
        assert (weights - E) @ C**power == pytest.approx(1 / (power + 1), abs=1e-14)
    assert D.sum() == pytest.approx(0, abs=1e-12)
