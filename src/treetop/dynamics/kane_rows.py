"""Constraints, told for motions of bodies, as rows for generalised speeds: through partial
velocities.

    J u' = b,    J = Σ on · [w ; v],    b = -bias - Σ on · [w' ; v'] u
"""

from treetop._kernel import inlined, kernel
from treetop.dynamics.kane import bias_acceleration
from treetop.spatial import Motion, power
from treetop.spatial.rows import force, vec


@inlined
def compose_rows(constraints, first, rows, kane, u_at, u, J, b):
    """Write J and b of all rows from the first one on.

    ``u_at[i + 1]`` is how many of the first speeds may move body i.
    """
    J[:] = 0.0
    for k in range(b.size):
        b[k] = -rows.bias[first + k]
        for p in range(constraints.pair_at[first + k], constraints.pair_at[first + k + 1]):
            i, on = constraints.bodies[p, 0], force(rows.on_a, p)
            b[k] -= add_row(J[k], kane, u, u_at[i + 1], i, on)
            i, on = constraints.bodies[p, 1], force(rows.on_b, p)
            b[k] -= add_row(J[k], kane, u, u_at[i + 1], i, on)


@kernel
def add_row(J, kane, u, speeds, i, on):
    """Add what body i makes of a row; return what its acceleration at constant speeds does."""
    for j in range(speeds):
        J[j] += power(on, Motion(vec(kane.w[i], j), vec(kane.v[i], j)))
    return power(on, bias_acceleration(kane, i, u, speeds))


@kernel
def fill_upper(A):
    """The upper triangle of a symmetric matrix from the lower one."""
    for j in range(A.shape[0]):
        for k in range(j):
            A[k, j] = A[j, k]
