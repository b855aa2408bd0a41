"""Inertia tensors that a body can have, and those it cannot."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from treetop.model.inertia import inertia, principal
from treetop.model.quantity import Invalid


def test_forms():
    assert inertia(0) == inertia([0, 0, 0]) == ((0, 0, 0),) * 3
    assert inertia([1, 2, "3 kg*m^2"]) == ((1, 0, 0), (0, 2, 0), (0, 0, 3))
    full = [[2, 0.1, 0], [0.1, 2, 0], [0, 0, 3]]
    assert inertia(np.array(full)) == inertia(full) == tuple(map(tuple, full))


@given(arrays(float, (5, 3), elements=st.floats(-10, 10)))
def test_any_set_of_masses_is_possible(points):
    scatter = points.T @ points
    tensor = np.trace(scatter) * np.eye(3) - scatter
    assert np.allclose(inertia(tensor), tensor, rtol=1e-12, atol=0)


def test_rods_and_plates_are_possible():
    assert principal(inertia([1, 1, 0])) == [(1, "x"), (1, "y"), (0, "z")]
    assert principal(inertia([1, 2, 3])) == [(1, "x"), (2, "y"), (3, "z")]


@pytest.mark.parametrize(
    ("value", "word"),
    [
        ([1, 1, 3], "axis z"),
        ([5, 1, 1], "axis x"),
        ([-1, 1, 1], "negative"),
        ([[1, 0, 0], [1, 1, 0], [0, 0, 1]], "symmetric"),
        ([[2, 1, 0], [1, 2, 0], [0, 0, 5]], r"axis \[0.0, 0.0, 1.0\]"),
        (5, "one number"),
        ([1, 2], "3 numbers"),
        ("5 kg", "does not fit"),
    ],
)
def test_impossible(value, word):
    with pytest.raises(Invalid, match=word):
        inertia(value)


def test_principal_moments():
    assert principal(inertia([1, 2, 3])) == [(1, "x"), (2, "y"), (3, "z")]
    moments = [moment for moment, _ in principal(inertia([[2, 1, 0], [1, 2, 0], [0, 0, 3]]))]
    assert moments == pytest.approx([1, 3, 3])
