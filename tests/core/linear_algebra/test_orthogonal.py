"""Orthogonal decomposition of rows: what it is, by its own equations."""

import numpy as np
import pytest

from treetop.core.linear_algebra.orthogonal import from_axes, orthogonalised, reflect_both, to_axes


def decomposed(A, rank_wanted=-1):
    m = len(A)
    factors, beta, order = A.copy(), np.zeros(m), np.zeros(m, dtype=np.int64)
    rank = orthogonalised(factors, beta, order, np.zeros(m), rank_wanted, np.zeros(2))
    return factors, beta, order, rank


@pytest.mark.parametrize("m, n, rank", [(1, 1, 1), (3, 5, 3), (5, 3, 3), (6, 6, 4), (0, 4, 0)])
def test_the_factors_make_the_rows_again(m, n, rank, rng):
    A = rng.normal(size=(m, rank)) @ rng.normal(size=(rank, n))
    factors, beta, order, found = decomposed(A)
    assert found == rank
    L = np.tril(factors)[:, :rank]
    rebuilt = np.zeros((m, n))
    rebuilt[:, :rank] = L
    for row in rebuilt:
        from_axes(factors, beta, rank, row)
    assert np.abs(rebuilt - A[order]).max(initial=0.0) < 1e-13


def test_axes_are_orthonormal_and_the_last_ones_square_to_all_rows(rng):
    A = rng.normal(size=(4, 9))
    factors, beta, _, rank = decomposed(A)
    H = np.eye(9)
    for row in H:  # row i becomes H eᵢ, column i of H
        from_axes(factors, beta, rank, row)
    assert np.abs(H @ H.T - np.eye(9)).max() < 1e-14
    assert np.abs(A @ H[rank:].T).max() < 1e-13
    x = rng.normal(size=9)
    turned = x.copy()
    to_axes(factors, beta, rank, turned)
    assert np.abs(turned - H @ x).max() < 1e-14


def test_a_matrix_seen_in_the_axes(rng):
    A, M = rng.normal(size=(3, 7)), rng.normal(size=(7, 7))
    M += M.T
    factors, beta, _, rank = decomposed(A)
    H = np.eye(7)
    for row in H:
        from_axes(factors, beta, rank, row)
    seen, v, w = M.copy(), np.zeros(7), np.zeros(7)
    for k in range(rank):
        reflect_both(factors, beta, k, seen, v, w)
    assert np.abs(seen - H @ M @ H.T)[rank:].max() < 1e-13


def test_the_rank_is_decided_row_by_row_not_by_the_largest(rng):
    A = rng.normal(size=(3, 6)) * np.array([[1e9], [1.0], [1e-3]])
    assert decomposed(A)[-1] == 3


def test_rows_of_rounding_beside_real_ones_do_not_count(rng):
    A = rng.normal(size=(3, 6)) * np.array([[1.0], [1e-16], [0.0]])
    assert decomposed(A)[-1] == 1


@pytest.mark.parametrize("small", [1e-3, 1e-5, 1e-7, 1e-9, 1e-11, 1e-13])
def test_rounding_of_large_terms_does_not_make_a_small_row_independent(small, rng):
    """A component of n x D = 0 whose large terms cancel: by itself it points a little elsewhere."""
    for _ in range(20):
        large = rng.normal(size=(2, 6))
        row = small * (rng.normal(size=2) @ large) + 1e-15 * rng.normal(size=6)
        assert decomposed(rng.permutation(np.vstack([large, row])))[-1] == 2


def test_no_more_rank_than_there_is_can_be_asked_for(rng):
    A = np.vstack([rng.normal(size=(1, 5)), np.zeros((2, 5))])
    assert decomposed(A, rank_wanted=3)[-1] == 1
    assert decomposed(rng.normal(size=(3, 5)), rank_wanted=2)[-1] == 2
