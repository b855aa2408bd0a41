import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from interpreted import interpreted_for
from treetop.system.formulations import FORMULATIONS

WHEEL, HUB, COULOMB = 0.05, 1.0, 0.002


def sine(t, z, x, p, u, rates):
    u[0] = p[0] * np.sin(p[1] * t)


def craft(formulation="recursive", level=0.004):
    model = tt.Model("craft")
    hub = model.add_body("hub", 5, [HUB + WHEEL] * 3)
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=WHEEL, coulomb=COULOMB))
    model.add_controller("drive", tt.Controller(sine, to="wheel", parameters=[level, 0.5]))
    return model.build(formulation)


def brute_force(level, duration, steps=400_000):
    """Speed of the wheel by small steps: stuck while friction can hold it."""
    reduced, h, speed = WHEEL * HUB / (WHEEL + HUB), duration / steps, 0.0
    # A torque τ on the wheel gives Ω' = τ / reduced; stuck, friction must give the motor's torque
    # but for the part that turns the wheel along with the hub: none, for the two are free.
    for k in range(steps):
        motor = level * np.sin(0.5 * (k + 0.5) * h)
        if speed == 0.0 and abs(motor) <= COULOMB:
            continue
        way = np.sign(speed) or np.sign(motor)
        after = speed + h * (motor - COULOMB * way) / reduced
        speed = 0.0 if speed * after < 0.0 else after
    return speed


@pytest.mark.parametrize("formulation", interpreted_for(FORMULATIONS, ["recursive"]))
def test_a_wheel_sticks_until_the_motor_is_stronger_than_friction(formulation):
    system = craft(formulation)
    run = tt.simulate(system, system.state(), 20.0, every=0.5, rtol=1e-10, atol=1e-12)
    begins = np.arcsin(COULOMB / 0.004) / 0.5
    first = run.events[0]
    assert (first.note, first.time) == ("turns forward", pytest.approx(begins, abs=1e-9))
    notes = [event.note for event in run.events]
    assert notes[1:3] == ["sticks", "turns backward"]
    assert run.audit()["energy"].relative < 1e-9
    assert (
        run.audit()["angular momentum"].drift < 2e-13
    )  # where it sticks: inertia times REST_SPEED


@pytest.mark.compiled
def test_stick_and_slip_as_by_small_steps():
    system = craft()
    run = tt.simulate(system, system.state(), 4.0, every=4.0, rtol=1e-11, atol=1e-13)
    assert run["wheel.speed"].values[-1] == pytest.approx(brute_force(0.004, 4.0), rel=1e-4)


def test_a_weak_motor_never_turns_it_and_the_body_is_as_if_it_were_one():
    system = craft(level=0.0019)
    start = system.state(flight={"angular_velocity": [0, 0, 0.3]})
    run = tt.simulate(system, start, 10.0, every=1.0)
    assert not run.events
    assert_allclose(run["wheel.speed"].values, 0.0, atol=1e-15)
    assert_allclose(run["wheel.momentum"].values, WHEEL * 0.3, rtol=1e-14)
    assert_allclose(run["flight.angular_velocity"].values[:, 2], 0.3, rtol=1e-14)


def test_the_momentum_of_a_wheel_that_sticks_is_that_of_turning_along():
    """For events, controllers and states as for results: the state vector does not hold it."""
    model = tt.Model("pushed")
    hub = model.add_body("hub", 5, [HUB + WHEEL] * 3)
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=WHEEL, coulomb=0.5))
    model.add_device("other", tt.Wheel(hub, [1, 0, 0], inertia=WHEEL))
    model.add_controller("seen", tt.Controller(copy_of, inputs=["wheel.momentum"], to="other"))
    model.add_force("push", tt.FrameForce("hub", torque=[0, 0, 0.1]))
    model.add_event("enough", tt.quantity("wheel.momentum").rises(0.005))
    system = model.build()
    run = tt.simulate(system, system.state(), 5.0, every=1.0, rtol=1e-10)
    (event,) = (each for each in run.events if each.event == "enough")
    there = run["flight.angular_velocity"].sel(time=event.time).values[2]
    assert WHEEL * there == pytest.approx(0.005, rel=1e-9)
    turned = WHEEL * run["flight.angular_velocity"].values[:, 2]
    assert_allclose(run["other.torque"].values, turned, rtol=1e-12, atol=1e-15)
    assert run.end["wheel.momentum"] == pytest.approx(turned[-1], rel=1e-12)


def copy_of(t, z, x, p, u, rates):
    u[0] = z[0]
