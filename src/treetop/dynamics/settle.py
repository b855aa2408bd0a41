"""What is put right between two steps: quaternions made unit, a far-off origin moved along."""

import math

from treetop._kernel import entry, kernel
from treetop.dynamics.joints import has_attitude
from treetop.dynamics.layout import EXTRA, SETTLE, origin_of, unpack
from treetop.spatial import dot, turn_back
from treetop.spatial.rows import mat, put_vec_at, vec_at

REACH = 100.0  # m: closer than this, positions resolve 1e-14 m


@entry(*SETTLE)
def settle(t, y, rate, problem):
    """Settle y, the state at time t; return whether its rate must be computed anew."""
    tables, _ = unpack(problem)
    return settled_tree(y, rate, tables)


@kernel
def settled_tree(y, rate, tables):
    tree = tables.tree
    for i in range(1, tree.parent.size):
        if has_attitude(tree.joint[i]):
            make_unit(y, rate, tree.q_at[i])
    if tables.falling[0] == 0:
        return False
    ahead = vec_at(y, tree.q_at[1] + 4)
    if dot(ahead, ahead) < REACH * REACH:
        return False
    move_origin(tree, y)
    return True


@kernel
def make_unit(y, rate, k):
    """Scale a quaternion and its rate; the motion does not depend on the length."""
    length = math.sqrt(y[k] ** 2 + y[k + 1] ** 2 + y[k + 2] ** 2 + y[k + 3] ** 2)
    for m in range(k, k + 4):
        y[m] /= length
        rate[m] /= length


@kernel
def move_origin(tree, y):
    """Place the origin at the first body, moving as it does; all else stays as it is."""
    nq, end = tree.q_at[-1], y.size - EXTRA
    origin, R_NF = origin_of(y), mat(tree.R_PF, 1)
    d, v = R_NF @ vec_at(y, tree.q_at[1] + 4), R_NF @ vec_at(y, nq + 3)
    put_vec_at(y, end, origin.p + d)
    put_vec_at(y, end + 3, origin.v + v)
    for i in range(1, tree.parent.size):
        if tree.parent[i] == 0:
            k, j, R = tree.q_at[i] + 4, nq + tree.u_at[i] + 3, mat(tree.R_PF, i)
            put_vec_at(y, k, vec_at(y, k) - turn_back(R, d))
            put_vec_at(y, j, vec_at(y, j) - turn_back(R, v))
