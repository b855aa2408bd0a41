"""Lines that are stored elsewhere than at their mouths: what runs between the two has momentum."""

import numpy as np
import pytest

import treetop as tt
from treetop.core.compiler import interpreted
from treetop.core.devices.stored_line import felt_of_flow
from treetop.core.spatial import Vec3

TIGHT = {"rtol": 1e-11, "atol": 1e-13}
PORT, STORE = np.array([0.5, 0.2, 0.0]), np.array([-0.3, 0.6, 0.0])  # m
DENSITY, TOTAL, TIP = 0.2, 30.0, 2.0
KEPT = ("energy", "linear momentum", "angular momentum")


def hub_with_lines(elements=1, kind=tt.Deployer, length="1 + 9*smoothstep(t/20)", **own):
    """A hub with two booms that leave opposite to each other, each through a guide of its own."""
    m = tt.Model("two booms")
    hub = m.add_body("hub", mass=100, inertia=[8, 9, 10])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    law = {"mass_per_length": DENSITY, "total_length": TOTAL, "tip_mass": TIP}
    for name, side in (("right", 1.0), ("left", -1.0)):
        port, store = (
            hub.frame(f"{name} {what}", at=side * at)
            for what, at in (("port", PORT), ("store", STORE))
        )
        more = {"elements": elements, "length": length, "storage": store} | own
        m.add_device(name, kind(port, direction=[side, 0, 0], **law, **more))
    return m.build()


def inertia(l):
    """About z, of straight booms outside by l, kg m²."""
    out = TIP * ((PORT[0] + l) ** 2 + PORT[1] ** 2)
    out += DENSITY * (((PORT[0] + l) ** 3 - PORT[0] ** 3) / 3 + l * PORT[1] ** 2)
    return 10 + 2 * (out + DENSITY * (TOTAL - l) * (STORE @ STORE))


def test_what_a_body_feels_is_what_the_parts_of_the_line_take():
    """A row of points that slide along a straight guide which turns, and those that come to its
    beginning and leave at its end."""
    w, r_s, r_e = np.array([0.3, -0.5, 0.7]), np.array([0.2, 0.1, -0.4]), np.array([1.0, -0.6, 0.3])
    flow, flow_rate, n = 0.7, -0.4, 4000
    d = r_e - r_s
    places = r_s + np.outer((np.arange(n) + 0.5) / n, d)
    moving = 2 * np.cross(w, d * flow / n) + d * flow_rate / n  # relative to the guide
    force = -n * moving
    torque = -np.cross(places, moving).sum(axis=0)
    with interpreted():
        felt = felt_of_flow(Vec3(*w), Vec3(*r_s), Vec3(*r_e), flow, flow_rate)
    np.testing.assert_allclose(tuple(felt.lin), force, atol=1e-12)
    np.testing.assert_allclose(tuple(felt.ang), torque, atol=1e-6)


@pytest.mark.compiled
@pytest.mark.parametrize("kind", [{}, {"kind": tt.Reel, "radius": 0.1, "inertia": 0.02}])
def test_what_runs_inside_takes_part_in_the_spin(kind):
    """I ω + 2 ρ L' r_s × r_e is constant, with what booms outside have as they pass the hub."""
    system = hub_with_lines(stiffness=1, **kind)
    start = system.state(flight={"angular_velocity": [0, 0, 1]})
    run = tt.simulate(system, start, duration=20, every=5, **TIGHT)
    l, rate = run["right.length"].values, run["right.rate"].values
    inside = 2 * DENSITY * rate * np.cross(STORE, PORT)[2]
    outside = -2 * PORT[1] * rate * (DENSITY * l + TIP)
    spin = run["hub.angular_velocity"].values[:, 2]
    np.testing.assert_allclose(spin, (inertia(1.0) - inside - outside) / inertia(l), rtol=1e-10)
    assert abs(inside[2]) > 0.1  # N m s


@pytest.mark.compiled
@pytest.mark.filterwarnings("ignore:devices.line. a cable is pushed out")
@pytest.mark.parametrize("way", ["1 + 9*smoothstep(t/4)", "10 - 9*smoothstep(t/4)"])
def test_the_mass_centre_of_a_tumbling_craft_stays(way):
    """While elements come and go: places of masses know nothing of how momenta are reckoned."""
    m = tt.Model("tumbling craft")
    hub = m.add_body("hub", mass=20, inertia=[3, 4, 5])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    frames = [hub.frame("port", at=PORT), hub.frame("store", at=[-0.4, 0.1, 0.5])]
    law = {"mass_per_length": DENSITY, "total_length": 12, "tip_mass": TIP, "elements": 6}
    line = tt.Deployer(frames[0], length=way, storage=frames[1], rates=[0.1, 0.2], **law)
    m.add_device("line", line)
    system = m.build()
    start = system.state(flight={"angular_velocity": [0.2, 0.3, 0.8], "velocity": [1, 2, 3]})
    run = tt.simulate(system, start, duration=4, every=0.1, **TIGHT)
    assert np.ptp(run["line.rods"].values) == 4
    audit = run.audit()
    for name in KEPT:
        assert audit[name].relative < 1e-9, name
    velocity = run["linear_momentum"].values[0] / (20 + DENSITY * 12 + TIP)
    drift = run["mass_centre"].values - np.outer(run.time, velocity)
    inside = [run[f"line.flow_momentum.{axis}"].values for axis in "xyz"]
    assert np.abs(inside).max() > 0.1
    np.testing.assert_allclose(drift, drift[:1] + 0 * drift, atol=1e-8)


def test_a_merge_keeps_the_momenta_of_craft_and_line():
    """The carrier is moved, as the two rods go on their chord, and with it what runs inside."""
    m = tt.Model("craft that draws in")
    hub = m.add_body("hub", mass=20, inertia=[3, 4, 5])
    m.add_joint("flight", tt.Free(), m.ground, hub)
    frames = [hub.frame("port", at=PORT), hub.frame("store", at=[-0.4, 0.1, 0.5])]
    law = {"mass_per_length": DENSITY, "total_length": 12, "tip_mass": TIP, "elements": 4}
    line = tt.Deployer(frames[0], length="3.31 - 0.7*t", storage=frames[1], **law)
    m.add_device("line", line)
    system = m.build()
    flight = {"angular_velocity": [0.2, 0.3, 0.8], "velocity": [1, 2, 3]}
    y, time = system.state(flight=flight).vector.copy(), 0.02 / 0.7
    room = np.zeros_like(y)
    system.project(0.0, y, room, system.problem)
    at = {x: k for k, x in enumerate([*system.coordinate_labels, *system.speed_labels])}
    y[at["line link 4.angle1"]], y[at["line link 4.rate2"]] = 0.4, 0.3
    y[at["line rod 3.slide"]] = 0.29

    def momenta():
        bodies = system.observe(np.array([time]), y[None, :].copy())
        now = system.evaluate(tt.State(system, time, y.copy()))
        inside = [
            [now[f"line.flow_{what}.{axis}"] for axis in "xyz"]
            for what in ("momentum", "angular_momentum")
        ]
        both = [bodies["linear_momentum"][0], bodies["angular_momentum"][0]]
        return now["line.rods"], np.array(both) + inside

    rods, before = momenta()
    system.project(time, y, room, system.problem)
    fewer, after = momenta()
    assert (rods, fewer) == (2.0, 1.0)
    np.testing.assert_allclose(after, before, rtol=0, atol=1e-12)


@pytest.mark.parametrize(
    ("given", "text"),
    [
        ({"start_length": 3, "storage": "hub.store"}, "runs out by itself is stored at its mouth"),
        (
            {"length": 3, "storage": "probe.store"},
            "'probe.store' is on another body than the mouth",
        ),
    ],
)
def test_stores_that_do_not_fit_are_refused(given, text):
    law = {"mass_per_length": 0.1, "total_length": 10, "elements": 4}
    with pytest.raises(tt.ModelError, match=text):
        tt.Deployer("hub.port", **law, **given)
