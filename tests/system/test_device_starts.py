"""What devices can start with."""

import pytest
from numpy.testing import assert_allclose

import treetop as tt


def craft():
    m = tt.Model("craft")
    hub = m.add_body("hub", 10.0, [5.0] * 3)
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_device("wheel", tt.Wheel(hub, [0, 0, 1], inertia=0.1, speed="10 rad/s"))
    gas = {"density": 1000.0, "volume": 0.01, "pressure": "10 bar"}
    m.add_device("tank", tt.Tank(hub, fuel=5.0, **gas))
    m.add_device("main", tt.Thruster(hub, 1.0, isp=200, tank="tank"))
    m.add_device("jet", tt.Thruster(hub, 10.0, pulsed=True, shortest="10 ms"))
    return m


@pytest.mark.parametrize(
    ("start", "says"),
    [
        ({"wheel": {"speed": 20}}, r"start.wheel.speed: it starts with 20 rad/s, above its limit"),
        ({"wheel": {"speed": -20}}, r"starts with -20 rad/s, above its limit of 10 rad/s"),
        ({"wheel": {"momentum": 2}}, r"start.wheel.speed: it starts with 20 rad/s, above"),
        ({"tank": {"mass": -1}}, r"start.tank.mass: -1 kg is less than 0"),
        ({"tank": {"mass": 11}}, r"start.tank.mass: the tank holds 10 kg, less than its fuel of"),
        ({"tank": {"mass": 10}}, r"start.tank.mass: the fuel leaves no room for the gas"),
    ],
)
def test_what_they_cannot_start_with(start, says):
    with pytest.raises(tt.ModelError, match=says):
        craft().build().state(**start)
    m = craft()
    for name, values in start.items():
        m.set_start(name, **values)
    with pytest.raises(tt.ModelError, match=says):
        m.build().start()


def test_a_wheel_starts_at_its_limit_however_its_body_turns():
    system = craft().build()
    spin = {"flight": {"angular_velocity": [0.1, 0.2, 0.3]}}
    state = system.state(**spin, wheel={"speed": 10})
    again = system.state(**spin, wheel={"momentum": state["wheel.momentum"]})
    assert again["wheel.momentum"] == 0.1 * 10.3


@pytest.mark.compiled
@pytest.mark.parametrize(("on_time", "opens"), [(0.2, 0.2), ("15 ms", 0.015), (0.005, 0), (-1, 0)])
def test_a_start_opens_the_valve_for_an_on_time(on_time, opens):
    system = craft().build()
    start = system.state(time=3.0, jet={"on_time": on_time})
    run = tt.simulate(system, start, 1.0, every=1.0)
    assert_allclose(run["flight.velocity"].values[-1, 0], 10.0 / 15.0 * opens, atol=1e-14)
    assert start["jet.closing_time"] == (3.0 + opens if opens else 0.0)


def test_what_a_late_sensor_says_at_the_start_it_says_until_its_first_reading_arrives():
    m = tt.Model("late")
    hub = m.add_body("hub", 10.0, [5.0] * 3)
    m.add_joint("flight", tt.Free(), m.ground, hub)
    m.add_sensor("tracker", tt.StarTracker(hub, every=0.1, delay=0.25))
    system = m.build()
    start = system.state(tracker={"attitude.x": 1.0, "valid": 1.0})
    run = tt.simulate(system, start, 0.4, at=[0.0, 0.2, 0.3])
    assert_allclose(run["tracker.attitude"].values, [[0, 1, 0, 0]] * 2 + [[1, 0, 0, 0]])
    assert_allclose(run["tracker.valid"].values, 1.0)
