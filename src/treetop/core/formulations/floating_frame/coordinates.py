"""How a state is changed: by motions of units and modes, and by a move of the origin."""

from treetop.core.compiler import inlined
from treetop.core.formulations.absolute.evaluation import positions_moved
from treetop.core.formulations.absolute.project import make_units
from treetop.core.formulations.floating_frame.evaluation import layout
from treetop.core.linear_algebra.vectors import add_multiple
from treetop.core.spatial import quaternion_rate
from treetop.core.spatial.table_access import put_quaternion_at, put_vec_at, quaternion_at, vec_at


@inlined
def changed(y, positions, tables, absolute, solver):
    """Change positions, or else speeds, by what was found."""
    n, coordinates, speeds = layout(solver)
    if not positions:
        add_multiple(y[coordinates:speeds], 1.0, solver.x)
        return
    for k in range(n):
        x, q = 7 * k, quaternion_at(y, 7 * k)
        put_quaternion_at(y, x, q + quaternion_rate(q, vec_at(solver.x, 6 * k)))
        put_vec_at(y, x + 4, vec_at(y, x + 4) + vec_at(solver.x, 6 * k + 3))
    make_units(y, n)
    add_multiple(y[7 * n : coordinates], 1.0, solver.x[6 * n :])


@inlined
def units_moved(y, d, v, tables, solver):
    """The coordinates as seen from an origin that is moved by d and v."""
    n, coordinates, _ = layout(solver)
    positions_moved(y, n, coordinates, d, v)
