"""Least values against closed forms; what is refused."""

import numpy as np
import pytest

import treetop as tt

EXACT = {"rtol": 1e-10, "atol": 1e-12}
G = 9.81
SLIDE, RATE = "start.rail.slide", "start.rail.slide_rate"


def oscillator():
    m = tt.Model("oscillator")
    block = m.add_body("block", mass=2)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, block)
    m.add_force("spring", tt.JointSpring("rail", stiffness=8.0))
    m.set_start("rail", slide=0.1, slide_rate=0.2)
    return m


def thrown(then="record"):
    m = tt.Model("thrown")
    ball = m.add_body("ball", mass=1)
    m.add_joint("rail", tt.Prismatic([0, 0, 1]), m.ground, ball)
    m.add_force("weight", tt.UniformGravity([0, 0, -G]))
    m.add_event("down", tt.quantity("rail.slide").falls(-1.0), do=then)
    m.set_start("rail", slide_rate=6.0)
    return m


def test_a_start_that_ends_at_rest_where_it_is_wanted():
    least = tt.optimise(
        oscillator(),
        [(tt.last("rail.slide_rate"), "1 m/s")],
        [SLIDE, RATE],
        require=[(tt.last("rail.slide"), "5 cm")],
        duration=1.0,
        **EXACT,
    )
    assert least.converged
    assert least[SLIDE] == pytest.approx(0.05 * np.cos(2.0), abs=1e-7)
    assert least[RATE] == pytest.approx(0.1 * np.sin(2.0), abs=1e-7)
    assert least.requirements == {"last rail.slide = 5 cm": pytest.approx(0.05, abs=1e-7)}
    assert least.run["rail.slide"][-1] == pytest.approx(0.05, abs=1e-7)


def test_a_requirement_that_holds_the_search():
    """The greatest sample is below the height of the throw by the fall of half a spacing."""
    least = tt.optimise(
        thrown(),
        tt.last("rail.slide"),
        {RATE: ("4 m/s", "20 m/s")},
        require=[(tt.most("rail.slide"), "at least 1.5 m")],
        duration=1.0,
        every=2e-3,
    )
    assert least.converged
    speed = np.sqrt(2.0 * G * 1.5)
    assert 0.0 < least[RATE] - speed < 1.01 * G / speed * G * 1e-6 / 2.0
    assert not least.at_bound


def test_the_time_of_an_event_is_least_at_a_bound():
    least = tt.optimise(thrown(), tt.event_time("down"), {RATE: (-3, 10)}, duration=4.0, every=0.1)
    assert least.at_bound == [RATE]
    assert least.cost == pytest.approx((-3.0 + np.sqrt(9.0 + 2.0 * G)) / G, rel=1e-6)
    assert "at its bound" in str(least)


def test_what_cannot_be_met_is_told():
    least = tt.optimise(
        thrown(),
        tt.last("rail.slide"),
        {RATE: (4, 7)},
        require=[(tt.last("rail.slide"), "at least 3 m")],
        steps=5,
        duration=1.0,
        every=0.5,
    )
    assert not least.converged
    assert "NOT converged" in str(least)
    assert "last rail.slide >= 3 m not met" in str(least)


@pytest.mark.parametrize(
    ("minimise", "parameters", "require", "said"),
    [
        ("rail.slide", [RATE], [], "not known .give one such as tt.last"),
        (tt.last("rail.slid"), [RATE], [], "rail.slide"),
        (tt.most("rail.slide"), ["bodies.ball.mass"], [], "does not depend on 'bodies.ball.mass'"),
        ([(tt.last("rail.slide"), "1 kg")], [RATE], [], "does not fit"),
        ([(tt.last("rail.slide"), -1.0)], [RATE], [], "not positive"),
        (tt.last("rail.slide"), [RATE], [(tt.last("rail.slide"), "< 1 s")], "does not fit"),
        (tt.last("rail.slide"), [RATE], ["1 m"], "not a quantity of a run and a number"),
        (tt.at_event("down", "rail.slide"), [RATE], [], "has no derivatives"),
        (tt.least("rail.slide"), [RATE], [], "at the event 'down', whose time"),
    ],
)
def test_bad_input_is_refused_by_name(minimise, parameters, require, said):
    with pytest.raises(tt.TreetopError, match=said):
        tt.optimise(thrown("stop"), minimise, parameters, require=require, duration=4.0, every=1.0)


def test_an_event_that_does_not_happen_has_no_time():
    with pytest.raises(tt.RunError, match="'down' did not happen before"):
        tt.optimise(thrown(), tt.event_time("down"), [RATE], duration=0.5)
