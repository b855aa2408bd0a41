"""Signals by name: each is the quantity that a result has by that name."""

import math
import textwrap

import numpy as np
import pytest

import treetop as tt
from interpreted import interpreted_for
from pushed_trees import pushed_state
from treetop.formats.yaml.load import loads
from treetop.simulation.segment import signals_at
from treetop.system.fields import AXES, OF_FORCES

FORMULATIONS = ("recursive", "kane", "newton-euler", "udwadia", "kane-absolute")
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


# --- what forces exert ------------------------------------------------------------------


@pytest.mark.parametrize("formulation", interpreted_for(FORMULATIONS, ["recursive"]))
@pytest.mark.parametrize("seed", range(2))
def test_what_forces_exert_is_what_results_hold(seed, formulation):
    system, state = pushed_state(seed, formulation)
    now, expected = system.evaluate(state), {}
    for name in now.quantities:
        if OF_FORCES & {name.rpartition(".")[2]}:
            value = now[name]
            if np.ndim(value):
                expected |= {f"{name}.{axis}": each for axis, each in zip(AXES, value, strict=True)}
                expected[f"{name}.norm"] = np.linalg.norm(value)
            else:
                expected[name] = value
    expected |= {label: now[label] for label in system.labels["generalised_force"]}
    found = signals_at(state, {name: tt.quantity(name).rises(0.0) for name in expected})
    assert len(expected) > 100
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-12)


def sled(stiffness=50.0, motor=0.0):
    """A sled of 2 kg, at 0.2 m beyond the natural length of its spring: ``x = 1 + 0.2 cos ω t``."""
    m = tt.Model("sled")
    body = m.add_body("sled", mass=2, inertia=[1, 1, 1])
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, body)
    m.add_force("spring", tt.SpringDamper("ground", body, length=1, stiffness=stiffness))
    m.add_force("motor", tt.JointEffort("rail", motor))
    m.set_start("rail", slide=1.2)
    return m


@pytest.mark.parametrize("formulation", interpreted_for(FORMULATIONS, ["recursive"]))
def test_a_force_passes_a_value_when_its_law_says_so(formulation):
    m = sled()
    m.add_event("weaker", tt.quantity("spring.applied_force.x").rises("-5 N"))
    m.add_event("weak", tt.quantity("spring.applied_force.norm").falls("5 N"))
    m.add_event("turned", tt.quantity("spring.power").falls("0 W"))
    system = m.build(formulation)
    run = tt.simulate(system, system.start(), duration=1.0, every=1.0)
    found = {name: [e.time for e in run.events if e.event == name] for name in m.events}
    turn = np.pi / 5  # half a period: ω is 5 rad/s
    assert found["weaker"] == pytest.approx([turn / 3], rel=1e-8)
    assert found["weak"] == pytest.approx([turn / 3, turn * 4 / 3], rel=1e-8)
    assert found["turned"] == pytest.approx([turn / 2, turn * 3 / 2], rel=1e-8)


def test_a_stage_waits_for_a_force_and_a_force_that_is_off_is_zero():
    text = """
    treetop: 1
    name: sled
    bodies:
      sled: {mass: 2, inertia: [1, 1, 1]}
    joints:
      rail: {kind: prismatic, axis: [1, 0, 0], inboard: ground, outboard: sled}
    forces:
      spring: {kind: spring-damper, a: ground, b: sled, length: 1, stiffness: 50}
      motor: {kind: joint-effort, joint: rail, effort: 3}
      weight: {kind: uniform-gravity}
    start:
      rail: {slide: 1.2}
    events:
      slack: {signal: spring.applied_force.norm, falls: 5 N}
      drives: {signal: motor.generalised_force, rises: 1 N}
      heavy: {signal: sled.gravity_force.z, falls: -1 N}
    stages:
      coasting: {off: [motor, weight], until: slack}
      driven: {on: [motor, weight]}
    """
    system = loads(textwrap.dedent(text)).build()
    run = tt.simulate(system, system.start(), duration=0.5, every=0.5)
    third = pytest.approx(np.pi / 15, rel=1e-8)
    assert [(e.event, e.time) for e in run.events][:3] == [
        ("slack", third),
        ("drives", third),
        ("heavy", third),
    ]


@pytest.mark.parametrize("turns", [3, 40])
def test_no_crossing_of_a_force_that_turns_with_a_rotor_is_missed(turns):
    """The rotor is balanced, so that its turning shows in nothing but the force."""
    m = tt.Model("wheel")
    wheel = m.add_body("wheel", mass=3, inertia=[1, 1, 2])
    m.add_joint("axle", tt.Revolute([0, 0, 1]), m.ground, wheel)
    m.add_force("jet", tt.FrameForce(wheel, [1, 0, 0], axes="body"))
    m.add_event("ahead", tt.quantity("jet.applied_force.x").rises("0.5 N"))
    m.set_start("axle", rate=2 * np.pi * turns)
    system = m.build()
    run = tt.simulate(system, system.start(), duration=1.0, every=1.0)
    expected = (np.arange(turns) + 5 / 6) / turns
    assert [event.time for event in run.events] == pytest.approx(expected, rel=1e-9)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("spring.applied_forc.x", "spring.applied_force.x"),
        ("spring.applied_force", "spring.applied_force"),
        ("weight.applied_force.x", "unknown quantity"),
        ("sled.gravity_force.x", "unknown quantity"),
    ],
)
def test_what_no_force_exerts_is_refused(name, words):
    m = sled()
    m.add_event("never", tt.quantity(name).rises(1))
    system = m.build()
    with pytest.raises(tt.ModelError, match=words):
        tt.simulate(system, system.start(), duration=0.1, every=0.1)


def test_the_unit_of_a_force_is_looked_at():
    m = sled()
    m.add_event("wrong", tt.quantity("motor.generalised_force").rises("1 m"))
    system = m.build()
    with pytest.raises(tt.ModelError, match="does not fit"):
        tt.simulate(system, system.start(), duration=0.1, every=0.1)
