"""Frames on prescribed ways: forces and motions in closed form."""

import math

import numpy as np
import pytest

import treetop as tt
from random_loops import turn
from treetop.system.formulations import FORMULATIONS

ALL = list(FORMULATIONS)
MU = 3.986004418e14
ORBIT = {
    "semi_major_axis": "7500 km",
    "eccentricity": 0.1,
    "inclination": "50 deg",
    "node": 0.3,
    "periapsis": 1.0,
    "anomaly": 0.7,
}


def satellite(**constraints) -> tt.Model:
    model = tt.Model("satellite")
    model.add_body("bus", 400.0, [120, 150, 90])
    model.add_joint("fly", tt.Free(), model.ground, "bus")
    for name, constraint in constraints.items():
        model.add_constraint(name, constraint)
    return model


@pytest.mark.parametrize("formulation", ALL)
def test_an_orbit_that_gravity_would_give_takes_no_force(formulation):
    model = satellite(orbit=tt.PrescribedOrbit("bus", **ORBIT))
    model.add_force("earth", tt.CentralGravity(MU, gradient=False))
    system = model.build(formulation)
    time = 1234.5
    now = system.evaluate(system.settled(system.state(time, fly={"position": [7e6, 0, 0]})))
    r, v = now.body["bus"].position, now.body["bus"].velocity
    energy = 0.5 * v @ v - MU / np.linalg.norm(r)
    assert energy == pytest.approx(-MU / 2 / 7.5e6, rel=1e-12)
    h, n = np.cross(r, v), np.array([math.sin(0.3), -math.cos(0.3), 0])
    inclined = n * math.sin(math.radians(50)) + [0, 0, math.cos(math.radians(50))]
    assert h == pytest.approx(math.sqrt(MU * 7.5e6 * 0.99) * inclined, rel=1e-12)
    weight = 400 * MU / (r @ r)
    assert np.abs(now.constraint["orbit"].force).max() < 1e-12 * weight
    assert now.body["bus"].acceleration == pytest.approx(-MU * r / np.linalg.norm(r) ** 3)


@pytest.mark.parametrize("formulation", ALL)
def test_coning_takes_the_torque_that_turns_the_spin(formulation):
    """A body held at an angle to an axis about which it turns: the torque is ω × H."""
    rate, tilt = 2.0, 0.4
    pose = tt.PrescribedPose("bus", angles=[f"{rate}*t", tilt, 0], axes="zyx")
    system = satellite(turn=pose).build(formulation)
    t = 0.3
    half = 0.5 * rate * t
    start = system.state(t, fly={"attitude": [math.cos(half), 0, 0, math.sin(half)]})
    now = system.evaluate(system.settled(start))
    R = turn(now.body["bus"].attitude)
    c, s = math.cos(rate * t), math.sin(rate * t)
    about_y = [[math.cos(tilt), 0, math.sin(tilt)], [0, 1, 0], [-math.sin(tilt), 0, math.cos(tilt)]]
    assert pytest.approx(np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ about_y, abs=1e-12) == R
    w = np.array([0, 0, rate])
    H = R @ np.diag([120, 150, 90]) @ R.T @ w
    assert now.constraint["turn"].torque == pytest.approx(np.cross(w, H), abs=1e-9)


def test_a_table_of_attitudes_is_met_and_turns_smoothly():
    """Signs of quaternions do not matter; across a knot the angular acceleration is the same."""
    turns = [[1, 0, 0, 0], [-0.8, 0, -0.6, 0], [0.6, 0, 0.48, 0.64]]
    table = tt.Attitudes([0, 1, 2.5], turns)
    system = satellite(turn=tt.PrescribedPose("bus", attitudes=table)).build()

    def at(t):
        near = turns[round(t)]
        now = system.evaluate(system.settled(system.state(t, fly={"attitude": near})))
        return now.body["bus"]

    q = at(1.0).attitude
    assert abs(q @ turns[1]) == pytest.approx(1.0, abs=1e-14)
    before, after = at(1.0 - 1e-9), at(1.0 + 1e-9)
    assert after.angular_velocity == pytest.approx(before.angular_velocity, abs=1e-7)
    assert after.angular_acceleration == pytest.approx(before.angular_acceleration, abs=1e-6)
    rest = at(0.0)
    assert np.abs(rest.angular_velocity).max() < 1e-14  # clamped


@pytest.mark.parametrize("given", [True, False])
def test_a_table_of_places_tends_to_the_orbit_it_was_taken_from(given):
    """A cubic spline through places h apart errs by h⁴/384 of the fourth rate in the middle between
    two of them, and its second rate by h²/12 of it at each."""
    a, n, step = 7e6, math.sqrt(3.986e14 / 7e6) / 7e6, 50.0
    times = np.arange(0.0, 3001.0, step)
    places = [[a * math.cos(n * t), a * math.sin(n * t), 0] for t in times]
    ends = [[-a * n * math.sin(n * t), a * n * math.cos(n * t), 0] for t in times[[0, -1]]]
    table = tt.Ephemeris(times, places, ends if given else None)
    system = satellite(way=tt.PrescribedOrbit("bus", table=table)).build()

    def seen(t):
        exact = a * np.array([math.cos(n * t), math.sin(n * t), 0])
        now = system.evaluate(system.settled(system.state(t, fly={"position": exact + 1.0})))
        body = now.body["bus"]
        return body.position - exact, body.acceleration + n**2 * exact

    between, at = seen(30.5 * step)[0], seen(30 * step)[1]
    assert np.linalg.norm(between) == pytest.approx((n * step) ** 4 / 384 * a, rel=0.01)
    assert np.linalg.norm(at) == pytest.approx((n * step) ** 2 / 12 * n**2 * a, rel=0.01)
    assert np.linalg.norm(seen(30 * step)[0]) < 1e-8


def swing(t):
    s, c = math.sin(t), math.cos(t)
    return s, 0.0, 0.2 * t, c, 0.0, 0.2, -s, 0.0, 0.0


@pytest.mark.parametrize("formulation", ["recursive", "udwadia"])
def test_a_function_may_give_the_place(formulation):
    model = satellite(way=tt.PrescribedPose("bus", function=swing))
    system = model.build(formulation)
    now = system.evaluate(system.settled(system.state(0.4)))
    expected = [math.sin(0.4), 0, 0.08]
    assert now.body["bus"].position == pytest.approx(expected, abs=1e-14)
    force = [-400 * math.sin(0.4), 0, 0]
    assert now.constraint["way"].force == pytest.approx(force, abs=1e-11)


def test_a_start_that_is_turned_over_is_refused():
    system = satellite(turn=tt.PrescribedPose("bus", angles=[0, 0, "0.1*t"])).build()
    state = system.state(fly={"attitude": [0, 0, 1, 0], "angular_velocity": [0.1, 0, 0]})
    with pytest.raises(tt.ModelError, match="meets the constraint 'turn'"):  # which its products do
        system.require_start(state)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["recursive", "newton-euler"])
def test_the_work_of_a_prescribed_pose_is_accounted_for(formulation):
    """A tray moved along in all ways beside a free bus, on whose frame its motion is given."""
    model = satellite()
    model.bodies["bus"].frame("port", at=[1, 0, 0], attitude=[0.8, 0.6, 0, 0])
    model.add_body("tray", 50.0, [3, 4, 5], centre=[0.1, 0.2, 0])
    model.add_joint("drift", tt.Free(), "bus", "tray")
    pose = tt.PrescribedPose(
        "tray",
        "bus.port",
        position=["1 + 0.2*sin(t)", "0.1*t", "0.3*cos(2*t)"],
        angles=["0.4*sin(t)", "0.2*t", "0.3*t**2"],
        axes="xyx",
    )
    model.add_constraint("carry", pose)
    system = model.build(formulation)
    start = system.settled(
        system.state(
            fly={"angular_velocity": [0.1, -0.2, 0.3]},
            drift={"attitude": [0.8, 0.6, 0, 0], "position": [2, 0, 0.3]},
        )
    )
    run = tt.simulate(system, start, duration=2.0, every=0.2, rtol=1e-10)
    assert np.ptp(run["work"].values) > 0.1
    audit = run.audit()
    assert audit.passed(1e-8), audit
    assert run["constraint_error"].values.max() < 1e-12
