"""Sections of beams and cables: a shape, which may change along the length, of one material.

Shear coefficients are those of Cowper (Journal of Applied Mechanics 33, 1966, 335-340), torsion
constants those of Saint-Venant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field
from reprlib import repr as short
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np

from treetop.model.functions.along import Profile, along, check_along, check_values, profile
from treetop.model.quantity import Invalid, optional, scalar
from treetop.model.specification import made_by_kind, spec

__all__ = ["Circle", "Rectangle", "Section", "Tube"]

ODD = np.arange(1, 12, 2)  # terms of Saint-Venant's series, as far as they are not those of ALL
ALL = 31 / 32 * 1.0369277551433699  # the sum of 1/n⁵ over all odd numbers, by ζ(5)


class Shape(NamedTuple):
    """Area, second moments of area about y and z, torsion constant: m², m⁴."""

    area: np.ndarray
    I_y: np.ndarray
    I_z: np.ndarray
    J: np.ndarray


@spec
class Section:
    """What sections of all shapes have.

    Attributes
    ----------
    E : number, Pa
        Young's modulus.
    nu : number
        Poisson's ratio; or ``G``.
    G : number, Pa
        Shear modulus; or ``nu``.
    density : number, kg/m³
    extra_mass : number, kg/m
        Of what is fixed along it, such as a harness.
    shear : number, optional
        Shear coefficient along y and z, after Cowper unless given.
    """

    kind: ClassVar[str]
    sizes: ClassVar[tuple[str, ...]]

    E: Annotated[Any, scalar("Pa", above=0)] = field(kw_only=True)
    nu: Annotated[Any, optional(scalar("1", above=-1, at_most=0.5))] = field(
        default=None, kw_only=True
    )
    G: Annotated[Any, optional(scalar("Pa", above=0))] = field(default=None, kw_only=True)
    density: Annotated[Any, scalar("kg/m^3", above=0)] = field(kw_only=True)
    extra_mass: Annotated[Any, scalar("kg/m", at_least=0)] = field(default=0.0, kw_only=True)
    shear: Annotated[Any, optional(scalar("1", above=0))] = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        if self.nu is None and self.G is None:
            raise Invalid("'nu' is missing", "add Poisson's ratio 'nu', or the shear modulus 'G'")
        if self.nu is not None and self.G is not None:
            raise Invalid("both 'nu' and 'G' are given", "give one of them")

    # --- properties of each shape, by its sizes -------------------------------------------------

    @staticmethod
    def shape(*sizes: np.ndarray) -> Shape:
        """The shape."""
        raise NotImplementedError

    @staticmethod
    def coefficients(nu: float, *sizes: np.ndarray) -> np.ndarray | float:
        """Shear coefficient, along y and z alike."""
        raise NotImplementedError

    @staticmethod
    def outline(*sizes: np.ndarray) -> np.ndarray:
        """The radius of the round tube that stands for it in drawings, m."""
        raise NotImplementedError

    # --- along the length ------------------------------------------------------------------

    @property
    def mass(self) -> Profile:
        """kg/m."""
        return self._of(lambda shape: self.density * shape.area + self.extra_mass)

    @property
    def axial(self) -> Profile:
        """E A, N."""
        return self._of(lambda shape: self.E * shape.area)

    @property
    def bending(self) -> tuple[Profile, Profile]:
        """E I about y and z, N m²."""
        about_y = self._of(lambda shape: self.E * shape.I_y)
        return about_y, self._of(lambda shape: self.E * shape.I_z)

    @property
    def torsion(self) -> Profile:
        """G J, N m²."""
        return self._of(lambda shape: self._shear_modulus * shape.J)

    @property
    def shearing(self) -> tuple[Profile, Profile]:
        """k G A along y and z, N."""
        nu, G = 0.0 if self.shear else self._poisson, self._shear_modulus

        def stiffness(*sizes: np.ndarray) -> Any:
            k = self.shear or self.coefficients(nu, *sizes)
            return k * G * self.shape(*sizes).area

        return (self._along(stiffness),) * 2

    @property
    def rotary(self) -> tuple[Profile, Profile, Profile]:
        """Inertia of a metre about x, y and z, kg m."""
        density = self.density
        return (
            self._of(lambda shape: density * (shape.I_y + shape.I_z)),
            self._of(lambda shape: density * shape.I_y),
            self._of(lambda shape: density * shape.I_z),
        )

    @property
    def radius(self) -> Profile:
        """Radius of the tube that is drawn, m."""
        return self._along(self.outline)

    def check(self, length: float) -> None:
        """Refuse what is no section somewhere along a beam of this length."""
        for name in self.sizes:
            check_along(getattr(self, name), name, length, "m", positive=True)

    @property
    def _shear_modulus(self) -> float:
        return float(self.E / (2.0 * (1.0 + self.nu)) if self.G is None else self.G)

    @property
    def _poisson(self) -> float:
        nu = float(self.E / (2.0 * self.G) - 1.0 if self.nu is None else self.nu)
        if not -1.0 < nu <= 0.5:
            what = f"E and G are of no isotropic material: Poisson's ratio is {nu:.3g}"
            raise Invalid(what, "give a shear coefficient 'shear'")
        return nu

    def _of(self, law: Callable[[Shape], np.ndarray]) -> Profile:
        return self._along(lambda *sizes: law(self.shape(*sizes)))

    def _along(self, law: Callable[..., Any]) -> Profile:
        """A function of the sizes, along the length."""
        sizes = [profile(getattr(self, name)) for name in self.sizes]
        knots = tuple(sorted({s for size in sizes for s in size.knots}))
        even = all(size.even for size in sizes)
        return Profile(lambda s: np.asarray(law(*(size.at(s) for size in sizes))), knots, even)


class _Round(Section):
    """A section whose first size is the diameter of its outside."""

    @staticmethod
    def outline(*sizes: np.ndarray) -> np.ndarray:
        return sizes[0] / 2


@spec
class Circle(_Round):
    """A round rod, or a wire; other fields are those of `treetop.sections.Section`.

    Attributes
    ----------
    diameter : number, Along or expression in s, m
    """

    kind: ClassVar[str] = "circle"
    sizes: ClassVar[tuple[str, ...]] = ("diameter",)

    diameter: Annotated[Any, along("m", above=0)] = field(kw_only=True)

    @staticmethod
    def shape(*sizes: np.ndarray) -> Shape:
        (d,) = sizes
        I = np.pi / 64 * d**4
        return Shape(np.pi / 4 * d**2, I, I, 2 * I)

    @staticmethod
    def coefficients(nu: float, *sizes: np.ndarray) -> float:
        return 6 * (1 + nu) / (7 + 6 * nu)


@spec
class Tube(_Round):
    """A round tube; other fields are those of `treetop.sections.Section`.

    Attributes
    ----------
    outer, inner : number, Along or expression in s, m
        Diameters.
    """

    kind: ClassVar[str] = "tube"
    sizes: ClassVar[tuple[str, ...]] = ("outer", "inner")

    outer: Annotated[Any, along("m", above=0)] = field(kw_only=True)
    inner: Annotated[Any, along("m", above=0)] = field(kw_only=True)

    def check(self, length: float) -> None:
        super().check(length)
        wall = self._along(lambda outer, inner: (outer - inner) / 2)
        check_values(wall, "inner", length, "m of wall", positive=True)

    @staticmethod
    def shape(*sizes: np.ndarray) -> Shape:
        outer, inner = sizes
        I = np.pi / 64 * (outer**4 - inner**4)
        return Shape(np.pi / 4 * (outer**2 - inner**2), I, I, 2 * I)

    @staticmethod
    def coefficients(nu: float, *sizes: np.ndarray) -> np.ndarray:
        outer, inner = sizes
        m = (inner / outer) ** 2
        square = (1 + m) ** 2
        return 6 * (1 + nu) * square / ((7 + 6 * nu) * square + (20 + 12 * nu) * m)


@spec
class Rectangle(Section):
    """A rectangle; other fields are those of `treetop.sections.Section`.

    Attributes
    ----------
    width, height : number, Along or expression in s, m
        Along y and along z of the section.
    """

    kind: ClassVar[str] = "rectangle"
    sizes: ClassVar[tuple[str, ...]] = ("width", "height")

    width: Annotated[Any, along("m", above=0)] = field(kw_only=True)
    height: Annotated[Any, along("m", above=0)] = field(kw_only=True)

    @staticmethod
    def shape(*sizes: np.ndarray) -> Shape:
        b, h = sizes
        thin, long = np.minimum(b, h), np.maximum(b, h)
        less = (1 - np.tanh(0.5 * np.pi * ODD * (long / thin)[:, None])) / ODD**5
        series = ALL - less.sum(axis=1)
        J = long * thin**3 / 3 * (1 - 192 / np.pi**5 * thin / long * series)
        return Shape(b * h, b * h**3 / 12, h * b**3 / 12, J)

    @staticmethod
    def coefficients(nu: float, *sizes: np.ndarray) -> float:
        return 10 * (1 + nu) / (12 + 11 * nu)

    @staticmethod
    def outline(*sizes: np.ndarray) -> np.ndarray:
        return np.sqrt(sizes[0] * sizes[1] / np.pi)  # as large


SECTIONS: dict[str, type[Section]] = {kind.kind: kind for kind in (Circle, Tube, Rectangle)}


def section(value: Any) -> Section:
    """A section, or one from a mapping with its kind."""
    if isinstance(value, Section):
        return value
    if not isinstance(value, Mapping):
        hint = (
            "write one such as {kind: circle, diameter: 2 mm, E: 70 GPa, nu: 0.33, density: 2700}"
        )
        raise Invalid(f"{short(value)} is not a section", hint)
    return made_by_kind(SECTIONS, value, "section")
