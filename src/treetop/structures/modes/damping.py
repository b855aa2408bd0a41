"""Damping of modes: each kind makes the matrices of modal coordinates, with internal ones if any.

Viscoelastic materials after D. F. Golla and P. C. Hughes (*Journal of Applied Mechanics* 52 (1985),
897-906) and D. J. McTavish and P. C. Hughes (*Journal of Vibration and Acoustics* 115 (1993),
103-110): their stiffness depends on the frequency,

    K(s) = K [1 + Σ_i α_i (s² + 2 ζ_i ω_i s) / (s² + 2 ζ_i ω_i s + ω_i²)]

which internal coordinates z_i = ω_i² / (s² + 2 ζ_i ω_i s + ω_i²) q give exactly, with mass, damping
and stiffness α_i K / ω_i², 2 α_i ζ_i K / ω_i and α_i K: to the equations of motion they are modes
without displacement.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from reprlib import repr as short
from typing import NamedTuple, Protocol

import numpy as np
from scipy import linalg, optimize, sparse

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import array, count, is_finite, refusal
from treetop.structures.modes.modes import Modes

__all__ = [
    "Damping",
    "GHMTerm",
    "MatrixDamping",
    "ModalDamping",
    "ModalMatrices",
    "RayleighDamping",
    "StructuralDamping",
    "Viscoelastic",
]


class ModalMatrices(NamedTuple):
    """Matrices (c, c) of c coordinates: first those of the modes, then internal ones."""

    mass: np.ndarray
    damping: np.ndarray
    stiffness: np.ndarray


class Damping(Protocol):
    """What all kinds of damping can do."""

    def matrices(self, modes: Modes) -> ModalMatrices:
        """Mass, damping and stiffness of the modal coordinates and of internal ones."""


@dataclass(frozen=True)
class ModalDamping:
    """Parts of critical damping, measured or guessed.

    Attributes
    ----------
    ratios : float or sequence of float
        One for all modes, or one for each; of modes that are not normal, for each of the normal
        modes that they make, in ascending order.
    """

    ratios: float | Sequence[float]

    def matrices(self, modes: Modes) -> ModalMatrices:
        """Mass, damping and stiffness of the modal coordinates."""
        ratios = array(self.ratios, "damping")
        if ratios.ndim > 1 or (ratios.ndim == 1 and len(ratios) != len(modes)):
            what = f"damping ratios of shape {ratios.shape} for {len(modes)} modes"
            raise ModelError([Problem(what, "damping", f"one number, or {len(modes)}")])
        _below_critical(np.broadcast_to(ratios, (len(modes),)))
        squares, turned = modes.decoupled()
        rates = 2 * ratios * np.sqrt(np.maximum(squares, 0.0))
        back = modes.mass @ turned
        return ModalMatrices(modes.mass, (back * rates) @ back.T, modes.stiffness)


@dataclass(frozen=True)
class RayleighDamping:
    """A part of the mass and a part of the stiffness.

    Attributes
    ----------
    of_mass : float
        [1/s].
    of_stiffness : float
        [s].
    """

    of_mass: float
    of_stiffness: float

    def __post_init__(self) -> None:
        if not (is_finite(self.of_mass) and is_finite(self.of_stiffness)):
            what = f"parts {self.of_mass!r} of mass and {self.of_stiffness!r} of stiffness"
            raise refusal(what, "damping", "two numbers")

    @classmethod
    def through(cls, low: tuple[float, float], high: tuple[float, float]) -> RayleighDamping:
        """That which gives two frequencies [Hz] their ratios, each pair (frequency, ratio)."""
        pairs = array([low, high], "damping")
        if pairs.shape != (2, 2):
            raise refusal(f"is {low!r} and {high!r}", "damping", "(frequency, ratio) twice")
        (f, one), (g, other) = pairs
        if not 0 < f < g:
            raise refusal(f"frequencies {f:g} and {g:g} Hz", "damping", "positive and ascending")
        rates = 2 * np.pi * np.array([f, g])
        rows = np.column_stack([1 / rates, rates]) / 2
        return cls(*np.linalg.solve(rows, [one, other]).tolist())

    def matrices(self, modes: Modes) -> ModalMatrices:
        """Mass, damping and stiffness of the modal coordinates."""
        damping = self.of_mass * modes.mass + self.of_stiffness * modes.stiffness
        return MatrixDamping(damping).matrices(modes)


@dataclass(frozen=True)
class MatrixDamping:
    """A damping matrix of the modal coordinates (m, m), or of the structure (n, n) [N s/m], full or
    sparse."""

    matrix: np.ndarray

    def matrices(self, modes: Modes) -> ModalMatrices:
        """Mass, damping and stiffness of the modal coordinates."""
        size, count = modes.structure.size, len(modes)
        matrix = self.matrix if sparse.issparse(self.matrix) else array(self.matrix, "damping")
        shape = matrix.shape
        if shape not in ((count, count), (size, size)):
            what = f"a damping matrix of shape {shape} for {count} modes"
            hint = f"({count}, {count}), or ({size}, {size}) of the structure"
            raise ModelError([Problem(what, "damping", hint)])
        is_modal = shape == (count, count)
        modal = array(matrix if is_modal else modes.shapes.T @ (matrix @ modes.shapes), "damping")
        squares, turned = modes.decoupled()
        in_normal = turned.T @ modal @ turned
        least = np.linalg.eigvalsh((in_normal + in_normal.T) / 2)[0]
        if least < -1e-9 * np.abs(in_normal).max(initial=0.0):
            what = "a damping matrix that feeds energy into some motion"
            raise ModelError([Problem(what, "damping", "its symmetric part must be positive")])
        _below_critical(in_normal.diagonal() / (2 * np.sqrt(np.maximum(squares, 1e-300))))
        return ModalMatrices(modes.mass, modal, modes.stiffness)


class GHMTerm(NamedTuple):
    """One term of a viscoelastic stiffness.

    Attributes
    ----------
    strength : float
        α: how much stiffer the material is above ω, as a part of its static stiffness.
    angular_frequency : float
        ω [rad/s], about which it relaxes.
    ratio : float
        ζ: damping of the internal coordinate, usually above 1.
    """

    strength: float
    angular_frequency: float
    ratio: float = 1.0


@dataclass(frozen=True)
class Viscoelastic:
    """A material that creeps and relaxes, by internal coordinates: as many per term as modes.

    Attributes
    ----------
    terms : sequence of GHMTerm
    static : float
        The static stiffness as a part of that of the modes; 1 if these were found with it.
    """

    terms: Sequence[GHMTerm]
    static: float = 1.0

    def __post_init__(self) -> None:
        hint = "strength, frequency and ratio of each term are positive"
        try:
            object.__setattr__(self, "terms", tuple(GHMTerm(*term) for term in self.terms))
        except TypeError:
            raise refusal(
                f"terms are {short(self.terms)}", "damping", f"[GHMTerm]: {hint}"
            ) from None
        wrong = [t for t in self.terms if not all(is_finite(x) and x > 0 for x in t)]
        if wrong or not self.terms or not (is_finite(self.static) and self.static > 0):
            what = f"{wrong[0]}" if wrong else "no terms, or no static stiffness"
            raise refusal(what, "damping", hint)

    def factor(self, frequency: np.ndarray | float) -> np.ndarray:
        """The stiffness at frequencies [Hz] as a part of that of the modes, complex."""
        s = 2j * np.pi * np.asarray(frequency, dtype=float)
        added = np.sum([t.strength * _term(s, t) for t in self.terms], axis=0)
        return self.static * (1 + added)

    def matrices(self, modes: Modes) -> ModalMatrices:
        """Mass, damping and stiffness of the modal coordinates, and of internal ones after them."""
        stiffness = self.static * modes.stiffness
        strengths, rates, ratios = np.array(self.terms, dtype=float).T
        apart = np.diag
        mass = linalg.block_diag(modes.mass, np.kron(apart(strengths / rates**2), stiffness))
        loss = np.kron(apart(2 * strengths * ratios / rates), stiffness)
        damping = linalg.block_diag(np.zeros_like(stiffness), loss)
        links = np.block(
            [
                [np.array([[1 + strengths.sum()]]), -strengths[None, :]],
                [-strengths[:, None], apart(strengths)],
            ]
        )
        return ModalMatrices(mass, damping, np.kron(links, stiffness))


@dataclass(frozen=True)
class StructuralDamping:
    """A loss factor that hardly depends on the frequency within a band.

    The stiffness K (1 + i η) is that of no material, since it would act before it is acted on; a
    `Viscoelastic` one with a few terms comes near it within a band.

    Attributes
    ----------
    loss_factor : float
        η: energy lost in a cycle, over 2 π times the most that is stored.
    band : two floats
        Lowest and highest frequency [Hz].
    terms : int
        How many internal coordinates per mode.
    """

    loss_factor: float
    band: tuple[float, float]
    terms: int = 3

    def __post_init__(self) -> None:
        band = array(self.band, "damping.band")
        if not (is_finite(self.loss_factor) and 0 < self.loss_factor < 1):
            raise refusal(f"a loss factor of {self.loss_factor!r}", "damping", "between 0 and 1")
        if band.shape != (2,) or not 0 < band[0] < band[1]:
            raise refusal(f"a band of {self.band!r} Hz", "damping.band", "0 < lowest < highest")
        count(self.terms, "damping.terms")

    def viscoelastic(self) -> Viscoelastic:
        """The terms, with the stiffness of the modes in the middle of the band."""
        tried = [self._fitted(stretch) for stretch in np.geomspace(0.3, 3.0, 25)]
        return min(tried, key=self._deviation)

    def _fitted(self, stretch: float) -> Viscoelastic:
        """Terms spread over the band times a stretch, by least squares of the loss."""
        low, high = self.band
        ends = (low / stretch, high * stretch) if self.terms > 1 else (np.sqrt(low * high),) * 2
        # The slower of the two poles of such a term is about ω / 2 ζ: there it loses most.
        places = 4 * np.pi * RELAXING * np.geomspace(ends[0], ends[1], self.terms)
        terms = [GHMTerm(1.0, rate, RELAXING) for rate in places.tolist()]
        each = np.array([_term(2j * np.pi * self._seen(), term) for term in terms]).T
        wanted = np.full(len(each), self.loss_factor)
        strengths, _ = optimize.nnls(each.imag - self.loss_factor * each.real, wanted)
        pairs = zip(terms, strengths.tolist(), strict=True)
        found = [term._replace(strength=a) for term, a in pairs if a > 0]
        middle = Viscoelastic(found).factor(np.sqrt(low * high))
        return Viscoelastic(found, 1 / float(middle.real))

    def _deviation(self, material: Viscoelastic) -> float:
        factor = material.factor(self._seen())
        return float(np.abs(factor.imag / factor.real - self.loss_factor).max())

    def _seen(self) -> np.ndarray:
        return np.geomspace(self.band[0], self.band[1], 20 * self.terms)

    def matrices(self, modes: Modes) -> ModalMatrices:
        """Mass, damping and stiffness of the modal coordinates, and of internal ones after them."""
        return self.viscoelastic().matrices(modes)


RELAXING = 2.0  # damping of internal coordinates that creep rather than swing


def damped(damping: Damping, modes: Modes) -> ModalMatrices:
    """The matrices of modes with a damping, if it is one."""
    if not hasattr(damping, "matrices") or isinstance(damping, type):
        raise refusal(f"is {short(damping)}", "damping", "such as ModalDamping(0.005)")
    return damping.matrices(modes)


def _term(s: np.ndarray, term: GHMTerm) -> np.ndarray:
    above = s**2 + 2 * term.ratio * term.angular_frequency * s
    return above / (above + term.angular_frequency**2)


def _below_critical(ratios: np.ndarray) -> None:
    problems = []
    for k in np.flatnonzero(~(ratios < 1)):
        what = f"damping is {ratios[k]:.3g} of critical: the mode would creep back, not swing"
        problems.append(Problem(what, f"damping.{k}", "below 1, or leave the mode out"))
    for k in np.flatnonzero(ratios < 0):
        what = f"damping is {ratios[k]:.3g} of critical"
        problems.append(Problem(what, f"damping.{k}", "not negative"))
    if problems:
        raise ModelError(problems)
