"""A field of gravity: coefficients with the constants that belong to them."""

from __future__ import annotations

from dataclasses import dataclass, replace

import erfa
import numpy as np

from treetop.core.environment.harmonics import Harmonics
from treetop.environment.harmonics import harmonics
from treetop.errors import ModelError, Problem


@dataclass(frozen=True, eq=False)
class GravityField:
    """Spherical harmonics of the gravity of a planet, without its point mass.

    Attributes
    ----------
    name : str
        Name of the coefficient set.
    mu, radius : float
        Gravitational parameter (m³/s²) and reference radius (m) that belong to the coefficients.
    C, S : array
        Fully normalised coefficients (degree + 1, degree + 1) by degree and order; the coefficient
        of degree 0 is 0. They are read-only, since models share them; copy before a change.
    tide_system : str
        ``tide_free``, ``zero_tide`` or ``unknown``: whether the permanent tide is part of C₂₀.
    planet : str
        Whose field it is, such as ``Earth``; empty if that is not known.
    turns : tuple of float, rad
        Angles a, b, c of ``Rx(a) Ry(b) Rz(c)``, which takes components in the axes of the
        coefficients to those in axes fixed to the planet; zero if both are the same.
    """

    name: str
    mu: float
    radius: float
    C: np.ndarray
    S: np.ndarray
    tide_system: str = "unknown"
    planet: str = ""
    turns: tuple[float, float, float] = (0.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        for part in (self.C, self.S):
            part.flags.writeable = False

    @property
    def degree(self) -> int:
        """Highest degree of the coefficients."""
        return len(self.C) - 1

    def to_degree(self, degree: int) -> GravityField:
        """The field without the degrees above this one."""
        if not 0 <= degree <= self.degree:
            hint = f"choose at most {self.degree}" if degree > 0 else "a degree is 0 or more"
            what = f"{self.name} has no degree {degree}"
            raise ModelError([Problem(what, "gravity", hint)])
        C, S = (part[: degree + 1, : degree + 1] for part in (self.C, self.S))
        return replace(self, C=C, S=S)

    @property
    def axes(self) -> np.ndarray:
        """From axes fixed to the planet to those of the coefficients: (3, 3)."""
        a, b, c = self.turns
        return erfa.rx(a, erfa.ry(b, erfa.rz(c, np.eye(3)))).T

    def tables(self, mu: float | None = None) -> Harmonics:
        """The field as kernels read it; `mu` takes the place of its own."""
        mu = self.mu if mu is None else mu
        return harmonics(mu, self.radius, self.C, self.S, self.axes)
