"""Transmission zeros against polynomials."""

import numpy as np
import pytest
from scipy.signal import tf2ss

from treetop.analysis.linear_models.zeros import transmission_zeros


@pytest.mark.parametrize(
    "zeros, poles",
    [
        ([], [-1, -2, -3]),
        ([-4.0], [-1, -2, -3]),
        ([3j, -3j], [0, 0, 1j, -1j]),
        ([-1 + 2j, -1 - 2j, 5.0], [-1, -2, -3]),
        ([1e-3j, -1e-3j, 100j, -100j], [0, 0, 2e-3j, -2e-3j, 200j, -200j]),
    ],
)
def test_of_one_input_and_one_output(zeros, poles):
    A, B, C, D = tf2ss(np.real(np.poly(zeros)), np.real(np.poly(poles)))
    found = transmission_zeros(A, B, C, D)
    assert len(found) == len(zeros)
    assert all(np.abs(found - x).min() < 1e-9 * max(1.0, abs(x)) for x in zeros)


def test_of_two_inputs_and_two_outputs():
    """At a zero there are a state and inputs that no output sees."""
    rng = np.random.default_rng(3)
    A, B, C, D = (rng.normal(size=shape) for shape in ((6, 6), (6, 2), (2, 6), (2, 2)))
    found = transmission_zeros(A, B, C, D)
    assert len(found) == 6
    for s in found:
        matrix = np.block([[A - s * np.eye(6), B], [C, D]])
        assert np.linalg.svd(matrix, compute_uv=False)[-1] < 1e-10


def test_more_outputs_than_inputs_have_none_in_general():
    rng = np.random.default_rng(4)
    A, B, C, D = (rng.normal(size=shape) for shape in ((6, 6), (6, 1), (2, 6), (2, 1)))
    assert len(transmission_zeros(A, B, C, D)) == 0
