"""Stiffness that no step of an explicit method can take: said, with the method that does."""

import math

import pytest

import treetop as tt
from treetop.simulation.step_stability import (
    greatest_rate,
    no_step_short_enough,
    out_of_time,
    too_long_for_rk4,
)


def oscillator(stiffness, damping=0.0):
    m = tt.Model("oscillator")
    body = m.add_body("body", mass=2, inertia=[1, 1, 1])
    m.add_joint("slide", tt.Prismatic([1, 0, 0]), m.ground, body)
    m.add_force("spring", tt.JointSpring("slide", stiffness=stiffness, damping=damping))
    system = m.build()
    return system, system.state(slide={"slide": 0.1})


@pytest.mark.parametrize(("stiffness", "damping"), [(800, 0), (0, 60), (800, 100)])
def test_the_greatest_rate_is_that_of_small_motions(stiffness, damping):
    b = damping / 4
    rate = b + math.sqrt(b**2 - stiffness / 2) if b**2 > stiffness / 2 else math.sqrt(stiffness / 2)
    assert greatest_rate(*oscillator(stiffness, damping)) == pytest.approx(rate, rel=1e-4)


def test_fixed_steps_that_are_too_long_say_how_long_they_may_be():
    system, start = oscillator(2e12)  # 1e6 rad/s
    text = r"steps of 0\.01 s are too long for rk4, which needs less than 2\.8e-06 s .*'radau'"
    with pytest.raises(tt.RunError, match=text) as got:
        tt.simulate(system, start, duration=20, every=0.1, method="rk4", step=0.01)
    assert got.value.run.time.size >= 1


def test_a_stiffness_beyond_all_steps_names_a_method_that_takes_it():
    system, start = oscillator(1e40)
    text = "dop853 needs steps of less than .* s for what is stiff here, too short .*'radau'"
    with pytest.raises(tt.RunError, match=text) as got:
        tt.simulate(system, start, duration=1)
    assert got.value.run.time.size >= 1


@pytest.mark.compiled
def test_a_run_that_stiffness_kept_from_its_end_names_a_method_that_takes_it():
    system, start = oscillator(2e14)  # 1e7 rad/s
    text = "the wall time .* is over: dop853 needs steps of less than 2.8e-07 s .*'radau'"
    with pytest.raises(tt.RunError, match=text) as got:
        tt.simulate(system, start, duration=100, method="dop853", limit=0.3)
    assert got.value.run.time.size >= 1


def test_what_a_method_can_take_is_not_put_down_to_stiffness():
    system, start = oscillator(800)  # 20 rad/s
    assert not too_long_for_rk4(system, start, 0.1)
    assert too_long_for_rk4(system, start, 0.2)
    assert not no_step_short_enough(system, start, "dop853", 1e3)
    stiff, start = oscillator(1e40)
    assert not no_step_short_enough(stiff, start, "radau", 1e3)
    assert not out_of_time(system, start, "dop853", 1e6)
    assert not out_of_time(stiff, start, "radau", 1e6)


def test_what_becomes_stiff_on_the_way_is_named_as_a_possible_cause():
    m = tt.Model("boom")
    m.add_force("weight", tt.UniformGravity([0, 9.81, 0]))
    law = {"mass_per_length": 0.3, "total_length": 6, "elements": 6, "stiffness": 1e6}
    m.add_device("boom", tt.Deployer(m.ground, length="1 + t", **law))
    system = m.build()
    with pytest.raises(
        tt.RunError, match=r"; perhaps steps of 0\.01 s are too long for rk4"
    ) as got:
        tt.simulate(system, system.start(), duration=1, every=0.02, method="rk4", step=0.01)
    assert got.value.run.time.size > 1
