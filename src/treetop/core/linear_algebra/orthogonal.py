"""Orthogonal decomposition of a set of rows, some of which may depend on others.

Rows are turned by Householder's reflections until they are lower triangular,

    P A = [L 0] Hᵀ,    H = H₁ H₂ ... Hᵣ,    Hₖ = I - βₖ v vᵀ,

P being the order of the rows and r their rank.  L and the reflections replace A: row k keeps L up
to its diagonal, and behind it v, whose entry on the diagonal is one and is not kept.  The first r
columns of H span the rows of A, the others are square to all of them.  G. H. Golub and C. F. Van
Loan, *Matrix Computations*, 4th edition (2013), section 5.4.
"""

import math

from treetop.core.compiler import kernel
from treetop.core.linear_algebra.vectors import add_multiple, inner, swap

# A row depends on those before it if they leave no more than this part of it.  Rounding leaves
# 1e-15; where constraints hold to rounding only, as after a projection, some 1e-13.  Rows that
# differ by less than this are not distinguished: a mechanism so close to a singular position would
# need forces of 1e9 times its loads to be held.
DEPENDENT = 1e-9

# What is left of a row is rounding and says nothing if it is smaller than this part of the largest
# row: small rows may be small because large terms cancel in them, as in one component of n x D = 0.
# Rows may have different units, so the two tolerances must not be one.
NEGLIGIBLE = 1e-13

# Of rows that have about as much left, as a part of themselves, the longest is taken: its direction
# is known best.
ALIKE = 0.1


@kernel
def orthogonalised(A, beta, order, size, rank_wanted, margin):
    """Replace A by its factors; return its rank.

    Parameters
    ----------
    A : (m, n)
    beta, order, size : (m,)
        Written: factors of the reflections, which row of A each row was, lengths of rows.
    rank_wanted : int
        The rank at which to stop; negative: decide by `DEPENDENT`.
    margin : (2,)
        Written: the smallest part left of a row taken, the largest part left of one not taken.
    """
    m, n = A.shape
    largest = 0.0
    for i in range(m):
        order[i] = i
        size[i] = math.sqrt(inner(A[i], A[i]))
        largest = max(largest, size[i])
    least, max_rank = (DEPENDENT, min(m, n)) if rank_wanted < 0 else (0.0, min(m, n, rank_wanted))
    margin[0], margin[1] = 1.0, 0.0
    for k in range(min(m, n)):
        part, left = 0.0, beta  # beta is free from here on
        for i in range(k, m):
            left[i] = math.sqrt(inner(A[i, k:], A[i, k:]))
            if left[i] > NEGLIGIBLE * largest:
                part = max(part, left[i] / size[i])
        if k == max_rank or part <= least:
            margin[1] = part
            return k
        best = longest_alike(left, size, k, part)
        margin[0] = min(margin[0], left[best] / size[best])
        if best != k:
            swap(A[k], A[best])
            order[k], order[best] = order[best], order[k]
            size[k], size[best] = size[best], size[k]
        reduce_row(A, beta, k, m, n)
    return min(m, n)


@kernel
def longest_alike(left, size, first, part):
    """The row with most left among those that have nearly the greatest part of themselves left."""
    best, largest = first, 0.0
    for i in range(first, left.size):
        if left[i] > largest and left[i] >= ALIKE * part * size[i]:
            best, largest = i, left[i]
    return best


@kernel
def triangulated(A, beta, m, n):
    """Triangulate the first m rows of length n, which are independent, in the order that they
    have."""
    for k in range(m):
        reduce_row(A, beta, k, m, n)


@kernel
def reduce_row(A, beta, k, m, n):
    """Reflect row k onto its diagonal, and the rows below it likewise."""
    tail, head = A[k, k + 1 : n], A[k, k]
    rest = inner(tail, tail)
    beta[k] = 0.0
    if rest == 0.0:
        return
    length = -math.copysign(math.sqrt(head * head + rest), head)
    beta[k] = (length - head) / length
    for j in range(tail.size):
        tail[j] /= head - length
    A[k, k] = length
    for i in range(k + 1, m):
        reflect(A, beta, k, A[i, :n])


@kernel
def reflect(A, beta, k, x):
    """Replace x by ``Hₖ x``."""
    tail = A[k, k + 1 : x.size]
    part = beta[k] * (x[k] + inner(tail, x[k + 1 :]))
    x[k] -= part
    add_multiple(x[k + 1 :], -part, tail)


@kernel
def to_axes(A, beta, rank, x):
    """Replace x by ``Hᵀ x``: first its parts along the rows of A, then those square to them."""
    for k in range(rank):
        reflect(A, beta, k, x)


@kernel
def from_axes(A, beta, rank, x):
    """Replace x by ``H x``."""
    for k in range(rank - 1, -1, -1):
        reflect(A, beta, k, x)


@kernel
def reflect_both(A, beta, k, M, v, w):
    """Replace the symmetric M by ``Hₖ M Hₖ``, but for its first k rows; v and w are room."""
    n = v.size
    for i in range(n):
        v[i] = A[k, i] if i > k else 0.0
        w[i] = 0.0
    v[k] = 1.0
    for i in range(k, n):
        add_multiple(w, beta[k] * v[i], M[i])
    add_multiple(w, -0.5 * beta[k] * inner(w, v), v)
    for i in range(k, n):
        add_multiple(M[i], -v[i], w)
        add_multiple(M[i, k:], -w[i], v[k:])
