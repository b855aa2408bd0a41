"""Rotation of planets: orthogonal, and its spin is the rate of it."""

import math

import numpy as np
import pytest

from treetop.core.environment.rotation import (
    NO_ROTATION,
    Rotation,
    intermediate_axes,
    rotation_at,
    spin_of,
)


def wobbling(rng) -> Rotation:
    """A pole that moves by tenths of a radian, far more than any planet's."""
    series = rng.normal(size=(2, 4, 3)) * [0.05, 0.05, 1.0]
    W, B = (np.linalg.qr(rng.normal(size=(3, 3)))[0] for _ in range(2))
    axes = np.array([W * np.linalg.det(W), B * np.linalg.det(B)]).reshape(2, 9)
    return Rotation(axes, np.array([0.0, 100.0, 0.02]), series)


def spin_by_differences(rotation, t, h=0.02):
    R = [np.array(rotation_at(rotation, t + k * h)) for k in (-2, -1, 0, 1, 2)]
    rate = (R[0] - 8 * R[1] + 8 * R[3] - R[4]) / (12 * h)
    S = R[2].T @ rate  # R' = -R [w×]
    return -0.5 * np.array([S[2, 1] - S[1, 2], S[0, 2] - S[2, 0], S[1, 0] - S[0, 1]])


def test_rotation_is_orthogonal_and_its_spin_is_its_rate(rng):
    rotation = wobbling(rng)
    for t in rng.uniform(5.0, 195.0, size=20):
        R = np.array(rotation_at(rotation, t))
        assert pytest.approx(np.eye(3), abs=4e-15) == R @ R.T
        assert np.linalg.det(R) == pytest.approx(1.0, abs=4e-15)
        if abs(t - 100.0) > 1.0:
            expected = spin_by_differences(rotation, t)
            assert np.array(spin_of(rotation, t)) == pytest.approx(expected, abs=1e-11)


def test_intermediate_axes_carry_z_to_the_pole_by_the_shortest_way():
    X, Y = 0.3, -0.2
    C = np.array(intermediate_axes(X, Y))
    axis = np.array([-Y, X, 0.0])  # of the turn: it stays where it is
    assert C @ axis == pytest.approx(axis, abs=1e-15)
    assert C[2] == pytest.approx([X, Y, math.sqrt(1 - X * X - Y * Y)], abs=1e-15)


def test_no_rotation_turns_nothing():
    assert np.array_equal(np.array(rotation_at(NO_ROTATION, 1e6)), np.eye(3))
    assert np.array_equal(np.array(spin_of(NO_ROTATION, 1e6)), np.zeros(3))
