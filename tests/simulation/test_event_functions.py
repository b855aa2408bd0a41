"""Signals by name: each is the quantity that a result has by that name."""

import math

import numpy as np
import pytest

import treetop as tt
from treetop.simulation.segment import signals_at

MU = 3.986004418e14


def seen(system, state, signal, value=0.0):
    """What a signal is at a state."""
    return signals_at(state, {"it": signal.rises(value)})["it"] + value


@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_sizes_of_free_bodies_are_seen_from_the_ground(formulation):
    """Their coordinates are measured from an origin that goes along, and frames may be anywhere."""
    m = tt.Model("craft")
    bus = m.add_body("bus", mass=100, inertia=[10, 20, 30])
    base = m.ground.frame("base", at=[1e6, 2e6, -3e6], attitude=[0.6, 0, 0.8, 0])
    m.add_joint("flight", tt.Free(), base, bus.frame("port", at=[1, 2, 3]))
    m.add_force("earth", tt.CentralGravity(mu=MU))
    system = m.build(formulation)
    start = system.state(
        flight={
            "position": [7e6, 1e5, 2e5],
            "velocity": [10, 7500, 20],
            "angular_velocity": [1] * 3,
        }
    )
    place, velocity = (np.linalg.norm(v) for v in ([7e6, 1e5, 2e5], [10, 7500, 20]))
    assert seen(system, start, tt.quantity("flight.position.norm")) == pytest.approx(place)
    assert seen(system, start, tt.quantity("flight.velocity.norm")) == pytest.approx(velocity)


@pytest.mark.compiled
def test_a_craft_that_climbs_passes_a_radius():
    """Half-way up, by the equation of the orbit and Kepler's."""
    r, a = 6.778e6, 1.1 * 6.778e6
    m = tt.Model("orbit")
    m.add_joint("flight", tt.Free(), m.ground, m.add_body("bus", mass=100, inertia=[10, 20, 30]))
    m.add_force("earth", tt.CentralGravity(mu=MU, gradient=False))
    m.set_start("flight", position=[r, 0, 0], velocity=[0, math.sqrt(MU * (2 / r - 1 / a)), 0])
    m.add_event("far", tt.quantity("flight.position.norm").rises(a))
    m.add_event("slow", tt.quantity("flight.velocity.norm").falls(math.sqrt(MU / a)))
    system = m.build()
    run = tt.simulate(system, system.start(), duration=3000, every=3000)
    e = 1 - r / a
    half = (math.pi / 2 - e) * math.sqrt(a**3 / MU)  # the eccentric anomaly is a right angle
    assert [event.time for event in run.events] == pytest.approx([half, half], rel=1e-9)


def test_the_size_of_a_torque_that_holds_a_locked_joint():
    """It is about the joint's own frame, wherever the joint is found."""
    m = tt.Model("slide")
    arm = m.add_body("arm", mass=2, inertia=[1, 1, 1])
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, arm)
    m.add_force("weight", tt.UniformGravity([0, 0, -10]))
    m.add_event("now", tt.time.rises(0.1))
    m.add_event("bent", tt.reaction("rail").torque.norm.rises(1.0))
    m.add_stage("moving", until="now")
    m.add_stage("held", lock="rail")
    m.set_start("rail", slide=3.0)
    system = m.build()
    run = tt.simulate(system, system.start(), duration=0.2, every=0.05)
    assert [event.event for event in run.events] == ["now"]
    assert np.linalg.norm(run["rail.reaction_torque"].values, axis=1).max() < 1e-9
