"""Cholesky's factors of a symmetric matrix whose rows begin late, some of which depend on others.

Row k of the lower triangle is zero before column ``low[k]``, and so is that of its factor:
A. George and J. W. Liu, *Computer Solution of Large Sparse Positive Definite Systems* (1981),
chapter 4.
"""

import math

from treetop.core.compiler import kernel

# A row depends on those before it if they leave no more than this part of its own size, squared.
DEPENDENT = 1e-12

INDEPENDENT, REDUNDANT, ZERO = (
    1,
    0,
    -1,
)  # independent; dependent on rows before it; nothing by itself


@kernel
def factored(H, low, size, group_at, state, block, decide):
    """Replace the lower triangle of H by its factor, the diagonal by the inverse of the factor's;
    return how many rows are held.

    Parameters
    ----------
    H : (n, n)
        Positive semidefinite.  Only the lower triangle from ``low`` on is looked at.
    low : (n,)
    size : (n,)
        How large each diagonal entry would be if nothing cancelled in it.
    group_at : (g + 1,)
        First row of each group, among the rows of which the best are taken.
    state : (n,)
        Which rows count: HELD.  Written if it is to be decided, else kept.
    block : (k, k)
        Workspace for the largest group.
    decide : bool
    """
    independent = 0
    for g in range(group_at.size - 1):
        first, last = group_at[g], group_at[g + 1]
        if decide:
            for k in range(first, last):
                state[k] = INDEPENDENT
                eliminate(H, low, state, k, low[k], first)
            choose(H, low, size, state, first, last, block)
        for k in range(first, last):
            if state[k] == INDEPENDENT:
                eliminate(H, low, state, k, max(low[k], first) if decide else low[k], k)
                H[k, k] = 1.0 / math.sqrt(H[k, k] - common(H, low, state, k, k))
                independent += 1
    return independent


@kernel
def eliminate(H, low, state, k, begin, end):
    """Row k of the factor, columns from begin to before end."""
    for l in range(begin, end):
        if state[l] == INDEPENDENT:
            H[k, l] = (H[k, l] - common(H, low, state, k, l)) * H[l, l]


@kernel
def choose(H, low, size, state, first, last, block):
    """Which rows of a group are held: those of which most is left, one after another."""
    for k in range(first, last):
        for l in range(first, k + 1):
            left = H[k, l]
            for m in range(max(low[k], low[l]), first):
                if state[m] == INDEPENDENT:
                    left -= H[k, m] * H[l, m]
            block[k - first, l - first] = block[l - first, k - first] = left
    for k in range(first, last):
        state[k] = REDUNDANT if H[k, k] > DEPENDENT * size[k] else ZERO
    n = last - first
    for _ in range(n):
        best, largest = -1, DEPENDENT
        for k in range(n):
            if state[first + k] == REDUNDANT and block[k, k] > largest * size[first + k]:
                best, largest = k, block[k, k] / size[first + k]
        if best < 0:
            return
        state[first + best] = INDEPENDENT
        for k in range(n):
            if state[first + k] == REDUNDANT:
                part = block[k, best] / block[best, best]
                for l in range(n):
                    block[k, l] -= part * block[best, l]


@kernel
def least_left(L, size, state):
    """The least part of a row, squared, that the rows before it leave; L is the factor."""
    least = 1.0
    for k in range(size.size):
        if state[k] == INDEPENDENT:
            least = min(least, 1.0 / (L[k, k] ** 2 * size[k]))
    return least


@kernel
def common(H, low, state, k, l):
    """The product of rows k and l of the factor before column l."""
    total = 0.0
    for m in range(max(low[k], low[l]), l):
        if state[m] == INDEPENDENT:
            total += H[k, m] * H[l, m]
    return total


@kernel
def solve(L, low, state, x):
    """Solve ``H x = b`` by the factor of H, for the rows that are held; x holds b before."""
    for k in range(low.size):
        if state[k] == INDEPENDENT:
            for l in range(low[k], k):
                if state[l] == INDEPENDENT:
                    x[k] -= L[k, l] * x[l]
            x[k] *= L[k, k]
        else:
            x[k] = 0.0
    for k in range(low.size - 1, -1, -1):
        if state[k] == INDEPENDENT:
            x[k] *= L[k, k]
            for l in range(low[k], k):
                if state[l] == INDEPENDENT:
                    x[l] -= L[k, l] * x[k]
