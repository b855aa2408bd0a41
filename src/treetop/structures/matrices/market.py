"""Matrices in the MatrixMarket format: real or whole numbers, general or symmetric.

A reader of our own, since SciPy's does not survive every damaged file (R. F. Boisvert, R. Pozo and
K. A. Remington, *The Matrix Market Exchange Formats*, NISTIR 5935, 1996).
"""

from __future__ import annotations

import numpy as np
from scipy import sparse

MARK = "%%MatrixMarket"


def read_market(text: str) -> sparse.csr_array:
    """The matrix of a file, both triangles of a symmetric one."""
    lines = text.splitlines()
    words = lines[0].lower().split()
    layout, field, symmetry = words[2:5]
    if words[1] != "matrix" or field not in ("real", "double", "integer"):
        raise ValueError(f"a {field} {words[1]}; real matrices are read")
    if layout not in ("coordinate", "array") or symmetry not in ("general", "symmetric"):
        raise ValueError(f"{layout} {symmetry}; general and symmetric matrices are read")
    body = [line for line in lines[1:] if line.strip() and not line.startswith("%")]
    sizes = [int(word) for word in body[0].split()]
    rows, columns = sizes[:2]
    if min(sizes) < 0 or max(sizes) > len(text) or not rows * columns:
        raise ValueError(f"{rows} rows and {columns} columns")
    numbers = np.array(" ".join(body[1:]).split(), dtype=float)
    if not np.isfinite(numbers).all():
        raise ValueError("entries that are not finite")
    entries = _listed(numbers, sizes) if layout == "coordinate" else _full(numbers, sizes, symmetry)
    value, row, column = entries
    matrix = sparse.csr_array((value, (row, column)), shape=(rows, columns))
    if matrix.nnz < len(value):
        raise ValueError("an entry is there twice")
    if symmetry == "general":
        return matrix
    return sparse.csr_array(matrix + matrix.T - sparse.diags_array(matrix.diagonal()))


def _listed(numbers: np.ndarray, sizes: list[int]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values, rows and columns of lines with row, column and value."""
    if len(sizes) != 3 or len(numbers) != 3 * sizes[2]:
        raise ValueError(f"{len(numbers)} numbers in place of {3 * sizes[-1]}")
    row, column, value = numbers.reshape(-1, 3).T
    places = row.astype(int) - 1, column.astype(int) - 1
    for place, size in zip(places, sizes[:2], strict=True):
        if len(place) and not (place.min() >= 0 and place.max() < size):
            raise ValueError("an entry is outside the matrix")
    return value, *places


def _full(
    numbers: np.ndarray, sizes: list[int], symmetry: str
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Values, rows and columns of numbers by columns, of the lower triangle if symmetric."""
    rows, columns = sizes[:2]
    column, row = np.mgrid[:columns, :rows].reshape(2, -1)
    if symmetry == "symmetric":
        column, row = column[row >= column], row[row >= column]
    if len(numbers) != len(row):
        raise ValueError(f"{len(numbers)} numbers in place of {len(row)}")
    return numbers, row, column
