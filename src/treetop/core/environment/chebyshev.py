"""Chebyshev series in successive pieces of equal length, of three quantities at a time.

A grid is (first time, length of a piece, its half inverted), s and 1/s.  A series is
(coefficients, 3): that of T₀ first.  Sums are Clenshaw's.

Times before the first piece and after the last belong to these pieces, so that a series of degree
one over a single piece is a linear function of all times.
"""

from treetop.core.compiler import kernel
from treetop.core.spatial import zero3
from treetop.core.spatial.table_access import vec


@kernel
def piece_at(grid, count, t):
    """The piece of a time, and the place of the time within it, -1 to 1.

    The middle of a piece is a sum of round numbers, so that the subtraction is exact, and
    a place is as good late in a table as at its beginning.
    """
    k = min(max(int((t - grid[0]) // grid[1]), 0), count - 1)
    return k, (t - (grid[0] + (k + 0.5) * grid[1])) * grid[2]


@kernel
def series(rows, x):
    """The sum of a series at x."""
    b, last = zero3(), zero3()
    for k in range(rows.shape[0] - 1, 0, -1):
        b, last = b * (2.0 * x) + vec(rows, k) - last, b
    return b * x + vec(rows, 0) - last


@kernel
def series_and_slope(rows, x):
    """The sum of a series at x, and its derivative."""
    b, last, d, before = zero3(), zero3(), zero3(), zero3()
    for k in range(rows.shape[0] - 1, 0, -1):
        d, before = d * (2.0 * x) + b * 2.0 - before, d
        b, last = b * (2.0 * x) + vec(rows, k) - last, b
    return b * x + vec(rows, 0) - last, d * x + b - before
