import math

import numpy as np
import pytest
from numpy.testing import assert_allclose

import treetop as tt
from treetop.system.formulations import FORMULATIONS

MASS, STATIC, DYNAMIC, SPEED = 60.0, 3e-3, 5e-4, 20.0


def craft(formulation="recursive", axis=(0, 0, 1), **imbalance):
    model = tt.Model("craft")
    hub = model.add_body("hub", MASS, [20, 25, 30])
    model.add_joint("flight", tt.Free(), model.ground, hub)
    model.add_device("wheel", tt.Wheel(hub, axis, inertia=0.1, start=SPEED, **imbalance))
    return model.build(formulation)


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_force_and_torque_turn_with_the_wheel(formulation):
    system = craft(formulation, static=STATIC, dynamic=DYNAMIC)
    now = system.evaluate(system.state(wheel={"angle": math.pi / 6}))
    r = np.array([math.cos(math.pi / 6), 0.5, 0])
    force, torque = STATIC * SPEED**2 * r, DYNAMIC * SPEED**2 * np.cross([0, 0, 1], r)
    assert_allclose(now.body["hub"].acceleration, force / MASS, rtol=1e-13, atol=1e-18)
    turning = now.body["hub"].angular_acceleration
    assert_allclose(turning, torque / [20, 25, 30], rtol=1e-13, atol=1e-18)
    assert_allclose(now["wheel.applied_force"], force, rtol=1e-13)
    assert_allclose(now["wheel.applied_torque"], torque, rtol=1e-13, atol=1e-18)


def test_the_hub_circles_about_the_common_mass_centre():
    system = craft(static=STATIC)
    radius = STATIC / MASS
    start = {"position": [-radius, 0, 0], "velocity": [0, -radius * SPEED, 0]}
    run = tt.simulate(system, system.state(flight=start), 0.3, every=0.1, rtol=1e-11, atol=1e-15)
    angle = SPEED * run.data.time.values
    places = -radius * np.transpose([np.cos(angle), np.sin(angle), 0 * angle])
    assert_allclose(run["hub.position"].values, places, rtol=1e-9, atol=1e-9 * radius)
    assert_allclose(run["wheel.angle"].values, angle, rtol=1e-12)


def test_the_energy_that_imbalance_gives_is_on_the_balance():
    system = craft(axis=(1, 2, 2), static=STATIC, dynamic=DYNAMIC)
    run = tt.simulate(system, system.state(), 0.3, every=0.1, rtol=1e-10)
    assert run.audit()["energy"].relative < 1e-9


@pytest.mark.parametrize("axis", [(0, 0, 1), (1, 0, 0), (1, 2, 2)])
def test_the_heavy_side_is_square_to_the_axis(axis):
    wheel = tt.Wheel("hub", axis, inertia=1, static=1e-3)
    assert np.dot(wheel.heavy_side, wheel.axis) == pytest.approx(0, abs=1e-15)
    assert np.linalg.norm(wheel.heavy_side) == pytest.approx(1, rel=1e-15)


def test_a_balanced_wheel_has_no_angle():
    assert list(tt.Wheel("hub", [0, 0, 1], inertia=1).states) == ["momentum"]


def test_imbalance_has_its_unit():
    with pytest.raises(tt.ModelError, match="does not fit here"):
        tt.Wheel("hub", [0, 0, 1], inertia=1, static="1 kg*m^2")


@pytest.mark.parametrize("formulation", FORMULATIONS)
def test_harmonics_turn_at_multiples_of_the_angle(formulation):
    rows = [(2.5, STATIC, 0.0), (4.0, 0.0, DYNAMIC)]
    system = craft(formulation, static=2 * STATIC, harmonics=rows)
    now = system.evaluate(system.state(wheel={"angle": 0.4}))

    def towards(order):
        return np.array([math.cos(order * 0.4), math.sin(order * 0.4), 0])

    force = STATIC * SPEED**2 * (2 * towards(1) + towards(2.5))
    torque = DYNAMIC * SPEED**2 * np.cross([0, 0, 1], towards(4))
    assert_allclose(now.body["hub"].acceleration, force / MASS, rtol=1e-13, atol=1e-18)
    assert_allclose(now["wheel.applied_force"], force, rtol=1e-13, atol=1e-18)
    assert_allclose(now["wheel.applied_torque"], torque, rtol=1e-13, atol=1e-18)


@pytest.mark.parametrize("rows", [[(2, 1e-3)], [(0, 1e-3, 0)], [(2, -1e-3, 0)], [(2, "1 N", 0)], 5])
def test_harmonics_that_are_none_are_refused(rows):
    with pytest.raises(tt.TreetopError):
        tt.Wheel("hub", [0, 0, 1], inertia=1, harmonics=rows)
