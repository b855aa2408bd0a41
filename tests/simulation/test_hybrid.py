"""From segment to segment: signals that jump at a change have passed their values."""

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from sliders import slider
from treetop.errors import ModelError


def block(pull):
    """Held against a push of 2 N to the right; from 0.5 s on also pulled to the left."""
    m = tt.Model("block")
    body = m.add_body("block", mass=2, inertia=[1, 1, 1])
    m.add_joint("bond", tt.Fixed(), m.ground, body)
    m.add_force("push", tt.FrameForce(body, [2, 0, 0]))
    m.add_force("pull", tt.FrameForce(body, [-pull, 0, 0]))
    m.add_event("late", tt.time.rises(0.5), on=["pull"])
    m.add_event("torn", tt.reaction("bond").force.x.rises(0))
    m.add_stage("held", off=["pull"], until="torn")
    m.add_stage("free", release=["bond"])
    return m


def travel(model, **settings):
    system = model.build()
    return tt.simulate(system, system.start(), duration=1, every=0.25, **settings)


def test_a_reaction_that_jumps_past_its_value_ends_the_stage_at_once():
    run = travel(block(pull=6))
    assert [(event.event, event.time) for event in run.events] == [("late", 0.5), ("torn", 0.5)]
    assert_allclose(run["block.position"].values[-1], [-0.25, 0, 0], atol=1e-12)


def test_one_that_jumps_but_not_so_far_does_not():
    run = travel(block(pull=1))
    assert [event.event for event in run.events] == ["late"]
    assert np.all(run.data.stage == "held")


def test_a_jump_can_stop_the_run():
    m = block(pull=6)
    m.add_event("over", tt.reaction("bond").force.x.rises(1), do="stop")
    run = travel(m)
    assert run.time[-1] <= 0.5 and run.events[-1].event == "over"


def test_what_is_past_its_value_already_has_not_jumped():
    # Back at the place where it was caught: caught again only once it has left.
    m = tt.Model("shuttle")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", mass=1))
    m.add_event("there", tt.coordinate("rail.slide").rises(0.3))
    m.add_event("later", tt.time.rises(0.6))
    m.add_stage("coming", until="there")
    m.add_stage("caught", lock=["rail"], until="later")
    m.add_stage("let go", unlock=["rail"], until={"there": "caught"})
    system = m.build()
    run = tt.simulate(system, system.state(rail={"slide_rate": 1}), duration=1, every=0.5)
    assert [event.next_stage for event in run.events] == ["caught", "let go"]


@pytest.mark.parametrize("does", [{"off": ["pull"]}, {"do": "stop"}, {"call": print}])
def test_a_time_that_is_past_at_the_start_does_not_come(does):
    m = block(pull=6)
    m.add_event("now", tt.time.rises(0), **does)
    with pytest.raises(ModelError, match=r"events.now: .* true at the start already"):
        travel(m)


def test_what_follows_at_once_may_not_end_the_run_at_its_start():
    """Friction that cannot hold a block gives way at once, and its acceleration jumps."""
    system = slider(tt.DryFriction("rail", coulomb=3.0), tt.JointEffort("rail", 10.0))
    m = system.model.copy()
    m.add_event("moves", tt.quantity("speed_rates.rail.slide_rate").rises(1), do="stop")
    with pytest.raises(ModelError, match=r"events.moves: .* true at the start already"):
        travel(m)
