"""Hinges of pendulums that follow the level of fuel, against springs, which have no hinge."""

import functools

import numpy as np
import pytest

import treetop as tt
from treetop.system.formulations import FORMULATIONS

FULL, LEFT = 900.0, 500.0
SPIN = [0.3, -0.4, 0.5]


def stage(model="pendulum", thrust=900.0, isp=250.0):
    """A stage that burns: its tank is off the axes of the hull, and turned in it."""
    m = tt.Model("stage")
    hull = m.add_body("hull", 800.0, [300.0, 900.0, 800.0], centre=[0.2, 0.05, 0.0])
    m.add_joint("flight", tt.Free(), m.ground, hull)
    seat = hull.frame("seat", at=[1.0, 0.2, 0.1], attitude=[0.9, 0.1, -0.3, 0.3])
    shape = tt.CylindricalTank(radius=0.5, length=1.5)
    m.add_device("tank", tt.Tank(seat, fuel=FULL, density=1000.0, shape=shape))
    m.add_device("slosh", tt.Slosh("tank", model=model, modes=2, acceleration=1.0))
    jet = tt.Thruster(hull.frame("exit", at=[-2.0, 0.1, 0.0]), thrust, isp=isp, tank="tank")
    m.add_device("jet", jet)
    return m


def turning(system, fuel=LEFT, **more):
    flight = {"angular_velocity": SPIN, "velocity": [1.0, 2.0, 3.0]}
    starts = {"tank": {"mass": fuel}, "jet": {"throttle": 1.0}}
    return system.state(flight=flight, **starts, **more)


def accelerations(system):
    now = system.evaluate(turning(system)).body["hull"]
    return np.append(now.acceleration, now.angular_acceleration)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_masses_at_rest_act_alike_on_pendulums_and_springs_while_fuel_flows(formulation):
    """A spring carries its mass down by its own mass properties, a pendulum by its hinge."""
    system = stage().build(formulation)
    expected = accelerations(stage("spring").build())
    assert accelerations(system) == pytest.approx(expected, abs=1e-13)


@pytest.mark.parametrize("formulation", ["newton-euler", "udwadia", "kane-absolute"])
def test_positions_and_velocities_of_bodies_change_as_joints_say(formulation):
    """Along the rates of joints, differences of states in absolute coordinates are their rates."""
    first, system = stage(thrust=4e4).build(), stage(thrust=4e4).build(formulation)
    state = turning(first, **{"slosh 1": {"angle": 0.2, "rate": 0.1}})
    h, z, rate = 1e-4, state.vector, first.rate(state)
    near, far = (
        system.own_vector(z + k * h * rate) - system.own_vector(z - k * h * rate) for k in (1, 2)
    )
    n = 13 * len(system.body_names)
    expected = (8.0 * near - far)[:n] / (12.0 * h)
    there = system.at(system.state_of(state))
    assert abs(there.work.hung.drift).max() > 1e-3
    assert there.rate[:n] == pytest.approx(expected, abs=1e-8)


@functools.cache
def burnt(formulation):
    """A run in which the masses swing and the hinges go down by a third of the tank."""
    system = stage(thrust=4000.0, isp=25.0).build(formulation)
    start = turning(system, 800.0, **{"slosh 1": {"angle": 0.2}, "slosh 2": {"angle": -0.1}})
    return tt.simulate(system, start, 15.0, every=5.0, rtol=1e-11, atol=1e-12)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler", "kane-absolute"])
def test_balances_close_while_hinges_move(formulation):
    run = burnt(formulation)
    assert run["tank.mass"].values[-1] < 560.0
    audit = run.audit()
    assert audit["linear momentum"].relative < 1e-12
    assert audit["angular momentum"].relative < 1e-12
    assert audit["energy"].relative < 1e-9
    for name in ("hull.position", "hull.angular_velocity", "slosh 1.angle"):
        reference = burnt("recursive")[name].values
        assert run[name].values == pytest.approx(reference, rel=1e-8, abs=1e-8)
