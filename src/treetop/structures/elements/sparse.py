"""Blocks of elements added up into sparse matrices."""

from __future__ import annotations

import numpy as np
from scipy import sparse


def sparse_assembly(
    blocks: np.ndarray, rows: np.ndarray, columns: np.ndarray, shape: tuple[int, int]
) -> sparse.csr_array:
    """The sparse sum of blocks (E, r, c) at rows (E, r) and columns (E, c)."""
    row = np.broadcast_to(rows[:, :, None], blocks.shape)
    column = np.broadcast_to(columns[:, None, :], blocks.shape)
    found = blocks != 0
    return sparse.csr_array((blocks[found], (row[found], column[found])), shape=shape)


def stacked_rows(blocks: np.ndarray, columns: np.ndarray, n: int) -> sparse.csr_array:
    """Rows of blocks (E, r, c) at columns (E, c) one after another, of n columns."""
    count, rows = blocks.shape[:2]
    return sparse_assembly(blocks, numbered(0, count, rows), columns, (count * rows, n))


def symmetric(matrix: sparse.csr_array) -> sparse.csr_array:
    """A matrix whose rounding is the same on both sides of the diagonal."""
    return sparse.csr_array(0.5 * (matrix + matrix.T))


def numbered(first: int, blocks: int, rows: int) -> np.ndarray:
    """Row numbers (blocks, rows) in order, from `first` on."""
    return first + np.arange(blocks * rows).reshape(blocks, rows)


def crossed(v: np.ndarray) -> np.ndarray:
    """Matrices (k, 3, 3) that stand for v × of vectors (k, 3)."""
    x, y, z = v.T
    o = np.zeros_like(x)
    return np.stack([o, -z, y, z, o, -x, -y, x, o], axis=1).reshape(-1, 3, 3)
