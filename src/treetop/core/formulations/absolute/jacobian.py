"""All constraints, those of joints among them, as rows for the speeds of the bodies."""

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.formulations.absolute.evaluation import bodies_moved, place_bodies
from treetop.core.formulations.absolute.project import look, move_origin
from treetop.core.formulations.absolute.workspace import unpack
from treetop.core.interface import CARRIED, DISPLACED, ROWS, Chart
from treetop.core.spatial import cross, factored, solved, turn_back, turned, turned_by
from treetop.core.spatial.table_access import (
    copy_into,
    force,
    mat,
    put_quaternion_at,
    put_vec_at,
    quaternion_at,
    sym,
    vec,
    vec_at,
)


@entry(*ROWS)
def rows(t, y, problem, J, W, error, rate):
    tables, work, absolute = unpack(problem)
    look(place_bodies, t, y, tables, work, absolute)
    copy_into(error, absolute.rows.error)
    copy_into(rate, absolute.rows.rate)
    for k in range(error.size):
        compose_row(tables.constraints, work, absolute.rows, k, J[k])
    for k in range(W.shape[0]):
        for i in range(1, tables.tree.parent.size):
            answer(work.bodies, i, mat(work.R, i), J[k, 6 * (i - 1) :], W[k, 6 * (i - 1) :])
    return 0


@inlined
def compose_row(constraints, work, rows, k, J):
    J[:] = 0.0
    for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
        add_force(J, work, constraints.bodies[p, 0], force(rows.on_a, p))
        add_force(J, work, constraints.bodies[p, 1], force(rows.on_b, p))


@kernel
def add_force(J, work, i, on):
    """What a row has for the speeds of body i."""
    if i > 0:
        at = 6 * (i - 1)
        put_vec_at(J, at, vec_at(J, at) + turn_back(mat(work.R, i), on.ang))
        put_vec_at(J, at + 3, vec_at(J, at + 3) + on.lin)


@kernel
def answer(bodies, i, R, efforts, rates):
    """How efforts change the speeds of a body at rest, of attitude R."""
    c, f = R @ vec(bodies.com, i), vec_at(efforts, 3)
    J = factored(turned(R, sym(bodies.J_C, i)))
    turning = solved(J, R @ vec_at(efforts, 0) - cross(c, f))
    put_vec_at(rates, 0, turn_back(R, turning))
    put_vec_at(rates, 3, f * (1.0 / bodies.mass[i]) + cross(c, turning))


@entry(*DISPLACED)
def displaced(y, problem, change):
    """Turn and move each body; the joints' coordinates, which are given by that, stay behind."""
    tables, _, _ = unpack(problem)
    for i in range(tables.tree.parent.size - 1):
        x = 7 * i
        put_quaternion_at(y, x, turned_by(quaternion_at(y, x), vec_at(change, 6 * i)))
        put_vec_at(y, x + 4, vec_at(y, x + 4) + vec_at(change, 6 * i + 3))
    return 0


@entry(*CARRIED)
def carried(y, problem, by):
    """The origin moved."""
    tables, _, _ = unpack(problem)
    move_origin(y, vec_at(by, 0), vec_at(by, 3))
    bodies_moved(y, vec_at(by, 0), vec_at(by, 3), tables, 0)
    return 0


def speeds(tables):
    n = tables.tree.parent.size - 1
    return slice(7 * n, 13 * n)


def constraints(tables):
    return tables.constraints.kind.size


chart = Chart(speeds, constraints, rows, displaced, carried)
