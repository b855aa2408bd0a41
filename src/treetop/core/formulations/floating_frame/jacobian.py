"""All constraints as rows for the speeds of units and modes."""

from treetop.core.compiler import entry, inlined
from treetop.core.formulations.absolute.jacobian import constraints
from treetop.core.formulations.absolute.project import move_origin
from treetop.core.formulations.floating_frame.coordinates import units_moved
from treetop.core.formulations.floating_frame.equations import compose
from treetop.core.formulations.floating_frame.evaluation import look, places
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
    tables, work, room, own = unpack(problem)
    look(t, y, tables, work, room, own)
    copy_into(error, room.rows.error)
    copy_into(rate, room.rows.rate)
    compose(tables, work, room, own)
    for k in range(error.size):
        copy_into(J[k], own.A[k])
        in_own_axes(work, own, J[k])
    if W.shape[0] > 0:
        factor_definite(own.M)
    for k in range(W.shape[0]):
        copy_into(W[k], own.A[k])
        forward(own.M, own.x.size, W[k])
        backward(own.M, own.x.size, W[k])
        in_own_axes(work, own, W[k])
    return 0


@inlined
def in_own_axes(work, own, values):
    """Of motions or forces in inertial axes: turning as the speeds of units tell it."""
    for k in range(own.units.size):
        turning = turn_back(mat(work.R, own.units[k]), vec_at(values, 6 * k))
        put_vec_at(values, 6 * k, turning)


@entry(*DISPLACED)
def displaced(y, problem, change):
    """Turn and move each unit, and move the modes; coordinates of other joints stay behind."""
    _, _, _, own = unpack(problem)
    n, coordinates, _ = places(own)
    for k in range(n):
        x = 7 * k
        put_quaternion_at(y, x, turned_by(quaternion_at(y, x), vec_at(change, 6 * k)))
        put_vec_at(y, x + 4, vec_at(y, x + 4) + vec_at(change, 6 * k + 3))
    add_multiple(y[7 * n : coordinates], 1.0, change[6 * n :])
    return 0


@entry(*CARRIED)
def carried(y, problem, by):
    """The origin moved."""
    tables, _, _, own = unpack(problem)
    move_origin(y, vec_at(by, 0), vec_at(by, 3))
    units_moved(y, vec_at(by, 0), vec_at(by, 3), tables, own)
    return 0


chart = Chart(speeds, constraints, rows, displaced, carried)
