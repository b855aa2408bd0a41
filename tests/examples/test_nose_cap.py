"""A nose cap that strikes what it covered: Routh's formulas for a plane, momentum, energy lost."""

import pytest
from numpy.testing import assert_allclose

from pages import page

pytestmark = pytest.mark.compiled  # whole runs, which say no more of kernels interpreted

script = page("nose-cap")


@pytest.fixture(scope="module")
def run():
    return script.throw(every=0.2)


def agrees(blow, friction):
    by_hand = script.routh(blow.met, friction)
    assert blow.departure(by_hand) < 1e-12
    assert_allclose(blow.lost, by_hand.lost(blow.met), rtol=1e-12)
    lost = sum(body.energy for body in blow.before) - sum(body.energy for body in blow.after)
    assert_allclose(blow.lost, lost, rtol=1e-12)
    change = script.momenta(blow.after) - script.momenta(blow.before)
    assert_allclose(change, 0.0, atol=1e-12 * by_hand.normal)


def test_what_happens(run):
    events = ["cut", "one out", "two out", "right rim blow"]
    assert [event.event for event in run.events] == events
    assert_allclose(run.events[-1].time, 0.183871358418, rtol=1e-9)
    assert run.events[-1].note == "impact of 11.3864 N s, friction 2.27727 N s"
    assert max(run.audit()[f"{kind} momentum"].relative for kind in ("linear", "angular")) < 1e-12


def test_the_rim_slides_throughout(run):
    blow = script.blow_of(run)
    agrees(blow, script.FRICTION)
    assert_allclose(script.coefficient_that_stops(blow.met), 1.2177521619, rtol=1e-9)


@pytest.mark.parametrize(("friction", "sticks"), [(1.1, False), (1.3, True), (2.0, True)])
def test_with_more_friction_it_sticks(run, friction, sticks):
    other = script.struck(run, friction)
    assert other.events[0].note.endswith("sticks") == sticks
    blow = script.blow_of(other)
    assert (script.coefficient_that_stops(blow.met) < friction) == sticks
    assert (abs(blow.slip) < 1e-12) == sticks
    agrees(blow, friction)
