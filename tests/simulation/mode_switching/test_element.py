"""Elements that come and go with forces, joints and stages."""

import numpy as np
import pytest

import treetop as tt
from sliders import MASS, slider
from treetop.errors import ModelError

PULL = 2.0
HOLDING = [
    tt.DryFriction("rail", coulomb=3.0),
    tt.RigidStop("rail", upper=1.0),
    tt.Latch("rail", place=1.0),
]


def rail(*forces):
    return slider(*forces, tt.JointEffort("rail", PULL)).model.copy()


def ran(model, duration, **start):
    system = model.build()
    return tt.simulate(system, system.state(rail=start), duration=duration, every=duration)


@pytest.mark.parametrize(
    ("force", "by_stage"), [*((force, False) for force in HOLDING), (HOLDING[0], True)]
)
def test_what_is_switched_off_no_longer_holds(force, by_stage):
    """Held until 2 s, from rest: after another second it is ½ PULL / MASS further."""
    model = rail(force)
    if by_stage:
        model.add_event("off", tt.time.rises(2))
        model.add_stage("held", until="off")
        model.add_stage("free", off=[force.kind])
    else:
        model.add_event("off", tt.time.rises(2), off=[force.kind])
    run = ran(model, 3.0)
    held = float(run["rail.slide"].sel(time=2.0, method="nearest"))
    assert held == (0.0 if force.kind == "dry-friction" else 1.0)
    assert run["rail.slide"][-1] == pytest.approx(held + 0.5 * PULL / MASS, rel=1e-9)


def test_a_stop_forgets_that_something_rested_while_its_joint_was_released():
    """Drawn back by 3 m/s² for 2 s, then on the rail again: it goes on at 6 m/s."""
    model = rail(tt.RigidStop("rail", upper=1.0))
    model.add_force("weight", tt.UniformGravity([-3.0, 0, 0]))
    for name, time in (("let go", 2.0), ("back", 4.0)):
        model.add_event(name, tt.time.rises(time))
    model.add_stage("pressed", off=["weight"], until="let go")
    model.add_stage("free", release=["rail"], on=["weight"], until="back")
    model.add_stage("again", engage=["rail"])
    run = ran(model, 4.5)
    expected = 1.0 - 0.5 * 3.0 * 2.0**2 - 6.0 * 0.5 + 0.5 * (PULL / MASS - 3.0) * 0.5**2
    assert run["rail.slide"][-1] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("change", "end"),
    [({"lock": ["rail"]}, 1.0), ({"lock": ["rail.slide"]}, 1.0), ({"off": ["rigid-stop"]}, 2.25)],
)
def test_a_stage_that_begins_just_where_a_stop_is_struck_is_stronger(change, end):
    model = slider(tt.RigidStop("rail", upper=1.0, restitution=0.5)).model.copy()
    model.add_event("there", tt.coordinate("rail.slide").rises(1))
    model.add_stage("before", until="there")
    model.add_stage("after", **change)
    run = ran(model, 1.5, slide_rate=1.5)
    assert [event.event for event in run.events] == ["there"]
    assert run["rail.slide"][-1] == pytest.approx(end, rel=1e-12)


def test_a_stop_does_not_hold_back_what_another_one_has_sent_away_at_the_same_time():
    """Two blocks, geared so that one goes as far as the other comes, reach their stops together."""
    model = tt.Model("blocks")
    for name in ("left", "right"):
        body = model.add_body(name, mass=MASS, inertia=[1, 1, 1])
        model.add_joint(name, tt.Prismatic([1, 0, 0]), model.ground, body)
    model.add_constraint("gear", tt.Coupling({"left.slide": 1, "right.slide": 1}))
    model.add_force("upper", tt.RigidStop("left", upper=1.0, restitution=0.5))
    model.add_force("lower", tt.RigidStop("right", lower=-1.0))
    system = model.build()
    start = system.state(left={"slide_rate": 1.0}, right={"slide_rate": -1.0})
    run = tt.simulate(system, start, duration=1.5, every=1.5)
    assert {event.event for event in run.events} == {"upper upper", "lower lower"}
    assert run["left.slide_rate"][-1] == pytest.approx(-0.5, rel=1e-12)


@pytest.mark.parametrize(
    "force",
    [
        tt.RigidStop("rail", upper=1.0),
        tt.RigidContact(tt.Plane("ground.wall", [-1, 0, 0]), tt.Point("body")),
    ],
    ids=lambda force: force.kind,
)
def test_what_begins_to_act_far_beyond_its_limit_moves_nothing(force):
    model = rail()
    model.ground.frame("wall", at=[1, 0, 0])
    model.add_force(force.kind, force)
    model.add_event("late", tt.time.rises(2), on=[force.kind])
    model.add_stage("all", off=[force.kind])
    with pytest.raises(
        tt.RunError, match=r"from here on.*(beyond its upper|overlap by 1 m)"
    ) as error:
        ran(model, 3.0)
    assert error.value.run["rail.slide"][-1] == pytest.approx(2.0, rel=1e-9)


def test_events_are_not_called_like_those_of_an_element():
    model = rail(tt.Latch("rail", place=1.0))
    model.add_event("latch", tt.time.rises(1))
    with pytest.raises(ModelError, match=r"events.latch: the force 'latch' reports"):
        ran(model, 1.0)


def test_a_stage_that_rebounds_leaves_elements_as_they_were():
    """A block that friction holds, beside one that is not caught."""
    model = rail(tt.DryFriction("rail", coulomb=3.0))
    ram = model.add_body("ram", mass=1.0, inertia=[1, 1, 1])
    model.add_joint("track", tt.Prismatic([1, 0, 0]), model.ground, ram)
    model.add_event("there", tt.coordinate("track.slide").rises(1))
    model.add_stage("coming", until="there")
    model.add_stage("held", lock=["track"], off=["dry-friction"], restitution=0.5)
    system = model.build()
    run = tt.simulate(system, system.state(track={"slide_rate": 1.0}), duration=2.0, every=2.0)
    assert [event.note for event in run.events] == ["rebound"]
    assert np.ptp(run["rail.slide"].values) == 0.0
    assert run["track.slide_rate"][-1] == pytest.approx(-0.5, rel=1e-12)
