"""Small dense systems by Gauss's elimination, rows exchanged for the largest pivot."""

from treetop.core.compiler import kernel


@kernel
def row_of_pivot(A, k, n):
    """The row, from the k-th on, that is largest in column k."""
    best = k
    for i in range(k + 1, n):
        if abs(A[i, k]) > abs(A[best, k]):
            best = i
    return best


@kernel
def exchange(A, order, k, n):
    """Bring the row that is largest in column k to the k-th place."""
    best = row_of_pivot(A, k, n)
    if best != k:
        order[k], order[best] = order[best], order[k]
        for j in range(n):
            A[k, j], A[best, j] = A[best, j], A[k, j]


@kernel
def factor(A, order, n):
    """Replace the leading n × n part of A by its factors; `order` says where its rows went."""
    for i in range(n):
        order[i] = i
    for k in range(n):
        exchange(A, order, k, n)
        for i in range(k + 1, n):
            if A[i, k] != 0.0:
                A[i, k] /= A[k, k]
                for j in range(k + 1, n):
                    A[i, j] -= A[i, k] * A[k, j]


@kernel
def solve(A, order, n, b, x):
    """``A x = b`` with the factors of A."""
    for i in range(n):
        x[i] = b[order[i]]
        for j in range(i):
            x[i] -= A[i, j] * x[j]
    for i in range(n - 1, -1, -1):
        for j in range(i + 1, n):
            x[i] -= A[i, j] * x[j]
        x[i] /= A[i, i]
