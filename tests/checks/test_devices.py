"""Devices, sensors and controllers whose outputs would be taken for quantities of bodies."""

import pytest

import treetop as tt
from treetop.checks.checks import problems


def hub(name):
    m = tt.Model("hub")
    m.add_joint("flight", tt.Free(), m.ground, m.add_body(name, 100, [30, 30, 50]))
    return m


def test_a_sensor_does_not_hide_a_quantity_of_a_body():
    """`gps.position` would be that of the body or of the sensor."""
    m = hub("gps")
    m.add_sensor("gps", tt.Gps("gps", every=0.1))
    (problem,) = problems(m)
    assert problem.where == "sensors.gps"
    assert problem.what == "the body 'gps' has a quantity 'gps.position' as well"


@pytest.mark.parametrize(
    "device", [tt.Wheel("bus", [1, 0, 0], 0.1), tt.StoredMomentum("bus", [0, 0, 3])]
)
def test_a_device_may_be_called_as_a_body_whose_quantities_are_others(device):
    m = hub("bus")
    m.add_device("bus", device)
    assert not problems(m)
