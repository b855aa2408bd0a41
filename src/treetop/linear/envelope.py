"""Cholesky's factors of a symmetric matrix whose rows begin late, some of which depend on others.

Row k of the lower triangle is zero before column ``low[k]``, and so is that of its factor:
A. George and J. W. Liu, *Computer Solution of Large Sparse Positive Definite Systems* (1981),
chapter 4.
"""

import math

from treetop._kernel import kernel

# A row depends on those before it if they leave no more than this part of its own size, squared.
DEPENDENT = 1e-12

HELD, IDLE, ZERO = 1, 0, -1  # independent; dependent on rows before it; nothing by itself


@kernel
def factored(H, low, size, state, decide):
    """Replace the lower triangle of H by its factor; return how many rows are held.

    Parameters
    ----------
    H : (n, n)
        Positive semidefinite.  Only the lower triangle from ``low`` on is looked at.
    low : (n,)
    size : (n,)
        How large each diagonal entry would be if nothing cancelled in it.
    state : (n,)
        Which rows count: HELD.  Written if it is to be decided, else kept.
    decide : bool
    """
    held = 0
    for k in range(low.size):
        if decide:
            state[k] = HELD if H[k, k] > DEPENDENT * size[k] else ZERO
        if state[k] != HELD:
            continue
        left = H[k, k]
        for l in range(low[k], k):
            if state[l] == HELD:
                H[k, l] = (H[k, l] - common(H, low, state, k, l)) / H[l, l]
                left -= H[k, l] * H[k, l]
        if decide and not left > DEPENDENT * size[k]:
            state[k] = IDLE
            continue
        H[k, k] = math.sqrt(left)
        held += 1
    return held


@kernel
def common(H, low, state, k, l):
    """The product of rows k and l of the factor before column l."""
    total = 0.0
    for m in range(max(low[k], low[l]), l):
        if state[m] == HELD:
            total += H[k, m] * H[l, m]
    return total


@kernel
def solve(L, low, state, x):
    """Solve ``H x = b`` by the factor of H, for the rows that are held; x holds b before."""
    for k in range(low.size):
        if state[k] == HELD:
            for l in range(low[k], k):
                if state[l] == HELD:
                    x[k] -= L[k, l] * x[l]
            x[k] /= L[k, k]
        else:
            x[k] = 0.0
    for k in range(low.size - 1, -1, -1):
        if state[k] == HELD:
            x[k] /= L[k, k]
            for l in range(low[k], k):
                if state[l] == HELD:
                    x[l] -= L[k, l] * x[k]
