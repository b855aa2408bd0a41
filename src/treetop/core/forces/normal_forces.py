"""The forces that press joints together, where friction in the joints depends on them.

Reactions are affine in the friction, and friction is proportional to the loads N, the sizes of
reactions: with those without friction, a, and those per unit of each load, C,

    N_i = |a_i + Σ_j C_ij N_j|

Where the matrix of |C_ij| has no eigenvalue as large as 1, the right side is a contraction, and
there is exactly one solution.  Otherwise there may be none, or two: P. Painlevé, *Comptes rendus
de l'Académie des Sciences* 121 (1895), 112-115.  Of a single load the equation is quadratic,

    (1 - C²) N² - 2 a·C N - a² = 0

Derivation: docs/theory/friction.md.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.linear_algebra.lu import factor, solve
from treetop.core.spatial import dot, norm
from treetop.core.spatial.table_access import vec

FOUND, NO_SOLUTION, TWO_SOLUTIONS, NOT_TOLD = 0, 1, 2, 3
MOST = 100  # steps of Newton's method; a few are usual
ROUNDING = 1e-15


class Loads(NamedTuple):
    """The equation for the loads, and room to solve it."""

    a: np.ndarray  # (m, 3)     reactions without friction
    C: np.ndarray  # (m, m, 3)  reactions per unit of each load
    N: np.ndarray  # (m,)       loads
    tried: np.ndarray  # (m,)
    w: np.ndarray  # (m, 3)     reactions at given loads
    K: np.ndarray  # (m, m)
    order: np.ndarray  # (m,)
    right: np.ndarray  # (m,)
    x: np.ndarray  # (m,)


def loads_room(m: int) -> Loads:
    a, w = np.zeros((2, m, 3))
    N, tried, right, x = np.zeros((4, m))
    order = np.zeros(m, dtype=np.int64)
    return Loads(a, np.zeros((m, m, 3)), N, tried, w, np.zeros((m, m)), order, right, x)


@kernel
def single_load(a, C):
    """The only one, and how many there are: FOUND if one."""
    ac, margin = dot(a, C), 1.0 - dot(C, C)
    square = ac * ac + margin * dot(a, a)
    if margin > 0.0:
        return (ac + math.sqrt(square)) / margin, FOUND
    if dot(a, a) == 0.0:
        return 0.0, FOUND
    return 0.0, TWO_SOLUTIONS if ac < 0.0 and square > 0.0 else NO_SOLUTION


@kernel
def solve_loads(room):
    """Write the loads; return whether they were FOUND."""
    m = room.N.size
    if m == 1:
        room.N[0], outcome = single_load(vec(room.a, 0), vec(room.C[0], 0))
        return outcome
    if not contracts(room):
        return NOT_TOLD
    for i in range(m):
        room.N[i] = norm(vec(room.a, i))
    missed = missing(room, room.N)
    for _ in range(MOST):
        newton_step(room)
        ahead = missing(room, room.tried)
        if not ahead < missed:  # the contraction itself is always a way
            missing(room, room.N)
            for i in range(m):
                room.tried[i] = norm(vec(room.w, i))
            ahead = missing(room, room.tried)
        if not ahead < missed:
            break
        missed = ahead
        for i in range(m):
            room.N[i] = room.tried[i]
    return FOUND


@kernel
def contracts(room):
    """Whether all eigenvalues of the sizes of C are below 1: (1 - |C|) x = 1 has x > 0 then."""
    m = room.N.size
    for i in range(m):
        room.right[i] = 1.0
        for j in range(m):
            room.K[i, j] = (1.0 if i == j else 0.0) - norm(vec(room.C[i], j))
    factor(room.K, room.order, m)
    solve(room.K, room.order, m, room.right, room.x)
    for i in range(m):  # noqa: SIM110
        if not 0.0 < room.x[i] < math.inf:
            return False
    return True


@kernel
def missing(room, N):
    """By how much loads miss the equation, at most; leaves the reactions that go with them."""
    most, m = 0.0, N.size
    for i in range(m):
        for k in range(3):
            room.w[i, k] = room.a[i, k]
            for j in range(m):
                room.w[i, k] += room.C[i, j, k] * N[j]
        most = max(most, abs(N[i] - norm(vec(room.w, i))))
    return most


@kernel
def newton_step(room):
    """Try loads better than those at hand."""
    m = room.N.size
    missing(room, room.N)
    for i in range(m):
        w = vec(room.w, i)
        size = norm(w)
        room.right[i] = size - room.N[i]
        per = 1.0 / size if size > 0.0 else 0.0
        for j in range(m):
            room.K[i, j] = (1.0 if i == j else 0.0) - per * dot(w, vec(room.C[i], j))
    factor(room.K, room.order, m)
    solve(room.K, room.order, m, room.right, room.x)
    for i in range(m):
        room.tried[i] = room.N[i] + room.x[i]
