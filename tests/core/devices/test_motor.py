import math

import pytest
from numpy.testing import assert_allclose

import treetop as tt
from four_bar import closed, four_bar
from treetop.system.formulations import FORMULATIONS

INERTIA = 3.0


def arm(formulation="recursive", **motor):
    """An arm on a hinge to the ground, with a motor."""
    model = tt.Model("arm")
    body = model.add_body("arm", 2, [INERTIA] * 3)
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, body)
    model.add_device("motor", tt.Motor("hinge", **motor))
    return model.build(formulation)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_motor_drives_by_its_gear_against_friction(formulation):
    system = arm(formulation, gear=50, torque_constant=0.1, current=2.0, viscous=0.4)
    state = system.state(hinge={"rate": 0.5}, motor={"current": 1.5})
    now = system.evaluate(state)
    assert now.body["arm"].angular_acceleration[2] == pytest.approx(
        (50 * 0.15 - 0.2) / INERTIA, rel=1e-14
    )
    assert now["motor.generalised_force"] == pytest.approx(7.3, rel=1e-14)
    assert now["motor.motor_torque"] == pytest.approx(0.15, rel=1e-14)
    assert now["motor.motor_power"] == pytest.approx(50 * 0.15 * 0.5, rel=1e-14)
    assert now["motor.power"] == pytest.approx(7.3 * 0.5, rel=1e-14)


@pytest.mark.parametrize("command", [0.7, -0.7])
def test_a_limit_holds_both_ways(command):
    system = arm(torque=0.5)
    state = system.state(motor={"torque": command})
    rate = system.evaluate(state).body["arm"].angular_acceleration[2]
    assert rate == pytest.approx(0.5 * (command / abs(command)) / INERTIA, rel=1e-14)


def test_the_energy_of_a_motor_is_on_the_balance():
    system = arm(gear=3, viscous=0.2)
    state = system.state(hinge={"rate": 1.0}, motor={"torque": 0.4})
    run = tt.simulate(system, state, 2.0, every=1.0, rtol=1e-10)
    assert run.audit()["energy"].relative < 1e-9


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_a_motor_at_a_joint_that_closes_a_loop(formulation):
    found = []
    for part in ("motor", "effort"):
        model = four_bar()
        if part == "motor":
            model.add_device("motor", tt.Motor("C", gear=2.0))
        else:
            model.add_force("effort", tt.JointEffort("C", 3.0))
        system = model.build(formulation)
        own = {"motor": {"torque": 1.5}} if part == "motor" else {}
        now = system.evaluate(system.state(**closed(0.7), **own))
        turning = now.body["crank"].angular_acceleration[2]
        found.append([turning, now[f"{part}.generalised_force"], now[f"{part}.power"]])
    assert_allclose(*found, rtol=1e-9)


def released():
    """The arm leaves its hinge after a second."""
    model = tt.Model("arm")
    body = model.add_body("arm", 2, [INERTIA] * 3)
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, body)
    model.add_device("motor", tt.Motor("hinge"))
    model.add_event("cut", tt.time.rises(1))
    model.add_stage("held", until="cut")
    model.add_stage("off", release="hinge")
    model.set_start("motor", torque=0.6)
    return model.build()


def test_a_motor_whose_joint_is_released_drives_nothing():
    system = released()
    run = tt.simulate(system, system.start(), 2.0, every=0.5)
    rate = run["arm.angular_velocity"].values[:, 2]
    assert_allclose(rate[-1], 0.6 / INERTIA, rtol=1e-9)
    assert run["motor.torque"].values[-1] == 0.6  # is kept


def test_a_motor_that_is_off_only_brakes():
    model = tt.Model("arm")
    body = model.add_body("arm", 2, [INERTIA] * 3)
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), model.ground, body)
    model.add_device("motor", tt.Motor("hinge", viscous=0.4))
    model.add_event("cut", tt.time.rises(1))
    model.add_stage("driven", until="cut")
    model.add_stage("coasting", off="motor")
    model.set_start("motor", torque=0.6)
    system = model.build()
    run = tt.simulate(system, system.start(), 2.0, at=[1.5, 2.0], rtol=1e-10, atol=1e-12)
    rate = run["hinge.rate"].values[-2:]
    slower = math.exp(-0.4 / INERTIA * 0.5)
    assert rate[1] / rate[0] == pytest.approx(slower, rel=1e-8)
    assert run["motor.motor_torque"].values[-1] == 0.0


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"gear": 0}, "drives nothing"),
        ({"current": 1}, "torque constant"),
        ({"torque_constant": 1, "torque": 1}, "commanded by its current"),
        ({"gear": "3 rad/m"}, "does not fit here"),
    ],
)
def test_what_a_motor_cannot_be(given, says):
    with pytest.raises(tt.ModelError, match=says):
        arm(**given)


def test_a_motor_along_a_slide_needs_a_gear():
    model = tt.Model("slide")
    body = model.add_body("body", 2, [1, 1, 1])
    model.add_joint("slide", tt.Prismatic([0, 0, 1]), model.ground, body)
    model.add_device("motor", tt.Motor("slide"))
    with pytest.raises(tt.ModelError, match="needs a gear"):
        model.build()


def test_a_motor_acts_along_one_coordinate():
    model = tt.Model("free")
    model.add_joint("flight", tt.Free(), model.ground, model.add_body("body", 2, [1, 1, 1]))
    model.add_device("motor", tt.Motor("flight", coordinate="attitude"))
    with pytest.raises(tt.ModelError, match="one coordinate"):
        model.build()
