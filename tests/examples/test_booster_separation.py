"""Boosters that pivot, slide and part: equations by hand, clearances, a valve that is stuck."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

from pages import page

script = page("booster-separation")

pytestmark = pytest.mark.compiled


def test_pivot_slide_and_free_flight_as_by_hand(run):
    slides, parts, last = script.by_hand(script.RUN["duration"], script.VALVE)
    assert [event.event for event in run.events] == ["slides", "opens", "parts"]
    assert_allclose([event.time for event in run.events], [slides, parts, parts], rtol=1e-10)
    assert_allclose([slides, parts], [0.728310793463, 0.839480966809], rtol=1e-11)
    found = [run["core.position"].values[-1, 0], *run["one.position"].values[-1, :2]]
    assert_allclose(found, last[:3], atol=1e-8)


def test_four_boosters_do_the_same(run):
    places = run.data.position.sel(body=list(script.BOOSTERS)).values
    out = np.linalg.norm(places[:, :, 1:], axis=2)
    assert_allclose(out, out[:, :1] * np.ones(4), atol=1e-9)
    assert np.abs(run["core.angular_velocity"].values).max() < 1e-12


def test_reactions_fall_to_zero(run):
    stage, force = run.data.stage.values, run["nose one.reaction_force"].values
    assert (force[stage == "pivot"][:-1, 0] < 0).all() and (force[stage != "free"][:, 1] > 0).all()
    assert abs(force[stage == "pivot"][-1, 0]) < 1e-4
    assert_allclose(force[stage == "slide"][:, 0], 0.0, atol=1e-6)
    assert not force[stage == "free"].any()


def test_clearances(run):
    gap = script.nose_gap(run, "one")
    assert np.abs(gap[run.data.stage.values != "free"]).max() < 1e-9  # it slides along the wall
    assert (np.diff(gap[run.data.stage.values == "free"]) > 0).all()


def test_a_valve_that_is_stuck():
    run = script.separation(script.launcher(stuck="one"), rtol=1e-8, atol=1e-10)
    assert [event.event for event in run.events] == [
        "slides",
        "opens",
        "parts",
        "clear",
        "last parts",
    ]
    assert_allclose(run.events[-1].time, 1.92681459, rtol=1e-6)
    assert abs(script.margin(run)) < 1e-9  # it drags along the core
    assert script.margin(run, "two") > 0.5
