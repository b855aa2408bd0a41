"""Large dense systems by Gauss's elimination: as lu.py, with several numbers of a row at once."""

from treetop.core.compiler import kernel
from treetop.core.linear_algebra.lu import exchange


@kernel
def subtract(row, x, other, first, last):
    """``row -= x other``; x is not read from the row, which would keep its numbers in turn."""
    for j in range(first, last):
        row[j] -= x * other[j]


@kernel
def product(a, b, first, last):
    """The product of parts of two rows, by four sums side by side."""
    p = q = r = s = 0.0
    rest = first + (last - first) // 4 * 4
    for j in range(first, rest, 4):
        p += a[j] * b[j]
        q += a[j + 1] * b[j + 1]
        r += a[j + 2] * b[j + 2]
        s += a[j + 3] * b[j + 3]
    for j in range(rest, last):
        p += a[j] * b[j]
    return (p + q) + (r + s)


@kernel
def factor(A, order, n):
    """Replace the leading n × n part of A by its factors; `order` says where its rows went.  What
    stands beside that part stays."""
    for i in range(n):
        order[i] = i
    for k in range(n):
        exchange(A, order, k, n)
        for i in range(k + 1, n):
            if A[i, k] != 0.0:
                x = A[i, k] / A[k, k]
                A[i, k] = x
                subtract(A[i], x, A[k], k + 1, n)


@kernel
def solve(A, order, n, b, x):
    """``A x = b`` with the factors of A."""
    for i in range(n):
        x[i] = b[order[i]] - product(A[i], x, 0, i)
    for i in range(n - 1, -1, -1):
        x[i] = (x[i] - product(A[i], x, i + 1, n)) / A[i, i]
