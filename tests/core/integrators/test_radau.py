"""Radau: its orders, its error control, its coefficients."""

import numpy as np
import pytest

import treetop as tt
from cubic_oscillator import error_in_equal_steps, exact, oscillator
from treetop.core.integrators.radau_tableau import MU, NU, T_INVERSE, A, C, P, T
from treetop.simulation.start_checks import _require_memory

DURATION = 3.2


@pytest.mark.parametrize("step", [0.1, 0.05])
@pytest.mark.parametrize(
    ("times", "order"), [([DURATION], 5), (np.linspace(0.01, DURATION, 300), 4)], ids=["end", "in"]
)
@pytest.mark.compiled
def test_halving_the_step_divides_the_error_by_two_to_the_order(step, times, order):
    coarse, fine = (error_in_equal_steps("radau", h, np.array(times)) for h in (step, step / 2))
    assert np.log2(coarse / fine) == pytest.approx(order, abs=0.3)


@pytest.mark.compiled
def test_error_follows_the_tolerance():
    for rtol in (1e-4, 1e-6, 1e-8, 1e-10):
        start = oscillator().state(rail={"slide": 1})
        run = tt.simulate(oscillator(), start, DURATION, method="radau", rtol=rtol, atol=rtol)
        assert np.abs(run["rail.slide"] - exact(run.time)[0]).max() < 10 * rtol


def test_a_state_too_long_for_its_matrices_is_refused():
    with pytest.raises(tt.TreetopError, match=r"run\.method.*use dop853 or rk4"):
        _require_memory(oscillator(), tt.Radau(), 20_000)
    _require_memory(oscillator(), tt.Dop853(), 10**8)


# --- coefficients -------------------------------------------------------------------------


def test_stages_integrate_polynomials():
    for k in range(1, 4):
        assert pytest.approx(C**k / k, abs=1e-15) == A @ C ** (k - 1)
    for k in range(4, 6):  # superconvergence: the last stage to order 5
        assert pytest.approx(1.0 / k, abs=1e-15) == A[2] @ C ** (k - 1)


def test_the_transformation_parts_the_stages():
    block = np.array([[MU, 0, 0], [0, NU.real, -NU.imag], [0, NU.imag, NU.real]])
    assert pytest.approx(np.linalg.inv(A), abs=1e-13) == T @ block @ T_INVERSE
    assert pytest.approx(3 + 3 ** (2 / 3) - 3 ** (1 / 3), rel=1e-14) == MU  # (8.16)


def test_the_polynomial_passes_through_the_stages(rng):
    Z = rng.normal(size=3)
    coefficients = P @ Z
    for c, z in zip(C, Z, strict=True):
        assert c * coefficients[0] + c**2 * coefficients[1] + c**3 * coefficients[
            2
        ] == pytest.approx(z)
