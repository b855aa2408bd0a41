"""What is put right between two steps: quaternions made unit, the origin placed anew at the first
body, moving as it does, once it is far off."""

import math

from treetop.core.compiler import entry, kernel
from treetop.core.interface import EXTRA, PROJECT, origin_of, unpack
from treetop.core.joints import has_attitude
from treetop.core.linear_algebra.vectors import greatest
from treetop.core.spatial import dot, turn_back
from treetop.core.spatial.table_access import force, mat, put_vec_at, vec_at
from treetop.core.tables.kinds import FREE

REACH = 100.0  # m: closer than this, positions resolve 1e-14 m
# Of the projection onto constraints, in any coordinates.
FLOOR = 5e-16  # rad, or part of the mechanism's arm: errors below are rounding
CONTRADICTION = 1e-6  # constraints that remain so far from being met, likewise, contradict
POSITION_RESOLUTION = 1e-14  # of places, by which constraints are off
MAX_ITERATIONS = 12  # looks at the constraints; one or two corrections of each sort are usual


@entry(*PROJECT)
def project(t, y, rate, problem):
    """Project y, the state at time t; return whether its rate must be computed anew."""
    tables, _ = unpack(problem)
    return normalized_tree(y, rate, tables)


@kernel
def normalized_tree(y, rate, tables):
    tree = tables.tree
    for i in range(1, tree.parent.size):
        if has_attitude(tree.joint[i]):
            make_unit(y, rate, tree.q_at[i])
    if tables.falling[0] == 0:
        return False
    ahead = vec_at(y, tree.q_at[1] + 4)
    if dot(ahead, ahead) < REACH * REACH:
        return False
    R_NF = mat(tree.R_PF, 1)
    carry(tree, y, R_NF @ ahead, R_NF @ vec_at(y, tree.q_at[-1] + 3))
    return True


@kernel
def greatest_missed(constraints, rows, first, errors):
    """The greatest error, each in terms of what a rad, or the mechanism's arm, could change."""
    largest, length = 0.0, rows.length[0]
    for k in range(errors.size):
        size = 0.0
        for p in range(constraints.pair_at[first + k], constraints.pair_at[first + k + 1]):
            if constraints.bodies[p, 0] > 0:
                size += squared(force(rows.on_a, p), length)
            if constraints.bodies[p, 1] > 0:
                size += squared(force(rows.on_b, p), length)
        error = abs(errors[k]) / (math.sqrt(size) if size > 0.0 else length)
        if not error <= largest:
            largest = error
    return largest


@kernel
def squared(F, length):
    return dot(F.ang, F.ang) + dot(F.lin, F.lin) * length**2


@kernel
def misplaced(error, p, length):
    """Whether positions leave more than what rounds where bodies are."""
    far = 0.0
    for place in p:
        far = max(far, greatest(place))
    return error > CONTRADICTION + POSITION_RESOLUTION * far / length


@kernel
def mismoved(error, V, length):
    """Whether velocities leave more than a part of the fastest."""
    fastest = 0.0
    for v in V:
        fastest = max(fastest, greatest(v[:3]), greatest(v[3:]) / length)
    return error > CONTRADICTION * (1.0 + fastest)


@kernel
def make_unit(y, rate, k):
    """Scale a quaternion and its rate; the motion does not depend on the length."""
    scale = 1.0 / math.sqrt(y[k] ** 2 + y[k + 1] ** 2 + y[k + 2] ** 2 + y[k + 3] ** 2)
    for m in range(k, k + 4):
        y[m] *= scale
        rate[m] *= scale


@kernel
def carry(tree, y, d, v):
    """Let the origin go by d and v: all else stays as it is, and is measured from there."""
    nq, end, origin = tree.q_at[-1], y.size - EXTRA, origin_of(y)
    put_vec_at(y, end, origin.p + d)
    put_vec_at(y, end + 3, origin.v + v)
    for i in range(1, tree.parent.size):
        if tree.joint[i] == FREE and tree.parent[i] == 0:
            k, j, R = tree.q_at[i] + 4, nq + tree.u_at[i] + 3, mat(tree.R_PF, i)
            put_vec_at(y, k, vec_at(y, k) - turn_back(R, d))
            put_vec_at(y, j, vec_at(y, j) - turn_back(R, v))
