"""Torque shared by linear programming."""

import numpy as np
import pytest

import treetop as tt
from treetop.simulation.linear_program import share_torque

TORQUES = np.array([[1, -1, 0, 0, 0, 0, 1], [0, 0, 1, -1, 0, 0, 1], [0, 0, 0, 0, 1, -1, 1]], float)


def shared(torque, torques=TORQUES, lowest=0.0, highest=1.0):
    n = torques.shape[1]
    p = [*np.linalg.pinv(torques).ravel(), *[0.0] * n, *[lowest] * n, *[highest] * n]
    u = np.zeros(n)
    share_torque(0.0, np.array(torque, float), np.zeros(0), np.array(p), u)
    return u


def test_least_sum_of_commands():
    """One thruster that turns about all axes takes the place of three."""
    u = shared([0.5, 0.5, 0.5])
    assert np.allclose(u, [0, 0, 0, 0, 0, 0, 0.5], atol=1e-12)
    u = shared([0.3, -0.2, 0.1])
    assert np.allclose(TORQUES @ u, [0.3, -0.2, 0.1])
    assert u.min() >= 0.0


def test_beyond_the_limits_the_direction_is_kept():
    u = shared([30, -20, 10])
    assert u.max() == 1.0
    assert np.allclose(np.cross(TORQUES @ u, [3, -2, 1]), 0.0, atol=1e-9)


def test_no_torque_takes_no_commands():
    assert shared([0, 0, 0]).tolist() == [0] * 7


def test_wheels_turn_both_ways():
    axes = -np.eye(3)
    assert np.allclose(shared([0.1, -0.2, 0.3], axes, -1.0, 1.0), [-0.1, 0.2, -0.3])


@pytest.mark.compiled
def test_as_a_controller_it_gives_the_torque_asked_for():
    from controlled import hub

    model = hub()
    for k, axis in enumerate("xyz"):
        for sign, word in ((1, "plus"), (-1, "minus")):
            frame = model.bodies["bus"].frame(f"{word}_{axis}", at=np.roll([0, 1.0, 0], k))
            jet = tt.Thruster(frame, thrust=2.0, direction=np.roll([0, 0, sign], k))
            model.add_device(f"{word}_{axis}", jet)
    slew = tt.QuaternionFeedback("bus", "bus", every=0.5, stiffness=0, damping=10)
    model.add_controller("slew", slew)
    share = tt.Allocation("slew", every=0.5, to=list(model.devices), by="linear-program")
    model.add_controller("share", share)
    system = model.build()
    start = system.state(flight={"angular_velocity": [0.1, -0.05, 0.02]})
    run = tt.simulate(system, start, duration=0.5)
    assert np.allclose(run["bus.angular_acceleration"][0], [-0.01, 0.005, -0.002], atol=1e-4)
