"""A structure from grid points and matrices of Nastran."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem
from treetop.structures.checks import checked
from treetop.structures.elements.sparse import symmetric
from treetop.structures.nastran.bulk import read_bulk
from treetop.structures.nastran.dmig import Dmig, dmigs
from treetop.structures.nastran.eigenvectors import Eigenvectors
from treetop.structures.nastran.grids import grids
from treetop.structures.nastran.op2 import read_op2
from treetop.structures.nastran.op4 import read_op4
from treetop.structures.nastran.sets import Degree, Points, points, row_order
from treetop.structures.structure import MODAL, Structure

Place = str | os.PathLike[str]

NOISE = 1e-4  # of the stiffness of the lowest mode with all mass, what rounding may leave
WIDEST = 500.0  # m between grid points, from which on they are likely mm
_PUNCHED = (".pch", ".bdf", ".dat", ".nas", ".asm")


def nastran_structure(
    bulk: Place,
    matrices: Place | None = None,
    *,
    mass: str = "MGG",
    stiffness: str = "KGG",
    degrees: Sequence[Degree] | None = None,
    length: float = 1.0,
    kilograms: float = 1.0,
) -> Structure:
    """A structure from a file of bulk data and its matrices.

    Parameters
    ----------
    bulk : path
        GRID cards, coordinate systems, and ASET1 or ASET cards where matrices are of these degrees
        of freedom; or OUTPUT2 (``.op2``).
    matrices : path, optional
        OUTPUT4, OUTPUT2 if its name ends in ``.op2``, or DMIG cards if it ends in ``.pch``,
        ``.bdf``, ``.dat``, ``.nas`` or ``.asm``; by default those of `bulk`.
    mass, stiffness : str
        Names of the two matrices.
    degrees : sequence of (int, int), optional
        Grid point and component (1 to 6) of each row. By default all six of all grid points by
        number, or those of ASET cards, whichever have the right count; DMIG cards tell it
        themselves.
    length, kilograms : float
        The units of the file in m and kg: 1e-3 and 1e3 for mm, t, s.

    Returns
    -------
    Structure
        Nodes are the grid points with degrees of freedom, named by their numbers; directions are
        those of the basic system.
    """
    read = read_matrices(bulk, matrices, degrees)
    M, K = read.pair(mass, stiffness)
    return read.structure(M, K, length, kilograms)[0]


def nastran_shapes(
    structure: Structure, bulk: Place, vectors: Eigenvectors, *, length: float = 1.0
) -> np.ndarray:
    """Eigenvectors (n, m) in the degrees of freedom of a structure from `nastran_structure`."""
    cards = read_op2(bulk).cards if _suffix(bulk) == ".op2" else read_bulk(bulk)
    points = {str(grid.number): grid for grid in grids(cards)}
    found = np.zeros((structure.size, len(vectors.values)))
    number = {node: name for name, node in structure.names.items()}
    for k, (node, direction) in enumerate(structure.degrees):
        name = number[int(node)]
        if int(name) not in vectors.shapes:
            what = f"there is no eigenvector for grid point {name}"
            raise ModelError([Problem(what, "eigenvectors", "VECTOR(PUNCH) = ALL")])
        shape = vectors.shapes[int(name)].reshape(2, 3, -1)[direction // 3]
        moved = points[name].axes[direction % 3] @ shape
        found[k] = moved * length if direction < 3 else moved
    return found


class Matrices:
    """Points of bulk data, and matrices by name, whose rows are in one order.

    Attributes
    ----------
    bulk, path : str
        The files of the points and of the matrices.
    order : list of Degree or None
        The degree of freedom of each row, once it is known.
    """

    def __init__(
        self,
        points: Points,
        found: Mapping[str, Dmig] | Mapping[str, sparse.csr_array],
        degrees: Sequence[Degree] | None,
        files: tuple[Place, Place],
    ) -> None:
        self.points, self.found = points, found
        self.bulk, self.path = map(str, files)
        self.order = None if degrees is None else row_order(points, 0, degrees, self.bulk)

    def __contains__(self, name: str) -> bool:
        return name in self.found

    def pair(self, mass: str, stiffness: str) -> list[sparse.csr_array]:
        """The mass and the stiffness, which have all degrees of freedom in them."""
        both = [self._found(name) for name in (mass, stiffness)]
        if self.order is None:
            punched = [matrix.degrees for matrix in both if isinstance(matrix, Dmig)]
            self.order = (
                sorted(set.union(*punched))
                if punched
                else row_order(self.points, both[0].shape[0], None, self.bulk)
            )
        return [self.named(name) for name in (mass, stiffness)]

    def named(self, name: str) -> sparse.csr_array:
        """A matrix by its name."""
        found = self._found(name)
        if not isinstance(found, Dmig):
            return found
        assert self.order is not None
        missing = sorted(found.degrees - set(self.order))
        if missing:
            what = f"degrees of freedom leave out {missing[0]} of {found.name}"
            raise ModelError([Problem(what, "degrees", "all that the matrix has", file=self.path)])
        return found.matrix(self.order)

    def _found(self, name: str) -> Any:
        found = self.found.get(name.upper())
        if found is None:
            known = ", ".join(self.found)
            hint = f"there are {known}" if known else "there are no matrices in it"
            raise ModelError([Problem(f"there is no matrix {name}", hint=hint, file=self.path)])
        return found

    def structure(
        self, M: sparse.csr_array, K: sparse.csr_array, length: float, kilograms: float
    ) -> tuple[Structure, sparse.csr_array]:
        """The structure of a mass and a stiffness, and what changes its rows to those of the
        structure, in SI."""
        order = self.order or []
        places = _places(self.points, order, self.path)
        turn = _turned(places, self.path)
        unit = np.where(np.isin(places.degrees[:, 1], (3, 4, 5)), length, 1.0)
        change = sparse.csr_array(sparse.diags_array(unit * np.sqrt(kilograms)) @ turn)
        for matrix in (M, K):
            if matrix.shape != (len(order), len(order)) or np.iscomplexobj(matrix.data):
                what = f"a matrix of shape {matrix.shape} for {len(order)} degrees of freedom"
                hint = "wrong number of nodes, or a matrix that is not real"
                raise ModelError([Problem(what, "degrees", hint, file=self.path)])
            if not _is_symmetric(matrix):
                what = "a matrix is not symmetric"
                raise ModelError([Problem(what, hint="is the file whole?", file=self.path)])
        pair = [symmetric(sparse.csr_array(change @ matrix @ change.T)) for matrix in (M, K)]
        positions = length * places.positions
        try:
            made = Structure(positions, places.degrees, pair[0], pair[1], places.names)
            made = checked(without_noise(made))
        except ModelError as error:
            raise ModelError(p._replace(file=self.path) for p in error.problems) from None
        _warn_of_span(positions, length)
        return made, change


def read_matrices(
    bulk: Place, matrices: Place | None, degrees: Sequence[Degree] | None = None
) -> Matrices:
    """Points of a file, and the matrices of it or of another."""
    source = bulk if matrices is None else matrices
    geometry = read_op2(bulk) if _suffix(bulk) == ".op2" else None
    cards = read_bulk(bulk) if geometry is None else geometry.cards
    try:
        known = points(cards)
        if _suffix(source) in _PUNCHED:
            found: Any = dmigs(cards if matrices is None else read_bulk(source), known.degree)
        elif _suffix(source) == ".op2":
            found = (read_op2(source) if geometry is None or matrices else geometry).matrices
        else:
            found = read_op4(source)
    except ModelError as error:
        raise ModelError(p._replace(file=p.file or str(bulk)) for p in error.problems) from None
    return Matrices(known, found, degrees, (bulk, source))


def _suffix(path: Place) -> str:
    return Path(path).suffix.lower()


class _Places(NamedTuple):
    """Nodes for rows: positions and names of each, node and direction of rows, axes of nodes."""

    positions: np.ndarray
    names: dict[str, int]
    degrees: np.ndarray
    axes: list[np.ndarray]


def _places(points: Points, order: list[Degree], path: str) -> _Places:
    """Nodes at grid points, and one for each modal coordinate in their midst."""
    modal = [degree for degree in order if points.is_modal(degree)]
    numbers = sorted({number for number, _ in set(order) - set(modal)})
    lost = [number for number in numbers if number not in points.grids]
    if lost or not numbers or len(set(order)) < len(order):
        what = "a row is there twice, or there are modal coordinates alone"
        what = f"there is no GRID {lost[0]}" if lost else what
        raise ModelError([Problem(what, "degrees", "bulk data with all grid points", file=path)])
    node = {number: k for k, number in enumerate(numbers)}
    own = {degree: len(numbers) + k for k, degree in enumerate(modal)}
    places = [points.grids[number].position for number in numbers]
    places += [np.mean(places, axis=0)] * len(modal)
    names = {str(number): k for number, k in node.items()}
    names |= {f"{p}.{c}" if c else str(p): k for (p, c), k in own.items()}
    degrees = [
        (own[degree], MODAL) if degree in own else (node[degree[0]], degree[1] - 1)
        for degree in order
    ]
    axes = [points.grids[number].axes for number in numbers] + [np.eye(3)] * len(modal)
    return _Places(np.array(places), names, np.array(degrees), axes)


def without_noise(structure: Structure) -> Structure:
    """The structure, whose boundary of one grid point has no stiffness, not that of rounding."""
    boundary, modal = np.flatnonzero(~structure.modal), np.flatnonzero(structure.modal)
    rigid = structure.rigid_modes(structure.positions.mean(axis=0))[boundary]
    if not len(modal) or np.linalg.matrix_rank(rigid) < len(boundary):
        return structure
    M, K = structure.mass.diagonal(), structure.stiffness.tolil()
    least = np.min(structure.stiffness.diagonal()[modal] / np.maximum(M[modal], 1e-300))
    usual = least * np.sqrt(np.outer(np.maximum(M[boundary], 0), np.maximum(M, 0)))
    if (abs(structure.stiffness[boundary].toarray()) > NOISE * usual.max()).any():
        return structure  # held to the ground, about which a warning is given
    K[boundary, :] = 0.0
    K[:, boundary] = 0.0
    return replace(structure, stiffness=sparse.csr_array(K))


def _warn_of_span(positions: np.ndarray, length: float) -> None:
    span = np.ptp(positions, axis=0).max()
    if span > WIDEST and length == 1.0:
        warnings.warn(
            f"the grid points are {span:.3g} m apart: is the file in mm and t, "
            "length=1e-3 and kilograms=1e3?",
            stacklevel=4,
        )


def _is_symmetric(matrix: sparse.csr_array) -> bool:
    """But for rounding, each entry beside its own size and that of its diagonal."""
    entries = sparse.coo_array(abs(matrix - matrix.T))
    scale = np.sqrt(abs(matrix.diagonal()))
    size = sparse.csr_array(abs(matrix))[entries.row, entries.col]
    least = 1e-9 * scale[entries.row] * scale[entries.col]
    return bool(np.all(entries.data <= 1e-6 * size + least))


def _turned(places: _Places, path: str) -> sparse.csr_array:
    """From displacements in the axes of grid points to those of the basic system."""
    degrees = places.degrees
    place = {(int(node), int(direction)): k for k, (node, direction) in enumerate(degrees)}
    modal = np.flatnonzero(degrees[:, 1] == MODAL).tolist()
    rows, columns, values = list(modal), list(modal), [1.0] * len(modal)
    for (node, direction), k in place.items():
        if direction == MODAL:
            continue
        R, first = places.axes[node], 3 * (direction // 3)
        for other in range(3):
            value = R[direction % 3, other]
            source = place.get((node, first + other))
            if abs(value) < 1e-15:
                continue
            if source is None:
                what = f"node {node} has turned axes and not all three directions"
                raise ModelError([Problem(what, "degrees", "all three, or basic axes", file=path)])
            rows.append(k)
            columns.append(source)
            values.append(value)
    n = len(degrees)
    return sparse.csr_array((values, (rows, columns)), shape=(n, n))
