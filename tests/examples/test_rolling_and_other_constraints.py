"""Rolling and other constraints: closed forms, and textbook equations integrated by SciPy."""

import numpy as np
import pytest
from numpy.testing import assert_allclose
from scipy.integrate import solve_ivp

import treetop as tt
from pages import made_once, page

script = page("rolling-and-other-constraints")

# Errors of steps at a relative tolerance of 1e-12, some hundreds of them.
MOTION = 1e-10
CONSTRAINTS = 1e-12
disc = made_once(script.disc)


@pytest.fixture(scope="module")
def wandering(disc) -> tt.Run:
    return script.wandering_disc(disc)


def require_kept(run: tt.Run) -> None:
    assert float(run.data.constraint_error.max()) < CONSTRAINTS
    assert run.audit()["energy"].relative < 1e-11


# --- the disc -----------------------------------------------------------------------------


def test_rolling_says_once_more_that_the_disc_touches(disc):
    now = disc.evaluate(script.disc_state(disc, tilt=0.3, spin=4.0))
    assert len(disc.constraint_labels) == 4
    assert (now.rank, now.degrees_of_freedom) == (3, 3)


def test_the_disc_accelerates_as_euler_says(disc, rng):
    """Moment of the contact force about the centre, with numbers instead of symbols."""
    tilt, p, turn_rate, q = rng.uniform(-1, 1, size=4)  # away from lying flat, where headings end
    state = script.disc_state(disc, tilt, p, turn_rate, q)
    names, now = disc.speed_labels, disc.evaluate(state)
    rates = dict(zip(names, now.speed_rates, strict=True))
    mass, radius = script.DISC["m"], script.DISC["R"]
    sin, cos = np.sin(tilt), np.cos(tilt)
    ahead, axle, up = np.array([[1, 0, 0], [0, cos, sin], [0, -sin, cos]])
    spins = turn_rate * np.array([0, 0, 1])
    frame = p * ahead + spins  # heading and lean
    q_rate = rates["roll_rate"] + rates["turn_rate"] * sin + turn_rate * cos * p
    w, inertia = (p * ahead + q * axle + turn_rate * cos * up), mass * radius**2 / 4
    r_rate = rates["turn_rate"] * cos - turn_rate * sin * p
    w_rate = rates["lean_rate"] * ahead + q_rate * axle + r_rate * up + np.cross(frame, w)
    L_rate = inertia * (w_rate + q_rate * axle + q * np.cross(frame, axle))
    a = np.array([rates[f"{s}_rate"] for s in "xyz"])
    force = mass * (a + np.array([0, 0, script.GRAVITY]))
    assert_allclose(np.cross(-radius * up, force), L_rate, atol=1e-12)


@pytest.mark.compiled
def test_the_disc_wanders_as_the_reduced_equations_say(wandering):
    assert max(script.disc_differences(wandering).values()) < MOTION
    require_kept(wandering)
    lean = np.asarray(wandering["lean"])
    assert np.ptp(lean) > 0.5, "a motion worth the name"


@pytest.mark.compiled
def test_the_disc_as_a_body_rolls_likewise(disc):
    tilt, turn_rate, spin = 0.3, -2.0, 6.0
    state = script.disc_state(disc, tilt, turn_rate=turn_rate, spin=spin)
    told = tt.simulate(disc, state, 1.0, every=0.1, **script.TIGHT)
    model = script.disc_of_bodies(tilt, turn_rate, spin)
    run = tt.simulate(model, duration=1.0, every=0.1, **script.TIGHT)
    place = np.stack([told[name].values for name in "xyz"], axis=1)
    assert_allclose(run["disc.position"].values, place, atol=MOTION)


@pytest.mark.compiled
def test_spins_of_the_disc_depend_on_its_lean_alone(wandering):
    """P. Appell and D. Korteweg: dq/dθ and dr/dθ are linear in q and r, whatever the time."""
    lean, spin = np.asarray(wandering["lean"]), np.asarray(wandering["spin"])
    r = np.asarray(wandering["turn_rate"]) * np.cos(lean)
    furthest = int(np.argmax(np.abs(lean[:200] - lean[0])))

    def slopes(angle, s):
        return [-2 / 3 * s[1], s[1] * np.tan(angle) - 2 * s[0]]

    span, start = (lean[0], lean[furthest]), [spin[0], r[0]]
    end = solve_ivp(slopes, span, start, "DOP853", rtol=1e-12, atol=1e-13).y[:, -1]
    assert abs(lean[furthest] - lean[0]) > 0.3
    assert_allclose([spin[furthest], r[furthest]], end, atol=1e-10)


@pytest.mark.compiled
def test_the_disc_keeps_to_its_circle(disc):
    assert script.steady_speed(np.radians(20), 1.0) == pytest.approx(1.529818, abs=1e-6)
    assert max(script.steady_differences(disc).values()) < MOTION


@pytest.mark.parametrize("tilt", [0.1, 0.6, 1.2])
@pytest.mark.parametrize("radius", [0.1, 1.0, 5.0])
def test_nothing_changes_on_a_circle(disc, tilt, radius):
    rates = disc.evaluate(script.steady_state(disc, tilt, radius)).speed_rates[3:]
    assert np.abs(rates).max() < 1e-11 * script.GRAVITY / script.DISC["R"]


@pytest.mark.compiled
def test_an_upright_disc_falls_or_recovers_as_linear_equations_say(disc):
    assert pytest.approx(3.3015, abs=1e-4) == script.SLOWEST
    off = {}
    for squared in (0.9, 1.1):
        for push in (1e-5, 1e-6):
            run, expected = script.pushed_disc(disc, squared, push)
            found = script.off(run["lean"], expected)
            off[squared, push] = found / np.abs(expected).max()
    assert off[0.9, 1e-6] < 1e-8
    assert off[1.1, 1e-6] < 1e-8
    assert off[0.9, 1e-5] / off[0.9, 1e-6] == pytest.approx(100, rel=0.05), "terms of third order"


# --- the knife edge -----------------------------------------------------------------------


@pytest.mark.compiled
def test_the_knife_edge_runs_across_the_slope():
    edge = script.knife()
    for speed in (0.0, 2.0):
        run = script.knife_run(edge, speed)
        assert max(script.knife_differences(run, speed).values()) < MOTION
        require_kept(run)
        assert not np.any(run["work"])
    assert float(run["y"][-1]) == pytest.approx(12.625994, abs=1e-6)


# --- the hoop -----------------------------------------------------------------------------
hoop = made_once(script.hoop)


@pytest.mark.parametrize("time", [3.0, 7.0, 7.1, 11.0, 14.0])
def test_the_bead_can_rest_where_the_branch_is(hoop, time):
    spin = script.SPIN_UP * time
    angle, turn = script.resting_angle(np.array(spin)), script.SPIN_UP * time**2 / 2
    assert (angle > 0) == (spin**2 > script.GRAVITY / script.HOOP["R"])
    across = script.HOOP["R"] * np.sin(angle)
    x, y = across * np.cos(turn), across * np.sin(turn)
    z = -script.HOOP["R"] * np.cos(angle)
    state = hoop.state(x=x, y=y, z=z, x_rate=-spin * y, y_rate=spin * x, time=time)
    assert abs(hoop.evaluate(state).speed_rates[2]) < 1e-12 * spin**2


@pytest.mark.compiled
def test_the_bead_moves_as_one_coordinate_says(hoop):
    run = script.hoop_run(hoop)
    off = script.hoop_differences(run)
    assert off["angle"] < MOTION
    assert off["work"] < MOTION
    require_kept(run)
    assert float(run["work"][-1]) == pytest.approx(0.521672, abs=1e-6)
    at = np.degrees(np.interp([7.0, 14.0], run.time, run["angle"]))
    assert abs(at[0]) < 1.0, "still at the bottom when it turns unstable"
    assert at[1] == pytest.approx(76.736, abs=1e-3)


# --- quadratic in the velocities ----------------------------------------------------------


def test_a_steady_particle_in_closed_form():
    run = script.steady_particle_run(script.steady_particle())
    assert max(script.steady_particle_differences(run).values()) < MOTION
    require_kept(run)
    assert float(run["work"][-1]) == pytest.approx(-69.061982, abs=1e-6)
    reach = script.SPEED**2 / script.GRAVITY * (script.HEADING + np.pi / 2)
    assert 0.99 * reach < float(run["x"][-1]) < reach


def test_what_keeps_the_speed_takes_the_power_of_gravity():
    system = script.steady_particle()
    run = script.steady_particle_run(system)
    _, _, power = script.steady_particle_path(np.asarray(run.time))
    found = np.sum(run.data.constraint_force.values * run.data.speeds.values, axis=1)
    assert_allclose(found, power, atol=1e-10)


def test_the_particle_of_appell_and_hamel_in_closed_form():
    run = script.sliding_particle_run(script.sliding_particle())
    assert max(script.sliding_particle_differences(run).values()) < 1e-12
    require_kept(run)
    assert not np.any(run["work"])
