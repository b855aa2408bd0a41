"""Gauss's elimination, of real and complex matrices."""

import numpy as np
import pytest

from treetop.core.linear_algebra.lu import factor, solve


@pytest.mark.parametrize("kind", [float, complex])
@pytest.mark.parametrize("n", [1, 2, 7, 30])
def test_solutions_meet_the_equations(kind, n, rng):
    A = rng.normal(size=(n, n)).astype(kind)
    b = rng.normal(size=n).astype(kind)
    if kind is complex:
        A += 1j * rng.normal(size=(n, n))
        b += 1j * rng.normal(size=n)
    A[0, 0] = 0.0 if n > 1 else 1.0  # rows must be exchanged
    factors, order, x = A.copy(), np.zeros(n, dtype=np.int64), np.zeros(n, dtype=kind)
    factor(factors, order, n)
    solve(factors, order, n, b, x)
    assert np.abs(A @ x - b).max() < 1e-13 * np.linalg.cond(A)
    L, U = np.tril(factors, -1) + np.eye(n), np.triu(factors)
    assert np.abs(L @ U - A[order]).max() < 1e-13
    assert np.abs(np.tril(factors, -1)).max(initial=0.0) <= 1.0 + 1e-15
