"""No event is missed and none is invented, however long the steps of an easy motion are."""

import math

import numpy as np
import pytest

import treetop as tt
from event_cases import (
    arm_and_post,
    compliant,
    giving,
    meeting_time,
    orbiting_pair,
    rigid,
    rotor,
    settings,
    simulated,
    thrown_ball,
    two_spheres,
)
from treetop.simulation.integrators import INTEGRATORS

pytestmark = pytest.mark.compiled


def times(run):
    return np.array([event.time for event in run.events])


@pytest.mark.parametrize("method", INTEGRATORS)
def test_every_crossing_of_a_steady_rotor(method):
    """318 times in 100 s, at (k + 1/2) π / 10."""
    run = simulated(rotor(), 100.0, **settings(method, 0.05))
    assert len(run.events) == 318
    assert times(run) == pytest.approx((np.arange(318) + 0.5) * math.pi / 10, abs=1e-9)


def test_spacecraft_that_meet_in_orbit():
    for k in range(15):
        run = simulated(orbiting_pair(50.0 * (k + 1), 10.0), 100.0, rtol=1e-9)
        assert len(run.events) == 1, k
        assert times(run)[0] == pytest.approx((50.0 * (k + 1) - 2.0) / 10.0, rel=3e-3)


def random_meetings(rng, count):
    """Offsets, velocities and radii of spheres, of which most meet."""
    for _ in range(count):
        distance, speed = 10 ** rng.uniform(0.5, 4), 10 ** rng.uniform(-1, 2)
        radii = 10 ** rng.uniform(-2, 0, 2)
        way = rng.normal(size=3)
        way /= np.linalg.norm(way)
        aside = np.cross(way, rng.normal(size=3))
        aside *= radii.sum() * rng.uniform(0, 1.1) / np.linalg.norm(aside)
        yield way * distance + aside, -way * speed, radii


def test_free_spheres_that_meet():
    rng, met = np.random.default_rng(1), 0
    for offset, velocity, radii in random_meetings(rng, 60):
        exact = meeting_time(offset, velocity, radii.sum())
        duration = 3 * np.linalg.norm(offset) / np.linalg.norm(velocity)
        run = simulated(two_spheres(offset, velocity, radii, rigid), duration)
        met += exact is not None
        assert len(run.events) == (exact is not None)
        assert exact is None or times(run)[0] == pytest.approx(exact, rel=1e-9)
    assert met > 40


def test_spheres_that_give_never_pass_through_each_other():
    """They leave with the speed along the line of centres turned back."""
    rng = np.random.default_rng(2)
    for _ in range(60):
        distance, speed = 10 ** rng.uniform(0.5, 4), 10 ** rng.uniform(-1, 2)
        radii, way = 10 ** rng.uniform(-2, 0, 2), rng.normal(size=3)
        way /= np.linalg.norm(way)
        contact = giving(speed, 0.1 * radii.sum())
        model = two_spheres(way * distance, -way * speed, radii, contact)
        run = simulated(model, 3 * distance / speed)
        last = run.data.speeds.values[-1]
        assert way @ (last[9:12] - last[3:6]) == pytest.approx(speed, rel=1e-6)


def test_a_ball_thrown_at_a_post():
    for k in range(19):
        distance, speed = 1.0 + 2.0 * k, 1.0 + k
        run = simulated(thrown_ball(distance, 0.0, speed), 1.5 * distance / speed)
        assert len(run.events) == 1
        assert times(run)[0] == pytest.approx((distance - 0.1) / speed, rel=1e-9)


@pytest.mark.parametrize("method", ["dop853", "radau", "bdf"])
def test_an_arm_that_passes_a_post_at_every_turn(method):
    run = simulated(arm_and_post(3.0), 60.0, method=method)
    first = (math.pi / 2 - math.asin(0.02 / 0.7)) / 3.0
    assert len(run.events) == 29
    assert times(run) == pytest.approx(first + 2 * math.pi / 3 * np.arange(29), abs=1e-8)


def test_an_arm_is_thrown_back_by_a_post():
    for contact in (rigid, compliant):
        run = simulated(arm_and_post(3.0, contact), 2.0)
        assert run["axle.rate"].values[-1] == pytest.approx(-3.0, rel=1e-6)


def slider(force, speed=100.0):
    """A block of 1 kg that slides along a rail."""
    m = tt.Model("slider")
    m.add_joint("rail", tt.Prismatic([1, 0, 0]), m.ground, m.add_body("block", mass=1))
    m.add_force("it", force)
    m.set_start("rail", slide_rate=speed)
    return m


STOPS = {
    "stop": tt.HardStop("rail", upper=500, stiffness=1e6),
    "backlash": tt.Backlash("rail", gap=1000, stiffness=1e6),
    "spring": tt.HysteresisSpring(
        "rail", knots=[0, 500, 501], out=[0, 0, -1e6], back=[0, 0, -1e6], reversal=1
    ),
}


@pytest.mark.parametrize("name", STOPS)
def test_what_begins_to_act_along_a_coordinate_is_not_stepped_over(name):
    """A block that is free for 5 s at 100 m/s, and thrown back within 10 ms."""
    run = simulated(slider(STOPS[name]), 7.0)
    assert run["rail.slide_rate"].values[-1] == pytest.approx(-100, rel=1e-6)


def test_a_contact_that_gives_is_not_in_the_log():
    run = simulated(arm_and_post(3.0, compliant), 2.0)
    assert not run.events


@pytest.mark.parametrize("method", ["radau", "bdf", "rk4", "generalized-alpha"])
def test_no_method_steps_over_a_stop(method):
    """It lasts 31 ms, six steps of those whose step is fixed."""
    model = slider(tt.HardStop("rail", upper=500, stiffness=1e4))
    run = simulated(model, 5.5, **settings(method, 0.005))
    assert run["rail.slide_rate"].values[-1] == pytest.approx(-100, rel=2e-3)
