import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from hinged_craft import hinged_craft
from interpreted import interpreted_for
from treetop.system.formulations import FORMULATIONS

RATE = [0.3, -0.2, 0.5]


ORBIT = {"position": [7e6, 0, 0], "velocity": [0, 7.5e3, 0]}


def with_wheel(formulation, gravity=False, **friction):
    """Two bodies on a hinge in free flight, a wheel askew in a frame of the outer one."""
    model, frame = hinged_craft()
    model.add_device("wheel", tt.Wheel(frame, [1, 2, 2], inertia=0.7, start=30, **friction))
    orbit = _orbit(model) if gravity else {}
    system = model.build(formulation)
    start = system.state(
        flight={"angular_velocity": RATE, **orbit},
        hinge={"angle": 0.4, "rate": -0.6},
        wheel={"torque": 0.3},
    )
    return system, start


def with_rotor(formulation, gravity=False):
    """The wheel as a body on an axle."""
    model = tt.Model("craft")
    hub = model.add_body("hub", 50, [20, 25, 30])
    arm = model.add_body("arm", 10, [5, 4, 6], [1, 0, 0])
    frame = arm.frame("seat", at=[0.5, 0.2, -0.1], attitude=[0.8, 0.2, -0.4, 0.4])
    a = _matrix(frame.attitude) @ np.array([1, 2, 2]) / 3
    del model.bodies["arm"]
    arm = model.add_body("arm", 10, np.diag([5, 4, 6]) - rotor_inertia(a), [1, 0, 0])
    arm.frame("seat", at=[0.5, 0.2, -0.1], attitude=[0.8, 0.2, -0.4, 0.4])
    rotor = model.add_body("rotor", 0, rotor_inertia(np.array([1, 2, 2]) / 3))
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_joint("hinge", tt.Revolute([0, 1, 0]), hub.frame("edge", at=[1, 0, 0]), "arm")
    model.add_joint("axle", tt.Revolute([1, 2, 2]), "arm.seat", rotor)
    model.add_force("motor", tt.JointEffort("axle", 0.3))
    orbit = _orbit(model) if gravity else {}
    system = model.build(formulation)
    rates = {"hinge": {"angle": 0.4, "rate": -0.6}, "axle": {"rate": 30}}
    return system, system.state(flight={"angular_velocity": RATE, **orbit}, **rates)


def _orbit(model):
    model.add_force("earth", tt.CentralGravity(3.986e14))
    return ORBIT


def rotor_inertia(axis):
    return 0.4 * np.eye(3) + 0.3 * np.outer(axis, axis)


def _matrix(q):
    w, x, y, z = q
    return np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_wheel_moves_its_bodies_as_a_rotor_on_an_axle_does(formulation):
    wheel, rotor = with_wheel(formulation), with_rotor("recursive")
    found, expected = wheel[0].evaluate(wheel[1]), rotor[0].evaluate(rotor[1])
    for body in ("hub", "arm"):
        for name in ("acceleration", "angular_acceleration"):
            own, other = getattr(found.body[body], name), getattr(expected.body[body], name)
            assert_allclose(own, other, rtol=1e-9, atol=1e-11)
    assert found.kinetic_energy == pytest.approx(expected.kinetic_energy, rel=1e-12)
    assert_allclose(found.angular_momentum, expected.angular_momentum, rtol=1e-12, atol=1e-11)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_the_gradient_of_gravity_feels_the_whole_inertia(formulation):
    """It turns the arm by 1e-6 rad/s², a tenth of it by the inertia about the axle."""
    wheel, rotor = with_wheel(formulation, gravity=True), with_rotor("recursive", gravity=True)
    found, expected = wheel[0].evaluate(wheel[1]), rotor[0].evaluate(rotor[1])
    own, other = (each.body["arm"].angular_acceleration for each in (found, expected))
    assert_allclose(own, other, rtol=1e-12, atol=2e-11)


@pytest.mark.parametrize("formulation", interpreted_for(FORMULATIONS, ["recursive"]))
def test_balances_close_with_motor_and_friction(formulation):
    system, start = with_wheel(formulation, viscous=0.01, coulomb=0.02)
    run = tt.simulate(system, start, 5.0, every=0.5, rtol=1e-11, atol=1e-12)
    audit = run.audit()
    assert audit["energy"].relative < 1e-9
    assert audit["angular momentum"].relative < 1e-12
    assert audit["linear momentum"].relative < 1e-12


def test_outputs_are_the_state_and_the_motor(formulation="recursive"):
    system, start = with_wheel(formulation, torque=0.2, viscous=0.01)
    now = system.observe(np.zeros(1), start.vector[None, :])["outputs"][0]
    seen = dict(zip(system.labels["output"], now, strict=True))
    assert seen["wheel.speed"] == pytest.approx(30, rel=1e-14)
    assert seen["wheel.motor_torque"] == 0.2  # its limit, of 0.3 asked for
    assert seen["wheel.motor_power"] == pytest.approx(6.0, rel=1e-14)
    assert seen["wheel.torque"] == 0.3


def test_at_its_fastest_a_wheel_is_taken_no_further():
    model = tt.Model("limit")
    hub = model.add_body("hub", 1, [1.05] * 3)
    model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, hub)
    model.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=0.05, speed=2.0))
    model.set_start("wheel", torque=0.03)
    system = model.build()
    run = tt.simulate(system, system.start(), 10.0, every=0.5, rtol=1e-10)
    reached = 2.0 / (0.03 * (1 / 0.05 + 1 / 1.0))
    before = run.data.time.values < reached
    speed = run["wheel.speed"].values
    assert_allclose(speed[before], 0.63 * run.data.time.values[before], rtol=1e-12, atol=1e-12)
    assert_allclose(speed[~before], 2.0, rtol=1e-9)
    assert_allclose(run["wheel.motor_torque"].values[~before], 0.0, atol=1e-15)


@pytest.mark.parametrize("command, way", [(0.1, 1.0), (-0.1, -1.0)])
def test_a_saturated_wheel_stays_at_its_limit_while_its_body_is_pushed(command, way):
    """What the motor cannot take up any more turns the body: both turn together."""
    model = tt.Model("saturated")
    hub = model.add_body("hub", 1, [1.05] * 3)
    model.add_joint("axle", tt.Revolute([0, 0, 1]), model.ground, hub)
    model.add_device(
        "wheel", tt.Wheel(hub, [0, 0, 1], inertia=0.05, speed=200.0, start=199.9 * way)
    )
    model.add_force("push", tt.JointEffort("axle", 0.01 * way))
    model.set_start("wheel", torque=command)
    system = model.build()
    run = tt.simulate(system, system.start(), 5.0, every=0.5)
    assert run.statistics["steps"] < 300
    speed, after = run["wheel.speed"].values * way, run.time > 1.0
    assert (speed <= 200.0).all()
    assert_allclose(speed[after], 200.0, rtol=1e-3)
    gained = np.diff(run["axle.rate"].values[after]) / 0.5
    assert_allclose(gained, 0.01 * way / 1.05, rtol=1e-6)
