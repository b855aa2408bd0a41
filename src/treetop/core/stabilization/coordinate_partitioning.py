"""Constraints kept by solving for some of the speeds and coordinates, the others being independent.

R. A. Wehage and E. J. Haug, *Journal of Mechanical Design* 104 (1982), 247-255: elimination with
the largest pivots says which are dependent.  The same ones are solved for until they degrade:
where one of them would change more than `DEGRADED` times as fast as an independent one, or where
another number of constraints is independent.
"""

import math

from treetop.core.compiler import entry, kernel
from treetop.core.linear_algebra.orthogonal import DEPENDENT, NEGLIGIBLE
from treetop.core.linear_algebra.vectors import add_multiple, inner
from treetop.core.stabilization.local_parametrization import CHOOSE, stabilized_by

DEGRADED = 2.0  # where steps do not yet suffer from the pole ahead, at which it is infinite


def stabilized(equations, tables, problem, length, gains):
    return stabilized_by(choose, equations, tables, problem, length)


@entry(*CHOOSE)
def choose(J, chosen):
    """Keep the dependent speeds, or choose them anew."""
    before = chosen.counts[0]
    if before >= 0:
        scale(J, chosen)
        if eliminated(chosen, True) == before and not degraded(chosen):
            return 0
    scale(J, chosen)
    rank = eliminated(chosen, False)
    chosen.counts[0] = rank
    chosen.counts[1] += 1
    for k in range(rank):
        chosen.D[k, :] = 0.0
        chosen.D[k, chosen.column[k]] = 1.0
    return 0


@kernel
def scale(J, chosen):
    """Rows of unit length, so that pivots of different units compare."""
    largest = 0.0
    for i in range(chosen.size.size):
        chosen.size[i] = math.sqrt(inner(J[i], J[i]))
        largest = max(largest, chosen.size[i])
    for i in range(chosen.size.size):
        chosen.A[i, :] = 0.0
        if chosen.size[i] > NEGLIGIBLE * largest:
            add_multiple(chosen.A[i], 1.0 / chosen.size[i], J[i])


@kernel
def eliminated(chosen, same):
    """Gauss and Jordan's elimination by the largest pivots, of the same columns as before or of
    all; return how many there are."""
    A = chosen.A
    c, nu = A.shape
    allowed = chosen.taken[c:]
    allowed[:] = 0 if same else 1
    if same:
        for k in range(chosen.counts[0]):
            allowed[chosen.column[k]] = 1
    chosen.taken[:c] = 0
    for k in range(min(c, nu)):
        row, column, largest = 0, 0, DEPENDENT
        for i in range(c):
            if chosen.taken[i] == 0:
                for j in range(nu):
                    if allowed[j] == 1 and abs(A[i, j]) > largest:
                        row, column, largest = i, j, abs(A[i, j])
        if largest == DEPENDENT:
            return k
        chosen.row[k], chosen.column[k] = row, column
        chosen.taken[row], allowed[column] = 1, 0
        pivot = 1.0 / A[row, column]
        for j in range(nu):
            A[row, j] *= pivot
        for i in range(c):
            if i != row:
                add_multiple(A[i], -A[i, column], A[row])
    return min(c, nu)


@kernel
def degraded(chosen):
    """Whether a dependent speed follows others too fast, or a constraint is left over."""
    c, nu = chosen.A.shape
    for i in range(c):
        limit = DEGRADED if chosen.taken[i] == 1 else DEPENDENT
        for j in range(nu):
            if not abs(chosen.A[i, j]) <= limit:
                return True
    return False
