"""Tethers without mass: laws of the line and of the reel, and what they do to two bodies."""

import math

import numpy as np
import pytest

import treetop as tt
from agreeing import close
from treetop.core.devices.tether import elastic_tension, law_tension, length_rate
from treetop.system.formulations import FORMULATIONS


def pair(**line):
    m = tt.Model("pair")
    for name, mass in (("one", 3.0), ("two", 2.0)):
        body = m.add_body(name, mass, [1, 2, 3])
        m.add_joint(f"free {name}", tt.Free(), m.ground, body)
        body.frame("hook", at=[0.1, 0.2, -0.3])
    m.add_device("line", tt.Tether("one.hook", "two.hook", **line))
    return m


START = {
    "free one": {"velocity": [0.1, 0, 0.2], "angular_velocity": [0.1, 0.2, 0.3]},
    "free two": {"position": [5, 0.3, 0], "velocity": [0.2, 0.3, 0], "angular_velocity": [0, 1, 0]},
}


def test_it_never_pushes():
    assert elastic_tension(0.1, 2.0, 10.0, 3.0) == 7.0
    assert elastic_tension(0.1, -2.0, 10.0, 3.0) == 0.0
    assert elastic_tension(-0.1, 2.0, 10.0, 3.0) == 0.0


def test_a_reel_starts_in_proportion_then_runs_at_its_speed_and_slows_down():
    reel = 0.1, 2.0, 100.0, 1.0
    assert length_rate(5.0, *reel) == pytest.approx(0.5)
    assert length_rate(50.0, *reel) == 2.0
    assert length_rate(95.0, *reel) == pytest.approx(0.5)
    assert length_rate(105.0, *reel) == pytest.approx(-0.5)
    assert length_rate(50.0, 0.1, math.inf, math.inf, -1.0) == -5.0
    assert length_rate(50.0, math.inf, 2.0, math.inf, 1.0) == 2.0


def test_a_tension_law_is_of_second_order_in_length():
    assert law_tension(3.0, 0.5, np.array([1.0, 2.0, 0.5, 4.0])) == 1 + 6 + 4.5 + 2


@pytest.mark.parametrize(
    "line",
    [
        {"length": 4.5, "stiffness": 30, "damping": 2, "rate": 0.1, "speed": 0.2},
        {"tension": 5, "tension_by_length": 1, "tension_by_rate": 3},
    ],
)
def test_all_formulations_agree_and_momenta_stay(line):
    model = pair(**line)
    first = model.build()
    state = first.state(**START)
    now = first.evaluate(state)
    expected = [body.acceleration for body in now.body.values()]
    assert np.abs(expected[0]).max() > 0.1
    close(now.force["line"].power, first.rate(state)[-2], 1e-12)
    for formulation in FORMULATIONS:
        system = model.build(formulation)
        again = system.evaluate(system.state_of(state))
        close([body.acceleration for body in again.body.values()], expected, 1e-9)
        close(3.0 * again.body["one"].acceleration, -2.0 * again.body["two"].acceleration, 1e-9)


def test_a_command_adds_to_what_the_reel_does():
    system = pair(length=4.5, stiffness=30, rate=0.1).build()
    where = system.internal.start
    start = system.state(**START, line={"length_rate": -0.2})
    assert system.rate(start)[where] == pytest.approx(0.45 - 0.2)
    system = pair(tension=5).build()
    now = system.evaluate(system.state(**START, line={"added_tension": -7}))
    assert now["line.tension"] == 0.0


def test_what_is_all_in_stays_in():
    system = pair(length=4.5, stiffness=30).build()
    start = system.state(**START, line={"length_rate": -1, "length": 0})
    assert system.rate(start)[system.internal.start] == 0.0


def test_off_a_reel_holds_its_line_and_a_tension_law_lets_it_go():
    for line, pull in (
        ({"length": 4.5, "stiffness": 30, "rate": 0.1}, True),
        ({"tension": 5}, False),
    ):
        model = pair(**line)
        model.devices["line"] = model.devices["line"].switched_off()
        system = model.build()
        state = system.state(**START)
        assert (system.evaluate(state)["line.tension"] > 0.0) is pull
        assert not pull or system.rate(state)[system.internal.start] == 0.0


def test_it_becomes_taut_and_slack_where_the_log_says():
    m = tt.Model("bob")
    bob = m.add_body("bob", 1.0, [1, 1, 1])
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, bob)
    m.add_device("line", tt.Tether("ground", bob, length=2, stiffness=100))
    system = m.build()
    run = tt.simulate(system, system.state(rail={"slide": 1.0, "slide_rate": 0.5}), 3, every=1)
    assert [(each.event, each.note) for each in run.events] == [
        ("line taut", "becomes taut"),
        ("line taut", "goes slack"),
    ]
    close([each.time for each in run.events], [2.0, 2.0 + math.pi / 10.0], 1e-9)
