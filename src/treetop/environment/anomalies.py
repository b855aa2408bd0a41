"""Anomalies of Kepler orbits: true, eccentric (hyperbolic beyond e = 1) and mean, rad.

All functions take arrays, elliptic and hyperbolic orbits side by side.  A parabola has no
eccentric anomaly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

ITERATIONS = 60  # at most; from above, Newton's method cannot miss
SMALL = 0.5  # rad, below which E - sin E comes from its series
SERIES = 13  # terms of it: the next is below 1e-17


def eccentric_from_true(true: Any, e: Any) -> np.ndarray:
    """The eccentric anomaly, in the same turn as the true one; hyperbolic for e > 1."""
    nu, e = np.broadcast_arrays(np.asarray(true, float), np.asarray(e, float))
    turns = np.round(nu / (2 * np.pi)) * (2 * np.pi)
    half = 0.5 * (nu - turns)
    ratio = np.sqrt(np.abs(1.0 - e) / (1.0 + e))
    ellipse = 2.0 * np.arctan2(ratio * np.sin(half), np.cos(half)) + turns
    with np.errstate(invalid="ignore", divide="ignore"):
        hyperbola = 2.0 * np.arctanh(ratio * np.tan(half))
    return np.where(e < 1.0, ellipse, hyperbola)


def true_from_eccentric(eccentric: Any, e: Any) -> np.ndarray:
    """The true anomaly, in the same turn as the eccentric one."""
    E, e = np.broadcast_arrays(np.asarray(eccentric, float), np.asarray(e, float))
    turns = np.where(e < 1.0, np.round(E / (2 * np.pi)) * (2 * np.pi), 0.0)
    half = 0.5 * (E - turns)
    far, near = np.sqrt(1.0 + e), np.sqrt(np.abs(1.0 - e))
    ellipse = 2.0 * np.arctan2(far * np.sin(half), near * np.cos(half)) + turns
    hyperbola = 2.0 * np.arctan2(far * np.tanh(half), near)
    return np.where(e < 1.0, ellipse, hyperbola)


def mean_from_eccentric(eccentric: Any, e: Any) -> np.ndarray:
    """Kepler's equation, without cancellation near e = 1."""
    E, e = np.broadcast_arrays(np.asarray(eccentric, float), np.asarray(e, float))
    elliptic = e < 1.0
    ellipse = (1.0 - e) * np.sin(E) + _angle_less_sine(E)
    bounded = np.where(elliptic, 0.0, E)
    hyperbola = (e - 1.0) * np.sinh(bounded) + _sine_less_angle(bounded)
    return np.where(elliptic, ellipse, hyperbola)


def mean_from_true(true: Any, e: Any) -> np.ndarray:
    """The mean anomaly of a true one."""
    return mean_from_eccentric(eccentric_from_true(true, e), e)


def true_from_mean(mean: Any, e: Any) -> np.ndarray:
    """The true anomaly of a mean one."""
    return true_from_eccentric(eccentric_from_mean(mean, e), e)


def eccentric_from_mean(mean: Any, e: Any) -> np.ndarray:
    """The solution of Kepler's equation.

    Newton's method begins at an upper bound of the solution, from where the convex equation leads
    straight down to it.
    """
    M, e = np.broadcast_arrays(np.asarray(mean, float), np.asarray(e, float))
    elliptic = e < 1.0
    turns = np.where(elliptic, np.round(M / (2 * np.pi)) * (2 * np.pi), 0.0)
    sign, m = np.where(turns > M, -1.0, 1.0), np.abs(M - turns)
    with np.errstate(divide="ignore"):
        slope = m / np.abs(1.0 - e)
    ellipse = np.minimum(np.minimum(slope, m + e), np.cbrt(np.pi**2 * m))  # E - sin E > E³/π²
    far = np.maximum(2.2, np.arcsinh(2.0 * m))  # where sinh H > 2 H
    hyperbola = np.minimum(np.minimum(slope, np.cbrt(6.0 * m)), far)
    E = np.where(elliptic, np.minimum(ellipse, np.pi), hyperbola)
    for _ in range(ITERATIONS):
        steep = np.where(elliptic, 1.0 - e * np.cos(E), e * np.cosh(E * ~elliptic) - 1.0)
        less = (mean_from_eccentric(E, e) - m) / np.where(steep > 0.0, steep, 1.0)
        E = E - less
        if np.all(np.abs(less) <= 1e-15 * np.maximum(np.abs(E), 1e-300)):
            break
    return sign * E + turns


def _angle_less_sine(E: np.ndarray) -> np.ndarray:
    """E - sin E."""
    return np.where(np.abs(E) < SMALL, _series(E, -1.0), E - np.sin(E))


def _sine_less_angle(H: np.ndarray) -> np.ndarray:
    """sinh H - H."""
    return np.where(np.abs(H) < SMALL, _series(H, 1.0), np.sinh(H) - H)


def _series(x: np.ndarray, sign: float) -> np.ndarray:
    """x³/3! ± x⁵/5! + ..."""
    y = np.where(np.abs(x) < SMALL, x, 0.0)
    term = total = y**3 / 6.0
    for k in range(5, 2 * SERIES, 2):
        term = term * (sign * y * y / (k * (k - 1)))
        total = total + term
    return total
