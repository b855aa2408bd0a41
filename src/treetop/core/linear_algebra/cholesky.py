"""Cholesky's factors of symmetric matrices, also of those that are only semidefinite."""

import math

from treetop.core.compiler import kernel
from treetop.core.linear_algebra.vectors import add_multiple, backward, forward, inner
from treetop.core.spatial.table_access import copy_into

# A diagonal entry of which elimination leaves no more than this part is zero but for rounding.
SINGULAR = 1e-12


@kernel
def solve(A, b, x):
    """Solve ``A x = b`` by Cholesky's factors, which replace the lower triangle of A."""
    factor_definite(A)
    copy_into(x, b)
    forward(A, b.size, x)
    backward(A, b.size, x)


@kernel
def factor_definite(A):
    """Replace the lower triangle of A by Cholesky's factor."""
    for j in range(A.shape[0]):
        for k in range(j + 1):
            left = A[j, k] - inner(A[j, :k], A[k, :k])
            A[j, k] = math.sqrt(left) if j == k else left / A[k, k]


@kernel
def definite_solution(A, b, L, x):
    """Solve ``A x = b`` by Cholesky's factor L, its diagonal inverted; return whether A is
    clearly definite."""
    n = b.size
    for j in range(n):
        for k in range(j):
            left = A[j, k]
            for m in range(k):
                left -= L[j, m] * L[k, m]
            L[j, k] = left * L[k, k]
        left, x[j] = A[j, j], b[j]
        for m in range(j):
            left -= L[j, m] * L[j, m]
            x[j] -= L[j, m] * x[m]
        if not left > SINGULAR * A[j, j]:
            return False
        L[j, j] = 1.0 / math.sqrt(left)
        x[j] *= L[j, j]
    for j in range(n - 1, -1, -1):
        x[j] *= L[j, j]
        for m in range(j):
            x[m] -= L[j, m] * x[j]
    return True


@kernel
def factored(S, n, least, rank_wanted, order, diagonal, margin):
    """Replace S by R of ``P S Pᵀ = Rᵀ R``, largest pivots first; return how many rows R has.

    N. J. Higham, "Cholesky factorization", *WIREs Computational Statistics* 1 (2009), 251-254.

    Parameters
    ----------
    S : array
        Symmetric and positive semidefinite in its first n rows and columns.  Its upper triangle
        becomes R.
    least : (n,)
        How small each pivot may be: the rounding in S.
    rank_wanted : int
        The rank at which to stop; negative: decide by `least` and `SINGULAR`.
    order, diagonal : (n,)
        Written: which row of S each row was, and the diagonal of S.
    margin : (2,)
        Written: the smallest part left of a pivot taken, the largest part left of one not taken.
    """
    decided = rank_wanted >= 0
    for i in range(n):
        order[i] = i
        diagonal[i] = S[i, i]
    margin[0], margin[1] = 1.0, 0.0
    for k in range(n):
        best, pivot, left = k, 0.0, 0.0
        for i in range(k, n):
            if S[i, i] > pivot and (
                decided or S[i, i] > max(least[order[i]], SINGULAR * diagonal[i])
            ):
                best, pivot = i, S[i, i]
            if S[i, i] > left * diagonal[i]:
                left = S[i, i] / diagonal[i]
        if pivot == 0.0 or k == rank_wanted:
            margin[1] = left
            return k
        margin[0] = min(margin[0], pivot / diagonal[best])
        if best != k:
            exchange(S, n, k, best)
            order[k], order[best] = order[best], order[k]
            diagonal[k], diagonal[best] = diagonal[best], diagonal[k]
        S[k, k] = math.sqrt(S[k, k])
        for j in range(k + 1, n):
            S[k, j] /= S[k, k]
        for i in range(k + 1, n):
            add_multiple(S[i, i:n], -S[k, i], S[k, i:n])
    return n


@kernel
def exchange(S, n, k, i):
    """Exchange rows and columns k < i of a symmetric matrix of which the upper triangle counts."""
    for j in range(k):
        S[j, k], S[j, i] = S[j, i], S[j, k]
    for j in range(k + 1, i):
        S[k, j], S[j, i] = S[j, i], S[k, j]
    for j in range(i + 1, n):
        S[k, j], S[i, j] = S[i, j], S[k, j]
    S[k, k], S[i, i] = S[i, i], S[k, k]
