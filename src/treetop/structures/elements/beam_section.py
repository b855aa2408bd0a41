"""Sections of beams: what a metre of them weighs and how stiff it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import pi
from typing import Any

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import is_finite, number_problems, refusal


@dataclass(frozen=True)
class Section:
    """The section of a beam, about its own axes y and z through its centroid.

    Attributes
    ----------
    axial : float
        E A, in N.
    bending_y, bending_z : float
        E I about y (the beam bends along z) and about z (it bends along y), in N m².
    torsion : float
        G J, in N m².
    mass : float
        Per length, in kg/m.
    rotary_y, rotary_z : float
        ρ I about y and z, in kg m: what a metre of the beam has of inertia about the section's
        axes. About the beam it has their sum.
    shear_y, shear_z : float, optional
        k G A for shear along y and z, in N; without them the beam does not shear.
    """

    axial: float
    bending_y: float
    bending_z: float
    torsion: float
    mass: float
    rotary_y: float = 0.0
    rotary_z: float = 0.0
    shear_y: float | None = None
    shear_z: float | None = None

    def __post_init__(self) -> None:
        stiff = ("axial", "bending_y", "bending_z", "torsion")
        shear = {name: getattr(self, name) for name in ("shear_y", "shear_z")}
        wrong = number_problems(
            "section",
            {name: getattr(self, name) for name in stiff}
            | {name: value for name, value in shear.items() if value is not None},
            {name: getattr(self, name) for name in ("mass", "rotary_y", "rotary_z")},
        )
        if not wrong and self.mass == 0 and (self.rotary_y or self.rotary_z):
            what = "has rotary inertia and no mass"
            wrong.append(Problem(what, "section.mass", "positive, or no rotary inertia"))
        if wrong:
            raise ModelError(wrong)

    @classmethod
    def of(
        cls,
        *,
        area: float,
        I_y: float,
        I_z: float,
        J: float,
        E: float,
        G: float,
        density: float,
        shear: float | Sequence[float] | None = None,
        extra_mass: float = 0.0,
    ) -> Section:
        """A section of one material.

        Parameters
        ----------
        area : float
            In m².
        I_y, I_z : float
            Second moments of area about y and z, in m⁴.
        J : float
            The torsion constant, in m⁴.
        E, G : float
            Moduli, in Pa.
        density : float
            In kg/m³.
        shear : float or two floats, optional
            Shear coefficients k along y and z, such as 5/6 of a rectangle.
        extra_mass : float
            Of what hangs along it, harness for instance, in kg/m.
        """
        sizes = {"area": area, "I_y": I_y, "I_z": I_z, "J": J, "E": E, "G": G}
        others = {"density": density, "extra_mass": extra_mass}
        wrong = number_problems("section", sizes, others)
        k_y, k_z = _both(shear)
        along = {"shear_y": k_y, "shear_z": k_z}
        wrong += number_problems("section", {k: v for k, v in along.items() if v is not None})
        if wrong:
            raise ModelError(wrong)
        return cls(
            axial=E * area,
            bending_y=E * I_y,
            bending_z=E * I_z,
            torsion=G * J,
            mass=density * area + extra_mass,
            rotary_y=density * I_y,
            rotary_z=density * I_z,
            shear_y=None if k_y is None else k_y * G * area,
            shear_z=None if k_z is None else k_z * G * area,
        )

    @classmethod
    def tube(
        cls, *, outer: float, inner: float = 0.0, E: float, G: float, density: float
    ) -> Section:
        """A round tube of given diameters in m, or a rod; it does not shear."""
        if not (is_finite(inner) and is_finite(outer) and 0 <= inner < outer):
            raise refusal(
                f"is {inner!r}", "section.inner", f"not negative, and less than {outer!r}"
            )
        area = pi / 4 * (outer**2 - inner**2)
        I = pi / 64 * (outer**4 - inner**4)
        return cls.of(area=area, I_y=I, I_z=I, J=2 * I, E=E, G=G, density=density)


def _both(shear: Any) -> tuple[Any, Any]:
    """Coefficients along y and z."""
    if shear is None or is_finite(shear):
        return shear, shear
    if not isinstance(shear, Sequence) or isinstance(shear, str) or len(shear) != 2:
        raise refusal(
            f"is {shear!r}", "section.shear", "one coefficient, or one along y and z each"
        )
    return shear[0], shear[1]
