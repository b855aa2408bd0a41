"""The scalar constraints, and the one place that tells them apart."""

from treetop._kernel import kernel
from treetop.assembly.kinds import PLANE
from treetop.dynamics.constraints.plane import plane
from treetop.dynamics.constraints.turn import turn
from treetop.dynamics.stations import point
from treetop.spatial.rows import mat, motion, put_six, vec, vec_at


@kernel
def constraint(constraints, k, work, origin, q):
    """Row k, bodies moving as `work` says."""
    pair = constraints.pair_at[k]
    a, b = constraints.bodies[pair, 0], constraints.bodies[pair, 1]
    e = mat(work.R, a) @ vec(constraints.directions, k)
    if constraints.kind[k] == PLANE:
        at_a = point(work, origin, a, vec(constraints.points, k))
        at_b = point(work, origin, b, vec_at(constraints.points[k], 3))
        pitch, turned_by = constraints.law[k, 1], constraints.angle[k]
        return plane(e, at_a, at_b, pitch, q[turned_by] if turned_by >= 0 else 0.0)
    f = mat(work.R, b) @ vec_at(constraints.directions[k], 3)
    w_a, w_b = motion(work.V, a).ang, motion(work.V, b).ang
    return turn(e, f, w_a, w_b, constraints.law[k, 0])


@kernel
def constrain(constraints, first, work, origin, q, rows):
    """Fill the rows of all constraints from the first one on."""
    for k in range(first, constraints.kind.size):
        row, pair = constraint(constraints, k, work, origin, q), constraints.pair_at[k]
        put_six(rows.on_a, pair, row.on_a)
        put_six(rows.on_b, pair, row.on_b)
        rows.error[k], rows.rate[k], rows.bias[k] = row.error, row.rate, row.bias
