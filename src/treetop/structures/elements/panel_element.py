"""Flat shells of nine nodes, many at once.

Plates after R. D. Mindlin and E. Reissner with the shear strains tied at six points each (MITC9: M.
L. Bucalem and K.-J. Bathe, 1993), so that thin plates do not lock; membranes of second degree;
rotations about the normal tied to those of the membrane (T. J. R. Hughes and F. Brezzi, 1989).
Corners are joined by straight edges.

Letters: E elements, ξ and η from −1 to 1; x, y in the element's plane, z its normal; 54 degrees of
freedom of an element in its own axes, displacement and rotation of each node.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

NODES = ((-1, -1), (1, -1), (1, 1), (-1, 1), (0, -1), (1, 0), (0, 1), (-1, 0), (0, 0))
_GAUSS = np.polynomial.legendre.leggauss(3)
GAUSS = tuple(
    (_GAUSS[0][i], _GAUSS[0][j], _GAUSS[1][i] * _GAUSS[1][j])
    for i, j in product(range(3), range(3))
)
_NEAR, _FAR = 1 / np.sqrt(3), np.sqrt(0.6)


@cache
def _lagrange(points: tuple[float, ...], at: float) -> tuple[np.ndarray, np.ndarray]:
    """Values and slopes at one place of the polynomials that are 1 at one of the points each."""
    value, slope = [], []
    for k, point in enumerate(points):
        others = [p for i, p in enumerate(points) if i != k]
        poly = np.polynomial.Polynomial.fromroots(others) / np.prod([point - p for p in others])
        value.append(poly(at))
        slope.append(poly.deriv()(at))
    return np.array(value), np.array(slope)


@cache
def shape(xi: float, eta: float) -> tuple[np.ndarray, np.ndarray]:
    """The nine shape functions (9,) and their slopes (2, 9) by ξ and η."""
    (a, da), (b, db) = _lagrange((-1, 0, 1), xi), _lagrange((-1, 0, 1), eta)
    columns = [(1 + i, 1 + j) for i, j in NODES]
    N = np.array([a[i] * b[j] for i, j in columns])
    return N, np.array([[da[i] * b[j] for i, j in columns], [a[i] * db[j] for i, j in columns]])


class Panels(NamedTuple):
    """Corners (E, 4, 2) of elements in their own axes."""

    corners: np.ndarray

    def place(self, xi: float, eta: float) -> np.ndarray:
        """Where ξ, η is (E, 2)."""
        signs = np.array(NODES[:4])
        return (0.25 * (1 + xi * signs[:, 0]) * (1 + eta * signs[:, 1])) @ self.corners

    def jacobian(self, xi: float, eta: float) -> np.ndarray:
        """∂(x, y)/∂(ξ, η) as (E, 2, 2), a row for each of ξ and η."""
        signs = np.array(NODES[:4])
        by_xi = 0.25 * signs[:, 0] * (1 + eta * signs[:, 1])
        by_eta = 0.25 * signs[:, 1] * (1 + xi * signs[:, 0])
        return np.stack([by_xi @ self.corners, by_eta @ self.corners], axis=1)

    def area(self, xi: float, eta: float) -> np.ndarray:
        """Area per dξ dη (E,)."""
        return np.linalg.det(self.jacobian(xi, eta))

    def fields(self, xi: float, eta: float) -> np.ndarray:
        """Displacement and rotation (6, 54), the same for all elements."""
        return np.kron(shape(xi, eta)[0], np.eye(6))

    def gradient(self, xi: float, eta: float) -> np.ndarray:
        """Slopes by x and y (E, 2, 9) of the shape functions."""
        return np.linalg.solve(self.jacobian(xi, eta), shape(xi, eta)[1])

    def gradients(self, xi: float, eta: float) -> np.ndarray:
        """u, v, w each by x and y, θ, θ by x, θ by y (E, 15, 54)."""
        rows = np.zeros((len(self.corners), 15, 9, 6))
        by_x, by_y = self.gradient(xi, eta).transpose(1, 0, 2)
        for k in range(3):
            rows[:, 2 * k, :, k] = rows[:, 9 + k, :, 3 + k] = by_x
            rows[:, 2 * k + 1, :, k] = rows[:, 12 + k, :, 3 + k] = by_y
            rows[:, 6 + k, :, 3 + k] = shape(xi, eta)[0]
        return rows.reshape(-1, 15, 54)

    def strains(self, xi: float, eta: float) -> np.ndarray:
        """Membrane strains, curvatures, shears, rotation against the membrane's (E, 9, 54)."""
        gradient = self.gradient(xi, eta)
        x, y = gradient[:, 0], gradient[:, 1]
        rows = np.zeros((len(x), 9, 9, 6))
        rows[:, 0, :, 0] = rows[:, 2, :, 1] = x
        rows[:, 1, :, 1] = rows[:, 2, :, 0] = y
        rows[:, 3, :, 4] = rows[:, 5, :, 3] = x  # a point at height z moves by z θ_y and −z θ_x
        rows[:, 4, :, 3] = rows[:, 5, :, 4] = y
        rows[:, 4:6, :, 3] *= -1
        rows[:, 8, :, 5] = shape(xi, eta)[0]
        rows[:, 8, :, 1], rows[:, 8, :, 0] = -x / 2, y / 2
        strains = rows.reshape(-1, 9, 54)
        strains[:, 6:8] = self._tied_shear(xi, eta)
        return strains

    def _tied_shear(self, xi: float, eta: float) -> np.ndarray:
        covariant = np.zeros((len(self.corners), 2, 54))
        for component, (near, far) in enumerate(((xi, eta), (eta, xi))):
            near_values, _ = _lagrange((-_NEAR, _NEAR), near)
            far_values, _ = _lagrange((-_FAR, 0, _FAR), far)
            for a, value in zip((-_NEAR, _NEAR), near_values, strict=True):
                for b, other in zip((-_FAR, 0, _FAR), far_values, strict=True):
                    at = (a, b) if component == 0 else (b, a)
                    covariant[:, component] += (
                        value * other * self._covariant_shear(*at)[:, component]
                    )
        return np.linalg.solve(self.jacobian(xi, eta), covariant)

    def _covariant_shear(self, xi: float, eta: float) -> np.ndarray:
        """w by ξ and η, and the turning of the normal along them (E, 2, 54)."""
        N, slopes = shape(xi, eta)
        J = self.jacobian(xi, eta)
        rows = np.zeros((len(J), 2, 9, 6))
        rows[:, :, :, 2] = slopes
        rows[:, :, :, 4] = J[:, :, :1] * N
        rows[:, :, :, 3] = -J[:, :, 1:] * N
        return rows.reshape(-1, 2, 54)


def _second_order() -> Iterator[tuple[int, int, int, float]]:
    """Two rows of `Panels.gradients`, the force that multiplies them, and a factor; half their sum
    is the energy.

    With the normal at n + θ × n + ½ θ × (θ × n): membrane strains ½ u,a · u,b, shear strains u,a ·
    (θ × n) + ½ θ_a θ_z, curvatures u,a · (θ,b × n) + ½ (θ_a θ_z),b.
    """
    theta, slope = (6, 7, 8), ((9, 10, 11), (12, 13, 14))
    for k in range(3):
        yield 2 * k, 2 * k, 0, 1.0
        yield 2 * k + 1, 2 * k + 1, 1, 1.0
        yield 2 * k, 2 * k + 1, 2, 2.0
    for a in range(2):
        yield a, theta[1], 6 + a, 2.0
        yield 2 + a, theta[0], 6 + a, -2.0
        yield theta[a], theta[2], 6 + a, 1.0
    for a, b, moment in ((0, 0, 3), (1, 1, 4), (0, 1, 5), (1, 0, 5)):
        yield a, slope[b][1], moment, 2.0
        yield 2 + a, slope[b][0], moment, -2.0
        yield slope[b][a], theta[2], moment, 1.0
        yield theta[a], slope[b][2], moment, 1.0


SECOND_ORDER = tuple(_second_order())
