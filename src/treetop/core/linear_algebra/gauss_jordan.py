"""The inverse of a small matrix, rows exchanged for the largest pivot."""

from treetop.core.compiler import kernel
from treetop.core.linear_algebra.lu import row_of_pivot


@kernel
def invert(A, inverse, n):
    """Write the inverse of the leading n × n part of A, which is used up."""
    for i in range(n):
        for j in range(n):
            inverse[i, j] = 1.0 if i == j else 0.0
    for k in range(n):
        best = row_of_pivot(A, k, n)
        if best != k:
            for j in range(n):
                A[k, j], A[best, j] = A[best, j], A[k, j]
                inverse[k, j], inverse[best, j] = inverse[best, j], inverse[k, j]
        pivot = 1.0 / A[k, k]
        for j in range(n):
            A[k, j], inverse[k, j] = A[k, j] * pivot, inverse[k, j] * pivot
        for i in range(n):
            if i != k and A[i, k] != 0.0:
                factor = A[i, k]
                for j in range(n):
                    A[i, j] -= factor * A[k, j]
                    inverse[i, j] -= factor * inverse[k, j]
