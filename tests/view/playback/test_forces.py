"""Arrows of forces are the forces: mass times acceleration is their sum."""

import numpy as np
import pytest

import treetop as tt
from treetop.results.distance import turned
from treetop.topology.mechanism import mechanism_of
from treetop.view.playback.forces import acting
from treetop.view.playback.motion import motion
from two_on_a_line import BUS, TUG


def pull(t, motion, p):
    return tt.Wrench(motion.position * -1.0, tt.Vec3(0.0, 0.0, 0.0))


def arrows_of(run):
    return list(acting(motion(mechanism_of(run.model), run.data)))


def test_a_spring_pulls_both_ends(run):
    on_tug, on_bus = arrows_of(run)
    assert (on_tug.body, on_bus.body) == ("tug", "bus")
    assert on_tug.at == pytest.approx([0, 0, 1])
    assert on_tug.values == pytest.approx(TUG * run["tug.acceleration"].values, abs=1e-12)
    assert on_bus.values == pytest.approx(BUS * run["bus.acceleration"].values, abs=1e-12)


def test_joint_springs_efforts_and_forces_at_frames_turn_a_body():
    m = tt.Model("wheel")
    yaw = [np.cos(0.5), 0.6 * np.sin(0.5), 0, 0.8 * np.sin(0.5)]
    wheel = m.add_body("wheel", 2.0, [0.3, 0.4, 0.5])
    axle = m.ground.frame("axle", attitude=yaw)
    m.add_joint("axle", tt.Revolute([0, 0, 1]), axle, wheel.frame("hub", attitude=yaw))
    m.add_force("spring", tt.JointSpring("axle", stiffness=3.0, rest=0.2, damping=0.1))
    motor = tt.Table([0, 0.5], [1.0, 2.0])
    m.add_force("motor", tt.JointEffort("axle", motor))
    rim = wheel.frame("rim", at=[0.2, 0, 0], attitude=[np.sqrt(0.5), 0, np.sqrt(0.5), 0])
    jets = tt.Table([0, 0.3], [[0, 2.0, 0], [0, 0, 0]], "hold")
    m.add_force("jet", tt.FrameForce(rim, force=jets, torque=[0, 0.1, 0]))
    system = m.build()
    run = tt.simulate(system, system.state(axle={"angle": 0.7, "rate": 1.0}), 1.0, every=0.1)
    total = 0.0
    for _name, kind, _body, at, values in arrows_of(run):
        if kind == "force":
            assert np.linalg.norm(values, axis=1) == pytest.approx(np.where(run.time < 0.3, 2, 0))
            values = np.cross(turned(run["wheel.attitude"].values, at), values)
        total = total + values
    n = turned(np.array(yaw), [0, 0, 1])
    tensor = np.diag([0.3, 0.4, 0.5])
    about = n @ tensor @ n  # the axis is fixed in the body as in space
    turning = run.data.speed_rates.sel(speed="axle.rate").values
    assert total @ n == pytest.approx(about * turning, abs=1e-9)


def test_along_universal_and_planar_joints():
    m = tt.Model("gimbal")
    body = m.add_body("body", 1.0, [0.1, 0.2, 0.3])
    m.add_joint("gimbal", tt.Universal([0, 0, 1], [0, 1, 0]), m.ground, body)
    m.add_force("outer", tt.JointEffort("gimbal", 2.0, "angle1"))
    m.add_force("inner", tt.JointEffort("gimbal", 3.0, "angle2"))
    cart = m.add_body("cart", 1.0, [0.1, 0.2, 0.3])
    m.add_joint("table", tt.Planar([0, 0, 1], x=[0, 1, 0]), m.ground, cart)
    m.add_force("push", tt.JointEffort("table", 5.0, "y"))
    system = m.build()
    start = system.state(gimbal={"angle1": np.pi / 2, "angle2": 0.4})
    run = tt.simulate(system, start, 1e-6, every=1e-6)
    found = {name: (kind, values[0]) for name, kind, _, _, values in arrows_of(run)}
    assert found["outer"][1] == pytest.approx([0, 0, 2])
    assert found["inner"][1] == pytest.approx([-3, 0, 0], abs=1e-5)  # y, turned with angle1
    assert found["push"][0] == "force"
    assert found["push"][1] == pytest.approx([-5, 0, 0])  # z × y


def test_contacts_and_user_forces_act_on_both_bodies_and_gravity_on_each():
    m = tt.Model("drop")
    ball = m.add_body("ball", 2.0, [1, 1, 1], centre=[0, 0, 0.1])
    plate = m.add_body("plate", 3.0, [1, 1, 1])
    for name, body in (("fall", ball), ("float", plate)):
        m.add_joint(name, tt.Free(), m.ground, body)
    m.add_force("touch", tt.Contact(tt.Plane("plate"), tt.Sphere("ball", 0.5), 1e4))
    m.add_force("spring", tt.UserForce(pull, ball, plate))
    m.add_force("weight", tt.UniformGravity())
    system = m.build()
    start = system.state(
        fall={"position": [0, 0, 0.55], "velocity": [0, 0, -1], "angular_velocity": [3, 0, 0]}
    )
    found = arrows_of(tt.simulate(system, start, 0.3, every=0.01))
    assert [(a.name, a.kind, a.body) for a in found] == [
        ("touch", "force", "ball"),
        ("touch", "force", "plate"),
        ("spring", "force", "ball"),
        ("spring", "force", "plate"),
        ("gravity on ball", "gravity", "ball"),
        ("gravity on plate", "gravity", "plate"),
    ]
    touch, back, spring, _, weight, _ = found
    assert touch.values == pytest.approx(-back.values)
    assert (touch.values[:, 2] >= 0).all()
    assert touch.at.ndim == 2  # the ball rolls over the point of contact
    at = touch.at[touch.values.any(axis=1)]
    assert np.linalg.norm(at, axis=1) == pytest.approx(0.5, abs=0.02)
    assert spring.at == pytest.approx([0, 0, 0], abs=1e-9)
    assert weight.at.tolist() == [0, 0, 0.1]
    assert weight.values == pytest.approx(np.tile([0, 0, -2 * 9.81], (31, 1)))


def test_a_result_without_forces_has_no_arrows_of_them(run):
    run.data = run.data.drop_vars(["applied_force", "applied_torque"])
    assert arrows_of(run) == []
