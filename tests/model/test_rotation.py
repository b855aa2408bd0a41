"""Directions and attitudes as a person writes them."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from treetop.model.quantity import Invalid
from treetop.model.rotation import attitude, cross, direction, dot, matrix

vectors = arrays(float, 3, elements=st.floats(-1e3, 1e3)).filter(lambda v: np.linalg.norm(v) > 1e-3)
quaternions = arrays(float, 4, elements=st.floats(-1, 1)).filter(lambda q: np.linalg.norm(q) > 1e-3)


@given(vectors)
def test_a_direction_is_read_the_same_twice(v):
    once = direction(v)
    assert math.hypot(*once) == pytest.approx(1, abs=1e-15)
    assert direction(once) == once


@given(quaternions)
def test_matrix_of_quaternion_and_back(q):
    q = attitude(q / np.linalg.norm(q))
    R = np.array(matrix(q))
    np.testing.assert_allclose(R @ R.T, np.eye(3), atol=1e-14)
    again = np.array(attitude(R))
    np.testing.assert_allclose(again * np.sign(again @ q), q, atol=1e-14)


def test_quaternion_turns_frame_axes_to_body_axes():
    half = math.sqrt(0.5)
    np.testing.assert_allclose(
        matrix((half, 0, 0, half)) @ np.array([1, 0, 0]), [0, 1, 0], atol=1e-15
    )


def test_products():
    assert cross((1, 0, 0), (0, 1, 0)) == (0, 0, 1)
    assert dot((1, 2, 3), (4, 5, 6)) == 32


@pytest.mark.parametrize("value", [[0, 0, 0], [1, 0], "w", [1, 0, "1 m"]])
def test_no_direction(value):
    with pytest.raises(Invalid):
        direction(value)


@pytest.mark.parametrize(
    "value",
    [[1, 1, 0, 0], [0, 0, 0, 0], [0.7071, 0, 0, 0.7071], [[1, 0, 0], [0, 1, 0], [0, 0, -1]],
     [[1, 0, 0], [0, 2, 0], [0, 0, 1]], [[1, 0, 0], [0, 1, 0]], [1, 0, 0]],
)  # fmt: skip
def test_no_attitude(value):
    with pytest.raises(Invalid):
        attitude(value)


def test_says_what_the_unit_quaternion_would_be():
    with pytest.raises(Invalid, match="length 1") as caught:
        attitude([3, 0, 0, 4])
    assert "[0.6, 0.0, 0.0, 0.8]" in caught.value.hint


@pytest.mark.parametrize("value", ["10 deg about z", [0.1, 0.2, 0.3], None])
def test_says_in_which_ways_attitudes_are_given(value):
    with pytest.raises(Invalid) as caught:
        attitude(value)
    assert all(way in caught.value.hint for way in ("quaternion", "matrix", "Euler", "SciPy"))


@pytest.mark.parametrize(
    ("word", "axis"), [("Z", (0, 0, 1)), ("-X", (-1, 0, 0)), ("+y", (0, 1, 0))]
)
def test_axes_by_their_letters(word, axis):
    assert direction(word) == axis
