"""Small motions of strings and beams of unit length after Ritz and Galerkin, in polynomials: what
the limits of chains of rods are held against."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

COUNT = 18  # polynomials: more lose digits of the lowest modes to the highest


class Basis(NamedTuple):
    """Polynomials from 0 to 1 that keep to what holds the ends: rows of values and derivatives."""

    x: np.ndarray  # points of integration
    weight: np.ndarray
    value: np.ndarray  # (points, n)
    slope: np.ndarray
    curvature: np.ndarray
    ends: np.ndarray  # (2, 2, n)  value and slope at 0, and at 1

    def integral(self, left: np.ndarray, right: np.ndarray, factor: np.ndarray) -> np.ndarray:
        """∫ factor left right dx, for all pairs."""
        return np.asarray((left * (self.weight * factor)[:, None]).T @ right)


def basis(held: str) -> Basis:
    """Polynomials for ends that are free, pinned or clamped, that at 0 first: "pinned free"."""
    from scipy.linalg import null_space

    at, weight = np.polynomial.legendre.leggauss(2 * COUNT)
    known = [np.polynomial.Legendre.basis(k, [0.0, 1.0]) for k in range(COUNT)]
    x, place = 0.5 * (at + 1.0), np.array([0.0, 1.0])

    def rows(points: np.ndarray, order: int) -> np.ndarray:
        return np.column_stack([p.deriv(order)(points) if order else p(points) for p in known])

    ends = np.stack([rows(place, 0), rows(place, 1)], axis=1)
    fixed = [
        ends[side, row]
        for side, word in enumerate(held.split())
        for row in range(("free", "pinned", "clamped").index(word))
    ]
    left = null_space(np.array(fixed)) if fixed else np.eye(COUNT)
    value, slope, curvature = (rows(x, k) @ left for k in range(3))
    return Basis(x, 0.5 * weight, value, slope, curvature, ends @ left)


def squares(K: np.ndarray, M: np.ndarray) -> np.ndarray:
    """Squares of frequencies, the lowest first."""
    from scipy.linalg import eigvals

    return np.asarray(np.sort(eigvals(K, M).real))


def spun(K: np.ndarray, G: np.ndarray, M: np.ndarray) -> np.ndarray:
    """Frequencies of M x'' + G x' + K x = 0, those above zero, the lowest first."""
    from scipy.linalg import eigvals

    n, none = len(K), np.zeros_like(K)
    A = np.block([[none, np.eye(n)], [-K, -G]])
    B = np.block([[np.eye(n), none], [none, M]])
    values = eigvals(A, B).imag
    return np.asarray(np.sort(values[values > 1e-6]))


def string(tension: Callable[[np.ndarray], np.ndarray], held: str, tip: float = 0.0) -> np.ndarray:
    """ω² of a string of unit mass with a mass at its end, under a tension along it."""
    b = basis(held)
    K = b.integral(b.slope, b.slope, tension(b.x))
    end = b.ends[1, 0]
    return squares(K, b.integral(b.value, b.value, np.ones_like(b.x)) + tip * np.outer(end, end))


def thrust_matrices(thrust: float) -> tuple[np.ndarray, np.ndarray]:
    """Stiffness and mass of a free beam, EI = ρA = 1, that a thrust at its end pushes along its
    tangent there."""
    b, one = basis("free free"), np.ones(2 * COUNT)
    K = b.integral(b.curvature, b.curvature, one)
    K -= b.integral(b.slope, b.slope, thrust * (1.0 - b.x))
    K -= thrust * np.outer(b.ends[0, 0], b.ends[0, 1])
    return K, b.integral(b.value, b.value, one)


def thrust_beam(thrust: float) -> np.ndarray:
    """ω² of that beam, those of its motion as a whole first."""
    return squares(*thrust_matrices(thrust))


def travelling_beam(speed: float, tension: float, held: str, bending: float = 1.0) -> np.ndarray:
    """ω of a line, ρA = 1, that travels along itself through what holds it."""
    b, one = basis(held), np.ones(2 * COUNT)
    K = bending * b.integral(b.curvature, b.curvature, one)
    K += (tension - speed**2) * b.integral(b.slope, b.slope, one)
    G = 2.0 * speed * b.integral(b.value, b.slope, one)
    return spun(K, G, b.integral(b.value, b.value, one))


def uneven_beam(
    bending: Callable[[np.ndarray], np.ndarray],
    mass: Callable[[np.ndarray], np.ndarray],
    rotary: Callable[[np.ndarray], np.ndarray],
    held: str,
) -> np.ndarray:
    """ω² of a beam whose EI, mass and rotary inertia per length change along it."""
    b = basis(held)
    K = b.integral(b.curvature, b.curvature, bending(b.x))
    M = b.integral(b.value, b.value, mass(b.x)) + b.integral(b.slope, b.slope, rotary(b.x))
    return squares(K, M)
