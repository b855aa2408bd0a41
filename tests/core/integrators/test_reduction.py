"""Systems without the unknowns that are each tied to one other, against the whole."""

import numpy as np
import pytest

from treetop.core.integrators.reduction import LEFT, NONE, reduce, reduction, solve_reduced, tie
from treetop.core.linear_algebra.large_lu import factor, solve

SIZE = 12


def jacobian(seed: int) -> np.ndarray:
    """Coordinates that follow speeds, what is held, and what follows what is tied itself."""
    J = np.random.default_rng(seed).normal(size=(SIZE, SIZE))
    J[:6] = 0.0
    for k in range(4):
        J[k, 6 + k] = 1.0 + 0.1 * k
    J[5, 1] = 2.0
    return J


@pytest.mark.parametrize("c", [3.0, 3.0 + 2.0j])
@pytest.mark.parametrize("seed", range(3))
def test_what_is_left_gives_the_solution_of_the_whole(c, seed):
    J, found = jacobian(seed), reduction(SIZE)
    tie(J, found)
    assert found.to.tolist() == [6, 7, 8, 9, NONE, LEFT, *6 * [LEFT]]
    assert found.left[0] == 7
    A, scratch = np.zeros((SIZE, SIZE), dtype=type(c)), np.zeros((2, SIZE), dtype=type(c))
    reduce(J, c, found, A)
    order, x = np.zeros(SIZE, dtype=np.int64), np.zeros(SIZE, dtype=type(c))
    factor(A, order, 7)
    right = np.random.default_rng(seed + 9).normal(size=SIZE) * (1.0 + c)
    solve_reduced(c, found, A, order, right, x, scratch)
    expected = np.linalg.solve(c * np.eye(SIZE) - J, right)
    assert np.abs(x - expected).max() <= 1e-12 * np.abs(expected).max()


def test_a_matrix_without_ties_is_left_whole():
    J, found = np.ones((3, 3)), reduction(3)
    tie(J, found)
    assert found.left[0] == 3


@pytest.mark.parametrize("n", [1, 4, 7, 30])
@pytest.mark.parametrize("kind", [float, complex])
def test_large_systems_against_numpy(n, kind, rng):
    M = rng.normal(size=(n, n)) + (1j * rng.normal(size=(n, n)) if kind is complex else 0.0)
    A, b, x = M.copy(), rng.normal(size=n).astype(kind), np.zeros(n, dtype=kind)
    order = np.zeros(n, dtype=np.int64)
    factor(A, order, n)
    solve(A, order, n, b, x)
    assert np.abs(M @ x - b).max() <= 1e-12 * (1.0 + np.abs(x).max())
