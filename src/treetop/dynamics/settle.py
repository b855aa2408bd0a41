"""What is put right between two steps: quaternions made unit, a far-off origin moved along."""

import math

from treetop._kernel import entry, inlined
from treetop.dynamics.joints import has_attitude
from treetop.dynamics.layout import SETTLE, origin_of, sizes, unpack
from treetop.spatial import dot, turn_back
from treetop.spatial.rows import mat, put_vec_at, vec_at

REACH = 1000.0  # m: closer than this, positions resolve 1e-13 m


@entry(*SETTLE)
def settle(y, rate, problem):
    """Settle y; return whether its rate must be computed anew."""
    tables, _ = unpack(problem)
    for i in range(1, tables.parent.size):
        if has_attitude(tables, i):
            make_unit(y, rate, tables.q_at[i])
    if tables.falling[0] == 0:
        return False
    ahead = vec_at(y, tables.q_at[1] + 4)
    if dot(ahead, ahead) < REACH * REACH:
        return False
    move_origin(tables, y)
    return True


@inlined
def make_unit(y, rate, k):
    """Scale a quaternion and its rate; the motion does not depend on the length."""
    length = math.sqrt(y[k] ** 2 + y[k + 1] ** 2 + y[k + 2] ** 2 + y[k + 3] ** 2)
    for m in range(k, k + 4):
        y[m] /= length
        rate[m] /= length


@inlined
def move_origin(tables, y):
    """Place the origin at the first body, moving as it does; all else stays as it is."""
    nq, nu = sizes(tables)
    origin, R_NF = origin_of(tables, y), mat(tables.R_PF, 1)
    d, v = R_NF @ vec_at(y, tables.q_at[1] + 4), R_NF @ vec_at(y, nq + 3)
    put_vec_at(y, nq + nu, origin.p + d)
    put_vec_at(y, nq + nu + 3, origin.v + v)
    for i in range(1, tables.parent.size):
        if tables.parent[i] == 0:
            k, j, R = tables.q_at[i] + 4, nq + tables.u_at[i] + 3, mat(tables.R_PF, i)
            put_vec_at(y, k, vec_at(y, k) - turn_back(R, d))
            put_vec_at(y, j, vec_at(y, j) - turn_back(R, v))
