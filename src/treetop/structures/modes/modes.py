"""Shapes in which a structure is allowed to deform, and its own modes among them.

    K φ = ω² M φ,    φ = 0 where held,    RᵀM φ = 0

R are the motions as one piece that the held degrees of freedom leave: all six for free-free modes,
none for a cantilever.  They belong to the body's frame, so no mode contains them.  Large problems
are solved by Lanczos' method for K⁻¹M (`scipy.sparse.linalg.eigsh`), small ones densely.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from reprlib import repr as short

import numpy as np
from scipy import linalg, sparse
from scipy.sparse.linalg import ArpackNoConvergence, LinearOperator, eigsh

from treetop.errors import ModelError, Problem
from treetop.structures.arguments import array, instance, number, refusal
from treetop.structures.modes.support import (
    Held,
    Support,
    held_degrees,
    held_is_fixed,
    symmetric_factors,
)
from treetop.structures.structure import Structure

__all__ = ["Modes", "given_modes", "normal_modes"]

DENSE = 400  # degrees of freedom up to which the whole spectrum is as cheap as a part of it
EQUAL = 1e-7  # relative difference of eigenvalues that count as one
MASSLESS = 1e-26  # square of the first frequency over another's: the latter is rounding alone
NEGLIGIBLE = 1e-6  # of a mode, what may be left of what must vanish


@dataclass(frozen=True, repr=False)
class Modes:
    """Shapes by which the displacements of a structure are u = shapes q.

    Attributes
    ----------
    structure : Structure
    shapes : ndarray, shape (n, m)
        Displacement [m, rad] of each degree of freedom per unit of each modal coordinate.
    fixed : ndarray of int
        Degrees of freedom that are held: the body's frame moves with them.
    labels : tuple of str
        What kind each mode is.
    mass, stiffness : ndarray, shape (m, m)
        Modal mass and stiffness, ΦᵀMΦ and ΦᵀKΦ. Normal modes have unit mass.
    """

    structure: Structure
    shapes: np.ndarray
    fixed: np.ndarray
    labels: tuple[str, ...]
    mass: np.ndarray
    stiffness: np.ndarray

    def __len__(self) -> int:
        return self.shapes.shape[1]

    def __repr__(self) -> str:
        band = f"{self.frequencies.min():.4g} to {self.frequencies.max():.4g} Hz"
        return f"<{len(self)} modes of {self.structure.size} degrees of freedom, {band}>"

    @cached_property
    def support(self) -> Support:
        """What holds the structure."""
        return Support(self.structure, self.fixed)

    @property
    def angular_frequencies(self) -> np.ndarray:
        """Frequency of each mode by itself [rad/s]."""
        return np.sqrt(np.maximum(self.stiffness.diagonal(), 0.0) / self.mass.diagonal())

    @property
    def frequencies(self) -> np.ndarray:
        """Frequency of each mode by itself [Hz]."""
        return self.angular_frequencies / (2 * np.pi)

    def chosen(self, which: Iterable[int] | np.ndarray) -> Modes:
        """Some of the modes, by index or by a mask."""
        wanted = np.asarray(which)
        if wanted.size == 0 or (wanted.dtype == bool and not wanted.any()):
            hint = f"they are at {self.frequencies.min():.4g} Hz and more" if len(self) else ""
            raise refusal("none of the modes is chosen", "modes", hint)
        if wanted.ndim != 1 or wanted.dtype.kind not in "iub":
            hint = f"numbers of modes, 0 to {len(self) - 1}, or a mask"
            raise refusal(f"{short(which)} does not name modes", "modes", hint)
        if wanted.dtype == bool and len(wanted) != len(self):
            raise refusal(f"a mask of {len(wanted)}", "modes", f"one for each of {len(self)}")
        indices = np.arange(len(self))[wanted] if wanted.dtype == bool else wanted
        if not np.all((indices >= 0) & (indices < len(self))):
            raise refusal("no such mode", "modes", f"0 to {len(self) - 1}")
        if len(np.unique(indices)) < len(indices):
            raise refusal("a mode is chosen twice", "modes", "each once at most")
        square = np.ix_(indices, indices)
        return replace(
            self,
            shapes=self.shapes[:, indices],
            labels=tuple(self.labels[i] for i in indices),
            mass=self.mass[square],
            stiffness=self.stiffness[square],
        )

    def within(self, lowest: float = 0.0, highest: float = np.inf) -> Modes:
        """The modes whose frequency lies in a band [Hz]."""
        low, high = (number(f, "frequencies", "a number, in Hz") for f in (lowest, highest))
        return self.chosen((self.frequencies >= low) & (self.frequencies <= high))

    def tuned(self, factor: float | Sequence[float]) -> Modes:
        """These shapes with other frequencies: each mode's is multiplied by a factor, one for all
        or one for each."""
        factors = array(factor, "frequency_factor")
        if factors.shape not in ((), (len(self),)):
            what = f"{factors.size} factors of frequencies for {len(self)} modes"
            raise ModelError(
                [Problem(what, "frequency_factor", f"give one number, or {len(self)}")]
            )
        factors = np.broadcast_to(factors, (len(self),))
        return replace(self, stiffness=self.stiffness * np.outer(factors, factors))

    def decoupled(self) -> tuple[np.ndarray, np.ndarray]:
        """Squares ω² [rad²/s²], and coordinates (m, m) of unit mass in which the modes decouple."""
        try:
            return linalg.eigh(self.stiffness, self.mass)
        except linalg.LinAlgError:
            what = "modes that depend on each other, or that move no mass"
            raise ModelError([Problem(what, "modes", "leave them out")]) from None

    def normal(self) -> Modes:
        """The space of these displacements, by modes that are orthogonal in mass and stiffness."""
        support = self.support
        squares, turned = self.decoupled()
        shapes = _signed(self.structure, _turned(self.structure, squares, self.shapes @ turned))
        rigid = np.linalg.norm(support.rigid.T @ (self.structure.mass @ shapes), axis=0)
        elastic = np.flatnonzero(rigid < 0.5)
        if len(elastic) + support.rigid.shape[1] < len(self):
            raise ModelError([Problem("motion as one piece is mixed into the modes", "modes")])
        shapes = support.without_rigid(shapes[:, elastic])
        return modes_of(self.structure, shapes, self.fixed, ("normal",) * len(elastic))


@held_is_fixed
def normal_modes(
    structure: Structure,
    fixed: Held = (),
    *,
    count: int | None = None,
    highest: float | None = None,
) -> Modes:
    """The lowest modes of a structure; those of zero frequency belong to its frame, not here.

    Parameters
    ----------
    structure : Structure
    fixed : node, nodes, or mapping
        What is fixed: nodes by name or index, or a mapping from each to its directions. Nothing
        makes free-free modes, one end those of a cantilever.
    count : int, optional
        How many modes, 20 unless said.
    highest : float, optional
        Leave out those of a higher frequency [Hz].

    Returns
    -------
    Modes
        In ascending order, with unit modal mass. Of each mode the largest displacement is positive,
        and modes of equal frequency are turned so that it belongs to one of them alone: the result
        is the same however it was found.
    """
    checked_matrices(structure)
    support = Support(structure, held_degrees(structure, fixed))
    possible = support.elastic
    if possible == 0:
        what = "the structure moves as one piece alone: nothing is left to deform"
        raise ModelError([Problem(what, "structure", "a rigid body")])
    count = min(20, possible) if count is None else count
    whole = isinstance(count, int | np.integer) and not isinstance(count, bool)
    if not whole or not 1 <= count <= possible:
        what = f"{count!r} modes of a structure with {possible} elastic degrees of freedom"
        raise ModelError([Problem(what, "count", f"a whole number, 1 to {possible}")])
    squares, shapes = _lowest(support, count)
    shapes = _signed(structure, _turned(structure, squares, shapes))[:, :count]
    modes = modes_of(structure, shapes, support.fixed, ("normal",) * shapes.shape[1])
    return modes if highest is None else modes.within(highest=highest)


@held_is_fixed
def given_modes(
    structure: Structure, shapes: np.ndarray, fixed: Held = (), labels: Iterable[str] | None = None
) -> Modes:
    """Modes from elsewhere, such as a file; refused where they contradict what is fixed.

    Parameters
    ----------
    shapes : array_like, shape (n, m)
        Displacement of each degree of freedom of the structure.
    fixed : as in `normal_modes`
        Where these modes must vanish. What it leaves free to move as one piece must be orthogonal
        to them in the mass.
    """
    checked_matrices(structure)
    shapes = array(shapes, "shapes")
    count = len(structure.degrees)
    if shapes.ndim != 2 or shapes.shape[0] != count or shapes.shape[1] == 0:
        what = f"modes of shape {shapes.shape} for {count} degrees of freedom"
        raise ModelError([Problem(what, "shapes", f"({count}, number of modes)")])
    names = ("given",) * shapes.shape[1] if labels is None else tuple(map(str, labels))
    if len(names) != shapes.shape[1]:
        what = f"{len(names)} labels for {shapes.shape[1]} modes"
        raise ModelError([Problem(what, "labels", "one for each")])
    return checked(modes_of(structure, shapes, held_degrees(structure, fixed), names))


def modes_of(
    structure: Structure, shapes: np.ndarray, fixed: np.ndarray, labels: tuple[str, ...]
) -> Modes:
    """Modes from their shapes; modal matrices are symmetric to the last digit."""
    matrices = (_on(shapes, structure.mass), _on(shapes, structure.stiffness))
    return Modes(structure, shapes, fixed, labels, *matrices)


def checked(modes: Modes) -> Modes:
    """The modes, if they agree with what is held and are independent of each other."""
    problems = []
    size = np.abs(modes.shapes).max(axis=0)
    for k in np.flatnonzero(size == 0):
        problems.append(Problem("a mode without any displacement", f"modes.{k}"))
    at_held = np.abs(modes.shapes[modes.fixed]).max(axis=0, initial=0.0)
    for k in np.flatnonzero(at_held > NEGLIGIBLE * size):
        what = f"the mode moves where it is held, by {at_held[k] / size[k]:.1e} of its largest part"
        problems.append(Problem(what, f"modes.{k}", "state what these modes are held by"))
    modal = np.sqrt(np.maximum(modes.mass.diagonal(), 1e-300))
    rigid = modes.support.rigid.T @ (modes.structure.mass @ modes.shapes)
    part = np.linalg.norm(rigid, axis=0) / modal
    for k in np.flatnonzero(part > NEGLIGIBLE):
        what = f"the mode is not orthogonal to motion as one piece, by {part[k]:.1e} of its size"
        hint = "state what these modes are held by, or take that motion out with Modes.normal()"
        problems.append(Problem(what, f"modes.{k}", hint))
    if not problems:
        relative = modes.mass / np.outer(modal, modal)
        if np.linalg.eigvalsh(relative)[0] < 1e-12 * len(modes):
            what = "modes that depend on each other, or that move no mass"
            problems.append(Problem(what, "modes", "leave them out"))
    if problems:
        raise ModelError(problems)
    return modes


def checked_matrices(structure: Structure) -> None:
    """Refuse a mass or stiffness matrix that no structure can have."""
    instance(structure, Structure, "structure", "what BeamFrame.structure() and such make")
    problems = []
    for name in ("mass", "stiffness"):
        matrix = getattr(structure, name)
        if not np.all(np.isfinite(matrix.data)):
            problems.append(Problem("entries that are not finite", name))
        elif abs(matrix - matrix.T).max() > 1e-9 * abs(matrix).max():
            problems.append(Problem("a matrix that is not symmetric", name))
    if not problems and structure.points is None and not _semidefinite(structure.mass):
        what = "a mass matrix with which some motion has no positive kinetic energy"
        problems.append(Problem(what, "mass", "M must be positive"))
    if problems:
        raise ModelError(problems)


def _semidefinite(matrix: sparse.csr_matrix) -> bool:
    """Whether a symmetric matrix has no negative eigenvalue, by the signs of its pivots."""
    diagonal = matrix.diagonal()
    present = np.flatnonzero(diagonal)
    absent = np.setdiff1d(np.arange(len(diagonal)), present)
    if np.any(diagonal < 0) or present.size == 0 or abs(matrix[absent]).sum() > 0:
        return False
    raised = matrix[present][:, present] + sparse.diags_array(1e-12 * diagonal[present])
    try:
        return bool(np.all(symmetric_factors(raised).U.diagonal() > 0))
    except RuntimeError:  # a pivot of exactly zero, although it was raised
        return False


def _lowest(support: Support, count: int) -> tuple[np.ndarray, np.ndarray]:
    """The lowest eigenvalues ω² and shapes of unit mass, in ascending order.

    One more is found than asked for, so that a pair of equal frequency is turned as a whole.
    """
    size = len(support.loose)
    if size <= DENSE or count > size // 3:
        return _dense(support, count)
    mass = support.structure.mass
    total = mass.shape[0]
    flexibility = LinearOperator((total, total), support.displacement, dtype=float)
    start = support.displacement(mass @ np.random.default_rng(6).standard_normal(total))
    try:
        squares, shapes = eigsh(
            support.structure.stiffness, count + 1, mass, sigma=0.0, OPinv=flexibility, v0=start
        )
    except ArpackNoConvergence as failure:
        what = f"only {len(failure.eigenvalues)} of {count} modes were found"
        raise ModelError([Problem(what, "modes", "ask for fewer")]) from None
    order = np.argsort(squares)
    return squares[order], support.without_rigid(shapes[:, order])


def _dense(support: Support, count: int) -> tuple[np.ndarray, np.ndarray]:
    """Modes by all eigenvalues of M on the flexible displacements C, with CᵀKC near unity.

    Rounding blurs eigenvalues that are much less than the largest; so those near it are taken, what
    they move is removed, and the rest is solved again.
    """
    mass, stiffness = support.structure.mass, support.structure.stiffness
    left, found = support.flexibility_root, 0
    squares: list[np.ndarray] = []
    shapes: list[np.ndarray] = []
    while found <= count and left.shape[1]:
        sizes, turned = linalg.eigh(_on(left, mass), _on(left, stiffness))
        moved = left @ turned
        if not found and sizes[0] < -1e-9 * sizes[-1]:
            what = "a mass matrix with which some motion has no positive kinetic energy"
            raise ModelError([Problem(what, "mass", "M must be positive")])
        if squares and sizes[-1] * squares[0][0] <= MASSLESS:
            break
        near = np.flatnonzero(sizes > 1e-4 * sizes[-1])[::-1]
        squares.append(1 / sizes[near])
        shapes.append(moved[:, near] / np.sqrt(sizes[near]))
        found += len(near)
        left = np.delete(moved, near, axis=1)
        for known in shapes:
            left = left - known @ (known.T @ (mass @ left))
    if found < count:
        what = f"{count} modes of a structure whose mass allows for {found}"
        raise ModelError([Problem(what, "count", f"1 to {found}")])
    return np.concatenate(squares), np.hstack(shapes)


def _on(shapes: np.ndarray, matrix: sparse.csr_array) -> np.ndarray:
    projected = shapes.T @ (matrix @ shapes)
    return (projected + projected.T) / 2


def _turned(structure: Structure, squares: np.ndarray, shapes: np.ndarray) -> np.ndarray:
    """Modes of equal frequency, turned so that largest displacements belong to one mode each."""
    shapes = shapes.copy()
    along = ~np.isin(structure.degrees[:, 1], (3, 4, 5))
    first = 0
    for last in range(1, len(squares) + 1):
        if last < len(squares) and squares[last] - squares[last - 1] < EQUAL * squares[last]:
            continue
        for k in range(first, last - 1):
            rows = shapes[along, k:last]
            where = _largest(np.linalg.norm(rows, axis=1))
            reflection, _ = linalg.qr(rows[where][:, None])
            shapes[:, k:last] = shapes[:, k:last] @ reflection
        first = last
    return shapes


def _signed(structure: Structure, shapes: np.ndarray) -> np.ndarray:
    """Modes whose largest displacement is positive."""
    along = ~np.isin(structure.degrees[:, 1], (3, 4, 5))
    signs = [column[_largest(np.abs(column))] for column in shapes[along].T]
    return shapes * np.where(np.array(signs) < 0, -1.0, 1.0)


def _largest(sizes: np.ndarray) -> int:
    """Where the largest is: the first of those that are equal but for rounding."""
    return int(np.argmax(sizes >= (1 - 1e-6) * sizes.max()))
