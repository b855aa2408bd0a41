"""A run is checked by a second one, of another formulation."""

import pytest

import treetop as tt

pytestmark = pytest.mark.compiled


def run(model: tt.Model, **settings) -> tt.Run:
    system = model.build()
    return tt.simulate(system, system.start(), duration=1.0, **settings)


def test_a_good_run_is_verified(four_bar):
    found = tt.verify(run(four_bar))
    assert found.passed(1e-7)
    assert {d.name for d in found.drifts} == {
        f"{each} by newton-euler" for each in ("position", "attitude", "joint angle")
    }


def test_a_loose_run_is_not(four_bar):
    assert not tt.verify(run(four_bar, rtol=1e-2, atol=1e-3), "kane").passed(1e-6)


def test_a_run_is_not_verified_by_its_own_formulation(four_bar):
    system = four_bar.build("newton-euler")
    other = tt.simulate(system, system.start(), duration=1.0)
    assert all(d.name.endswith("by kane") for d in tt.verify(other).drifts)


def test_events_are_compared(four_bar):
    four_bar.add_event("down", tt.coordinate("crank.angle").crosses(1.3))
    found = tt.verify(run(four_bar))
    assert found["event time by newton-euler"].relative < 1e-8
