"""Implicit methods with exact Jacobians, against the same with differences."""

import numpy as np
import pytest

import treetop as tt
from chains import chain
from four_bar import closed, four_bar
from interpreted import interpreted_for
from treetop.simulation import jacobians


def cantilever(rods):
    """Rods with springs and strong dampers between them, let go level."""
    model = chain(rods, "revolute", bending=1.0)
    for k in range(rods):
        model.add_force(f"damper{k}", tt.JointSpring(f"hinge{k}", damping=0.05 * rods))
    return model.build()


def run(system, method, duration=0.2, **start):
    close = {"rtol": 1e-7, "atol": 1e-9, "every": duration / 10}
    return tt.simulate(system, system.state(**start), duration, method=method, **close)


def agree(exact, differences, tolerance=1e-6):
    """Motions agree, in no more iterations."""
    assert exact.statistics["jacobian"] == "exact"
    assert differences.statistics["jacobian"].startswith("differences: ")
    assert exact.statistics["steps"] <= 1.05 * differences.statistics["steps"]
    assert exact.statistics["evaluations"] <= differences.statistics["evaluations"]
    for name in ("position", "velocity"):
        label = f"{list(exact.model.bodies)[-1]}.{name}"
        there = differences[label].values
        np.testing.assert_allclose(exact[label].values, there, rtol=0, atol=tolerance)


@pytest.mark.parametrize("method", interpreted_for(["radau", "bdf"], ["bdf"]))
def test_chains_move_as_with_differences(method, monkeypatch):
    system = cantilever(6)
    differences = run(system, method)
    monkeypatch.setattr(jacobians, "KNOWN_TREES", 1)
    agree(run(system, method), differences)


@pytest.mark.parametrize("method", interpreted_for(["radau", "bdf"], ["radau"]))
def test_loops_move_as_with_differences(method, monkeypatch):
    system = four_bar().build()
    differences = run(system, method, **closed(0.7))
    monkeypatch.setattr(jacobians, "BY_DUALS", 1)
    agree(run(system, method, **closed(0.7)), differences)


def flyer():
    """A hub and an arm on a ball joint, both turning, with a stiff string between them."""
    model = tt.Model("flyer")
    hub = model.add_body("hub", mass=5, inertia=[1, 2, 3])
    arm = model.add_body("arm", mass=1, inertia=[0.1, 0.2, 0.2], centre=[0.5, 0, 0])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("ball", tt.Spherical(), hub, arm)
    ends = hub.frame("eye", at=[0, 1, 0]), arm.frame("tip", at=[1, 0, 0])
    model.add_force("string", tt.SpringDamper(*ends, length=1.4, stiffness=2e3, damping=5))
    system = model.build()
    turn = {"angular_velocity": [0.3, -0.2, 0.5]}
    return system, system.state(flight=turn | {"velocity": [1, 2, 3]}, ball=turn)


def test_steps_of_generalised_alpha_are_those_with_differences(monkeypatch):
    system, start = flyer()
    options = {"method": tt.GeneralizedAlpha(step=0.01), "every": 0.05}
    differences = tt.simulate(system, start, 0.2, **options)
    monkeypatch.setattr(jacobians, "BY_DUALS", 1)
    agree(tt.simulate(system, start, 0.2, **options), differences, tolerance=1e-9)


def test_steps_without_a_matrix_say_nothing_of_it():
    system, method = cantilever(2), tt.GeneralizedAlpha(step=0.01)
    assert "jacobian" not in tt.simulate(system, system.state(), 0.02, method=method).statistics


def test_small_systems_have_differences_and_say_so():
    statistics = run(cantilever(2), "radau", 0.01).statistics
    assert statistics["jacobian"] == "differences: the state has less than 50 numbers"


def test_what_has_no_derivatives_says_so(monkeypatch):
    monkeypatch.setattr(jacobians, "BY_DUALS", 1)
    system = chain(3, "revolute", bending=1.0).build("kane")
    reason = run(system, "radau", 0.01).statistics["jacobian"]
    assert reason == "differences: the equations of 'kane' in this model have none"


def test_constraints_that_are_stabilised_have_differences(monkeypatch):
    monkeypatch.setattr(jacobians, "BY_DUALS", 1)
    system = four_bar().build()
    settings = {"method": "radau", "constraints": tt.Baumgarte()}
    statistics = tt.simulate(system, system.state(**closed(0.7)), 0.01, **settings).statistics
    reason = "constraints are stabilised within the equations"
    assert statistics["jacobian"] == f"differences: {reason}"


def test_explicit_methods_have_none():
    assert "jacobian" not in run(cantilever(2), "dop853", 0.01).statistics
