"""What is put right between two steps changes nothing that can be seen."""

from dataclasses import astuple

import numpy as np
import pytest

import treetop as tt
from random_trees import random_motion
from sprung_trees import moving, sprung_tree
from treetop.core.formulations.joint_space.normalize import REACH
from treetop.system.formulations import FORMULATIONS
from treetop.system.state import State

MU = 3.986004418e14


def settled(system, vector):
    y, rate = vector.copy(), np.ones_like(vector)
    again = system.project(0.0, y, rate, system.problem)
    return y, rate, again


def test_quaternions_become_unit_and_their_rates_shrink_alike():
    system, state = moving(sprung_tree(seed=3, bodies=12), seed=1)
    vector = state.vector.copy()
    at = [k for k, label in enumerate(system.coordinate_labels) if ".attitude." in label]
    vector[at] *= 1.01
    y, rate, again = settled(system, vector)
    assert np.linalg.norm(y[at].reshape(-1, 4), axis=1) == pytest.approx(1.0, abs=1e-15)
    assert rate[at] == pytest.approx(1 / 1.01, rel=1e-15)
    others = np.setdiff1d(np.arange(y.size), at)
    assert np.array_equal(y[others], state.vector[others])
    assert not again


def test_the_length_of_a_quaternion_does_not_change_the_motion():
    system, state = moving(sprung_tree(seed=3, bodies=12), seed=1)
    vector = state.vector.copy()
    vector[[k for k, label in enumerate(system.coordinate_labels) if ".attitude." in label]] *= 1.3
    stretched = system.evaluate(State(system, 0.0, vector))
    assert stretched.speed_rates == pytest.approx(system.evaluate(state).speed_rates, rel=1e-10)


def far_craft(ahead=3 * REACH, formulation="recursive"):
    """Two free bodies on a spring in orbit, far from the origin of positions."""
    model = tt.Model("far")
    for name in ("bus", "tug"):
        frame = model.ground.frame(f"at_{name}", attitude=[0.5, 0.5, 0.5, 0.5])
        body = model.add_body(name, mass=200, inertia=[100, 200, 150], centre=[0.1, 0, 0])
        model.add_joint(f"{name}_free", tt.Free(), frame, body)
    model.add_force("earth", tt.CentralGravity(MU))
    model.add_force("spring", tt.SpringDamper("bus", "tug", length=3, stiffness=2, damping=0.1))
    system = model.build(formulation)
    motion = random_motion(model, seed=3)
    for joint, shift in (("bus_free", 0.0), ("tug_free", 2.5)):
        motion[joint]["position"] = [ahead, 2.0 + shift, -5.0]
    origin = {"position": [7e6, 1e5, -2e5], "velocity": [100, 7500, 300]}
    return system, system.state(origin=origin, **motion)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_moving_the_origin_changes_nothing_that_can_be_seen(formulation):
    system, state = far_craft(formulation=formulation)
    y, _, again = settled(system, state.vector)
    assert again
    assert np.array_equal(y[4:7], np.zeros(3)), "the origin is at the first body"
    before, after = system.evaluate(state), system.evaluate(State(system, 0.0, y))
    for name in system.body_names:
        for ours, theirs in zip(astuple(after.body[name]), astuple(before.body[name]), strict=True):
            assert ours == pytest.approx(theirs, rel=1e-13, abs=1e-11)
    for what in ("kinetic_energy", "potential_energy", "linear_momentum", "angular_momentum"):
        assert getattr(after, what) == pytest.approx(getattr(before, what), rel=1e-14)
    assert after.speed_rates == pytest.approx(before.speed_rates, rel=1e-10, abs=1e-11)


def test_relative_positions_keep_their_digits():
    """At 1e7 m, a double resolves 1e-9 m; bodies near each other keep 1e-12 m."""
    system, state = far_craft()
    y, _, _ = settled(system, state.vector)
    seen = system.observe(np.zeros(2), np.array([state.vector, y]))["position_from_origin"]
    apart = seen[:, 1] - seen[:, 0]
    assert apart[1] == pytest.approx(apart[0], abs=1e-12)
    assert y[state.vector.size - 8 :][:3] == pytest.approx(seen[0, 0] + state.origin, abs=2e-9)


def test_a_near_origin_stays():
    system, state = far_craft(ahead=0.5 * REACH)
    y, _, again = settled(system, state.vector)
    assert not again
    assert np.array_equal(y[-8:], state.vector[-8:])


@pytest.mark.compiled
def test_a_thrusting_craft_moves_alike_with_and_without_a_moving_origin():
    """``v = a t`` to 50 km: the origin is moved on many times, and nothing shows of it.

    The same craft held by a spring without strength is seen from the ground throughout.
    """
    ends = []
    for tied in (False, True):
        model = tt.Model("thruster")
        body = model.add_body("bus", mass=10, inertia=[1, 2, 1.5])
        tank = model.add_body("tank", mass=5, inertia=[1, 1, 1], centre=[0.5, 0, 0])
        model.add_joint("orbit", tt.Free(), model.ground, body)
        model.add_joint("hinge", tt.Revolute([0, 0, 1]), body, tank)
        model.add_force("hinge_spring", tt.JointSpring("hinge", stiffness=3, damping=0.1))
        model.add_force("thrust", tt.FrameForce(body, force=[15, 0, 0], axes="inertial"))
        if tied:
            model.add_force("tie", tt.SpringDamper("ground", tank, length=1))
        system = model.build()
        start = system.state(orbit={"position": [1, 2, 3]}, hinge={"angle": 0.4})
        data = tt.simulate(system, start, 316.0, every=316.0, rtol=1e-11).data
        moved = np.linalg.norm(np.diff(data.origin.values, axis=0))
        assert (moved > 4e4) == (not tied)
        ends.append(data.isel(time=-1))
    free, tied = ends
    assert free.position.values == pytest.approx(tied.position.values, abs=1e-5)
    assert free.speeds.values == pytest.approx(tied.speeds.values, abs=1e-7)
    assert float(free.work) == pytest.approx(float(tied.work), rel=1e-9)
