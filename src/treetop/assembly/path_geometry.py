"""Curves through points, by their arc length."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np

POINTS, WEIGHTS = np.polynomial.legendre.leggauss(8)
ROUNDS, CLOSE = 50, 1e-14
AMONG = 4  # points of each span that are looked at


def by_arc_length(points: np.ndarray) -> Any:
    """The spline of cubics through points whose parameter is its own arc length at each of them."""
    from scipy.interpolate import CubicSpline  # takes long to import

    s = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1)))
    for _ in range(ROUNDS):
        curve = CubicSpline(s, points)
        found = np.append(0.0, np.cumsum(arc_lengths(curve)))
        close = np.abs(found - s).max() <= CLOSE * found[-1]
        s = found
        if close:
            break
    return CubicSpline(s, points)


def arc_lengths(curve: Any) -> np.ndarray:
    """The length of each span of a spline, m."""
    begin, h = curve.x[:-1], np.diff(curve.x)
    at = begin[:, None] + 0.5 * h[:, None] * (1.0 + POINTS)
    speeds: np.ndarray = np.linalg.norm(curve(at, 1), axis=-1)
    return 0.5 * h * (speeds @ WEIGHTS)


def along_curve(curve: Any) -> Any:
    """A spline through the directions of a curve at its points."""
    from scipy.interpolate import CubicSpline  # takes long to import

    return CubicSpline(curve.x, _tangents(curve))


def _tangents(curve: Any) -> np.ndarray:
    tangents: np.ndarray = curve(curve.x, 1)
    return tangents / np.linalg.norm(tangents, axis=1)[:, None]


def across_curve(curve: Any) -> Any:
    """A spline of directions across a curve that turn about it as little as they can."""
    from scipy.interpolate import CubicSpline  # takes long to import

    tangents = _tangents(curve)
    first = np.cross(tangents[0], np.eye(3)[np.argmin(np.abs(tangents[0]))])
    found = [first / np.linalg.norm(first)]
    for before, t in pairwise(tangents):
        axis, cosine = np.cross(before, t), before @ t
        n = found[-1]  # turned as the tangent turns
        n = n * cosine + np.cross(axis, n) + axis * (axis @ n) / (1.0 + cosine)
        n -= t * (t @ n)
        found.append(n / np.linalg.norm(n))
    return CubicSpline(curve.x, np.array(found))


def crossing(curve: Any) -> tuple[float, float] | None:
    """Arc lengths at which a curve comes back to itself, if it does."""
    from scipy.spatial import cKDTree  # takes long to import

    spans = [np.linspace(a, b, AMONG + 1) for a, b in pairwise(curve.x)]
    fine = np.unique(np.concatenate(spans))
    step = np.diff(fine).max()
    pairs = cKDTree(curve(fine)).query_pairs(step, output_type="ndarray")
    far = pairs[fine[pairs[:, 1]] - fine[pairs[:, 0]] > AMONG * step]
    return (float(fine[far[0, 0]]), float(fine[far[0, 1]])) if len(far) else None
