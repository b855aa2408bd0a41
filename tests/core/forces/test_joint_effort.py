"""Efforts at joints, constant and tabulated."""

import pytest

import treetop as tt
from random_trees import random_tree
from sprung_trees import moving


def wheel(effort, **options):
    model = tt.Model("wheel")
    body = model.add_body("body", mass=1, inertia=[1, 1, 2])
    model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, body)
    model.add_force("drive", tt.JointEffort("axle", effort, **options))
    return model.build()


def test_rate_is_effort_over_inertia():
    system = wheel(3.0)
    assert system.evaluate(system.state()).speed_rates == pytest.approx([1.5], rel=1e-15)


@pytest.mark.parametrize("t", [-1.0, 0.25, 1.0, 5.0])
def test_tabulated_effort_is_taken_at_its_time(t):
    system = wheel(tt.Table([0, 1], [0, 4]))
    now = system.evaluate(system.state(time=t))
    assert now.speed_rates == pytest.approx([2.0 * min(max(t, 0.0), 1.0)], rel=1e-15)


def test_each_component_of_a_vector_has_its_own_effort():
    model = tt.Model("ball")
    body = model.add_body("body", mass=1, inertia=[1, 2, 2.5])
    model.add_joint("ball", tt.Spherical(), model.ground, body)
    table = tt.Table([0, 1], [[1, 2, 3], [3, 6, 9]])
    model.add_force("drive", tt.JointEffort("ball", table, "angular_velocity"))
    system = model.build()
    now = system.evaluate(system.state(time=0.5))
    assert now.speed_rates == pytest.approx([2 / 1, 4 / 2, 6 / 2.5], rel=1e-15)


@pytest.mark.parametrize("grounded", [False, True])
def test_power_is_effort_times_speed(grounded):
    """Also where a free body is driven from the ground, and seen from an origin that moves."""
    model = random_tree(seed=6, bodies=15, roots=2, grounded=grounded)
    system, state = moving(model, seed=9)
    undriven, same = moving(random_tree(6, 15, roots=2, grounded=grounded, efforts=False), seed=9)
    efforts = undriven.inverse_dynamics(same, system.evaluate(state).speed_rates)
    assert system.rate(state)[-2] == pytest.approx(efforts @ state.speeds, rel=1e-10)
