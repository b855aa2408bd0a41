"""Inverses of small matrices."""

import numpy as np
import pytest

from treetop.core.linear_algebra.gauss_jordan import invert


@pytest.mark.parametrize("n", [1, 2, 6])
def test_a_matrix_times_its_inverse_is_one(rng, n):
    A, inverse = rng.normal(size=(6, 6)), np.zeros((6, 6))
    A[0, 0] = 0.0 if n > 1 else 2.0  # no pivot
    before = A.copy()
    invert(A, inverse, n)
    assert before[:n, :n] @ inverse[:n, :n] == pytest.approx(np.eye(n), abs=1e-12)
