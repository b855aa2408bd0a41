"""All constraints as rows for the speeds of units and modes."""

from treetop.core.compiler import entry, inlined
from treetop.core.formulations.absolute.jacobian import constraints
from treetop.core.formulations.absolute.project import move_origin
from treetop.core.formulations.floating_frame.coordinates import units_moved
from treetop.core.formulations.floating_frame.equations import compose
from treetop.core.formulations.floating_frame.evaluation import layout, look
from treetop.core.formulations.floating_frame.workspace import speeds, unpack
from treetop.core.interface import CARRIED, DISPLACED, ROWS, Chart
from treetop.core.linear_algebra.cholesky import factor_definite
from treetop.core.linear_algebra.vectors import add_multiple, backward, forward
from treetop.core.spatial import turn_back, turned_by
from treetop.core.spatial.table_access import (
    copy_into,
    mat,
    put_quaternion_at,
    put_vec_at,
    quaternion_at,
    vec_at,
)


@entry(*ROWS)
def rows(t, y, problem, J, W, error, rate):
    tables, work, absolute, solver = unpack(problem)
    look(t, y, tables, work, absolute, solver)
    copy_into(error, absolute.rows.error)
    copy_into(rate, absolute.rows.rate)
    compose(tables, work, absolute, solver)
    for k in range(error.size):
        copy_into(J[k], solver.A[k])
        in_body_axes(work, solver, J[k])
    if W.shape[0] > 0:
        factor_definite(solver.M)
    for k in range(W.shape[0]):
        copy_into(W[k], solver.A[k])
        forward(solver.M, solver.x.size, W[k])
        backward(solver.M, solver.x.size, W[k])
        in_body_axes(work, solver, W[k])
    return 0


@inlined
def in_body_axes(work, solver, values):
    """Motions or forces in inertial axes, with rotation about the axes of the speeds of units."""
    for k in range(solver.units.size):
        turning = turn_back(mat(work.R, solver.units[k]), vec_at(values, 6 * k))
        put_vec_at(values, 6 * k, turning)


@entry(*DISPLACED)
def displaced(y, problem, change):
    """Turn and move each unit, and move the modes; coordinates of other joints stay behind."""
    _, _, _, solver = unpack(problem)
    n, coordinates, _ = layout(solver)
    for k in range(n):
        x = 7 * k
        put_quaternion_at(y, x, turned_by(quaternion_at(y, x), vec_at(change, 6 * k)))
        put_vec_at(y, x + 4, vec_at(y, x + 4) + vec_at(change, 6 * k + 3))
    add_multiple(y[7 * n : coordinates], 1.0, change[6 * n :])
    return 0


@entry(*CARRIED)
def carried(y, problem, by):
    """The origin moved."""
    tables, _, _, solver = unpack(problem)
    move_origin(y, vec_at(by, 0), vec_at(by, 3))
    units_moved(y, vec_at(by, 0), vec_at(by, 3), tables, solver)
    return 0


chart = Chart(speeds, constraints, rows, displaced, carried)
