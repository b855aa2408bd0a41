"""Sections of plates and shells: what a square metre weighs and how stiff it is."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import array, is_finite, number_problems


@dataclass(frozen=True, eq=False)
class PanelSection:
    """A plate through its thickness, alike above and below its middle surface.

    Attributes
    ----------
    membrane : array (3, 3)
        Forces N_x, N_y, N_xy per strain ε_x, ε_y, γ_xy, in N/m.
    bending : array (3, 3)
        Moments M_x, M_y, M_xy per curvature, in N m.
    shear : array (2, 2)
        Forces Q_x, Q_y per shear strain, in N/m.
    mass : float
        Per area, in kg/m².
    rotary : float
        ∫ ρ z² dz, in kg.
    surface : (float, float)
        Stress at the upper surface per N, in 1/m, and per M, in 1/m²; at the lower one the second
        is taken negative.
    """

    membrane: np.ndarray
    bending: np.ndarray
    shear: np.ndarray
    mass: float
    rotary: float = 0.0
    surface: tuple[float, float] = (np.nan, np.nan)

    def __post_init__(self) -> None:
        wrong = []
        for name, size in (("membrane", 3), ("bending", 3), ("shear", 2)):
            matrix = array(getattr(self, name), f"section.{name}")
            if matrix.shape != (size, size) or not _positive(matrix):
                hint = f"symmetric and positive, {size} by {size}"
                wrong.append(Problem("is no stiffness", f"section.{name}", hint))
            object.__setattr__(self, name, matrix)
        wrong += number_problems("section", {"mass": self.mass}, {"rotary": self.rotary})
        if wrong:
            raise ModelError(wrong)

    @classmethod
    def isotropic(cls, *, thickness: float, E: float, nu: float, density: float) -> PanelSection:
        """A plate of one material: thickness in m, E in Pa, density in kg/m³."""
        _require(nu, thickness=thickness, E=E, density=density)
        t = thickness
        shear = 5 / 6 * E / (2 * (1 + nu)) * t
        return cls(
            membrane=t * _plane_stress(E, nu),
            bending=t**3 / 12 * _plane_stress(E, nu),
            shear=shear * np.eye(2),
            mass=density * t,
            rotary=density * t**3 / 12,
            surface=(1 / t, 6 / t**2),
        )

    @classmethod
    def sandwich(
        cls,
        *,
        face: float,
        core: float,
        E: float,
        nu: float,
        density: float,
        core_shear: float,
        core_density: float,
        extra_mass: float = 0.0,
    ) -> PanelSection:
        """A honeycomb panel: two thin faces on a core that only shears.

        Parameters
        ----------
        face, core : float
            Thickness of one face and of the core, in m.
        E, nu, density : float
            Of the faces, in Pa and kg/m³.
        core_shear : float
            Modulus of the core, in Pa.
        core_density : float
            In kg/m³.
        extra_mass : float
            Cells and wiring, in kg/m², in the middle surface.
        """
        _require(nu, face=face, core=core, E=E, density=density, core_shear=core_shear)
        h = core + face  # between the middles of the faces
        moment = face * h**2 / 2 + face**3 / 6
        return cls(
            membrane=2 * face * _plane_stress(E, nu),
            bending=moment * _plane_stress(E, nu),
            shear=core_shear * h**2 / core * np.eye(2),
            mass=2 * face * density + core * core_density + extra_mass,
            rotary=density * moment + core_density * core**3 / 12,
            surface=(1 / (2 * face), (core / 2 + face) / moment),
        )


def _plane_stress(E: float, nu: float) -> np.ndarray:
    return E / (1 - nu**2) * np.array([[1, nu, 0], [nu, 1, 0], [0, 0, (1 - nu) / 2]])


def _positive(matrix: np.ndarray) -> bool:
    return bool(np.allclose(matrix, matrix.T) and np.linalg.eigvalsh(matrix)[0] > 0)


def _require(nu: float, **values: float) -> None:
    wrong = number_problems("section", values)
    if not (is_finite(nu) and -1 < nu <= 0.5):
        wrong.append(Problem(f"is {nu!r}", "section.nu", "above -1, up to 1/2"))
    if wrong:
        raise ModelError(wrong)
