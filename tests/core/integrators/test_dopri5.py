"""DOPRI5: its orders, its tolerances, what it sees of stiffness."""

import warnings

import numpy as np
import pytest

import treetop as tt
from cubic_oscillator import largest_error, order, run
from stiff import block
from treetop.core.integrators.dopri5 import A, C, D, E

# Every step is good enough, so that the largest one allowed is taken throughout.
FIXED = {"method": "dopri5", "rtol": 0.5, "atol": 1e6}
STIFFLY = {"method": "dopri5", "rtol": 1e-7, "atol": 1e-10}
DURATION = 6.4


@pytest.mark.compiled
@pytest.mark.parametrize("step", [0.1, 0.05])
def test_halving_the_step_divides_the_error_by_two_to_the_order(step):
    errors = [largest_error(DURATION, at=[DURATION], step=h, **FIXED) for h in (step, step / 2)]
    assert order(*errors) == pytest.approx(5, abs=0.6)


@pytest.mark.compiled
@pytest.mark.parametrize("step", [0.1, 0.05])
def test_dense_output_has_its_order_between_steps(step):
    errors = [largest_error(DURATION, every=0.01, step=h, **FIXED) for h in (step, step / 2)]
    assert order(*errors) > 4.4


@pytest.mark.compiled
@pytest.mark.parametrize("rtol", [1e-4, 1e-6, 1e-8, 1e-10])
def test_error_follows_the_tolerance(rtol):
    assert largest_error(DURATION, method="dopri5", rtol=rtol, atol=rtol) < 100 * rtol


@pytest.mark.compiled
def test_evaluations_are_six_for_each_step_tried():
    """And two to start, one at the end; none for the dense output."""
    counts = run(DURATION, at=[DURATION], method="dopri5").statistics
    tried = counts["steps"] + counts["rejected_steps"]
    assert counts["evaluations"] == 6 * tried + 2 + 1


def test_rows_of_the_tableau_sum_to_its_times_and_errors_to_nothing():
    assert A.sum(axis=1) == pytest.approx(C, abs=1e-14)
    assert E.sum() == pytest.approx(0.0, abs=1e-15)
    assert D.sum() == pytest.approx(0.0, abs=1e-14)


def test_the_weights_integrate_powers_up_to_the_fourth():
    for power in range(5):
        assert A[-1] @ C[:-1] ** power == pytest.approx(1.0 / (power + 1), abs=1e-14)


@pytest.mark.compiled
def test_a_stiff_run_says_so():
    with pytest.warns(UserWarning, match="steps of dopri5 short; method='radau'"):
        tt.simulate(block(), block().state(rail={"slide": 1}), 0.1, every=0.1, **STIFFLY)


@pytest.mark.compiled
def test_a_run_that_is_not_stiff_does_not():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        found = run(DURATION, method="dopri5")
    assert "stiff_steps" not in found.statistics
    assert np.isfinite(found.data.coordinates).all()
