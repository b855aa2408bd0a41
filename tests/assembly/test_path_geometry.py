"""Curves through points: arc lengths, directions across them, and where they meet themselves."""

import numpy as np
import pytest

from treetop.assembly.path_geometry import across_curve, arc_lengths, by_arc_length, crossing


def helix(n: int, turns: float = 1.0) -> np.ndarray:
    u = np.linspace(0.0, 2 * np.pi * turns, n)
    return np.array([np.cos(u), np.sin(u), 0.3 * u]).T


def test_the_parameter_is_the_arc_length_at_all_points():
    curve = by_arc_length(helix(40))
    assert np.cumsum(arc_lengths(curve)) == pytest.approx(curve.x[1:], rel=1e-12)
    assert curve.x[-1] == pytest.approx(2 * np.pi * np.hypot(1, 0.3), rel=1e-5)


def test_a_curve_has_unit_speed_to_the_third_order():
    """The ends aside, where the spline is less exact."""
    errors = []
    for n in (20, 40, 80):
        curve = by_arc_length(helix(n))
        s = np.linspace(*(curve.x[-1] * np.array([0.3, 0.7])), 500)
        errors.append(np.abs(np.linalg.norm(curve(s, 1), axis=1) - 1).max())
    assert np.log2(np.divide(errors[:-1], errors[1:])).min() > 2.9


def test_directions_across_are_square_to_the_curve():
    curve = by_arc_length(helix(40))
    across = across_curve(curve)(curve.x)
    assert np.einsum("ij,ij->i", across, curve(curve.x, 1)) == pytest.approx(0, abs=1e-12)
    assert np.linalg.norm(across, axis=1) == pytest.approx(1, rel=1e-12)


def test_a_curve_that_meets_itself_is_found():
    u = np.linspace(0.0, 2 * np.pi, 60)
    eight = by_arc_length(np.array([np.sin(u), np.sin(2 * u), 0 * u]).T)
    assert crossing(eight) is not None
    assert crossing(by_arc_length(helix(60, turns=2.0))) is None
