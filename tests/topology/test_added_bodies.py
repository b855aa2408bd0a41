import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import flexible_craft
import treetop as tt
from treetop.system.formulations import FORMULATIONS

# Computed by rigid bodies in an independent program, after 60 s.
RATE = (0.018237014362618, 0.003206208332474, 0.015444455635787)
ANGLE, SPEED = -1.143827828729306, 300.124007830299
AXES = {"gimbal_axis": [0, 0, 1], "spin_axis": [1, 0, 0]}


def gyro(**more):
    """A hub with a control moment gyro at its centre."""
    model = tt.Model("gyro")
    hub = model.add_body("hub", 100, [900, 800, 600])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    given = {"inertia": 0.16, "gimbal_inertia": [0.1, 0.2, 0.3], "start": 300} | more
    model.add_device("cmg", tt.ControlMomentGyro(hub, **AXES, **given))
    return model


def _drive(t, z, x, p, u, rates):
    u[0] = 0.05 * math.cos(0.4 * t)
    u[1] = 0.01 * math.sin(0.7 * t)


def rotor(formulation):
    """The spacecraft with gimbal and wheel as bodies of the user's, and efforts at their joints."""
    model = tt.Model("gyro")
    hub = model.add_body("hub", 100, [900, 800, 600])
    gimbal = model.add_body("gimbal", 0, [0.1, 0.2, 0.3])
    wheel = model.add_body("wheel", 0, [0.16, 0.08, 0.08])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("cmg", tt.Revolute([0, 0, 1]), hub, gimbal)
    model.add_joint("axle", tt.Revolute([1, 0, 0]), gimbal, wheel)
    model.add_force("turn", tt.JointEffort("cmg", 0.05))
    model.add_force("spin", tt.JointEffort("axle", 0.02))
    system = model.build(formulation)
    rates = {"cmg": {"angle": 0.3, "rate": 0.02}, "axle": {"rate": 300}}
    return system.evaluate(system.state(flight={"angular_velocity": [0.01, -0.02, 0.015]}, **rates))


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_gyro_moves_as_gimbal_and_wheel_do(formulation):
    system, expected = gyro().build(formulation), rotor("recursive")
    own = {"angle": 0.3, "rate": 0.02, "torque": 0.02, "gimbal_torque": 0.05}
    state = system.state(flight={"angular_velocity": [0.01, -0.02, 0.015]}, cmg=own)
    found = system.evaluate(state)
    for body, other in (("hub", "hub"), ("cmg", "gimbal")):
        turning = expected.body[other].angular_acceleration
        assert_allclose(found.body[body].angular_acceleration, turning, rtol=1e-9, atol=1e-13)
    assert_allclose(found.angular_momentum, expected.angular_momentum, rtol=1e-13)
    assert found.kinetic_energy == pytest.approx(expected.kinetic_energy, rel=1e-13)
    assert found["cmg.speed"] == pytest.approx(300, rel=1e-14)
    assert found["cmg.gimbal_motor_torque"] == 0.05
    assert found["cmg.gimbal_motor_power"] == pytest.approx(0.05 * 0.02, rel=1e-13)
    assert found["cmg.motor_power"] == pytest.approx(0.02 * 300, rel=1e-13)


@pytest.mark.compiled  # a long run; its powers are evaluated interpreted above
def test_a_gyro_against_rigid_bodies():
    model = gyro()
    law = tt.Controller(_drive, to=["cmg.gimbal_torque", "cmg.torque"])
    model.add_controller("drive", law)
    model.set_start("cmg", angle=0.3, rate=0.02)
    model.set_start("flight", angular_velocity=[0.01, -0.02, 0.015])
    system = model.build()
    run = tt.simulate(system, system.start(), 60.0, every=60.0, rtol=1e-13, atol=1e-14)
    assert_allclose(run["flight.angular_velocity"].values[-1], RATE, rtol=0, atol=1e-12)
    assert run["cmg.angle"].values[-1] == pytest.approx(ANGLE, abs=1e-12)
    assert run["cmg.speed"].values[-1] == pytest.approx(SPEED, abs=1e-9)
    audit = run.audit()
    assert audit["angular momentum"].relative < 1e-12
    assert audit["energy"].relative < 1e-9


def test_limits_of_both_motors():
    system = gyro(torque=0.1, gimbal_torque=2.0).build()
    now = system.evaluate(system.state(cmg={"torque": 1.0, "gimbal_torque": -5.0}))
    assert (now["cmg.motor_torque"], now["cmg.gimbal_motor_torque"]) == (0.1, -2.0)


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"spin_axis": [1, 0, 1]}, "not square"),
        ({"gimbal_inertia": [0.1, -0.2, 0.3]}, "less than 0"),
        ({"speed": 200}, "above its limit"),
    ],
)
def test_what_a_gyro_cannot_be(given, says):
    own = AXES | {"inertia": 0.16, "start": 300} | given
    with pytest.raises(tt.ModelError, match=says):
        tt.ControlMomentGyro("hub", **own)


def test_both_commands_are_named():
    model = gyro()
    model.add_controller("drive", tt.Controller(_drive, to=["cmg"]))
    with pytest.raises(tt.ModelError, match=r"'cmg'"):
        model.build()


def test_bodies_of_the_users_keep_their_names():
    model = gyro()
    model.add_body("cmg", 1, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), "hub", "cmg")
    system = model.build()
    assert system.mechanism.joints["cmg"].outboard == "cmg_"
    assert system.evaluate(system.state())["cmg.speed"] == pytest.approx(300, rel=1e-14)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_damper_moves_as_a_mass_on_a_slide_does(formulation):
    found = []
    for own in (True, False):
        model = tt.Model("damper")
        hub = model.add_body("hub", 100, [30, 30, 50])
        model.add_joint("flight", tt.Free(), model.ground, hub)
        frame = hub.frame("tube", at=[0.5, 0, 0.1], attitude=[0.8, 0.2, -0.4, 0.4])
        if own:
            damper = tt.NutationDamper(frame, [0, 0, 1], mass=2, stiffness=3, damping=0.5)
            model.add_device("damper", damper)
        else:
            model.add_joint("damper", tt.Prismatic([0, 0, 1]), frame, model.add_body("ball", 2))
            model.add_force("spring", tt.JointSpring("damper", 3, damping=0.5))
        system = model.build(formulation)
        slide = {"slide": 0.02, "slide_rate": -0.1}
        state = system.state(flight={"angular_velocity": [0.1, 0, 1]}, damper=slide)
        now = system.evaluate(state)
        found.append(np.append(now.body["hub"].angular_acceleration, now.potential_energy))
    assert_allclose(*found, rtol=1e-10, atol=1e-13)
    assert found[0][3] == pytest.approx(0.5 * 3 * 0.02**2, rel=1e-12)


def test_a_damper_has_a_mass():
    with pytest.raises(tt.ModelError, match="0 kg"):
        tt.NutationDamper("hub", [0, 0, 1], mass=0, stiffness=3, damping=0.5)


@pytest.mark.parametrize("formulation", ["recursive", "kane"])
def test_gyro_and_damper_at_the_node_of_a_flexible_body(formulation):
    found = []
    for own in (True, False):
        model = flexible_craft.craft()
        if own:
            given = {"inertia": 0.16, "gimbal_inertia": [0.1, 0.2, 0.3], "mass": 2, "start": 50}
            model.add_device("cmg", tt.ControlMomentGyro("boom.tip", **AXES, **given))
            damper = tt.NutationDamper("boom.tip", [0, 0, 1], mass=0.5, stiffness=3, damping=0.1)
            model.add_device("damper", damper)
        else:
            gimbal = model.add_body("gimbal", 2, [0.1, 0.2, 0.3])
            model.add_joint("cmg", tt.Revolute([0, 0, 1]), "boom.tip", gimbal)
            wheel = model.add_body("wheel", 0, [0.16, 0.08, 0.08])
            model.add_joint("axle", tt.Revolute([1, 0, 0]), gimbal, wheel)
            model.add_joint("damper", tt.Prismatic([0, 0, 1]), "boom.tip", model.add_body("m", 0.5))
            model.add_force("spring", tt.JointSpring("damper", 3, damping=0.1))
        system = model.build(formulation)
        start = {
            "free": {"angular_velocity": [0.1, -0.2, 0.15]},
            "cmg": {"angle": 0.3, "rate": 0.02},
            "damper": {"slide": 0.1},
            "gimbal": {"angle1": 0.2},
        }
        more = {} if own else {"axle": {"rate": 50}}
        now = system.evaluate(system.state(**start, **more))
        found.append([*now.body["bus"].acceleration, *now.body["dish"].angular_acceleration])
    assert_allclose(*found, rtol=1e-9, atol=1e-12)
