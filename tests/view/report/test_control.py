"""Sensors and controllers on the page."""

import pytest

import treetop as tt
from controlled import WHEELS, hub, with_gyro, with_wheels
from pages_read import Read
from treetop.view.report.control import controllers_table, samples, sensors_table


def test_periods_samples_and_what_was_asked_for():
    model = with_gyro(with_wheels(hub()), delay=0.1)
    model.add_sensor("tracker", tt.StarTracker("bus", every="500 ms", noise="5 arcsec"))
    values = {"attitude": "tracker", "rate": "gyro", "target": [0, 1, 0, 0]}
    feedback = tt.QuaternionFeedback(every=0.5, to=WHEELS, stiffness=1, damping=5, **values)
    model.add_controller("slew", feedback)
    system = model.build()
    run = tt.simulate(system, system.state(), duration=3, every=0.5)
    sensors = {row["sensor"].text: row for row in Read(sensors_table(run)).tables["sensor-rates"]}
    assert sensors["gyro"]["samples"].value == 12
    assert sensors["gyro"]["rate Hz"].value == 4
    assert sensors["gyro"]["delay s"].value == 0.1
    assert sensors["tracker"]["samples"].value == 6
    assert sensors["tracker"]["reads"].text == "bus.attitude, bus.angular_velocity"
    assert sensors["tracker"]["errors and limits"].text.startswith("noise (2.424")
    (slew,) = Read(controllers_table(run)).tables["controller-rates"]
    assert slew["every s"].value == 0.5
    asked = abs(run["wheel_x.torque"]).max().item()
    assert f"wheel_x.torque {asked:.5g} N·m" in slew["greatest of what it wrote"].text


@pytest.mark.parametrize("offset", [0.0, 0.3])
def test_samples_are_those_that_are_taken(offset):
    taken = []

    def law(t, z, x, p, u):
        taken.append(t)
        u[0] = 0.0

    model = with_wheels(hub())
    values = {"every": 0.1, "offset": offset, "to": ["wheel_x"], "python": True}
    model.add_controller("count", tt.Controller(law, **values))
    system = model.build()
    taken.clear()  # it was tried
    run = tt.simulate(system, system.state(), duration=1.2, every=0.3)
    (row,) = Read(controllers_table(run)).tables["controller-rates"]
    assert row["samples"].value == len(taken)
    count = len(taken)
    later = run.then(0.7)
    block = model.controllers["count"]
    assert samples(block, later.time[0], later.time[-1]) == len(taken) - count


def test_continuous_laws_have_no_samples():
    def law(t, z, x, p, u, rates):
        u[0] = -z[0]

    model = with_wheels(hub())
    model.add_controller("damp", tt.Controller(law, inputs=["wheel_x.momentum"], to=["wheel_x"]))
    system = model.build()
    run = tt.simulate(system, system.state(), duration=0.2, every=0.1)
    (row,) = Read(controllers_table(run)).tables["controller-rates"]
    assert row["every s"].text == "continuous"
