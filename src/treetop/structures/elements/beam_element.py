"""Beams between two stations, many at once: shape functions, strains, and what follows from them.

After J. S. Przemieniecki, Theory of Matrix Structural Analysis (1968), with the shape functions of
A. Z. Friedman and J. B. Kosmatka (1993), which obey equilibrium with shear and are Hermite's
without it. Second-order strains are those of E. Reissner's and J. C. Simo's beam in rotation
vectors: with θ the rotation of sections,

    Γ = u' − θ × e_x + ½ θ × (θ × e_x) − θ × u',      κ = θ' − ½ θ × θ'.

Letters: E elements, L length, ξ = x / L; twelve degrees of freedom of an element in its own axes,
displacement and rotation of its first end, then of its second.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

GAUSS_4 = np.polynomial.legendre.leggauss(4)
GAUSS_3 = np.polynomial.legendre.leggauss(3)
GAUSS_2 = np.polynomial.legendre.leggauss(2)


class Fields(NamedTuple):
    """Displacement and rotation along elements (E, 3, 12) and their slopes, at one ξ."""

    u: np.ndarray
    rotation: np.ndarray
    du: np.ndarray
    drotation: np.ndarray


class Beams(NamedTuple):
    """Lengths and numbers of `Section` (E,) of straight beams; shear as Φ = 12 EI / (kGA L²)."""

    L: np.ndarray
    axial: np.ndarray
    bending_y: np.ndarray
    bending_z: np.ndarray
    torsion: np.ndarray
    phi_y: np.ndarray
    phi_z: np.ndarray

    def fields(self, xi: float) -> Fields:
        """What the twelve degrees of freedom do at ξ."""
        values = np.zeros((4, len(self.L), 3, 12))
        u, rotation, du, drotation = values
        u[:, 0, [0, 6]] = rotation[:, 0, [3, 9]] = 1 - xi, xi
        du[:, 0, [0, 6]] = drotation[:, 0, [3, 9]] = np.stack([-1 / self.L, 1 / self.L], axis=1)
        for phi, along, about, sign in ((self.phi_y, 1, 2, 1), (self.phi_z, 2, 1, -1)):
            columns = [along, 3 + about, 6 + along, 9 + about]
            turns = np.array([1, sign, 1, sign])  # a rotation about y lowers w as x grows
            v, t, dv, dt = bending(xi, self.L, phi)
            u[:, along, columns] = v * turns
            du[:, along, columns] = dv * turns
            rotation[:, about, columns] = t * turns * sign
            drotation[:, about, columns] = dt * turns * sign
        return Fields(*values)

    def strains(self, xi: float) -> np.ndarray:
        """Strains Γ and κ (E, 6, 12) of first order at ξ."""
        at = self.fields(xi)
        gamma = at.du.copy()
        gamma[:, 1] -= at.rotation[:, 2]
        gamma[:, 2] += at.rotation[:, 1]
        return np.concatenate([gamma, at.drotation], axis=1)

    def forces(self, xi: float) -> np.ndarray:
        """Section forces N, V_y, V_z, T, M_y, M_z (E, 6, 12) at ξ; V from the slope of M."""
        rows = np.zeros((len(self.L), 6, 12))
        strains = self.strains(xi)
        rows[:, 0] = self.axial[:, None] * strains[:, 0]
        rows[:, 3] = self.torsion[:, None] * strains[:, 3]
        rows[:, 4] = self.bending_y[:, None] * strains[:, 4]
        rows[:, 5] = self.bending_z[:, None] * strains[:, 5]
        bend = self.strains(1.0) - self.strains(0.0)
        rows[:, 1] = -(self.bending_z / self.L)[:, None] * bend[:, 5]
        rows[:, 2] = (self.bending_y / self.L)[:, None] * bend[:, 4]
        return rows

    def stiffness(self) -> np.ndarray:
        """Stiffness (E, 12, 12); shear enters by Φ, in V γ."""
        total = np.zeros((len(self.L), 12, 12))
        for x, weight in zip(*GAUSS_2, strict=True):
            xi = (1 + x) / 2
            work = np.swapaxes(self.strains(xi), 1, 2) @ self.forces(xi)
            total += 0.5 * weight * self.L[:, None, None] * work
        return 0.5 * (total + np.swapaxes(total, 1, 2))


def bending(xi: float, L: np.ndarray, phi: np.ndarray) -> tuple[np.ndarray, ...]:
    """Deflection, rotation and their slopes (E, 4) for v₁, θ₁, v₂, θ₂; θ = v' without shear."""
    one, z = np.ones_like(L), xi
    f = (1 / (1 + phi))[:, None]
    v = [
        1 - 3 * z**2 + 2 * z**3 + phi * (1 - z),
        L * (z - 2 * z**2 + z**3 + phi / 2 * (z - z**2)),
        3 * z**2 - 2 * z**3 + phi * z,
        L * (-(z**2) + z**3 - phi / 2 * (z - z**2)),
    ]
    dv = [
        (-6 * z + 6 * z**2 - phi) / L,
        1 - 4 * z + 3 * z**2 + phi / 2 * (1 - 2 * z),
        (6 * z - 6 * z**2 + phi) / L,
        -2 * z + 3 * z**2 - phi / 2 * (1 - 2 * z),
    ]
    t = [
        6 * (z**2 - z) / L,
        1 - 4 * z + 3 * z**2 + phi * (1 - z),
        6 * (z - z**2) / L,
        -2 * z + 3 * z**2 + phi * z,
    ]
    dt = [
        6 * (2 * z - 1) / L**2,
        (-4 + 6 * z - phi) / L,
        6 * (1 - 2 * z) / L**2,
        (-2 + 6 * z + phi) / L,
    ]
    stacked = (np.stack([a * one for a in rows], axis=1) * f for rows in (v, t, dv, dt))
    return tuple(stacked)


# Terms of N · Γ and M · κ that are quadratic: two of the fields u' (0 to 2), θ (3 to 5) and θ' (6
# to 8), the section force that multiplies them, and a factor; the energy is half their sum.
SECOND_ORDER = (
    (5, 1, 0, 2.0),
    (4, 2, 0, -2.0),
    (4, 4, 0, -1.0),
    (5, 5, 0, -1.0),
    (5, 0, 1, -2.0),
    (3, 2, 1, 2.0),
    (3, 4, 1, 1.0),
    (3, 1, 2, -2.0),
    (4, 0, 2, 2.0),
    (3, 5, 2, 1.0),
    (4, 8, 3, -1.0),
    (5, 7, 3, 1.0),
    (5, 6, 4, -1.0),
    (3, 8, 4, 1.0),
    (3, 7, 5, -1.0),
    (4, 6, 5, 1.0),
)
