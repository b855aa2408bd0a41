"""Equations ``(c I - J) x = r`` without the unknowns that are each tied to one other.

A coordinate changes by one speed, and what is held by nothing: such rows of J have one number or
none, and are solved by themselves,

    x_k = (r_k + s x_m) / c,        s = J_km.

What is left has half the size, or less, and an eighth of the work to factor.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.linear_algebra.large_lu import product, solve

NONE, LEFT = -1, -2  # tied to nothing, and not tied


class Reduction(NamedTuple):
    """Which unknowns are left."""

    to: np.ndarray  # (n,)  the unknown that each is tied to, NONE or LEFT
    slope: np.ndarray  # (n,)
    unknown: np.ndarray  # (n,)  those that are left, then those that are tied
    place: np.ndarray  # (n,)  where each is in that order
    left: np.ndarray  # (1,)  how many are left


def reduction(n: int) -> Reduction:
    to, unknown, place = np.zeros((3, n), dtype=np.int64)
    return Reduction(to, np.zeros(n), unknown, place, np.zeros(1, dtype=np.int64))


@kernel
def tie(J, reduction):
    """Find out which unknowns are tied: to one that is left itself."""
    n, to = reduction.to.size, reduction.to
    for k in range(n):
        to[k], reduction.slope[k] = NONE, 0.0
        for m in range(n):
            if J[k, m] != 0.0:
                to[k] = m if to[k] == NONE and m != k else LEFT
                reduction.slope[k] = J[k, m]
                if to[k] == LEFT:
                    break
    for k in range(n):
        if to[k] >= 0 and to[to[k]] != LEFT:
            to[k] = LEFT
    count = 0
    for tied in range(2):
        for k in range(n):
            if (to[k] != LEFT) == (tied == 1):
                reduction.unknown[count], reduction.place[k] = k, count
                count += 1
        if tied == 0:
            reduction.left[0] = count


@kernel
def reduce(J, c, reduction, A):
    """Write what is left of ``c I - J`` into the first rows and columns of A, which may be complex,
    as c may, and beside it what the unknowns that are tied have to do with it."""
    count, unknown = reduction.left[0], reduction.unknown
    for a in range(count):
        row, of = A[a], J[unknown[a]]
        for b in range(count):
            row[b] = -of[unknown[b]]
        row[a] += c
        for b in range(count, unknown.size):
            k = unknown[b]
            row[b] = of[k]
            if reduction.to[k] != NONE and of[k] != 0.0:
                row[reduction.place[reduction.to[k]]] -= of[k] * reduction.slope[k] / c


@kernel
def solve_reduced(c, reduction, A, order, right, x, scratch):
    """``(c I - J) x = right``, A being factored; `scratch` has two rows."""
    count, unknown = reduction.left[0], reduction.unknown
    left, found = scratch[0], scratch[1]
    for b in range(count, unknown.size):
        found[b] = right[unknown[b]] / c
    for a in range(count):
        left[a] = right[unknown[a]] + product(A[a], found, count, unknown.size)
    solve(A, order, count, left, found[:count])
    for a in range(count):
        x[unknown[a]] = found[a]
    for b in range(count, unknown.size):
        k = unknown[b]
        x[k] = found[b]
        if reduction.to[k] != NONE:
            x[k] += reduction.slope[k] * x[reduction.to[k]] / c
