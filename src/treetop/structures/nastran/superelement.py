"""External superelements (EXTSEOUT): boundary grid points and modal coordinates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem
from treetop.structures.modes.damping import MatrixDamping
from treetop.structures.nastran.model import Matrices, Place, read_matrices
from treetop.structures.nastran.sets import Degree
from treetop.structures.structure import Structure

__all__ = ["Superelement", "nastran_superelement"]

# Names in files, by what they are: on DMIG cards, in OUTPUT4 and OUTPUT2.
_NAMES = {
    "mass": ("MAAX", "MAA", "MXX"),
    "stiffness": ("KAAX", "KAA", "KXX"),
    "damping": ("BAAX", "BAA", "BXX"),
    "loss": ("K4AAX", "K4AA", "K4XX"),
    "loads": ("PAX", "PA", "PXX"),
}


@dataclass(frozen=True, eq=False)
class Superelement:
    """A structure by its boundary and its modal coordinates, with what else its file has.

    Attributes
    ----------
    structure : Structure
        Nodes are the boundary's grid points and the modal coordinates, all named by number.
    damping : MatrixDamping or None
        Viscous damping (BAAX), for `FlexibleBody`.
    loss : sparse (n, n) or None
        The imaginary part of the stiffness (K4AAX) [N/m, N, N m]. No material has it at all
        frequencies, so that it is not applied: `StructuralDamping` comes near it within a band.
    loads : array (n, k)
        Loads on the coordinates (PAX) [N, N m], not applied; k may be 0.
    """

    structure: Structure
    damping: MatrixDamping | None
    loss: sparse.csr_array | None
    loads: np.ndarray

    @property
    def boundary(self) -> tuple[str, ...]:
        """Names of the grid points."""
        s = self.structure
        grids = set(s.degrees[~s.modal, 0].tolist())
        return tuple(name for name, node in s.names.items() if node in grids)


def nastran_superelement(
    bulk: Place,
    matrices: Place | None = None,
    *,
    degrees: Sequence[Degree] | None = None,
    length: float = 1.0,
    kilograms: float = 1.0,
) -> Superelement:
    """A superelement from what EXTSEOUT writes.

    Parameters
    ----------
    bulk : path
        GRID, CORD2x, SPOINT, ASET, BSET, CSET and QSET cards, and perhaps DMIG ones (``.pch``,
        ``.asm``, ``.bdf``); or OUTPUT2 (``.op2``).
    matrices : path, optional
        Where matrices are, if they are not there: OUTPUT4 (MATOP4), OUTPUT2, or DMIG cards
        (DMIGPCH). Their names are KAAX, MAAX, BAAX, K4AAX and PAX, or those without X.
    degrees : sequence of (int, int), optional
        Point and component of each row, as in `nastran_structure`.
    length, kilograms : float
        The units of the file in m and kg: 1e-3 and 1e3 for mm, t, s.

    Returns
    -------
    Superelement
        Rigid mass properties of its structure follow from the boundary's motion as one piece.
    """
    read = read_matrices(bulk, matrices, degrees)
    M, K = read.pair(_name(read, "mass"), _name(read, "stiffness"))
    structure, change = read.structure(M, K, length, kilograms)
    if not structure.modal.any():
        what = "has no scalar points and no q-set"
        hint = "a superelement with modal coordinates; nastran_structure reads others"
        raise ModelError([Problem(what, hint=hint, file=read.path)])
    damping, loss = (_optional(read, role) for role in ("damping", "loss"))
    loads = _optional(read, "loads")
    force = np.zeros((structure.size, 0)) if loads is None else (change @ loads).toarray()
    return Superelement(
        structure,
        None if damping is None else MatrixDamping(change @ damping @ change.T),
        None if loss is None else sparse.csr_array(change @ loss @ change.T),
        np.sqrt(kilograms) * length * force,
    )


def _name(read: Matrices, role: str) -> str:
    """What a matrix is called in this file, or would be."""
    return next((name for name in _NAMES[role] if name in read), _NAMES[role][0])


def _optional(read: Matrices, role: str) -> sparse.csr_array | None:
    name = _name(read, role)
    return read.named(name) if name in read else None
