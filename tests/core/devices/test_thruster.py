"""Thrusters: lag, blow-down, misalignment, and nozzles on other bodies than the tank."""

import numpy as np
import pytest

import treetop as tt
from fuelled import near


def craft(tank=None, **thruster):
    m = tt.Model("craft")
    hub = m.add_body("hub", 100.0, [10.0, 20.0, 15.0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_device("tank", tt.Tank(hub, fuel=50.0, **(tank or {})))
    given = {"thrust": 10.0, "isp": "1000 m/s", "tank": "tank", "throttle": 1.0} | thruster
    m.add_device("jet", tt.Thruster(hub, **given))
    return m


def test_thrust_and_flow_are_outputs():
    system = craft(throttle=0.25).build()
    run = tt.simulate(system, system.state(), duration=1.0, every=0.5)
    near(run["jet.thrust"].values, [2.5] * 3, 1e-15)
    near(run["jet.flow"].values, [0.0025] * 3, 1e-15)
    near(run["tank.mass"].values, [50.0, 49.99875, 49.9975], 1e-12)
    near(run["exhaust.mass"].values[-1], 0.0025, 1e-15)


def test_thrust_lags_behind_its_command():
    m = craft(rise="0.2 s", fall="0.4 s")
    m.add_event("off", tt.time.rises(1.0), off=["jet"])
    system = m.build()
    run = tt.simulate(
        system, system.state(jet={"level": 0.0}), duration=2.0, every=0.5, rtol=1e-10, atol=1e-12
    )
    full = 1.0 - np.exp(-5.0)
    found = run["jet.level"].sel(time=[0.5, 2.0], method="nearest").values
    near(found, [1.0 - np.exp(-2.5), full * np.exp(-2.5)], 1e-8)
    left = 0.01 * (1.0 - 0.2 * full + 0.4 * full * (1.0 - np.exp(-2.5)))
    near(run["exhaust.mass"].values[-1], left, 1e-10)


def test_thrust_falls_with_the_pressure_of_the_tank():
    """At constant temperature the flow f₀ V₀/V makes V² grow evenly."""
    tank = {"pressure": "2 MPa", "density": 1000.0, "volume": 0.08}
    system = craft(tank, thrust=2000.0, blow_down=True).build()
    run = tt.simulate(system, system.state(), duration=20.0, every=10.0, rtol=1e-11, atol=1e-12)
    volume = np.sqrt(0.03**2 + 2 * 0.03 * 2e-3 * np.array([0.0, 10.0, 20.0]))
    near(run["tank.mass"].values, 50.0 - 1000.0 * (volume - 0.03), 1e-7)
    near(run["tank.pressure"].values, 2e6 * 0.03 / volume, 1e-2)
    near(run["jet.thrust"].values, 2000.0 * 0.03 / volume, 1e-5)


def test_a_misaligned_thruster_pushes_aside():
    system = craft(misalignment=[0.0, 0.0, "1 deg"]).build()
    a = system.evaluate(system.state()).body["hub"].acceleration
    angle = np.deg2rad(1.0)
    near(a, 10.0 / 150.0 * np.array([np.cos(angle), np.sin(angle), 0.0]), 1e-15)


def test_a_nozzle_that_swings_passes_on_what_fuel_loses_and_gains():
    """A hub at rest, a nozzle that turns: the fuel takes on the nozzle's speed, 1 m/s."""
    m = tt.Model("gimbal")
    hub, bell = m.add_body("hub", 100.0, [9.0, 9.0, 9.0]), m.add_body("bell", 5.0, [1.0, 1.0, 1.0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_joint("gimbal", tt.Revolute([0, 0, 1]), hub, bell)
    m.add_device("tank", tt.Tank(hub, fuel=50.0))
    at = bell.frame("exit", at=[-0.5, 0.0, 0.0])
    feed = {"thrust": 10.0, "mass_flow": 0.2, "tank": "tank", "throttle": 1.0}
    m.add_device("jet", tt.Thruster(at, **feed))
    system = m.build()
    now = system.evaluate(system.state(gimbal={"rate": 2.0}))
    near(now.joint["gimbal"].speed_rates["rate"], -0.2 * 1.0 * 0.5 / 1.0, 1e-14)
    near(now.body["hub"].angular_acceleration, np.zeros(3), 1e-14)


def test_switched_off_it_takes_nothing():
    m = craft()
    m.add_event("off", tt.time.rises(0.5), off=["jet"])
    system = m.build()
    run = tt.simulate(system, system.state(), duration=1.0, every=0.5)
    near(run["tank.mass"].values[-1], 50.0 - 0.005, 1e-12)


@pytest.mark.parametrize("text", ["rise", "fall"])
def test_rise_and_fall_go_together(text):
    with pytest.raises(tt.ModelError, match="rise and fall go together"):
        craft(**{text: "0.1 s"})
