"""Mechanisms with loops: they start closed, have one degree of freedom, and gaps would be seen."""

import numpy as np
import pytest

import treetop as tt
from treetop.validation import andrews, bricard, slider_crank
from treetop.validation.closed_loops import ALL, conserved, gaps, motion_of

MECHANISMS = {
    "slider-crank": (slider_crank.mechanism(), slider_crank.start),
    "andrews": (andrews.mechanism(), andrews.start),
    "bricard": (bricard.mechanism(), tt.System.start),
}


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ALL)
@pytest.mark.parametrize("name", MECHANISMS)
def test_start_closes_the_loops(name, formulation):
    model, start = MECHANISMS[name]
    system = model.build(formulation)
    state = start(system)
    assert system.evaluate(state).constraint_error < 1e-15
    np.testing.assert_allclose(system.settled(state).speeds, state.speeds, atol=1e-12)
    assert system.counts(state).degrees_of_freedom == 1


def short_run():
    model, start = MECHANISMS["slider-crank"]
    system = model.build("newton-euler")
    return tt.simulate(system, start(system), duration=2e-4, every=1e-4, rtol=1e-9)


def test_gaps_are_seen_in_the_motion_of_bodies():
    run = short_run()
    assert max(gaps(run)) < 1e-15
    run.data.position.loc[{"body": "rod", "axis": "y"}] += 2e-3
    run.data.velocity.loc[{"body": "crank", "axis": "z"}] += 5e-3
    np.testing.assert_allclose(gaps(run), [2e-3, 5e-3], rtol=1e-12)
    assert [check.passed for check in conserved("", run)] == [True, True, False, False]


def test_velocity_of_a_point_is_the_rate_of_its_place():
    run = short_run()
    place, velocity = motion_of(run, "rod.end")
    np.testing.assert_allclose((place[2] - place[0]) / 2e-4, velocity[1], atol=1e-6)
    place, velocity = motion_of(run, "ground.pivot")
    assert place[0].tolist() == [0, 0.1, 0.12]
    assert not velocity.any()
