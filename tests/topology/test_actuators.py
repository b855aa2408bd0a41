"""What devices can do to a body."""

import numpy as np
import pytest

import treetop as tt
from controlled import WHEELS, hub, with_wheels
from treetop.model.quantity import Invalid
from treetop.topology.actuators import DeviceGeometry
from treetop.topology.mechanism import mechanism_of


def jets() -> tt.Model:
    """Six thrusters that turn a bus both ways about each axis."""
    model = hub()
    for k, axis in enumerate("xyz"):
        for sign, word in ((1, "plus"), (-1, "minus")):
            at, push = np.roll([0, 1.0, 0], k), np.roll([0, 0, sign], k)
            frame = model.bodies["bus"].frame(f"{word}_{axis}", at=at)
            model.add_device(f"{word}_{axis}", tt.Thruster(frame, thrust=2.0, direction=push))
    return model


def geometry_of(model):
    return DeviceGeometry(mechanism_of(model))


def split(numbers, n):
    return np.array(numbers[: 3 * n]).reshape(n, 3), *np.array(numbers[3 * n :]).reshape(3, n)


def test_wheels_turn_their_body_the_other_way():
    shares, null, lowest, highest = split(
        geometry_of(with_wheels(hub(), torque=0.3)).shares(WHEELS, "bus", 0.1), 3
    )
    assert np.allclose(shares, -np.eye(3))
    assert null.tolist() == [0, 0, 0]
    assert (lowest[0], highest[0]) == (-0.3, 0.3)


def test_axes_of_a_frame():
    geometry = geometry_of(with_wheels(hub()))
    axes = np.reshape(geometry.wheel_axes(WHEELS, "bus.imu"), (3, 3))
    assert np.allclose(axes, [[0, -1, 0], [1, 0, 0], [0, 0, 1]])


def test_thrusters_have_arms_from_the_mass_centre_and_push_one_way():
    model = jets()
    names = list(model.devices)
    shares, null, lowest, highest = split(geometry_of(model).shares(names, "bus", 0.1), 6)
    assert np.allclose(null, 1.0)
    assert (lowest.tolist(), highest.tolist()) == ([0] * 6, [1] * 6)
    assert np.allclose(shares[0::2], np.eye(3) / 4)
    assert np.allclose(shares[1::2], -np.eye(3) / 4)


@pytest.mark.parametrize(
    ("devices", "axes", "what"),
    [
        (["wheel_x", "wheel_x"], "bus", "not independent"),
        (["other"], "bus", "'ground' is not on 'bus'|gives no torque"),
        (["wheel_x"], "nothing", "does not say in which axes"),
    ],
)
def test_what_cannot_be_steered(devices, axes, what):
    with pytest.raises(Invalid, match=what):
        geometry_of(with_wheels(hub())).shares(devices, axes, 0.1)
