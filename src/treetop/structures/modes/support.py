"""What holds a structure: held degrees of freedom, and the motion as one piece that they leave.

    K u = f - M R (RᵀM R)⁻¹ Rᵀf,    RᵀM u = 0,    u = 0 where held

R are the motions as one piece that are left free.  A load that they do not balance is balanced by
its own inertia (inertia relief), so that a free structure has a displacement too; where nothing is
left free this is the plain static displacement.
"""

from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar, cast

import numpy as np
from scipy import linalg, sparse
from scipy.sparse.linalg import SuperLU, splu

from treetop.errors import ModelError, Problem
from treetop.structures.structure import LABELS, Structure

__all__ = ["Held", "Support", "held_degrees", "held_is_fixed"]

Held = Iterable[str | int] | Mapping[str | int, str | Iterable[str]] | str | int

# K R of a motion as one piece, and pivots of a mechanism, as a part of what is usual.
FREE, SINGULAR = 1e-8, 1e-14


F = TypeVar("F", bound=Callable[..., Any])


def held_is_fixed(function: F) -> F:
    """Accept the argument `fixed` under its former name `held`, with a warning."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if "held" in kwargs:
            text = f"{function.__name__}: the argument 'held' is now called 'fixed'"
            warnings.warn(text, FutureWarning, stacklevel=2)
            kwargs["fixed"] = kwargs.pop("held")
        return function(*args, **kwargs)

    return cast(F, call)


def held_degrees(structure: Structure, held: Held) -> np.ndarray:
    """Indices of the degrees of freedom that are held, in ascending order.

    Parameters
    ----------
    held : node, nodes, or mapping
        Nodes by name or index, all of whose degrees of freedom are held; or from each node to the
        directions that are, of ``x y z rx ry rz``, in a list or as one string with spaces.
    """
    if isinstance(held, Mapping):
        each = [structure.held(node, directions) for node, directions in held.items()]
        return np.unique(np.concatenate(each)) if each else np.zeros(0, dtype=int)
    return structure.held(held)


class Support:
    """A structure with what holds it.

    Attributes
    ----------
    structure : Structure
    fixed : ndarray of int
        Degrees of freedom that are held.
    loose : ndarray of int
        All others.
    """

    def __init__(self, structure: Structure, fixed: np.ndarray) -> None:
        self.structure = structure
        self.fixed = np.asarray(fixed, dtype=int)
        self.loose = np.setdiff1d(np.arange(len(structure.degrees)), self.fixed)
        if self.loose.size == 0:
            raise ModelError([Problem("every degree of freedom is held", "held")])

    @cached_property
    def _free(self) -> np.ndarray:
        """Motions as one piece that are left, (n, s), whether they have mass or not."""
        structure = self.structure
        motions = structure.rigid_modes(structure.positions.mean(axis=0))
        motions = linalg.orth(motions / np.maximum(np.abs(motions).max(axis=0), 1e-300), 1e-9)
        motions = motions @ _null(motions[self.fixed] / np.abs(motions).max())
        motions[self.fixed] = 0.0
        stiffness = structure.stiffness @ motions
        size = abs(structure.stiffness) @ np.abs(motions)
        return motions @ _null(stiffness / size.max(initial=1e-300), FREE)

    @cached_property
    def rigid(self) -> np.ndarray:
        """The rigid motions that have mass, (n, r), orthonormal with respect to it.

        A row of points may turn about itself without any, so s > r is no mistake.
        """
        inertia = self._free.T @ (self.structure.mass @ self._free)
        sizes, turned = np.linalg.eigh(inertia)
        least = 1e-12 * abs(self.structure.mass).max()
        if np.any(sizes < -least):
            what = "the mass matrix gives a motion as one piece negative kinetic energy"
            raise ModelError([Problem(what, "mass", "M must be positive")])
        massive = sizes > least
        return self._free @ (turned[:, massive] / np.sqrt(sizes[massive]))

    @cached_property
    def _determinate(self) -> np.ndarray:
        """Degrees of freedom whose holding would just stop the motion as one piece."""
        free = self._free[self.loose]
        if free.shape[1] == 0:
            return np.zeros(0, dtype=int)
        _, order = linalg.qr(free.T, mode="r", pivoting=True)
        return self.loose[np.sort(order[: free.shape[1]])]

    @property
    def elastic(self) -> int:
        """How many degrees of freedom are left beside motion as one piece."""
        return len(self.loose) - self._free.shape[1]

    @cached_property
    def _solved(self) -> tuple[np.ndarray, SuperLU]:
        """Degrees of freedom that a determinate support leaves, and factors of their stiffness."""
        inner = np.setdiff1d(self.loose, self._determinate)
        stiffness = self.structure.stiffness[inner][:, inner]
        usual = stiffness.diagonal()
        if usual.min() <= 0:
            raise ModelError([self._mechanism(inner[np.argmin(usual)])])
        try:
            factors = symmetric_factors(stiffness)
        except RuntimeError:  # a pivot of exactly zero, which a little stiffness shows
            factors = symmetric_factors(stiffness + sparse.diags_array(1e-16 * usual))
        pivots = factors.U.diagonal()[factors.perm_c] / usual
        if pivots.min() <= SINGULAR:
            raise ModelError([self._mechanism(inner[np.argmin(pivots)])])
        return inner, factors

    @cached_property
    def flexibility_root(self) -> np.ndarray:
        """C with C Cᵀ = the flexibility, from loads to their `displacement`; dense."""
        inner, _ = self._solved
        factor = linalg.cholesky(self.structure.stiffness[inner][:, inner].toarray(), lower=True)
        root = np.zeros((len(self.structure.degrees), len(inner)))
        root[inner] = linalg.solve_triangular(factor, np.eye(len(inner)), lower=True, trans="T")
        return self.without_rigid(root)

    def _mechanism(self, degree: int) -> Problem:
        node, direction = self.structure.degrees[degree]
        return Problem(
            f"node {self.structure.label(int(node))} moves along {LABELS[direction]} "
            "without resistance, or its stiffness is negative",
            "stiffness",
            "the structure is a mechanism: connect it, or hold that degree of freedom",
        )

    def without_rigid(self, displacement: np.ndarray) -> np.ndarray:
        """Displacements whose part as one piece is taken out: orthogonal to it in the mass."""
        rigid = self.rigid
        return displacement - rigid @ (rigid.T @ (self.structure.mass @ displacement))

    def balanced(self, load: np.ndarray) -> np.ndarray:
        """A load with the inertia that balances what is left free."""
        rigid = self.rigid
        return load - self.structure.mass @ (rigid @ (rigid.T @ load))

    def displacement(self, load: np.ndarray) -> np.ndarray:
        """Static displacement [m, rad] under loads (n,) or (n, k) [N, N m], relieved by inertia."""
        inner, factors = self._solved
        found = np.zeros_like(load, dtype=float)
        found[inner] = factors.solve(np.ascontiguousarray(self.balanced(load)[inner], dtype=float))
        return self.without_rigid(found)


def symmetric_factors(matrix: sparse.sparray) -> SuperLU:
    """Factors of a symmetric matrix without interchanges, so that pivots say if it is positive."""
    options = {"SymmetricMode": True}
    ordered = sparse.csc_array(matrix)
    return splu(ordered, "MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)


def _null(matrix: np.ndarray, tolerance: float = 1e-9) -> np.ndarray:
    """An orthonormal basis of what a matrix takes to nothing."""
    if matrix.shape[0] == 0:
        return np.eye(matrix.shape[1])
    _, sizes, turned = np.linalg.svd(np.linalg.qr(matrix, mode="r"))
    rank = int(np.sum(sizes > tolerance))
    return turned[rank:].T
