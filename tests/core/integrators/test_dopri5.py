"""DOPRI5: its orders, its tolerances."""

import numpy as np
import pytest

from cubic_oscillator import largest_error, order, run
from treetop.core.integrators.dopri5 import A, C, D, E

# Every step is good enough, so that the largest one allowed is taken throughout.
FIXED = {"rtol": 0.5, "atol": 1e6, "method": "dopri5"}
DURATION = 6.4

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("step", [0.2, 0.1])
def test_halving_the_step_divides_the_error_by_two_to_the_order(step):
    errors = [largest_error(DURATION, at=[DURATION], step=h, **FIXED) for h in (step, step / 2)]
    assert order(*errors) == pytest.approx(5, abs=0.6)


@pytest.mark.parametrize("step", [0.2, 0.1])
def test_dense_output_has_its_order_between_steps(step):
    errors = [largest_error(DURATION, every=0.01, step=h, **FIXED) for h in (step, step / 2)]
    assert order(*errors) > 4


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
