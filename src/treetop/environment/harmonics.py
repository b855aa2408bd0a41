"""Tables of spherical harmonics, from coefficients.

Coefficients are arrays (degree + 1, degree + 1), fully normalised, indexed by degree and order.
Symbols are those of `treetop.core.environment.harmonics`.
"""

import numpy as np

from treetop.core.environment.harmonics import Harmonics, first_row

AXES = "x", "y", "z"
LARGE, SMALL = 700, 2.0**-700  # functions of larger degree would leave the range of numbers
SECOND = ("x", "x"), ("x", "y"), ("x", "z"), ("y", "y"), ("y", "z")


def harmonics(
    mu: float, radius: float, C: np.ndarray, S: np.ndarray, axes: np.ndarray | None = None
) -> Harmonics:
    """Tables of the field with the potential ``μ/R Σ (C V + S W)``, all degrees of C and S.

    Parameters
    ----------
    mu, radius : float
        Gravitational parameter μ (m³/s²) and reference radius R (m).
    C, S : array
        Fully normalised coefficients by degree and order.  A coefficient of degree 0 adds a point
        mass: leave it 0 where that is counted elsewhere.
    axes : array (3, 3), optional
        From axes fixed to the planet to those of the coefficients, if these are others.
    """
    C, S = (np.tril(np.asarray(part, dtype=np.longdouble)) for part in (C, S))
    S[:, 0] = 0  # W_n0 is 0
    highest = len(C) + 1
    scale, factors = _scales(highest)
    slopes = {axis: derivative(C, S, axis) for axis in AXES}
    curvatures = [derivative(*slopes[a], b) for a, b in SECOND]
    sums = [slopes[axis][k] for k in range(2) for axis in AXES]
    return Harmonics(
        np.array([mu, radius, 1.0 if highest < LARGE else SMALL]),
        np.array([highest]),
        _rows([factors, *(scale * _padded(part, highest) for part in sums)], highest),
        _rows([scale * pair[k] for k in range(2) for pair in curvatures], highest),
        np.reshape(np.eye(3) if axes is None else axes, (1, 9)),
    )


def derivative(C: np.ndarray, S: np.ndarray, axis: str) -> tuple[np.ndarray, np.ndarray]:
    """Coefficients of R times the derivative of a harmonic function along an axis."""
    n, m = np.indices(C.shape).astype(np.longdouble)
    below = np.sqrt((2 * n + 1) / (2 * n + 3))
    cos, sin = np.zeros((2, len(C) + 1, len(C) + 1), dtype=np.longdouble)
    if axis == "z":
        factor = -below * np.sqrt(np.maximum((n + 1 + m) * (n + 1 - m), 0))
        cos[1:, :-1], sin[1:, :-1] = factor * C, factor * S
        return cos, sin
    up = -0.5 * below * np.sqrt((n + m + 1) * (n + m + 2))
    up[:, 0] *= np.sqrt(np.longdouble(2))
    down = 0.5 * below * np.sqrt(np.maximum((n - m + 1) * (n - m + 2), 0))
    down[:, 1:2] *= np.sqrt(np.longdouble(2))
    down = down[:, 1:]
    if axis == "x":
        cos[1:, 1:], sin[1:, 1:] = up * C, up * S
        cos[1:, :-2] += down * C[:, 1:]
        sin[1:, :-2] += down * S[:, 1:]
    else:
        cos[1:, 1:], sin[1:, 1:] = -up * S, up * C
        cos[1:, :-2] += down * S[:, 1:]
        sin[1:, :-2] -= down * C[:, 1:]
    sin[:, 0] = 0
    return cos, sin


def _scales(highest: int) -> tuple[np.ndarray, np.ndarray]:
    """Ratios Ā_nm / G_nm, and the factors α_n, by degree and order."""
    n, m = np.indices((highest + 2, highest + 2)).astype(np.longdouble)
    apart = np.where(n > m, n * n - m * m, 1)
    a = np.sqrt(np.abs(4 * n * n - 1) / apart)  # Ā_n = a u Ā_n-1 - b Ā_n-2
    b = np.sqrt(np.abs((2 * n + 1) * (n + m - 1) * (n - m - 1) / (apart * (2 * n - 3))))
    scale, factors = np.zeros((2, highest + 2, highest + 2), dtype=np.longdouble)
    scale[0, 0] = 1
    for i in range(1, highest + 2):
        scale[i, i] = scale[i - 1, i - 1] * np.sqrt((2 * i + 1) / np.longdouble(2 * i))
        if i == 1:
            scale[1, 1] = np.sqrt(np.longdouble(3))
    for i in range(1, highest + 2):
        scale[i, i - 1] = a[i, i - 1] * scale[i - 1, i - 1]
        if i > 1:
            scale[i, : i - 1] = b[i, : i - 1] * scale[i - 2, : i - 1]
        factors[i - 1, :i] = a[i, :i] * scale[i - 1, :i] / scale[i, :i]
    return scale[:-1, :-1], factors[:-1, :-1]


def _padded(part: np.ndarray, highest: int) -> np.ndarray:
    more = highest + 1 - len(part)
    return np.pad(part, ((0, more), (0, more)))


def _rows(columns: list[np.ndarray], highest: int) -> np.ndarray:
    """Columns side by side, in the order of kernels."""
    rows = np.zeros((first_row(highest, -1), len(columns)))
    for m in range(highest + 1):
        k = first_row(highest, m)
        for j, column in enumerate(columns):
            rows[k : k + highest - m + 1, j] = column[m:, m]
    return np.ascontiguousarray(rows.ravel())
