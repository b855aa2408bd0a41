"""Tanks that run empty: thrust ends there, or goes on from the next one."""

import numpy as np
import pytest

import treetop as tt
from fuelled import near
from interpreted import interpreted_for


def rocket(tanks, **thruster):
    m = tt.Model("rocket")
    hub = m.add_body("hub", 400.0, [300.0, 500.0, 450.0])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    for name, (fuel, residual) in tanks.items():
        m.add_device(name, tt.Tank(hub, fuel=fuel, residual=residual))
    feed = {"isp": "3000 m/s", "tank": list(tanks)} | thruster
    m.add_device("jet", tt.Thruster(hub, thrust=7500.0, throttle=1.0, **feed))
    return m


def flown(model, duration=100.0, **settings):
    system = model.build()
    settings = {"rtol": 1e-10, "atol": 1e-10} | settings
    return tt.simulate(system, system.state(), duration=duration, every=duration / 4, **settings)


def test_thrust_ends_where_the_tank_is_empty():
    run = flown(rocket({"tank": (100.0, 0.0)}))
    near([record.time for record in run.events], [40.0], 1e-9)
    near(run["tank.mass"].values[-1], 0.0, 1e-9)
    near(run["jet.thrust"].values[-1], 0.0, 0.0)
    near(run["flight.velocity"].values[-1, 0], 3000.0 * np.log(500.0 / 400.0), 1e-6)


def test_what_cannot_be_used_is_left():
    run = flown(rocket({"tank": (100.0, 10.0)}))
    near(run.events[0].time, 36.0, 1e-9)
    near(run["tank.mass"].values[-1], 10.0, 1e-9)


def test_fuel_comes_from_one_tank_after_another():
    run = flown(rocket({"first": (50.0, 5.0), "second": (80.0, 0.0)}))
    names = [record.event for record in run.events]
    assert names == ["first empties", "second empties"]
    near([record.time for record in run.events], [18.0, 50.0], 1e-9)
    near(run["flight.velocity"].values[-1, 0], 3000.0 * np.log(530.0 / 405.0), 1e-6)


def test_a_tank_that_is_empty_at_the_start_feeds_nothing():
    run = flown(rocket({"first": (5.0, 5.0), "second": (50.0, 0.0)}))
    near([run["first.mass"].values[-1], run["second.mass"].values[-1]], [5.0, 0.0], 1e-9)


def test_a_shut_valve_lets_the_next_tank_feed():
    m = rocket({"first": (50.0, 0.0), "second": (200.0, 0.0)})
    m.add_event("shut", tt.time.rises(10.0), off=["first"])
    m.add_event("open", tt.time.rises(30.0), on=["first"])
    run = flown(m, 120.0)
    near([record.time for record in run.events if "empties" in record.event], [40.0, 100.0], 1e-9)


def test_users_may_wait_for_a_mass():
    m = rocket({"tank": (100.0, 0.0)})
    m.add_event("cut", tt.quantity("tank.mass").falls("60 kg"), off=["jet"])
    run = flown(m)
    near(run.events[0].time, 16.0, 1e-9)
    near(run["tank.mass"].values[-1], 60.0, 1e-9)


@pytest.mark.parametrize(
    "method", interpreted_for(["rk4", "dop853", "radau", "bdf"], ["rk4", "dop853"])
)
def test_no_method_steps_over_the_end(method):
    settings = {"method": method, "step": 3.0} if method == "rk4" else {"method": method}
    run = flown(rocket({"tank": (100.0, 0.0)}), **settings)
    near(run["exhaust.mass"].values[-1], 100.0, 1e-8)
    near(run.events[0].time, 40.0, 1e-8)


@pytest.mark.compiled
def test_a_stage_with_its_tank_separates():
    m = tt.Model("two stages")
    top, base = m.add_body("top", 200.0, [40.0, 50.0, 60.0]), m.add_body("base", 300.0, [90.0] * 3)
    m.add_joint("flight", tt.Free(), m.ground, top)
    m.add_joint(
        "ring", tt.Fixed(), top.frame("aft", at=[-1, 0, 0]), base.frame("fore", at=[1, 0, 0])
    )
    m.add_device(
        "big", tt.Tank(base, fuel=600.0, residual=10.0, shape=tt.UniformFuel(gyration=0.4))
    )
    m.add_device("small", tt.Tank(top, fuel=100.0))
    feed = {"isp": 300, "throttle": 1.0}
    m.add_device("main", tt.Thruster(base, thrust=20e3, tank="big", **feed))
    m.add_device("upper", tt.Thruster(top, thrust=1e3, tank="small", **feed))
    m.add_event("spent", tt.quantity("big.mass").falls("20 kg"))
    m.add_stage("boost", off=["upper"], until={"spent": "flight"})
    m.add_stage("flight", release=["ring"], off=["main"], on=["upper"])
    system = m.build()
    start = system.state(flight={"angular_velocity": [0.01, 0.02, -0.03]})
    run = tt.simulate(system, start, duration=150.0, every=10.0, rtol=1e-12, atol=1e-12)
    audit = run.audit()
    for name in ("mass", "linear momentum", "angular momentum"):
        assert audit[name].relative < 1e-12
    assert audit["energy"].relative < 1e-9
    ve = 300 * 9.80665
    spent = 580.0 / (20e3 / ve)
    near(next(r.time for r in run.events if r.event == "spent"), spent, 1e-8)
    near(run["big.mass"].values[-1], 20.0, 1e-9)
