"""Devices on the page: what they did, against closed forms."""

import numpy as np
import pytest

import treetop as tt
from controlled import hub, with_wheels
from pages_read import Read
from treetop.view.report import report
from treetop.view.report.devices import devices_section


def tables(model, duration=10.0, **start):
    system = model.build()
    run = tt.simulate(system, system.state(**start), duration=duration, every=0.1)
    return Read(devices_section(run)).tables, run


def test_a_wheel_at_its_limits():
    limits = {"torque": "0.2 N*m", "speed": "10 rad/s"}
    model = with_wheels(hub(), inertia=0.1, **limits)
    found, _ = tables(model, wheel_x={"torque": 0.5}, wheel_y={"torque": 0.02})
    x, y, z = found["device-wheels"]
    # Up to its greatest speed after 10 / (0.2 / J), J being that of wheel and body in series.
    series = 1 / (1 / 0.1 + 1 / 99.9)
    until = 10 * series / 0.2
    assert x["greatest speed rad/s"].value == pytest.approx(10, rel=1e-6)
    assert x["time at the limit of torque %"].value == pytest.approx(10 * until, abs=1.0)
    assert x["time at the limit of speed %"].value == pytest.approx(100 - 10 * until, abs=1.0)
    assert x["greatest torque N·m"].value == 0.2
    # What the motor gave is the energy of both.
    assert x["work of the motor J"].value == pytest.approx(0.5 * series * 10**2, rel=0.03)
    assert y["time at the limit of torque %"].value == 0
    assert y["greatest power W"].value == pytest.approx(0.02 * 0.2 / series, rel=1e-6)
    assert z["greatest torque N·m"].value == 0


def test_a_wheel_that_sticks_is_counted():
    model = hub()
    model.add_device("wheel", tt.Wheel("bus", [1, 0, 0], 0.1, coulomb=0.05, start="2 rad/s"))
    (row,) = tables(model)[0]["device-wheels"]
    assert row["times stuck"].value == 1


def burning(fuel):
    """A bus with a thruster that is on, and its tank."""
    model = tt.Model("burn")
    bus = model.add_body("bus", 100, [50, 50, 50])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.add_device("tank", tt.Tank(bus, fuel=fuel, residual=1))
    jet = {"thrust": 30, "mass_flow": 0.1, "tank": "tank", "throttle": 1}
    model.add_device("jet", tt.Thruster(bus, **jet))
    return model


def test_fuel_and_pulses():
    model = burning(fuel=20)
    model.add_device("dry", tt.Thruster("bus", thrust=5))
    model.add_event("off", tt.quantity("time").rises(4), off=["jet"])
    found, run = tables(model)
    jet, dry = found["device-thrusters"]
    assert jet["time on %"].value == pytest.approx(40, abs=1)
    assert jet["pulses"].value == 1
    assert jet["impulse N·s"].value == pytest.approx(120, rel=0.02)
    assert jet["fuel taken kg"].value == pytest.approx(0.4, rel=0.02)
    assert (dry["pulses"].value, dry["fuel taken kg"].text) == (0, "")
    (tank,) = found["device-tanks"]
    assert tank["fuel used kg"].value == pytest.approx(0.4, abs=1e-9)
    assert tank["fuel in the end kg"].value == run["tank.mass"].values[-1]


def test_a_tank_that_empties_says_when():
    (tank,) = tables(burning(fuel=1.5))[0]["device-tanks"]
    assert tank["emptied at s"].value == pytest.approx(5.0, abs=1e-9)


def test_gyros_motors_coils_and_dampers():
    model = hub()
    arm = model.add_body("arm", 2, [1, 1, 1])
    model.add_joint("hinge", tt.Revolute([0, 0, 1]), "bus", arm)
    axes = {"gimbal_axis": [0, 0, 1], "spin_axis": [1, 0, 0]}
    model.add_device("gyro", tt.ControlMomentGyro("bus", inertia=0.1, gimbal_torque=1, **axes))
    model.add_device("motor", tt.Motor("hinge", torque=0.1))
    model.add_device("coil", tt.Magnetorquer("bus", axis=[1, 0, 0], field=[0, 0, 3e-5], dipole=5))
    damper = {"mass": 1, "stiffness": 2, "damping": 0.3}
    model.add_device("damper", tt.NutationDamper("bus.imu", axis=[0, 0, 1], **damper))
    start = {"gyro": {"gimbal_torque": 3}, "motor": {"torque": 0.1}, "coil": {"dipole": -2}}
    found, run = tables(model, duration=1.0, **start, damper={"slide": 0.02})
    (gimbal,) = found["device-gimbals"]
    assert gimbal["greatest torque N·m"].value == 1
    assert gimbal["time at the limit of torque %"].value == 100
    assert gimbal["greatest rate rad/s"].value == pytest.approx(np.abs(run["gyro.rate"]).max())
    (motor,) = found["device-motors"]
    assert (motor["joint"].text, motor["time at its limit %"].value) == ("hinge", 100)
    (coil,) = found["device-coils"]
    assert coil["greatest dipole A·m²"].value == 2
    (moving,) = found["device-moving"]
    assert moving["greatest"].value == pytest.approx(0.02)
    assert moving["unit"].text == "m"


def test_an_actuator_of_the_users_own():
    def push(t, motion, x, c, p, rates, out):
        out[0] = 2.0
        return tt.Wrench(tt.Vec3(0.0, 0.0, 0.0), tt.Vec3(0.0, 0.0, 0.0))

    model = hub()
    model.add_device("push", tt.Actuator(push, "bus", output_units={"effort": "N"}))
    (row,) = tables(model, duration=0.2)[0]["device-actuators"]
    assert (row["output"].text, row["greatest"].value, row["unit"].text) == ("effort", 2, "N")


def test_a_model_without_devices_has_no_such_part(run):
    assert devices_section(run) == ""
    assert "Devices and control" not in report(run)


def test_without_samples_and_on_the_page():
    _, run = tables(with_wheels(hub()), duration=0.5)
    page = report(run)
    assert '<a href="#control">Devices and control</a>' in page
    assert page.count('id="control"') == 1
    run.data = run.data.isel(time=slice(0))
    assert "no samples" in devices_section(run)
