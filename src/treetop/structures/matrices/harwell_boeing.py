"""Matrices in the Harwell-Boeing format, as Ansys writes them (HBMAT), in text.

Four lines of header, a fifth where there are right-hand sides; then pointers to columns, row
indices and values in Fortran's fixed fields (I. S. Duff, R. G. Grimes and J. G. Lewis, *Users'
Guide for the Harwell-Boeing Sparse Matrix Collection*, 1992). Real assembled matrices are read.
"""

from __future__ import annotations

import re
from itertools import islice

import numpy as np
from scipy import sparse

from treetop.structures.nastran.bulk import finite

_FIELDS = re.compile(r"\(?\s*(?:\d+P\s*,?\s*)?(\d*)\s*([IEDFG])\s*(\d+)(?:\.\d+)?", re.IGNORECASE)


def read_harwell_boeing(text: str) -> sparse.csr_array:
    """The matrix of a file, both triangles of a symmetric one."""
    lines = text.splitlines()
    counts = [int(word) for word in lines[1].split()]
    kind = lines[2][:3].upper()
    rows, columns, entries = (int(word) for word in lines[2][3:].split()[:3])
    if kind not in ("RUA", "RSA"):
        raise ValueError(f"a matrix of type {kind!r}; RUA and RSA are read")
    size = len(text)
    if not (0 < rows <= size and 0 < columns <= size and 0 <= entries <= size):
        raise ValueError(f"{rows} rows, {columns} columns and {entries} entries")
    formats = [_FIELDS.search(lines[3][a:b]) for a, b in ((0, 16), (16, 32), (32, 52))]
    first = 5 if len(counts) > 4 and counts[4] > 0 else 4
    body = iter(lines[first:])
    pointers, indices, values = (
        _numbers(list(islice(body, count)), form, expected)
        for count, form, expected in zip(
            counts[1:4], formats, (columns + 1, entries, entries), strict=True
        )
    )
    starts, down = pointers.astype(int) - 1, indices.astype(int) - 1
    if starts[0] != 0 or starts[-1] != entries or (np.diff(starts) < 0).any():
        raise ValueError("pointers to columns are damaged")
    if entries and not (down.min() >= 0 and down.max() < rows):
        raise ValueError("row indices are damaged")
    matrix = sparse.csr_array(sparse.csc_array((values, down, starts), shape=(rows, columns)))
    if kind == "RUA":
        return matrix
    return sparse.csr_array(matrix + matrix.T - sparse.diags_array(matrix.diagonal()))


def _numbers(lines: list[str], form: re.Match[str] | None, count: int) -> np.ndarray:
    """So many numbers in fields of a format."""
    if form is None:
        raise ValueError("a format is missing")
    width = int(form[3])
    if not 0 < width <= 80:
        raise ValueError(f"fields of {width} characters")
    fields = " ".join(lines).split()  # most have blanks between them, whatever their width
    if len(fields) != count:
        fields = [line[k : k + width] for line in lines for k in range(0, len(line), width)]
    found = [finite(field) for field in fields if field.strip()]
    if len(found) != count:
        raise ValueError(f"{len(found)} numbers in place of {count}")
    return np.array(found)
