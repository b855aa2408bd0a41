"""RK4: its orders, its fixed step."""

import pytest

from cubic_oscillator import largest_error, order, run

DURATION = 3.2

pytestmark = pytest.mark.compiled


@pytest.mark.parametrize("step", [0.1, 0.05])
@pytest.mark.parametrize("samples", [{"at": [DURATION]}, {"every": 0.01}], ids=["end", "dense"])
def test_halving_the_step_divides_the_error_by_two_to_the_order(step, samples):
    errors = [largest_error(DURATION, method="rk4", step=h, **samples) for h in (step, step / 2)]
    assert order(*errors) == pytest.approx(4, abs=0.3)


@pytest.mark.parametrize(("step", "steps"), [(0.1, 32), (0.3, 11), (5.0, 1)])
def test_steps_are_as_long_as_told_but_for_the_last(step, steps):
    assert run(DURATION, method="rk4", step=step).statistics["steps"] == steps


def test_evaluations_are_four_for_each_step():
    """And one at the start and at the end."""
    counts = run(DURATION, at=[DURATION], method="rk4", step=0.1).statistics
    assert counts["evaluations"] == 4 * counts["steps"] + 2
