"""What an event does, in combination with what stages it ends: each of its words always counts."""

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for

PULL, MASS = 4.0, 2.0
WITHIN = {
    "no stage": [],
    "ends the first": [{"until": "now"}, {}],
    "ends a later one": [{"until": "early"}, {"until": "now"}, {}],
    "ends one that is not there": [{"until": "late"}, {"until": "now"}, {}],
    "ends several": [{"until": {"now": "s1"}}, {"until": {"now": "s2", "late": "s2"}}, {}],
}
DOES = {
    "nothing": {},
    "on": {"on": ["pull"]},
    "off": {"off": ["push"]},
    "call": {"call": "kick"},
    "stop": {"do": "stop"},
    "on and stop": {"on": ["pull"], "do": "stop"},
    "all": {"on": ["pull"], "off": ["push"], "call": "kick"},
    "max_count": {"on": ["pull"], "max_count": 1},
}


def kick(state):
    """Once more as fast by 1 m/s."""
    rail = {"slide": state["rail.slide"], "slide_rate": state["rail.slide_rate"] + 1.0}
    return state.system.state(time=state.time, rail=rail)


def block(does, stages, signal="clock"):
    """Pushed with 2 N from the start; at 1 s the event 'now' happens."""
    m = tt.Model("block")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", MASS, [1, 1, 1]))
    m.add_force("push", tt.JointEffort("rail", 2.0))
    m.add_force("pull", tt.JointEffort("rail", PULL))
    for name, time in (("early", 0.5), ("late", 3.0)):
        m.add_event(name, tt.time.rises(time))
    given = does | ({"call": kick} if "call" in does else {})
    at = tt.time.rises(1.0) if signal == "clock" else tt.coordinate("rail.slide").rises(0.5)
    m.add_event("now", at, **given)
    # What is to be switched on must be off first, with stages or without.
    m.add_event("begin", tt.time.rises(1e-3), off=["pull"])
    for k, stage in enumerate(stages):
        m.add_stage(f"s{k}", **stage)
    m.forces["pull"] = tt.JointEffort("rail", tt.Table([0, 1e-3, 2e-3, 10], [0, 0, PULL, PULL]))
    return m


def expected(does, time=2.0):
    """Where the block is, and how fast, at 2 s."""
    push, pull = 2.0, 0.0
    x, v = 0.5, 1.0
    if "stop" in does.get("do", ""):
        return x, v
    push = 0.0 if "off" in does else push
    pull = PULL if "on" in does else pull
    v += 1.0 if "call" in does else 0.0
    a, h = (push + pull) / MASS, time - 1.0
    return x + v * h + 0.5 * a * h**2, v + a * h


@pytest.mark.parametrize("signal", interpreted_for(["clock", "coordinate"], ["coordinate"]))
@pytest.mark.parametrize("within", WITHIN)
@pytest.mark.parametrize("does", interpreted_for(DOES, ["stop", "all"]))
def test_all_that_an_event_says_is_done(does, within, signal):
    system = block(DOES[does], WITHIN[within], signal).build()
    run = tt.simulate(system, system.state(), duration=2.0, every=1.0)
    x, v = expected(DOES[does])
    assert float(run["rail.slide"][-1]) == pytest.approx(x, rel=1e-9)
    if "do" not in DOES[does]:
        assert float(run["rail.slide_rate"][-1]) == pytest.approx(v, rel=1e-9)
    else:
        assert run.outcome == "event" and run.time[-1] == pytest.approx(1.0, rel=1e-9)
    times = [event.time for event in run.events if event.event == "now"]
    assert times == pytest.approx([1.0], rel=1e-9)
    (now,) = [event for event in run.events if event.event == "now"]
    ends = {"ends the first": "s1", "ends a later one": "s2", "ends several": "s1"}
    assert now.next_stage == ends.get(within, "")
    assert run.audit()["energy"].relative < 1e-9


def test_an_event_that_ends_another_stage_is_told_in_this_one():
    m = block({}, [{"until": "late"}, {"until": "now"}, {}], "coordinate")
    system = m.build()
    run = tt.simulate(system, system.state(), duration=4.0, every=4.0)
    assert [(e.event, e.stage, e.next_stage) for e in run.events][1:] == [
        ("early", "s0", ""),
        ("now", "s0", ""),
        ("late", "s0", "s1"),
    ]


def at_once(names):
    """A block on a rail, with events that all happen at 1 s."""
    m = tt.Model("at once")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", 1.0, [1, 1, 1]))
    for name in names:
        m.add_event(name, tt.time.rises(1.0))
    return m


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_events_of_one_instant_end_one_stage_after_another(order):
    m = at_once(order)
    m.add_stage("first", until="a")
    m.add_stage("second", until="b")
    m.add_stage("third", lock=["rail"])
    system = m.build()
    run = tt.simulate(system, system.state(rail={"slide_rate": 1.0}), duration=2.0, every=1.0)
    assert [(e.event, e.next_stage) for e in run.events] == [("a", "second"), ("b", "third")]
    assert run["rail.slide"][-1] == pytest.approx(1.0, abs=1e-12)


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
def test_of_two_that_end_one_stage_the_first_that_it_names_does(order):
    m = at_once(order)
    m.add_stage("first", until={"b": "left", "a": "right"})
    m.add_stage("left")
    m.add_stage("right")
    system = m.build()
    run = tt.simulate(system, system.state(), duration=2.0, every=1.0)
    assert run.data.stage.values[-1] == "left"
    assert {e.event for e in run.events} == {"a", "b"}


def test_a_rebound_does_what_its_event_says_each_time():
    """Sent back twice by a stage that does not come about; each touch switches a force."""
    m = tt.Model("buffer")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", 1.0, [1, 1, 1]))
    m.add_force("back", tt.JointEffort("rail", 1.0))
    calls = []
    m.add_event(
        "touch", tt.coordinate("rail.slide").falls(0.0), call=lambda s: calls.append(s.time)
    )
    m.add_stage("flies", until="touch")
    m.add_stage("held", lock=["rail"], restitution=0.5)
    system = m.build()
    m2 = system.state(rail={"slide": 1.0, "slide_rate": -2.0})
    run = tt.simulate(system, m2, duration=1.0, every=1.0)
    assert [e.note for e in run.events] == ["rebound"] and len(calls) == 1


def test_a_stage_entered_twice_by_the_same_event():
    """To and fro between two stages; `max_count` says how often."""
    m = tt.Model("pendulum of stages")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", 1.0, [1, 1, 1]))
    m.add_force("spring", tt.JointSpring("rail", stiffness=(2 * np.pi) ** 2))
    m.add_event("middle", tt.coordinate("rail.slide").crosses(0.0), max_count=3)
    m.add_stage("left", until={"middle": "right"})
    m.add_stage("right", until={"middle": "left"})
    system = m.build()
    run = tt.simulate(system, system.state(rail={"slide": 1.0}), duration=3.0, every=1.0)
    assert [e.next_stage for e in run.events] == ["right", "left", "right"]
    assert [e.time for e in run.events] == pytest.approx([0.25, 0.75, 1.25], rel=1e-8)


@pytest.mark.parametrize(
    "formulation", interpreted_for(["recursive", "kane", "newton-euler", "udwadia"], ["recursive"])
)
def test_what_is_held_at_the_value_of_an_event_tells_it_once(formulation):
    m = tt.Model("held there")
    arm = m.add_body("arm", 1.0, [1, 1, 1], centre=[0.3, 0.1, 0])
    m.add_joint("hinge", tt.Revolute([1, 2, 3]), m.ground, arm)
    m.add_force("weight", tt.UniformGravity())
    m.add_event("there", tt.coordinate("hinge.angle").rises(0.7))
    m.add_stage("turns", until="there")
    m.add_stage("held", lock=["hinge.angle"])
    system = m.build(formulation)
    run = tt.simulate(system, system.state(hinge={"rate": 3.0}), duration=2.0, every=0.1)
    assert [e.event for e in run.events] == ["there"]
