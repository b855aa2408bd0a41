"""Matrices as Abaqus writes them (``*MATRIX OUTPUT, FORMAT=MATRIX INPUT``): a line for each entry,
with node and degree of freedom of its row and of its column, and its value.

Of a symmetric matrix one triangle may be there, or both.
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

from treetop.structures.nastran.sets import Degree

HELD = 1e30  # diagonal entries from here on stand for supports


def read_coordinates(text: str) -> tuple[list[Degree], sparse.csr_array]:
    """Node and direction (1 to 6) of each row, and the matrix."""
    entries: dict[tuple[Degree, Degree], float] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("*"):
            continue
        words = line.replace(",", " ").split()
        try:
            a, i, b, j = map(int, words[:4])
            (value,) = map(float, words[4:])
        except ValueError:
            raise ValueError(f"line {number} is not node, degree, node, degree, value") from None
        _enter(entries, (a, i), (b, j), value, number)
    order = sorted({row for row, _ in entries})
    place = {degree: k for k, degree in enumerate(order)}
    places = np.array([(place[a], place[b]) for a, b in entries], dtype=int).reshape(-1, 2).T
    values, n = list(entries.values()), len(order)
    return order, sparse.csr_array((values, places), shape=(n, n))


def _enter(
    entries: dict[tuple[Degree, Degree], float],
    row: Degree,
    column: Degree,
    value: float,
    line: int,
) -> None:
    """Put an entry on both sides of the diagonal."""
    if not (row[0] > 0 and column[0] > 0 and min(row[1], column[1]) >= 1):
        raise ValueError(f"line {line} has an internal node; leave such parts out")
    if max(row[1], column[1]) > 6 or not np.isfinite(value):
        raise ValueError(f"line {line} has a degree of freedom beyond 6, or no finite value")
    if row == column and value >= HELD:
        raise ValueError(f"line {line} holds node {row[0]}; write matrices without supports")
    if entries.get((row, column), value) != value:
        raise ValueError(f"line {line} gives an entry another value than a line before")
    entries[row, column] = entries[column, row] = value
