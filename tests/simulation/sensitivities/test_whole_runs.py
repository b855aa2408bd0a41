"""Sensitivities against differences of whole runs, through all that may happen in one."""

import numpy as np
import pytest

import treetop as tt
from staged import ball_on_a_string
from treetop.model.paths import keys_of, value_at, with_numbers

TOLERANCES = {"rtol": 1e-12, "atol": 1e-13}
NEAR = 1e-6  # part of the greatest derivative
STEP = 1e-4  # of differences, part of a number

pytestmark = pytest.mark.compiled  # minutes interpreted; the bouncing ball runs both ways


def pendulum():
    m = tt.Model("pendulum")
    bob = m.add_body("bob", mass=2, inertia=[0.1, 0.2, 0.3], centre=[0, 0, -1.5])
    m.add_joint("hinge", tt.Revolute([0, 1, 0]), m.ground, bob)
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    m.set_start("hinge", angle=0.7)
    return m


def released():
    """A ball on a string that goes slack, by its reaction."""
    return ball_on_a_string(pull=0.5)


def latched():
    """A panel that strikes its latch on a hub that flies."""
    m = tt.Model("panel")
    hub = m.add_body("hub", mass=20, inertia=[4, 5, 6])
    panel = m.add_body("panel", mass=3, inertia=[0.5, 0.7, 0.4], centre=[0.4, 0, 0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_joint("hinge", tt.Revolute([0, 0, 1]), hub.frame("edge", at=[1, 0, 0.2]), panel)
    m.add_force("spring", tt.JointSpring("hinge", stiffness=3.0, rest=1.6, damping=0.05))
    m.add_force("latch", tt.Latch("hinge", place=1.2))
    m.set_start("hinge", angle=-0.4)
    m.set_start("flight", angular_velocity=[0.1, 0.2, -0.1])
    return m


def staged():
    """A boom that is locked where it is found, at an event, and let go again at a time."""
    m = tt.Model("boom")
    hub = m.add_body("hub", mass=20, inertia=[4, 5, 6])
    tip = m.add_body("tip", mass=3, inertia=[0.5, 0.7, 0.4])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_joint("boom", tt.Prismatic([1, 0, 0]), hub.frame("port", at=[0.5, 0.1, 0]), tip)
    m.add_force("spring", tt.JointSpring("boom", stiffness=4.0, rest=0.0, damping=0.3))
    m.add_event("out", tt.coordinate("boom.slide").falls(0.2))
    m.add_event("go", tt.time.rises(1.7))
    m.add_stage("free", until="out")
    m.add_stage("held", lock=["boom"], until="go")
    m.add_stage("again", unlock=["boom"])
    m.set_start("boom", slide=0.5)
    m.set_start("flight", angular_velocity=[0.1, 0.2, 0.5])
    return m


def stopped():
    """A slider between stops that give back a part of its speed."""
    m = tt.Model("slider")
    block = m.add_body("block", mass=2)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, block)
    m.add_force("spring", tt.JointSpring("rail", stiffness=5.0, rest=2.0))
    m.add_force("end", tt.RigidStop("rail", upper=1.0, restitution=0.6))
    return m


def looped():
    """A four-bar linkage that swings."""
    m = tt.Model("four-bar")
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    bars = {}
    for name, length in (("crank", 0.6), ("coupler", 1.0), ("rocker", 0.8)):
        inertia = [length**2 / 12.0] * 3
        bar = m.add_body(name, mass=1.0, inertia=inertia, centre=[length / 2, 0, 0])
        bars[name] = bar, bar.frame("tip", at=[length, 0, 0])
    axis = [0, 1, 0]
    pin = m.ground.frame("pin", at=[1.1, 0, 0])
    m.add_joint("a", tt.Revolute(axis), m.ground, bars["crank"][0])
    m.add_joint("b", tt.Revolute(axis), bars["crank"][1], bars["coupler"][0])
    m.add_joint("c", tt.Revolute(axis), pin, bars["rocker"][0])
    m.add_joint("d", tt.Revolute(axis), bars["coupler"][1], bars["rocker"][1])
    m.set_start("a", angle=-1.2)
    m.set_start("b", angle=0.9)
    m.set_start("c", angle=-1.8)
    m.set_hold("a")
    return m


def rubbing():
    """A block on a spring that slips to and fro, and sticks in the end."""
    m = tt.Model("block")
    block = m.add_body("block", mass=2)
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, block)
    m.add_force("spring", tt.JointSpring("rail", stiffness=20.0))
    m.add_force("friction", tt.DryFriction("rail", coulomb=3.0, static=4.0))
    m.set_start("rail", slide=0.9)
    return m


def bouncing():
    """A ball thrown onto a plane with friction."""
    m = tt.Model("ball")
    ball = m.add_body("ball", mass=2, inertia=[0.2, 0.2, 0.2])
    m.add_joint("flight", tt.Free(), m.ground, ball)
    m.add_force("weight", tt.UniformGravity([0, 0, -9.81]))
    floor = tt.Plane("ground", normal=[0, 0, 1])
    m.add_force(
        "floor", tt.RigidContact(floor, tt.Sphere(ball, 0.5), restitution=0.7, friction=0.2)
    )
    m.set_start("flight", position=[0, 0, 1.5], velocity=[1.0, 0, 0])
    return m


def orbiting():
    """Two bodies in orbit."""
    m = tt.Model("orbit")
    bus = m.add_body("bus", mass=2200, inertia=[2300, 4500, 3600])
    tug = m.add_body("tug", mass=1200, inertia=[1700, 2000, 600])
    port, tail = bus.frame("port", at=[1, 0, 1]), tug.frame("tail", at=[-1, 0, 1])
    m.add_joint("orbit", tt.Free(), m.ground, bus)
    m.add_joint("boom", tt.Cylindrical([1, 0, 0]), port, tail)
    m.add_force("earth", tt.CentralGravity(mu=3.986e14))
    m.add_force("spring", tt.SpringDamper(port, tail, length=2, stiffness=25, damping=0.2))
    m.set_start("orbit", position=[6678.1e3, 0, 0], velocity=[0, 7725.8, 0])
    m.set_start("boom", slide=2.5)
    return m


PATHS = {
    "pendulum": "bodies.bob.mass bodies.bob.centre.z start.hinge.angle",
    "release": "bodies.ball.mass start.peg.rate events.slack.falls",
    "latch": "bodies.panel.mass forces.spring.stiffness forces.latch.place",
    "stages": "bodies.tip.mass start.boom.slide events.out.falls events.go.rises",
    "impact": "bodies.block.mass forces.end.restitution forces.end.upper",
    "loop": "bodies.coupler.mass bodies.rocker.frames.tip.at.x start.a.angle",
    "friction": "bodies.block.mass forces.friction.coulomb start.rail.slide",
    "contact": "forces.floor.restitution start.flight.velocity.x start.flight.position.z",
    "orbit": "bodies.tug.mass forces.spring.stiffness start.boom.slide",
}
CASES = {
    "pendulum": (pendulum, 2.0, "hinge.angle"),
    "release": (released, 0.8, "ball.position"),
    "latch": (latched, 4.0, "hub.position"),
    "stages": (staged, 3.0, "boom.slide"),
    "impact": (stopped, 2.4, "rail.slide"),
    "loop": (looped, 1.0, "c.angle"),
    "friction": (rubbing, 6.0, "rail.slide"),
    "contact": (bouncing, 1.0, "ball.position"),
    "orbit": (orbiting, 60.0, "boom.slide"),
}


@pytest.mark.parametrize("case", CASES)
def test_sensitivities_are_the_differences_of_whole_runs(case):
    (made, duration, quantity), paths = CASES[case], PATHS[case].split()
    model = made()
    run = tt.simulate(
        model, duration=duration, every=duration / 8, sensitivities=paths, **TOLERANCES
    )
    keep = np.isin(run.time, np.linspace(0, duration, 9))
    for path in paths:
        keys = keys_of(model, path)
        value = float(value_at(model, keys))

        def at(x, keys=keys):
            twin = with_numbers(model, {keys: x})
            other = tt.simulate(twin, duration=duration, every=duration / 8, **TOLERANCES)
            return other[quantity].values[np.isin(other.time, np.linspace(0, duration, 9))]

        h = STEP * abs(value)
        differences = (
            (8 * (at(value + h) - at(value - h)) - at(value + 2 * h) + at(value - 2 * h)) / 12 / h
        )
        found = run.sensitivity(quantity, to=path).values[keep]
        np.testing.assert_allclose(
            found, differences, rtol=0, atol=NEAR * np.abs(differences).max()
        )
