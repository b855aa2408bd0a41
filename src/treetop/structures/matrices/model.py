"""A structure from nodes and two matrices in text."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from scipy import sparse

from treetop.errors import ModelError, Problem
from treetop.files import content_of, reading
from treetop.structures.matrices.coordinates import read_coordinates
from treetop.structures.matrices.harwell_boeing import read_harwell_boeing
from treetop.structures.matrices.market import MARK, read_market
from treetop.structures.nastran.grids import Grid
from treetop.structures.nastran.model import Matrices
from treetop.structures.nastran.sets import Degree, Points
from treetop.structures.structure import Structure

Place = str | os.PathLike[str]

_COMPONENTS = {"UX": 1, "UY": 2, "UZ": 3, "ROTX": 4, "ROTY": 5, "ROTZ": 6}


def matrix_structure(
    nodes: Mapping[int, Sequence[float]] | Place,
    mass: Place,
    stiffness: Place,
    *,
    degrees: Sequence[Degree] | Place | None = None,
    length: float = 1.0,
    kilograms: float = 1.0,
) -> Structure:
    """A structure from nodes and matrices that other codes wrote.

    Parameters
    ----------
    nodes : mapping, or path
        Positions by the numbers of nodes; a file has lines of a number and three coordinates, as
        ``*NODE`` of Abaqus and ``NLIST`` of Ansys.
    mass, stiffness : path
        MatrixMarket, Abaqus's lines of node, degree, node, degree, value (``.mtx``), or
        Harwell-Boeing; the content tells which.
    degrees : sequence of (int, int), or path, optional
        Node and direction (1 to 6) of each row; Abaqus's lines say it themselves. A file is Ansys's
        ``.mapping``: lines of a row, a node and UX to ROTZ. By default six of each node by number,
        or three, whichever have the right count.
    length, kilograms : float
        The units of the files in m and kg: 1e-3 and 1e3 for mm, t, s.

    Returns
    -------
    Structure
        Nodes are named by their numbers.
    """
    rows = _mapping(degrees) if isinstance(degrees, str | os.PathLike) else degrees
    pair = [_matrix(path) for path in (mass, stiffness)]
    orders = [order for order, _ in pair if order is not None]
    if orders and rows is None:
        rows = sorted({degree for order in orders for degree in order})
    known = _points(nodes)
    try:
        M, K = (_ordered(matrix, order, rows) for order, matrix in pair)
    except KeyError as error:
        what = f"degrees leave out {error.args[0]}, which has an entry"
        raise ModelError([Problem(what, "degrees", "all of both matrices")]) from None
    files = (str(mass), str(stiffness))
    read = Matrices(known, {"MASS": M, "STIFFNESS": K}, rows, files)
    M, K = read.pair("MASS", "STIFFNESS")
    return read.structure(M, K, length, kilograms)[0]


def _ordered(
    matrix: sparse.csr_array, order: list[Degree] | None, rows: Sequence[Degree] | None
) -> sparse.csr_array:
    """A matrix in an order of rows, if it knows its own."""
    if order is None or rows is None:
        return matrix
    place = {tuple(degree): k for k, degree in enumerate(rows)}
    numbers = np.array([place[degree] for degree in order], dtype=int)
    found = matrix.tocoo()
    places = (numbers[found.row], numbers[found.col])
    return sparse.csr_array((found.data, places), shape=(len(rows), len(rows)))


def _matrix(path: Place) -> tuple[list[Degree] | None, sparse.csr_array]:
    """The matrix of a file, and the degree of freedom of each row if it says it."""
    refusal = _refusal(path, "MatrixMarket, Abaqus's .mtx or Harwell-Boeing")
    content = content_of(path, refusal)
    with reading(refusal):
        text = content.decode("latin-1")
        if text.startswith(MARK):
            return None, read_market(text)
        lines = [line for line in text.splitlines()[:50] if line.strip() and line[0] != "*"]
        if lines and "," in lines[0]:
            return read_coordinates(text)
        return None, read_harwell_boeing(text)


def _lines(path: Place, hint: str) -> list[list[str]]:
    content = content_of(path, _refusal(path, hint)).decode("latin-1")
    return [line.replace(",", " ").split() for line in content.splitlines()]


def _points(nodes: Mapping[int, Sequence[float]] | Place) -> Points:
    """Nodes with the axes of the file."""
    found = _positions(nodes) if isinstance(nodes, str | os.PathLike) else nodes
    grids = {}
    for number, position in sorted(found.items()):
        p = np.asarray(position, dtype=float)
        if p.shape != (3,) or not np.isfinite(p).all():
            raise ModelError([Problem(f"node {number} is at {position}", "nodes", "x, y and z")])
        grids[int(number)] = Grid(int(number), p, np.eye(3))
    three = [(number, k) for number in grids for k in (1, 2, 3)]
    return Points(grids, set(), three, set())


def _positions(path: Place) -> dict[int, list[float]]:
    found: dict[int, list[float]] = {}
    hint = "lines of a node and three coordinates"
    for words in _lines(path, hint):
        try:
            number, x, y, z = int(words[0]), *map(float, words[1:4])
        except (ValueError, IndexError):
            continue  # titles and keywords
        if number in found:
            raise _refusal(path, hint)(f"node {number} is there twice")
        found[number] = [x, y, z]
    if not found:
        raise _refusal(path, hint)("has no nodes")
    return found


def _mapping(path: Place) -> list[Degree]:
    """Node and direction of each row, of Ansys's lines of a row, a node and a direction."""
    hint = "lines of a row, a node and UX, UY, UZ, ROTX, ROTY or ROTZ"
    rows: dict[int, Degree] = {}
    for words in _lines(path, hint):
        if len(words) == 3 and words[0].isdecimal() and words[1].isdecimal():
            if words[2].upper() not in _COMPONENTS:
                raise _refusal(path, hint)(f"row {words[0]} is {words[2]}")
            rows[int(words[0])] = (int(words[1]), _COMPONENTS[words[2].upper()])
    if sorted(rows) != list(range(1, len(rows) + 1)) or not rows:
        raise _refusal(path, hint)("does not have each row once")
    return [rows[k] for k in sorted(rows)]


def _refusal(path: Place, hint: str) -> Any:
    return lambda what: ModelError([Problem(what, hint=hint, file=str(path))])
