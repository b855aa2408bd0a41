"""Splines and tables as pieces: from each knot on ``c0 + c1 s + c2 s² + c3 s³``, after the last
one a line."""

from __future__ import annotations

import warnings
from typing import Any, NamedTuple

import numpy as np

from treetop.model import Spline, Table

OVER = 0.5  # of the range of the values around, by which a piece may leave that of its two ends
MATTERS = 0.05  # of the range of all values, below which that does not matter
STEEPEST = 1.5  # times the slopes on both sides that a monotone spline may have between them


class Piecewise(NamedTuple):
    """A cubic spline with any ends, as SciPy has them."""

    times: tuple[float, ...]
    values: np.ndarray
    ends: Any


def spline_pieces(law: Spline | Piecewise) -> tuple[np.ndarray, np.ndarray]:
    """Its knots and the coefficients from each on."""
    if isinstance(law, Spline) and law.interpolation == "monotone":
        return _monotone(np.array(law.times), np.array(law.values), law.ends == "clamped")
    from scipy.interpolate import CubicSpline  # takes long to import

    spline = CubicSpline(law.times, law.values, bc_type=law.ends)
    end, knots = law.times[-1], np.array(law.times, dtype=float)
    numbers = np.vstack([spline.c[::-1].T, [spline(end), spline(end, 1), 0.0, 0.0]])
    _warn_of_overshoot(spline, law)
    return knots, numbers


def table_pieces(table: Table) -> tuple[np.ndarray, np.ndarray]:
    """The knots of a table of numbers, and the coefficients from each on; a knot before the first
    holds the first value before that."""
    t, x = np.array(table.times, dtype=float), np.array(table.values, dtype=float)
    numbers = np.zeros((t.size + 1, 4))
    numbers[:, 0] = x[[0, *range(t.size)]]
    if table.interpolation == "linear":
        numbers[1:-1, 1] = np.diff(x) / np.diff(t)
    return np.append(t[0] - 1.0, t), numbers


def _warn_of_overshoot(spline: Any, law: Spline | Piecewise) -> None:
    knots, values = np.array(law.times), np.asarray(law.values, dtype=float)
    among = knots[:-1] + np.linspace(0.0, 1.0, 33)[:, None] * np.diff(knots)
    seen, ends = spline(among), np.array([values[:-1], values[1:]])
    beyond = np.maximum(seen.max(axis=0) - ends.max(axis=0), ends.min(axis=0) - seen.min(axis=0))
    padded = np.pad(values, 1, mode="edge")
    around = np.ptp([padded[k : k + len(knots) - 1] for k in range(4)], axis=0)
    if (beyond > np.maximum(OVER * around, MATTERS * np.ptp(values))).any():
        what = f"a cubic spline goes from {seen.min():.3g} to {seen.max():.3g} between values of"
        hint = "give more of them"
        if isinstance(law, Spline):
            hint += ", or interpolation='monotone'"
        text = f"{what} {values.min():.3g} to {values.max():.3g}: {hint}"
        warnings.warn(text, stacklevel=2)


def _monotone(t: np.ndarray, x: np.ndarray, clamped: bool) -> tuple[np.ndarray, np.ndarray]:
    """Three cubics from each knot to the next, with no second rate there.

    Their rate is a quadratic B-spline with the coefficients m, m, c, n, n, m and n being the rates
    at both ends.  As none has another sign than the slope, neither has the rate.
    """
    h, slope = np.diff(t), np.diff(x) / np.diff(t)
    rate = np.zeros(t.size)
    left, right = slope[:-1], slope[1:]
    both = np.minimum(np.abs(left), np.abs(right))
    same = left * right > 0.0
    mean = 2.0 * left * right / np.where(same, left + right, 1.0)  # harmonic
    rate[1:-1] = np.where(same, np.sign(left) * np.minimum(np.abs(mean), STEEPEST * both), 0.0)
    if not clamped:
        rate[0], rate[-1] = slope[0], slope[-1]
    m, n, d = rate[:-1], rate[1:], h / 3.0
    c = 3.0 * slope - m - n
    a = np.array([np.zeros(h.size), (c - m) / d, (n - c) / d, np.zeros(h.size)])  # second rates
    jerk = np.diff(a, axis=0) / d
    v = np.array([m, 0.5 * (m + c), 0.5 * (c + n)])
    p = np.cumsum([x[:-1], *(v * d + a[:-1] * d**2 / 2.0 + jerk * d**3 / 6.0)[:2]], axis=0)
    pieces = np.array([p, v, a[:-1] / 2.0, jerk / 6.0]).transpose(2, 1, 0).reshape(-1, 4)
    knots = (t[:-1, None] + np.arange(3) * d[:, None]).ravel()
    return np.append(knots, t[-1]), np.vstack([pieces, [x[-1], rate[-1], 0.0, 0.0]])
