"""Constraints as forces on bodies, and as rows for their accelerations."""

from treetop._kernel import kernel
from treetop.spatial import power
from treetop.spatial.rows import force, motion, put_six


@kernel
def push(pulls, constraints, rows, k, multiplier):
    """Add the forces of a multiplier to those on the bodies."""
    for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
        a, b = constraints.bodies[p, 0], constraints.bodies[p, 1]
        put_six(pulls, a, force(pulls, a) + force(rows.on_a, p) * multiplier)
        put_six(pulls, b, force(pulls, b) + force(rows.on_b, p) * multiplier)


@kernel
def felt(constraints, rows, k, A):
    """Row k times the accelerations A."""
    total = 0.0
    for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
        a, b = motion(A, constraints.bodies[p, 0]), motion(A, constraints.bodies[p, 1])
        total += power(force(rows.on_a, p), a) + power(force(rows.on_b, p), b)
    return total
