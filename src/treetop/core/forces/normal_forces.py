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

FOUND, NO_SOLUTION, TWO_SOLUTIONS, UNDECIDED = 0, 1, 2, 3
MAX_ITERATIONS = 100  # steps of Newton's method; a few are usual
LOAD_RESOLUTION = 1e-15


class Loads(NamedTuple):
    """The equation for the loads, and workspace to solve it."""

    a: np.ndarray  # (m, 3)     reactions without friction
    C: np.ndarray  # (m, m, 3)  reactions per unit of each load
    N: np.ndarray  # (m,)       loads
    tried: np.ndarray  # (m,)
    w: np.ndarray  # (m, 3)     reactions at given loads
    K: np.ndarray  # (m, m)
    order: np.ndarray  # (m,)
    right: np.ndarray  # (m,)
    x: np.ndarray  # (m,)


def loads_workspace(m: int) -> Loads:
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
def solve_loads(loads):
    """Write the loads; return whether they were FOUND."""
    m = loads.N.size
    if m == 1:
        loads.N[0], outcome = single_load(vec(loads.a, 0), vec(loads.C[0], 0))
        return outcome
    if not contracts(loads):
        return UNDECIDED
    for i in range(m):
        loads.N[i] = norm(vec(loads.a, i))
    missed = missing(loads, loads.N)
    for _ in range(MAX_ITERATIONS):
        newton_step(loads)
        ahead = missing(loads, loads.tried)
        if not ahead < missed:  # the contraction itself is always a way
            missing(loads, loads.N)
            for i in range(m):
                loads.tried[i] = norm(vec(loads.w, i))
            ahead = missing(loads, loads.tried)
        if not ahead < missed:
            break
        missed = ahead
        for i in range(m):
            loads.N[i] = loads.tried[i]
    return FOUND


@kernel
def contracts(loads):
    """Whether all eigenvalues of the sizes of C are below 1: (1 - |C|) x = 1 has x > 0 then."""
    m = loads.N.size
    for i in range(m):
        loads.right[i] = 1.0
        for j in range(m):
            loads.K[i, j] = (1.0 if i == j else 0.0) - norm(vec(loads.C[i], j))
    factor(loads.K, loads.order, m)
    solve(loads.K, loads.order, m, loads.right, loads.x)
    for i in range(m):  # noqa: SIM110
        if not 0.0 < loads.x[i] < math.inf:
            return False
    return True


@kernel
def missing(loads, N):
    """By how much loads miss the equation, at most; leaves the reactions that go with them."""
    largest, m = 0.0, N.size
    for i in range(m):
        for k in range(3):
            loads.w[i, k] = loads.a[i, k]
            for j in range(m):
                loads.w[i, k] += loads.C[i, j, k] * N[j]
        largest = max(largest, abs(N[i] - norm(vec(loads.w, i))))
    return largest


@kernel
def newton_step(loads):
    """Try loads better than those at hand."""
    m = loads.N.size
    missing(loads, loads.N)
    for i in range(m):
        w = vec(loads.w, i)
        size = norm(w)
        loads.right[i] = size - loads.N[i]
        per = 1.0 / size if size > 0.0 else 0.0
        for j in range(m):
            loads.K[i, j] = (1.0 if i == j else 0.0) - per * dot(w, vec(loads.C[i], j))
    factor(loads.K, loads.order, m)
    solve(loads.K, loads.order, m, loads.right, loads.x)
    for i in range(m):
        loads.tried[i] = loads.N[i] + loads.x[i]
