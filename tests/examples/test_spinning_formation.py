"""A spinning formation of three: tensions, and when lines become taut and slack."""

import pytest
from numpy.testing import assert_allclose

from pages import page

pytestmark = pytest.mark.compiled
script = page("spinning-formation")


def test_lines_become_taut_and_follow_the_gravity_gradient(example_run):
    run = example_run("spinning-formation")
    assert [event.note for event in run.events] == ["becomes taut"] * 3
    assert_allclose([event.time for event in run.events], [1.30954, 1.30988, 1.32786], atol=1e-5)
    late = script.pulls(run)[run.time > 300.0]
    assert_allclose([late.min(), late.mean(), late.max()], [3.2284, 3.3509, 3.4734], atol=2e-4)
    # The spin is that of the start, less by the square of the radius at which lines are taut.
    spin = script.SPIN * (577.3 / (script.side() / 3**0.5)) ** 2
    mean = script.MASS * (spin**2 + script.ORBIT**2 / 2.0) * script.side() / 3.0
    assert_allclose(late.mean(), mean, rtol=2e-4)
    assert run.audit().passed(1e-9)


def test_lines_of_a_slow_formation_go_slack():
    assert script.slackenings(script.spun(2.0 * script.ORBIT)) > 0
    again = script.spun(3.0 * script.ORBIT)
    assert script.slackenings(again) == 0
    assert_allclose(script.pulls(again).min(), 0.16496, atol=1e-4)
