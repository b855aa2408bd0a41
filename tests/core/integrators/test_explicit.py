"""Orders of the explicit pairs with adaptive steps."""

import pytest

from cubic_oscillator import largest_error, order

# Every step is good enough, so that the largest one allowed is taken throughout.
FIXED = {"rtol": 0.5, "atol": 1e6}
DURATION = 6.4
PAIRS = [("dop853", 0.4, 8), ("dop853", 0.2, 8), ("dopri5", 0.2, 5), ("dopri5", 0.1, 5)]

pytestmark = [pytest.mark.compiled, pytest.mark.parametrize(("method", "step", "expected"), PAIRS)]


def observed_order(method, step, **samples):
    """That of the largest errors at these samples, as the step is halved."""
    settings = {"method": method, **FIXED, **samples}
    return order(*(largest_error(DURATION, step=h, **settings) for h in (step, step / 2)))


def test_halving_the_step_divides_the_error_by_two_to_the_order(method, step, expected):
    assert observed_order(method, step, at=[DURATION]) == pytest.approx(expected, abs=0.6)


def test_dense_output_has_an_order_less_between_steps(method, step, expected):
    assert observed_order(method, step, every=0.01) > expected - 1
