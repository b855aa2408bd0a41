"""Schutte and Udwadia's two bodies: fourteen coordinates, eight constraints, three orbits."""

import numpy as np
import pytest
import sympy as sp
from numpy.testing import assert_allclose

import treetop as tt
from pages import page

script = page("two-body-spacecraft")


# --- gravity seen from the reference orbit ------------------------------------------------------


def naive_potential(m, rho):
    """The tidal potential, in terms that cancel."""
    place = script.O + rho
    far, mu, r0 = sp.sqrt(place.dot(place)), script.mu, script.r0
    return -mu * m * (1 / far - 1 / r0 + script.O.dot(rho) / r0**3)


def test_the_tidal_potential_loses_no_digits_when_differentiated():
    rho = sp.Matrix(sp.symbols("x y z"))
    at = {script.mu: 3.986e14, script.r0: 6678.1e3, script.rate: 1e-3, script.t: 1000.0}
    at |= dict(zip(rho, (1.5, -2.25, 0.75), strict=True))
    exact_at = {symbol: sp.Rational(value) for symbol, value in at.items()}

    def force(potential):
        return [potential.diff(x) for x in rho]

    naive = force(naive_potential(1200, rho))
    exact = np.array([float(f.subs(exact_at).evalf(50)) for f in naive])
    size = np.linalg.norm(exact)
    found = sp.lambdify(list(at), force(script.tidal_potential(1200, rho)))(*at.values())
    assert np.abs(found - exact).max() < 1e-14 * size
    assert np.abs(sp.lambdify(list(at), naive)(*at.values()) - exact).max() > 1e-11 * size


# --- as published -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def run() -> tt.Run:
    return script.published_run()


@pytest.fixture(scope="module")
def motion(run):
    return script.motion_of(run)


@pytest.mark.compiled
def test_all_eight_constraints_hold_over_three_orbits(run, motion):
    unit, line = script.constraint_errors(motion)
    assert (len(unit), len(line)) == (2, 6)
    for errors in (unit, line, *script.closure_errors(motion)):
        assert errors.size >= 2 * run.time.size
        assert np.abs(errors).max() < 1e-12


@pytest.mark.compiled
def test_eight_constraints_leave_eight_freedoms_to_fourteen_coordinates(run):
    now = run.system.evaluate(script.state_at(run.system, run, 6000.0))
    assert len(run.system.coordinate_labels) == 14
    assert len(run.system.constraint_labels) == 8
    assert (now.rank, now.degrees_of_freedom) == (6, 8)


@pytest.mark.compiled
@pytest.mark.parametrize("time", [0.0, 3.0, 6000.0, 16293.0])
def test_multipliers_have_a_singular_matrix_where_the_rank_condition_holds(run, time):
    matrices = run.system.matrices(script.state_at(run.system, run, time))
    found = script.ranks(matrices.M, matrices.A)
    assert found[:5] == (12, 6, 14, 20, 22)
    assert found.gap[0] > 1e-3 and found.gap[1] < 1e-12


@pytest.mark.compiled
def test_the_spring_is_shorter_than_at_rest_in_the_first_orbit_only(run):
    contracted = run.time[script.stretch_of(run) < 0]
    assert contracted.max() / script.PERIOD == pytest.approx(0.950, abs=1e-3)


@pytest.mark.compiled
def test_oscillations_are_as_many_as_the_mass_matrix_lets_expect(run):
    """About 32 s each, says the publication."""
    passed = script.fast_oscillation(run.time, script.stretch_of(run))
    expected = script.linear_cycles(script.tree_run(script.PUBLISHED), passed[0], passed[-1])
    assert len(passed) - 1 == 482
    assert expected == pytest.approx(482, abs=0.05)
    assert np.diff(passed).min() == pytest.approx(script.linear_period(np.pi), abs=0.05)
    assert np.diff(passed).max() == pytest.approx(script.linear_period(0.0), abs=0.05)
    assert script.linear_period(np.pi) == pytest.approx(32.0, abs=0.5)


@pytest.mark.compiled
@pytest.mark.parametrize("formulation", ["udwadia", "recursive"])
def test_the_craft_of_joints_moves_alike(run, formulation):
    found = script.differences(run, script.tree_run(script.PUBLISHED, formulation))
    assert found.attitude < 1e-6
    # What the tolerance allows of positions that are 80 m from the reference orbit.
    assert found.stretch < script.RUN["rtol"] * 80.0


@pytest.mark.compiled
def test_a_nanometre_of_stretch_between_two_formulations():
    last = {"every": script.DURATION}
    one, other = (script.tree_run(script.PUBLISHED, f, **last) for f in ("udwadia", "recursive"))
    assert script.differences(one, other).stretch < 1e-9


@pytest.mark.compiled
def test_a_nanometre_of_stretch_at_a_tenth_of_the_tolerance():
    fine = {"rtol": 1e-11, "atol": 1e-14, "every": script.DURATION}
    ours = script.published_run(**fine)
    for formulation in ("udwadia", "recursive"):
        found = script.differences(ours, script.tree_run(script.PUBLISHED, formulation, **fine))
        assert found.attitude < 1e-9
        assert found.stretch < 1e-9


@pytest.mark.compiled
def test_ranks_stay_decided_at_the_finest_tolerance():
    """While the line still points along x, one row of n x D = 0 all but vanishes."""
    fine = {"duration": 300.0, "every": 3.0, "rtol": 1e-13, "atol": 1e-16}
    ours, tree = script.published_run(**fine), script.tree_run(script.PUBLISHED, **fine)
    assert_allclose(script.stretch_of(ours), script.stretch_of(tree), atol=1e-12)


# --- the damper -----------------------------------------------------------------------------------


@pytest.mark.compiled
def test_the_published_damper_takes_angular_momentum_and_a_dashpot_none():
    def size(run):
        return np.linalg.norm(run.data.angular_momentum_about_centre.values, axis=1)

    published, dashpot = (size(script.tumbling(m)) for m in (script.PUBLISHED, script.DASHPOT))
    assert_allclose(dashpot, dashpot[0], rtol=1e-9)
    assert published[-1] / published[0] == pytest.approx(script.momentum_left(), rel=1e-3)
