"""The trolley on a boom: how far the boom bends, what is left of the turning, and what is kept."""

import pytest

from pages import page

script = page("trolley-on-boom")

pytestmark = pytest.mark.compiled


def test_the_boom_bends_and_the_turning_slows_down(example_run):
    run = example_run("trolley-on-boom")
    _, across = script.shape(run)
    assert across[:, -1].max() == pytest.approx(1.09946, abs=1e-4)
    assert across[:, -1].min() == pytest.approx(-0.30226, abs=1e-4)
    assert script.spin(run) == pytest.approx(0.018676, abs=1e-5)
    assert run["rail.arc_length"].values[-1] == pytest.approx(11.0, abs=1e-9)
    assert run.audit().passed(1e-9)


def test_a_rigid_boom_would_slow_down_as_much():
    left = 0.15 * script.rigid_inertia(1.0) / script.rigid_inertia(11.0)
    assert left == pytest.approx(0.0188034, abs=1e-6)
