"""When quantities that are known at samples cross zero, by cubic splines through them."""

from __future__ import annotations

import numpy as np
from scipy.interpolate import CubicSpline


def rising(time: np.ndarray, values: np.ndarray) -> list[float]:
    """When it goes from below zero to above."""
    return [at for at, up in _crossings(time, values) if up]


def negative(time: np.ndarray, values: np.ndarray) -> list[tuple[float, float]]:
    """From when to when it is below zero, within the samples."""
    edges = [at for at, _ in _crossings(time, values)]
    if values[0] < 0:
        edges.insert(0, float(time[0]))
    if len(edges) % 2:
        edges.append(float(time[-1]))
    return list(zip(edges[::2], edges[1::2], strict=True))


def _crossings(time: np.ndarray, values: np.ndarray) -> list[tuple[float, bool]]:
    """Times of crossings, and whether it rises there: by turns one and the other."""
    distinct = np.concatenate([[True], np.diff(time) > 0])  # of two samples at a change, the first
    t, y = time[distinct], values[distinct]
    if len(t) < 2:
        return []
    spline = CubicSpline(t, y)
    found = []
    for k in np.flatnonzero((y[:-1] < 0) != (y[1:] < 0)):
        piece = np.roots(spline.c[:, k])
        real = piece[np.abs(piece.imag) < 1e-9 * (t[k + 1] - t[k])].real
        inside = np.clip(real, 0.0, t[k + 1] - t[k])
        at = t[k] + inside[np.argmin(np.abs(real - inside))]
        found.append((float(at), bool(y[k] < 0)))
    return found
