"""Views of a run in orbit: Kepler's motion by the system itself, closed forms, other codes."""

import math

import erfa
import numpy as np
import pytest

import treetop as tt
from treetop.environment.anomalies import true_from_mean
from treetop.environment.ephemeris import places
from treetop.environment.epoch import Epoch
from treetop.environment.frames import matrix_of
from treetop.errors import TreetopError
from treetop.view.flight.sky import far_bodies

MU = 3.986004418e14
EPOCH = "2025-03-20T12:00:00 UTC"
ORBIT = tt.Orbit(
    semi_major_axis="7000 km",
    eccentricity=0.05,
    inclination="51.6 deg",
    node="40 deg",
    periapsis="70 deg",
    mean_anomaly="10 deg",
    attitude=tt.local("20 deg", "-11.6 deg", "5 deg"),
)


def observer() -> tt.Model:
    model = tt.Model("observer")
    bus = model.add_body("bus", mass=750, inertia=[100, 100, 100])
    bus.frame("camera", at=[1.0, 2.0, 3.0], attitude=[math.sqrt(0.5), 0, math.sqrt(0.5), 0])
    model.add_joint("orbit", tt.Free(), model.ground, bus)
    model.add_force("earth", tt.CentralGravity(MU, gradient=False))
    model.set_start("orbit", orbit=ORBIT)
    return model


@pytest.fixture(scope="module")
def run():
    system = observer().build()
    return tt.simulate(system, system.start(), duration=6000.0, every=500.0, rtol=1e-12)


def test_elements_stay_and_the_mean_anomaly_grows(run):
    found = run.orbit("bus")
    for name in ("inclination", "node", "periapsis", "eccentricity"):
        assert found[name].values == pytest.approx(getattr(ORBIT, name), abs=1e-9), name
    assert found.semi_major_axis.values == pytest.approx(7e6, rel=1e-10)
    n = math.sqrt(MU / 7e6**3)
    mean = math.radians(10.0) + n * run.time
    assert np.unwrap(found.mean_anomaly.values) == pytest.approx(mean, abs=1e-8)
    true = true_from_mean(mean, 0.05)
    assert np.cos(found.true_anomaly.values - true) == pytest.approx(1.0, abs=1e-15)
    latitude = found.argument_of_latitude.values - true - math.radians(70.0)
    assert np.cos(latitude) == pytest.approx(1.0, abs=1e-15)
    assert found.period.values == pytest.approx(2 * math.pi / n, rel=1e-9)
    assert found.semi_major_axis.attrs["units"] == "m"


def test_attitude_in_local_axes_is_the_one_given(run):
    first = run.attitude("bus").isel(time=0)
    assert first.angle.values.tolist() == ["z", "y", "x"]
    assert np.degrees(first.values) == pytest.approx([20.0, -11.6, 5.0], abs=1e-9)


def test_a_body_at_rest_in_local_axes_keeps_its_pitch():
    """On a circular orbit a sphere turns with the local axes for ever."""
    model = observer()
    attitude = tt.local(0, "-11.6 deg", 0)
    model.set_start(
        "orbit", orbit=tt.Orbit(semi_major_axis=7e6, inclination=1.0, attitude=attitude)
    )
    system = model.build()
    run = tt.simulate(system, system.start(), duration=3000.0, every=500.0, rtol=1e-12)
    angles = np.degrees(run.attitude("bus").values)
    assert angles == pytest.approx(np.tile([0.0, -11.6, 0.0], (7, 1)), abs=1e-8)
    error = run.pointing_error("bus", [0, 0, 1], "nadir")
    assert np.degrees(error.values) == pytest.approx(11.6, abs=1e-8)


def test_rtn_differs_from_lvlh_by_a_fixed_turn(run):
    q = run.attitude("bus", "rtn", None)
    p = run.attitude("bus", "lvlh", None)
    turn = np.array([[0, 0, -1], [1, 0, 0], [0, -1, 0]])  # rtn from lvlh
    assert matrix_of(q.values) == pytest.approx(turn @ matrix_of(p.values), abs=1e-14)
    inertial = run.attitude("bus", "inertial", None).values
    recorded = run["bus.attitude"].values
    assert np.abs(np.sum(inertial * recorded, axis=1)) == pytest.approx(1.0, abs=1e-14)
    assert run.attitude("bus", angles="zxz").angle.values.tolist() == ["z1", "x2", "z3"]


def test_frames_have_places_velocities_and_axes_of_their_own(run):
    a, b = run.orbit("bus"), run.orbit("bus.camera")
    assert 0.0 < np.abs(a.semi_major_axis - b.semi_major_axis).max() < 100.0
    camera = run.attitude("bus.camera", "inertial", None).isel(time=0).values
    bus = run["bus.attitude"].isel(time=0).values
    assert abs(camera @ bus) == pytest.approx(math.cos(math.pi / 4), abs=1e-12)  # a quarter turn


def test_ground_track_is_that_of_erfa(run):
    track = run.ground_track("bus", epoch=EPOCH)
    epoch = Epoch(EPOCH)
    M = erfa.c2t06a(*epoch.jd("TT", run.time), *epoch.jd("UT1", run.time), 0.0, 0.0)
    fixed = np.einsum("nij,nj->ni", M, run["bus.position"].values)
    longitude, latitude, height = erfa.gc2gd(1, fixed)
    assert track.latitude.values == pytest.approx(latitude, abs=1e-10)
    assert track.longitude.values == pytest.approx(longitude, abs=1e-12)
    assert track.height.values == pytest.approx(height, abs=1e-6)
    fixed_attitude = run.attitude("bus", "fixed", None, epoch=EPOCH)
    assert fixed_attitude.shape == (13, 4)


def test_beta_angle_and_sun_pointing(run):
    """At the equinox of March the Sun is on the x axis: sin β = sin i sin Ω."""
    beta = run.beta_angle("bus", epoch="2025-03-20T09:01:30 UTC")
    expected = math.asin(math.sin(ORBIT.inclination) * math.sin(ORBIT.node))
    assert beta.values == pytest.approx(expected, abs=0.01)  # precession since 2000
    toward = run.pointing_error("bus", [1, 0, 0], "sun", epoch="2025-03-20T09:01:30 UTC")
    fixed = run.pointing_error("bus", [1, 0, 0], [1, 0, 0])
    assert toward.values == pytest.approx(fixed.values, abs=0.01)


def test_pointing_errors_against_their_definitions(run):
    zenith, nadir = (run.pointing_error("bus", [0, 1, 0], to) for to in ("zenith", "nadir"))
    assert (zenith + nadir).values == pytest.approx(math.pi, abs=1e-14)
    up = run["bus.position"].values / np.linalg.norm(run["bus.position"].values, axis=1)[:, None]
    axes = matrix_of(run["bus.attitude"].values)
    cosine = np.sum(axes[:, :, 1] * up, axis=1)
    assert np.cos(zenith.values) == pytest.approx(cosine, abs=1e-14)
    assert run.pointing_error("bus", [1, 2, 3], "bus.camera").values == pytest.approx(0, abs=1e-8)


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda run: run.ground_track("bus"), "has no epoch"),
        (lambda run: run.orbit("ground"), "fixed to the ground"),
        (lambda run: run.orbit("buss"), "did you mean 'bus'"),
        (lambda run: run.attitude("bus", "ned"), "unknown frame 'ned' .*lvlh"),
        (lambda run: run.attitude("bus", angles="zz"), "no order of three turns"),
        (lambda run: run.pointing_error("bus", [1, 0, 0], "son"), "no target 'son'"),
        (lambda run: run.pointing_error("bus", [0, 0, 0], "sun"), "axis: .*no direction"),
        (lambda run: run.pointing_error("bus", [1, 0, 0], [0, 0]), "target: 3 numbers"),
    ],
)
def test_what_cannot_be_is_refused(run, call, words):
    with pytest.raises(TreetopError, match=words):
        call(run)


def test_a_run_without_a_planet_has_no_orbits():
    model = tt.Model("adrift")
    model.add_joint("motion", tt.Free(), model.ground, model.add_body("bus", 1, [1, 1, 1]))
    system = model.build()
    run = tt.simulate(system, system.state(), duration=1.0, every=1.0)
    with pytest.raises(TreetopError, match="has no planet"):
        run.orbit("bus")


@pytest.mark.compiled
def test_the_sun_is_where_the_run_had_it():
    """By the ephemeris of the environment, as sensors and light have it."""
    pytest.importorskip("skyfield_data")
    model = tt.Model("pointed", epoch=EPOCH)
    bus = model.add_body("bus", 100.0, [10.0, 10.0, 10.0])
    model.add_joint("flight", tt.Free(), model.ground, bus)
    model.set_environment(tt.Earth(sun=True, ephemeris="DE421"))
    system = model.build()
    run = tt.simulate(system, system.state(flight=ORBIT), 60.0, every=30.0)
    axis = matrix_of(run["bus.attitude"].values)[:, :, 0]
    seen = np.sum(axis * run["environment.sun_direction"].values, axis=1)
    found = np.cos(run.pointing_error("bus", [1, 0, 0], "sun").values)
    assert found == pytest.approx(seen, abs=1e-11)
    (erfa_sun,) = places(Epoch(EPOCH), run.time, ("sun",))
    (sun,) = (each.positions for each in far_bodies(model, run.time) if each.name == "Sun")
    assert 1e2 < np.linalg.norm(sun - erfa_sun, axis=-1).max() < 1e5  # m
    away = sun - run["bus.position"].values
    away /= np.linalg.norm(away, axis=-1, keepdims=True)
    assert away == pytest.approx(run["environment.sun_direction"].values, abs=1e-11)
