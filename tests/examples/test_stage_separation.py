"""The separation of two stages: a quarter of a period, the impulse formula, what must be
conserved."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("stage-separation")

pytestmark = pytest.mark.compiled


def test_equal_springs_push_for_a_quarter_of_a_period():
    run = script.separation(0.0)
    cut, *out = run.events
    assert (cut.event, cut.next_stage, cut.time) == ("cut", "apart", script.CUT)
    assert [event.event for event in out] == [f"{name} out" for name in script.SPRINGS]
    assert_allclose([event.time - cut.time for event in out], script.pushing_time(), rtol=1e-12)
    speed = run["upper.velocity"].values[-1] - run["lower.velocity"].values[-1]
    assert_allclose(speed, [script.parting_speed(), 0, 0], atol=1e-11)
    assert script.momenta_kept(run) < 1e-12


def test_the_clamp_holds_against_the_springs():
    run = script.separation(0.01)
    held = run.data.stage.values == "joined"
    force, torque = (run[f"clamp.reaction_{what}"].values[held] for what in ("force", "torque"))
    assert_allclose(force, np.tile([-8000, 0, 0], (held.sum(), 1)), atol=1e-9)
    assert_allclose(torque, np.tile([0, 0, 24], (held.sum(), 1)), atol=1e-9)


@pytest.mark.parametrize("body", ["upper", "lower"])
def test_tip_off_of_a_short_stroke(body):
    # What is left of two strokes is of second order in the stroke, 1 mm in an arm of 0.6 m.
    assert_allclose(script.short_stroke(1e-3, body), script.tilting(), atol=1e-5)


def test_tip_off_as_the_example_has_it():
    run = script.separation(0.01)
    rates = [np.degrees(script.last_rate(run, body)) for body in ("upper", "lower")]
    assert_allclose(rates, [-0.218237, 0.0232634], rtol=1e-5)
    assert script.momenta_kept(run) < 1e-12
    assert run.audit()["energy"].relative < 1e-10
