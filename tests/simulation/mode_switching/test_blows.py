"""Impacts in the company of friction, stops and other contacts."""

import math

import numpy as np
import pytest

import treetop as tt
from sliders import MASS, slider

pytestmark = pytest.mark.compiled
PRESS = 1.0


def two_blocks(*forces):
    """Both on one rail: a sphere that comes from the left at 2 m/s, and one that it strikes."""
    model = tt.Model("blocks")
    for name in ("ram", "block"):
        body = model.add_body(name, mass=MASS, inertia=[1, 1, 1])
        model.add_joint(f"{name} rail", tt.Prismatic([1, 0, 0]), model.ground, body)
    for force in forces:
        model.add_force(force.kind, force)
    model.set_start("ram rail", slide=-1.2, slide_rate=2.0)
    return model


def ran(model, duration, formulation="recursive", **start):
    system = model.build(formulation)
    state = system.state(**start) if start else system.start()
    return tt.simulate(system, state, duration=duration, every=duration)


STRIKE = tt.RigidContact(tt.Sphere("ram", 0.1), tt.Sphere("block", 0.1), restitution=1.0)
RUB = tt.DryFriction("block rail", coulomb=3.0, static=4.0)


def test_friction_at_rest_has_nothing_to_set_against_a_blow():
    """The ram stops, the block goes on with its 2 m/s, until friction has taken them."""
    run = ran(two_blocks(STRIKE, RUB), 3.0)
    assert run["block rail.slide"][-1] == pytest.approx(0.5 * MASS * 2.0**2 / 3.0, rel=1e-9)
    assert run["ram rail.slide_rate"][-1] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(("restitution", "way"), [(0.0, 0.5 * 2 * MASS / 3.0), (1.0, 2 * MASS / 3)])
def test_nor_against_the_impulse_of_a_stage(restitution, way):
    """Caught, both go on with 1 m/s together; else the block goes alone, with 2 m/s."""
    model = two_blocks(RUB)
    model.add_joint("port", tt.Free(), "ram", "block")
    model.add_event("touch", tt.distance("ram", "block").falls(0.2))
    model.add_stage("coming", until="touch")
    model.add_stage("caught", lock=["port"], restitution=restitution)
    run = ran(model, 3.0)
    assert run["block rail.slide"][-1] == pytest.approx(way, rel=1e-9)


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
@pytest.mark.parametrize(
    "wall",
    [
        tt.RigidStop("block rail", lower=0.0),
        tt.RigidContact(tt.Plane("ground", [1, 0, 0]), tt.Point("block")),
    ],
    ids=lambda wall: wall.kind,
)
def test_what_rests_and_is_struck_away_goes(wall, formulation):
    """Pressed against the wall it rests there, until it is struck from that side."""
    model = two_blocks(tt.JointEffort("block rail", -PRESS))
    model.add_force("wall", wall)
    model.add_force("strike", STRIKE)
    start = {"ram rail": {"slide": -3.2, "slide_rate": 2.0}, "block rail": {"slide": 0.125}}
    run = ran(model, 2.0, formulation, **start)
    assert [event.event for event in run.events][1:] == ["strike blow"]
    expected = 2.0 * 0.5 - 0.5 * PRESS / MASS * 0.5**2
    assert run["block rail.slide"][-1] == pytest.approx(expected, rel=1e-9)
    assert run.audit()["energy"].relative < 1e-12


def test_friction_turns_round_where_a_stop_sends_a_block_back():
    """Pulled by 5 N against 3 N, sent back with half its speed, and slowed by both together."""
    rub, stop = tt.DryFriction("rail", 3.0, 4.0), tt.RigidStop("rail", upper=1.0, restitution=0.5)
    system = slider(rub, stop, tt.JointEffort("rail", 5.0))
    run = tt.simulate(system, system.start(), duration=1.6, every=1.6)
    blow, turns = run.events[1:3]
    assert turns.note == "slips backward" and turns.energy_lost == 0.0
    assert blow.time == pytest.approx(math.sqrt(2), rel=1e-12)
    assert run["rail.slide"].sel(time=run.events[3].time) == pytest.approx(1 - 0.0625, rel=1e-9)


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_friction_holds_what_a_stop_lets_go(formulation):
    """Pressed against the stop by 5 N, then by ever less; friction of 4 N holds it to -4 N."""
    model = slider(
        tt.RigidStop("rail", upper=1.0),
        tt.DryFriction("rail", 3.0, 4.0),
        tt.JointEffort("rail", tt.Table([0, 4, 8], [5, 5, -5])),
    ).model
    run = ran(model, 8.0, formulation)
    assert run.events[-1].note == "slips backward"
    assert run.events[-1].time == pytest.approx(4 + 0.4 * 9, rel=1e-9)


def test_a_bar_that_falls_flat_on_both_ends_keeps_its_energy():
    """Both ends are sent back at once, each by half of the impulse: it does not turn."""
    model = tt.Model("bar")
    bar = model.add_body("bar", mass=2, inertia=[0.1, 0.5, 0.5])
    model.add_joint("fall", tt.Free(), model.ground, bar)
    model.add_force("weight", tt.UniformGravity())
    for name, x in (("left", -1), ("right", 1)):
        end = tt.Sphere(bar.frame(name, at=[x, 0, 0]), 0.1)
        model.add_force(name, tt.RigidContact(tt.Plane("ground"), end, restitution=1.0))
    run = ran(model, 0.6, fall={"position": [0, 0, 1.1]})
    assert [event.event for event in run.events] == ["left blow", "right blow"]
    assert len({event.note for event in run.events}) == 1
    assert np.abs(run["fall.angular_velocity"].values[-1]).max() < 1e-12
    energy = (run.data.kinetic_energy + run.data.potential_energy).values
    assert np.ptp(energy) < 1e-11 * 2 * 9.81


def test_impulses_at_one_instant_tell_all_of_what_they_lose():
    """A stop without restitution: the sum of the log is the energy that is gone."""
    system = slider(tt.RigidStop("rail", upper=1.0, restitution=0.3), tt.JointEffort("rail", 2.0))
    run = tt.simulate(system, system.start(), duration=4.0, every=4.0)
    assert run["rail.slide_rate"][-1] == 0.0
    assert sum(event.energy_lost for event in run.events) == pytest.approx(2.0 * 1.0, rel=1e-11)
