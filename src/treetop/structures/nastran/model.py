"""A structure from grid points and matrices of Nastran."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem
from treetop.structures.checks import checked
from treetop.structures.elements.sparse import symmetric
from treetop.structures.nastran.bulk import Card, read_bulk
from treetop.structures.nastran.dmig import Degree, Dmig, dmigs
from treetop.structures.nastran.eigenvectors import Eigenvectors
from treetop.structures.nastran.grids import Grid, grids
from treetop.structures.nastran.op4 import read_op4
from treetop.structures.structure import Structure

Place = str | os.PathLike[str]


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
        of freedom.
    matrices : path, optional
        OUTPUT4, or DMIG cards if its name ends in ``.pch``, ``.bdf``, ``.dat`` or ``.nas``; by
        default the DMIG cards of `bulk`.
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
    cards = read_bulk(bulk)
    try:
        points = {grid.number: grid for grid in grids(cards)}
    except ModelError as error:
        raise ModelError(p._replace(file=str(bulk)) for p in error.problems) from None
    source = bulk if matrices is None else matrices
    if Path(source).suffix.lower() in (".pch", ".bdf", ".dat", ".nas"):
        punched = dmigs(cards if matrices is None else read_bulk(source))
        M, K = (_named(punched, name, source) for name in (mass, stiffness))
        order = _dmig_order(M, K) if degrees is None else list(degrees)
        pair = [_of_dmig(matrix, order, source) for matrix in (M, K)]
    else:
        written = read_op4(source)
        pair = [_named(written, name, source) for name in (mass, stiffness)]
        order = _order(cards, points, pair[0].shape[0], degrees, bulk)
    return _structure(points, order, pair, length, kilograms, str(source))


def nastran_shapes(
    structure: Structure, bulk: Place, vectors: Eigenvectors, *, length: float = 1.0
) -> np.ndarray:
    """Eigenvectors (n, m) in the degrees of freedom of a structure from `nastran_structure`."""
    points = {str(grid.number): grid for grid in grids(read_bulk(bulk))}
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


def _named(found: Mapping[str, Any], name: str, path: Place) -> Any:
    if name.upper() in found:
        return found[name.upper()]
    hint = f"there are {', '.join(found)}" if found else "there are no matrices in it"
    raise ModelError([Problem(f"there is no matrix {name}", hint=hint, file=str(path))])


def _dmig_order(M: Dmig, K: Dmig) -> list[Degree]:
    return sorted(M.degrees | K.degrees)


def _of_dmig(matrix: Dmig, order: list[Degree], path: Place) -> sparse.csr_array:
    missing = sorted(matrix.degrees - set(order))
    if missing:
        what = f"degrees of freedom leave out {missing[0]} of {matrix.name}"
        raise ModelError([Problem(what, "degrees", "all that the matrix has", file=str(path))])
    row, column, value = matrix.matrix(order)
    places = (row.astype(int), column.astype(int))
    return sparse.csr_array((value, places), shape=(len(order), len(order)))


def _order(
    cards: list[Card],
    points: dict[int, Grid],
    count: int,
    degrees: Sequence[Degree] | None,
    path: Place,
) -> list[Degree]:
    if degrees is not None:
        return [(int(grid), int(component)) for grid, component in degrees]
    everything = [(number, component) for number in points for component in range(1, 7)]
    try:
        analysed = sorted(
            {degree for degree in _analysis_set(cards, points) if degree[0] in points}
        )
    except ModelError as error:
        raise ModelError(p._replace(file=str(path)) for p in error.problems) from None
    for order in (everything, analysed):
        if len(order) == count:
            return order
    what = f"matrices have {count} rows, {len(points)} grid points have {6 * len(points)}"
    what += f", ASET cards name {len(analysed)}" if analysed else ""
    hint = "wrong number of nodes: say degrees, a grid point and a component for each row"
    raise ModelError([Problem(what, "degrees", hint, file=str(path))])


def _analysis_set(cards: list[Card], numbers: Iterable[int]) -> list[Degree]:
    found = []
    for card in cards:
        try:
            found += [
                (int(grid), int(c))
                for grid, components in _pairs(card, numbers)
                for c in components
            ]
        except ValueError:
            what = f"{card.name} does not name grid points and components"
            raise ModelError([Problem(what, hint="whole numbers", line=card.line)]) from None
    return found


def _pairs(card: Card, numbers: Iterable[int]) -> list[tuple[str, str]]:
    """Grid points and components of a card that names them."""
    if card.name == "ASET":
        pairs = [(card.text(k), card.text(k + 1)) for k in range(0, len(card.fields), 2)]
        return [(grid, components) for grid, components in pairs if grid]
    named = _listed(card, numbers) if card.name == "ASET1" else []
    return [(grid, card.text(0)) for grid in named]


def _listed(card: Card, numbers: Iterable[int]) -> list[str]:
    """Grid points that a card names, of those that there are where it names a range."""
    fields = [text for text in card.fields[1:] if text]
    if len(fields) == 3 and fields[1].upper() == "THRU":
        first, last = int(fields[0]), int(fields[2])
        return [str(k) for k in numbers if first <= k <= last]
    return fields


def _structure(
    points: dict[int, Grid],
    order: list[Degree],
    pair: list[sparse.csr_array],
    length: float,
    kilograms: float,
    path: str,
) -> Structure:
    numbers = sorted({grid for grid, _ in order})
    lost = [grid for grid in numbers if grid not in points]
    if lost:
        what = f"there is no GRID {lost[0]}"
        raise ModelError([Problem(what, "degrees", "bulk data with all grid points", file=path)])
    node = {number: k for k, number in enumerate(numbers)}
    degrees = np.array([(node[grid], component - 1) for grid, component in order])
    turn = _turned(degrees, [points[number].axes for number in numbers], path)
    unit = np.where(degrees[:, 1] < 3, 1.0, length) * np.sqrt(kilograms)
    change = sparse.diags_array(unit) @ turn
    for matrix in pair:
        if matrix.shape != (len(order), len(order)) or np.iscomplexobj(matrix.data):
            what = f"a matrix of shape {matrix.shape} for {len(order)} degrees of freedom"
            hint = "wrong number of nodes, or a matrix that is not real"
            raise ModelError([Problem(what, "degrees", hint, file=path)])
        if not _is_symmetric(matrix):
            what = "a matrix is not symmetric"
            raise ModelError([Problem(what, hint="is the file whole?", file=path)])
    M, K = (symmetric(sparse.csr_array(change @ matrix @ change.T)) for matrix in pair)
    positions = length * np.array([points[number].position for number in numbers])
    names = {str(number): k for number, k in node.items()}
    try:
        return checked(Structure(positions, degrees, M, K, names))
    except ModelError as error:
        raise ModelError(p._replace(file=path) for p in error.problems) from None


def _is_symmetric(matrix: sparse.csr_array) -> bool:
    """But for rounding, each entry beside its own size and that of its diagonal."""
    entries = sparse.coo_array(abs(matrix - matrix.T))
    scale = np.sqrt(abs(matrix.diagonal()))
    size = sparse.csr_array(abs(matrix))[entries.row, entries.col]
    least = 1e-9 * scale[entries.row] * scale[entries.col]
    return bool(np.all(entries.data <= 1e-6 * size + least))


def _turned(degrees: np.ndarray, axes: list[np.ndarray], path: str) -> sparse.csr_array:
    """From displacements in the axes of grid points to those of the basic system."""
    place = {(int(node), int(direction)): k for k, (node, direction) in enumerate(degrees)}
    rows, columns, values = [], [], []
    for (node, direction), k in place.items():
        R, first = axes[node], 3 * (direction // 3)
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
