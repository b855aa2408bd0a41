"""Dry friction that truly sticks, against closed forms."""

import math

import numpy as np
import pytest

import treetop as tt
from sliders import MASS, slider
from treetop.errors import ModelError


def test_a_block_comes_to_rest_and_stays():
    """After v m / F, at m v² / 2 F, to the last digit for ever."""
    system = slider(tt.DryFriction("rail", 3.0))
    run = tt.simulate(system, system.state(rail={"slide_rate": 3.0}), duration=4.0, every=0.5)
    (event,) = run.events
    assert event.time == pytest.approx(3.0 * MASS / 3.0, rel=1e-11)
    after = run["rail.slide"].sel(time=slice(2.5, 4.0)).values
    assert np.ptp(after) == 0.0
    assert after[0] == pytest.approx(MASS * 9.0 / 6.0, rel=1e-11)
    assert run.audit()["energy"].relative < 1e-12


def test_at_rest_it_holds_until_the_pull_exceeds_it_and_turns_round_without_rest():
    """A pull that rises by 1 N/s from zero, and falls by 2 N/s from 8 s on."""
    pull = tt.Table([0, 8, 16], [0, 8, -8])
    system = slider(tt.DryFriction("rail", 3.0, 4.0, 0.1), tt.JointEffort("rail", pull))
    run = tt.simulate(system, system.state(), duration=16.0, every=1.0, rtol=1e-11, atol=1e-13)
    slips, sticks, back = run.events
    assert slips.time == pytest.approx(4.0, rel=1e-10) and slips.note == "slips forward"
    assert sticks.time == back.time and back.note == "slips backward"
    assert np.abs(run["rail.slide"].sel(time=slice(0, 3)).values).max() == 0.0
    assert run["rail.slide_rate"][-1] < 0
    assert run.audit()["energy"].relative < 1e-8


@pytest.mark.parametrize(("pull", "moves"), [(3.9, False), (4.1, True), (-4.1, True)])
def test_what_a_start_at_rest_leads_to(pull, moves):
    system = slider(tt.DryFriction("rail", 3.0, 4.0), tt.JointEffort("rail", pull))
    run = tt.simulate(system, system.state(), duration=1.0, every=0.5)
    expected = 0.5 * (pull - math.copysign(3.0, pull)) / MASS if moves else 0.0
    assert run["rail.slide"][-1] == pytest.approx(expected, abs=1e-9)


@pytest.mark.compiled
def test_a_pendulum_on_a_rough_pin_sticks_where_its_weight_does_not_turn_it():
    """At rest the pin carries the weight: it holds where l sin θ is less than μ r."""
    l, coefficient, radius = 0.5, 0.4, 0.1
    model = tt.Model("pendulum")
    bob = model.add_body("bob", 2.0, [0.2, 0.2, 0.2], [0, 0, -l])
    model.add_joint("pin", tt.Revolute([0, -1, 0]), model.ground, bob)
    model.add_force("weight", tt.UniformGravity())
    model.add_force("rub", tt.DryFriction("pin", coefficient=coefficient, radius=radius))
    most = math.asin(coefficient * radius / l)
    system = model.build()
    for part, events in ((0.999, 0), (1.001, 1)):
        run = tt.simulate(system, system.state(pin={"angle": part * most}), duration=0.1)
        assert len(run.events) == events
    run = tt.simulate(system, system.state(pin={"angle": 1.0}), duration=40.0, every=1.0)
    assert run.events[-1].note == "sticks"
    assert abs(run["pin.angle"][-1]) < most and run["pin.rate"][-1] == 0.0
    assert run.audit()["energy"].relative < 1e-8


def test_there_is_one_friction_along_a_coordinate():
    model = slider(tt.DryFriction("rail", 3.0)).model.copy()
    model.add_force("more", tt.DryFriction("rail", 3.0, coordinate="slide"))
    with pytest.raises(ModelError, match="dry friction along"):
        model.validate()


@pytest.mark.parametrize(("pull", "end"), [(3.5, 0.0), (9.0, 0.5 * 3.0), (-9.0, -0.5 * 3.0)])
def test_a_stage_that_locks_a_joint_is_stronger_and_leaves_it_to_friction_in_the_end(pull, end):
    """It is pulled from 1.5 s on, locked from 1 s to 2 s, and looked at a second later."""
    law = tt.Table([0, 1.4, 1.5], [0, 0, pull])
    model = slider(tt.DryFriction("rail", 3.0, 4.0), tt.JointEffort("rail", law)).model.copy()
    for name, time in (("lock", 1.0), ("unlock", 2.0)):
        model.add_event(name, tt.time.rises(time))
    model.add_stage("before", until="lock")
    model.add_stage("locked", lock="rail.slide", until="unlock")
    model.add_stage("after", unlock="rail.slide")
    system = model.build()
    run = tt.simulate(system, system.state(), duration=3.0, every=1.0)
    assert run["rail.slide"].sel(time=2.0).values.max() == 0.0
    assert run["rail.slide"][-1] == pytest.approx(end, abs=1e-9)
