"""Accelerations of a constrained system whose mass matrix may be singular.

F. E. Udwadia and P. Phohomsiri, *Proceedings of the Royal Society A* 462 (2006), 2097-2117:

    x = [(I - A⁺A) M ; A]⁺ [Q ; b]

    M mass matrix, symmetric and semidefinite    Q forces
    A, b constraints A x = b, of any number, dependent or not

Here without pseudo-inverses.  With H of ``P A = [L 0] Hᵀ`` and ``x = H [y ; z]``, the constraints
are ``L y = P b``, and what they leave free is governed by

    (HᵀMH)₂₂ z = (HᵀQ)₂ - (HᵀMH)₂₁ y

Where that matrix is singular, the motion is not determined: the rank condition of Udwadia and
Phohomsiri, that no motion without mass is left free by the constraints, fails.  The smallest z is
then taken, as the pseudo-inverse does.

Unknowns of different kinds, angles and lengths, are measured each in a unit of its own, or ranks
would depend on the unit of length.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.linear_algebra.cholesky import factored
from treetop.core.linear_algebra.orthogonal import (
    from_axes,
    orthogonalised,
    reflect_both,
    to_axes,
    triangulated,
)
from treetop.core.linear_algebra.vectors import add_multiple, backward, forward, inner

# How exactly masses are seen in other axes, as a part of the largest, per reflection.
RANK_RESOLUTION = 1e-15


class Workspace(NamedTuple):
    """Factors of one system, and a workspace: n unknowns, m constraints."""

    unit: np.ndarray  # (n,)      of each unknown
    rows: np.ndarray  # (m, n)    L and the reflections of A
    beta: np.ndarray  # (m,)
    order: np.ndarray  # (m,)      which constraint each row is
    size: np.ndarray  # (m,)      lengths of the rows of A
    columns: np.ndarray  # (r, m)    Lᵀ, reduced to a triangle if rows depend on each other
    column_beta: np.ndarray  # (m,)
    mass: np.ndarray  # (n, n)    HᵀMH
    free: np.ndarray  # (n, n)    factors of its last block
    free_beta: np.ndarray  # (n,)
    free_order: np.ndarray  # (n,)
    diagonal: np.ndarray  # (n,)
    least: np.ndarray  # (n,)      how small its pivots may be
    counts: np.ndarray  # (2,)      rank of A; rank of what the constraints leave free
    margins: np.ndarray  # (2, 2)    how clear both ranks were: smallest part taken, largest left
    in_n: np.ndarray  # (2, n)    scratch
    in_m: np.ndarray  # (m,)      scratch
    missing_n: np.ndarray  # (2, n)    what a solution leaves of the forces; what makes up for it
    missing_m: np.ndarray  # (2, m)    the same of the constraints, with multipliers


def workspace(n: int, m: int, unit: np.ndarray | None = None) -> Workspace:
    """Workspace for n unknowns and m constraints, and the unit that each unknown is measured in."""
    return Workspace(
        unit=np.ones(n) if unit is None else unit,
        rows=np.zeros((m, n)),
        beta=np.zeros(m),
        order=np.zeros(m, dtype=np.int64),
        size=np.zeros(m),
        columns=np.zeros((min(m, n), m)),
        column_beta=np.zeros(m),
        mass=np.zeros((n, n)),
        free=np.zeros((n, n)),
        free_beta=np.zeros(n),
        free_order=np.zeros(n, dtype=np.int64),
        diagonal=np.zeros(n),
        least=np.zeros(n),
        counts=np.zeros(2, dtype=np.int64),
        margins=np.zeros((2, 2)),
        in_n=np.zeros((2, n)),
        in_m=np.zeros(m),
        missing_n=np.zeros((2, n)),
        missing_m=np.zeros((2, m)),
    )


@kernel
def factor(M, A, rank_wanted, workspace):
    """Ready a workspace for `solution`; M and A are left as they are.

    Parameters
    ----------
    M : (n, n)
    A : (m, n)
    rank_wanted : int
        The rank that A is taken to have; negative: it is decided.  Decide it where the constraints
        hold, and keep it while they hold only nearly: drift makes dependent rows look independent.
    room : Room

    Returns
    -------
    int
        The rank of A.  ``n - rank - room.counts[1]`` motions are not determined.
    """
    rank = factor_constraints(A, rank_wanted, workspace)
    n, largest = M.shape[0], 0.0
    for i in range(n):
        largest = max(largest, M[i, i] * workspace.unit[i] ** 2)
        for j in range(n):
            workspace.mass[i, j] = M[i, j] * (workspace.unit[i] * workspace.unit[j])
    for k in range(rank):
        reflect_both(
            workspace.rows, workspace.beta, k, workspace.mass, workspace.in_n[0], workspace.in_n[1]
        )
    freedom = n - rank
    for i in range(freedom):
        workspace.least[i] = RANK_RESOLUTION * rank * largest
        for j in range(i, freedom):
            workspace.free[i, j] = workspace.mass[rank + i, rank + j]
    factor_free(freedom, -1, workspace)
    return rank


@kernel
def factor_free(freedom, rank_wanted, workspace):
    """Factor what is in the upper triangle of ``workspace.free``; return its rank."""
    S = workspace.free
    found = factored(
        S,
        freedom,
        workspace.least,
        rank_wanted,
        workspace.free_order,
        workspace.diagonal,
        workspace.margins[1],
    )
    workspace.counts[1] = found
    for i in range(found):
        for j in range(i):
            S[i, j] = S[j, i] if found == freedom else 0.0
    if found < freedom:
        triangulated(S, workspace.free_beta, found, freedom)
    return found


@kernel
def factor_constraints(A, rank_wanted, workspace):
    """The part of `factor` that has no masses: enough for `nearest` and `multipliers`."""
    m, n = A.shape
    for i in range(m):
        for j in range(n):
            workspace.rows[i, j] = A[i, j] * workspace.unit[j]
    rank = orthogonalised(
        workspace.rows,
        workspace.beta,
        workspace.order,
        workspace.size,
        rank_wanted,
        workspace.margins[0],
    )
    workspace.counts[0] = rank
    if rank < m:
        for k in range(rank):
            for i in range(m):
                workspace.columns[k, i] = workspace.rows[i, k] if i >= k else 0.0
        triangulated(workspace.columns, workspace.column_beta, rank, m)
    return rank


@kernel
def refined(M, A, Q, b, workspace, x, multiplier):
    """Write accelerations and the smallest multipliers, ``M x = Q + Aᵀ λ`` and ``A x = b``.

    What a first solution misses is solved for once more.  Reflections mix unknowns of different
    units, and with a boom of 20 km an angle weighs 1e8 times as much as a length; refined, each
    equation holds to the rounding of its own terms.  R. D. Skeel, *Mathematics of Computation* 35
    (1980), 817-832.

    Returns the length of that part of b which no x can meet.
    """
    x[:], multiplier[:], unmet, left = 0.0, 0.0, 0.0, workspace.missing_n[0]
    for _ in range(2):
        for i in range(x.size):
            left[i] = Q[i] - inner(M[i], x)
        unmet = improve(M, A, left, b, workspace, x, multiplier)
    return unmet


@kernel
def improve(M, A, left, b, workspace, x, multiplier):
    """Make accelerations and multipliers better by what they miss, ``left = Q - M x``, which is
    changed; return the length of that part of b which no x can meet."""
    more_x, (error, more) = workspace.missing_n[1], workspace.missing_m
    for k in range(b.size):
        error[k] = b[k] - inner(A[k], x)
        add_multiple(left, multiplier[k], A[k])
    unmet = solution(left, error, workspace, more_x)
    for i in range(x.size):
        left[i] = inner(M[i], more_x) - left[i]
    multipliers(left, workspace, more)
    add_multiple(x, 1.0, more_x)
    add_multiple(multiplier, 1.0, more)
    return unmet


@kernel
def solution(Q, b, workspace, x):
    """Write the accelerations; return the length of that part of b which no x can meet."""
    rank, n = workspace.counts[0], x.size
    residual = along_rows(b, workspace, x)
    turned, z = workspace.in_n[0], workspace.in_n[1]
    for i in range(n):
        turned[i] = Q[i] * workspace.unit[i]
    to_axes(workspace.rows, workspace.beta, rank, turned)
    for i in range(n - rank):
        place = rank + workspace.free_order[i]
        z[i] = turned[place] - inner(workspace.mass[place, :rank], x[:rank])
    free_part(n - rank, workspace, z)
    for i in range(n - rank):
        x[rank + workspace.free_order[i]] = z[i]
    from_axes(workspace.rows, workspace.beta, rank, x)
    measure(workspace, x)
    return residual


@kernel
def measure(workspace, x):
    """Unknowns as they are, from those in units of their own."""
    for i in range(x.size):
        x[i] *= workspace.unit[i]


@kernel
def free_part(freedom, workspace, z):
    """Solve ``S z = c`` for the smallest z, by the factors of S; z holds c before."""
    found, S, beta = workspace.counts[1], workspace.free, workspace.free_beta
    if found == freedom:
        forward(S, found, z)
        backward(S, found, z)
        return
    to_axes(S, beta, found, z[:freedom])
    backward(S, found, z)
    forward(S, found, z)
    for i in range(found, freedom):
        z[i] = 0.0
    from_axes(S, beta, found, z[:freedom])


@kernel
def nearest(b, workspace, x):
    """Write the smallest x of ``A x = b``; return the length of what of b cannot be met."""
    residual = along_rows(b, workspace, x)
    for i in range(workspace.counts[0], x.size):
        x[i] = 0.0
    from_axes(workspace.rows, workspace.beta, workspace.counts[0], x)
    measure(workspace, x)
    return residual


@kernel
def along_rows(b, workspace, y):
    """Solve ``L y = P b`` in the sense of least squares.

    The independent rows alone give y, exactly even if rows differ in size by many orders.  What
    the dependent ones then miss is rounding, unless they contradict the others.
    """
    rank, m, left = workspace.counts[0], b.size, workspace.in_m
    for i in range(rank):
        y[i] = b[workspace.order[i]]
    forward(workspace.rows, rank, y)
    if rank == m:
        return 0.0
    for i in range(m):
        left[i] = 0.0
        if i >= rank:
            left[i] = b[workspace.order[i]] - inner(workspace.rows[i, :rank], y[:rank])
    to_axes(workspace.columns, workspace.column_beta, rank, left)
    backward(workspace.columns, rank, left)
    add_multiple(y[:rank], 1.0, left[:rank])
    return math.sqrt(inner(left[rank:m], left[rank:m]))


@kernel
def multipliers(f, workspace, found):
    """Write the smallest λ of ``Aᵀ λ = f``, for an f along the rows of A."""
    rank, m, turned, ordered = workspace.counts[0], found.size, workspace.in_n[0], workspace.in_m
    for i in range(f.size):
        turned[i] = f[i] * workspace.unit[i]
    to_axes(workspace.rows, workspace.beta, rank, turned)
    backward(workspace.rows, rank, turned)
    for i in range(m):
        ordered[i] = turned[i] if i < rank else 0.0
    if rank < m:
        to_axes(workspace.columns, workspace.column_beta, rank, ordered)
        for i in range(rank, m):
            ordered[i] = 0.0
        from_axes(workspace.columns, workspace.column_beta, rank, ordered)
    for i in range(m):
        found[workspace.order[i]] = ordered[i]


@kernel
def undetermined(k, workspace, x):
    """Write the k-th direction, of unit length, in which the motion is not determined."""
    rank, found, n = workspace.counts[0], workspace.counts[1], x.size
    z = workspace.in_n[0]
    for i in range(n):
        z[i], x[i] = 0.0, 0.0
    z[found + k] = 1.0
    from_axes(workspace.free, workspace.free_beta, found, z[: n - rank])
    for i in range(n - rank):
        x[rank + workspace.free_order[i]] = z[i]
    from_axes(workspace.rows, workspace.beta, rank, x)
    measure(workspace, x)
