"""Constrained accelerations against the formula of Udwadia and Phohomsiri, written as it stands."""

import numpy as np
import pytest

from treetop.core.compiler import Bundle, entry
from treetop.core.linear_algebra import constrained_system as c

SIZES = [(1, 0), (1, 1), (3, 5), (6, 2), (7, 7), (14, 8), (20, 30), (40, 13)]
SEEDS = range(6)


def formula(M, A, Q, b):
    """``[(I - A⁺A) M ; A]⁺ [Q ; b]``, letter by letter."""
    n = len(Q)
    free = np.eye(n) - np.linalg.pinv(A, rcond=1e-10) @ A
    return np.linalg.pinv(np.vstack([free @ M, A]), rcond=1e-10) @ np.concatenate([Q, b])


def semidefinite(rng, n, rank):
    half = rng.normal(size=(rank, n))
    return half.T @ half


def of_rank(rng, m, n, rank):
    return rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))


def problem(seed, n, m, deficit=0, mass_rank=None):
    """M, A, Q and b that A can meet; A has a rank less by the deficit."""
    rng = np.random.default_rng([seed, n, m])
    A = of_rank(rng, m, n, max(0, min(m, n) - deficit))
    M = semidefinite(rng, n, n if mass_rank is None else mass_rank)
    return M, A, rng.normal(size=n), A @ rng.normal(size=n)


def solved(M, A, Q, b, rank_wanted=-1):
    workspace, x = c.workspace(len(Q), len(b)), np.zeros(len(Q))
    rank = c.factor(M, A, rank_wanted, workspace)
    residual = c.solution(Q, b, workspace, x)
    return x, rank, residual, workspace


def near(a, b, tolerance=1e-8):
    scale = max(1.0, np.abs(b).max(initial=0.0))
    return np.abs(np.asarray(a) - b).max(initial=0.0) <= tolerance * scale


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n, m", SIZES)
@pytest.mark.parametrize("deficit", [0, 1, 3])
def test_the_solution_is_that_of_the_formula(seed, n, m, deficit):
    M, A, Q, b = problem(seed, n, m, deficit)
    kept = M.copy(), A.copy()
    x, rank, residual, workspace = solved(M, A, Q, b)
    assert rank == np.linalg.matrix_rank(A) == workspace.counts[0]
    assert rank + workspace.counts[1] == n
    assert near(x, formula(M, A, Q, b))
    assert residual <= 1e-10 * max(1.0, np.abs(b).max(initial=0.0))
    assert all((kept[0] == M).ravel()) and all((kept[1] == A).ravel())


@pytest.mark.parametrize("seed", SEEDS)
def test_masses_may_be_singular_where_constraints_hold(seed):
    n, m = 9, 5
    M, A, Q, b = problem(seed, n, m, mass_rank=5)
    assert np.linalg.matrix_rank(np.vstack([M, A])) == n
    x, rank, _, workspace = solved(M, A, Q, b)
    assert rank + workspace.counts[1] == n
    assert near(x, formula(M, A, Q, b))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mass_rank", [0, 1, 4])
def test_what_nothing_determines_is_named_and_left_at_its_smallest(seed, mass_rank):
    n, m = 9, 3
    M, A, Q, b = problem(seed, n, m, mass_rank=mass_rank)
    x, rank, _, workspace = solved(M, A, Q, b)
    freedom = n - np.linalg.matrix_rank(np.vstack([M, A]))
    assert n - rank - workspace.counts[1] == freedom == n - m - mass_rank
    assert near(x, formula(M, A, Q, b))
    directions = np.zeros((freedom, n))
    for k in range(freedom):
        c.undetermined(k, workspace, directions[k])
    assert near(directions @ directions.T, np.eye(freedom), 1e-12)
    assert near(M @ directions.T, np.zeros((n, freedom)), 1e-10)
    assert near(A @ directions.T, np.zeros((m, freedom)), 1e-12)


@pytest.mark.parametrize("times", [2, 3])
def test_rows_given_more_than_once_change_nothing(times):
    M, A, Q, b = problem(1, 14, 6)
    x, rank, _, _ = solved(M, A, Q, b)
    again, same_rank, residual, _ = solved(M, np.tile(A, (times, 1)), Q, np.tile(b, times))
    assert same_rank == rank == 6
    assert near(again, x, 1e-12)
    assert residual < 1e-12


def test_rows_of_nothing_and_rows_in_other_units_change_nothing():
    M, A, Q, b = problem(2, 10, 4)
    x = solved(M, A, Q, b)[0]
    units = np.array([1e-6, 1.0, 1e7, 1e-3])
    A2, b2 = np.vstack([A * units[:, None], np.zeros((2, 10)), A]), [*(b * units), 0, 0, *b]
    again, rank, _, _ = solved(M, A2, Q, np.array(b2))
    assert rank == 4
    assert near(again, x, 1e-12)


def test_a_rank_that_is_held_ignores_the_drift_of_dependent_rows():
    """n x D written in three rows is of rank two, until D drifts off n."""
    rng = np.random.default_rng(3)
    M, A, Q, b = problem(3, 8, 2)
    third = A[0] + A[1]
    exact, rank, _, _ = solved(M, np.vstack([A, third]), Q, np.array([*b, b.sum()]))
    drifted = np.vstack([A, third + 1e-7 * rng.normal(size=8)])
    free, other_rank, _, _ = solved(M, drifted, Q, np.array([*b, b.sum() + 1e-7]))
    held, held_rank, _, _ = solved(M, drifted, Q, np.array([*b, b.sum() + 1e-7]), rank)
    assert (rank, other_rank, held_rank) == (2, 3, 2)
    assert near(held, exact, 1e-6)
    assert not near(free, exact, 1e-3)


def test_rounding_in_a_dependent_row_is_no_row():
    rng = np.random.default_rng(4)
    M, A, Q, b = problem(4, 8, 3)
    noisy = np.vstack([A, A.sum(axis=0) * (1 + 1e-15) + 1e-14 * rng.normal(size=8)])
    assert solved(M, noisy, Q, np.array([*b, b.sum()]))[1] == 3


def test_contradictory_constraints_are_met_as_well_as_can_be():
    M, A, Q, b = problem(5, 7, 3)
    A2, b2 = np.vstack([A, A[:1]]), np.array([*b, b[0] + 1.0])
    x, _, residual, _ = solved(M, A2, Q, b2)
    assert near(x, formula(M, A2, Q, b2))
    assert residual == pytest.approx(np.linalg.norm(A2 @ x - b2), rel=1e-9)
    assert residual == pytest.approx(np.sqrt(0.5), rel=1e-9)


@pytest.mark.parametrize("n, m", SIZES)
@pytest.mark.parametrize("deficit", [0, 2])
def test_multipliers_are_the_smallest(n, m, deficit):
    _, A, _, _ = problem(6, n, m, deficit)
    f = A.T @ np.random.default_rng(6).normal(size=m)
    workspace, found = c.workspace(n, m), np.full(m, np.nan)
    c.factor_constraints(A, -1, workspace)
    c.multipliers(f, workspace, found)
    assert near(found, np.linalg.pinv(A.T, rcond=1e-10) @ f)
    assert near(A.T @ found, f, 1e-11)


@pytest.mark.parametrize("n, m", SIZES)
@pytest.mark.parametrize("deficit", [0, 2])
def test_the_nearest_solution_of_the_constraints_alone(n, m, deficit):
    _, A, _, b = problem(7, n, m, deficit)
    workspace, x = c.workspace(n, m), np.full(n, np.nan)
    c.factor_constraints(A, -1, workspace)
    assert c.nearest(b, workspace, x) < 1e-10 * max(1.0, np.abs(b).max(initial=0.0))
    assert near(x, np.linalg.pinv(A, rcond=1e-10) @ b)


def test_many_sides_for_one_factorisation():
    M, A, _, _ = problem(8, 12, 5, deficit=1)
    rng, workspace, x = np.random.default_rng(8), c.workspace(12, 5), np.zeros(12)
    c.factor(M, A, -1, workspace)
    for _ in range(3):
        Q, b = rng.normal(size=12), A @ rng.normal(size=12)
        c.solution(Q, b, workspace, x)
        assert near(x, formula(M, A, Q, b))


def test_margins_tell_how_clear_the_ranks_were():
    M, A, Q, b = problem(9, 10, 4)
    drifted = np.vstack([A, A[0] + 1e-11 * np.linalg.norm(A[0]) * np.eye(10)[0]])
    _, rank, _, workspace = solved(M, drifted, Q, np.array([*b, b[0]]))
    assert rank == 4
    taken, left = workspace.margins[0]
    assert 0.1 < taken <= 1.0
    assert 1e-12 < left < 1e-10


bundle = Bundle(np.zeros((0, 0)), np.zeros((0, 0)), c.workspace(0, 0))
unpack = bundle.unpack


@entry(0.0, Bundle.handle, np.zeros(0), np.zeros(0), np.zeros(0))
def evaluation(handle, Q, b, x):
    M, A, workspace = unpack(handle)
    c.factor(M, A, -1, workspace)
    return c.solution(Q, b, workspace, x)


def test_a_room_passes_through_a_bundle():
    M, A, Q, b = problem(10, 6, 3)
    handle, kept = bundle.pack(M, A, c.workspace(6, 3))
    x = np.zeros(6)
    assert evaluation(handle, Q, b, x) < 1e-12
    assert near(x, formula(M, A, Q, b))
    assert kept


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("n, m", [(6, 2), (14, 8), (40, 13)])
@pytest.mark.parametrize("deficit", [0, 1])
def test_a_refined_solution_keeps_its_digits_in_mixed_units(seed, n, m, deficit):
    M, A, Q, b = problem(seed, n, m, deficit)
    expected, rank, _, _ = solved(M, A, Q, b)
    unit = 10.0 ** np.random.default_rng(seed).uniform(-2.0, 2.0, n)
    workspace, x, multiplier = c.workspace(n, m), np.zeros(n), np.zeros(m)
    M, A, Q = M * unit * unit[:, None], A * unit, Q * unit
    assert c.factor(M, A, rank, workspace) == rank
    assert c.refined(M, A, Q, b, workspace, x, multiplier) <= 1e-9 * np.abs(b).max()
    assert near(x * unit, expected, 1e-7)
    force = M @ x - Q
    assert np.all(np.abs(A.T @ multiplier - force) <= 1e-9 * (np.abs(M) @ np.abs(x) + np.abs(Q)))
