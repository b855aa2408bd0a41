"""Cholesky's factors against numpy."""

import numpy as np
import pytest

from treetop.core.linear_algebra.cholesky import factored, solve


def test_a_definite_system_is_solved(rng):
    half = rng.normal(size=(9, 7))
    A, b, x = half.T @ half, rng.normal(size=7), np.zeros(7)
    expected = np.linalg.solve(A, b)
    solve(A, b, x)
    assert np.abs(x - expected).max() <= 1e-11 * np.abs(expected).max()


@pytest.mark.parametrize("n, rank", [(1, 1), (6, 6), (8, 5), (5, 0)])
@pytest.mark.parametrize("units", [1.0, 1e5])
def test_factors_of_semidefinite_matrices(n, rank, units, rng):
    half = rng.normal(size=(rank, n)) * np.geomspace(1.0, units, n)
    S = half.T @ half
    R, order = S.copy(), np.zeros(n, dtype=np.int64)
    found = factored(R, n, np.zeros(n), -1, order, np.zeros(n), np.zeros(2))
    assert found == rank
    R = np.triu(R)[:rank]
    scale = np.sqrt(np.diag(S)[order])
    error = np.abs(R.T @ R - S[np.ix_(order, order)]) / np.outer(scale, scale) if rank else S
    assert np.abs(error).max() < 1e-13
