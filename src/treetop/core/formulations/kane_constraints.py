"""Constraints, written for motions of bodies, as rows for generalised speeds: through partial
velocities.

    J u' = b,    J = Σ on · [w ; v],    b = -bias - Σ on · [w' ; v'] u
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.formulations.kane import bias_acceleration
from treetop.core.spatial import Motion, norm, power
from treetop.core.spatial.table_access import force, vec

# Part of the terms of a row, below which their sum is rounding: rows between bodies that are locked
# together vanish.
CANCELLED = 1e-13


@inlined
def compose_rows(constraints, first, rows, kane, u_at, u, J, b):
    """Write J and b of all rows from the first one on.

    ``u_at[i + 1]`` is how many of the first speeds may move body i.
    """
    J[:] = 0.0
    for k in range(b.size):
        b[k], terms = -rows.bias[first + k], 0.0
        for p in range(constraints.pair_at[first + k], constraints.pair_at[first + k + 1]):
            i, on = constraints.bodies[p, 0], force(rows.on_a, p)
            b[k] -= add_row(J[k], kane, u, u_at[i + 1], i, on)
            i, on = constraints.bodies[p, 1], force(rows.on_b, p)
            b[k] -= add_row(J[k], kane, u, u_at[i + 1], i, on)
            terms = max(terms, largest_term(kane, u_at[i + 1], i, on))
        for j in range(J.shape[1]):
            if abs(J[k, j]) <= CANCELLED * terms:
                J[k, j] = 0.0


@kernel
def add_row(J, kane, u, speeds, i, on):
    """Add what body i makes of a row; return what its acceleration at constant speeds does."""
    for j in range(speeds):
        J[j] += power(on, Motion(vec(kane.w[i], j), vec(kane.v[i], j)))
    return power(on, bias_acceleration(kane, i, u, speeds))


@kernel
def largest_term(kane, speeds, i, on):
    """The greatest that a sum for body i could have been, had nothing cancelled."""
    largest, ang, lin = 0.0, norm(on.ang), norm(on.lin)
    for j in range(speeds):
        largest = max(largest, ang * norm(vec(kane.w[i], j)) + lin * norm(vec(kane.v[i], j)))
    return largest


@kernel
def fill_upper(A):
    """The upper triangle of a symmetric matrix from the lower one."""
    for j in range(A.shape[0]):
        for k in range(j):
            A[k, j] = A[j, k]
