"""Constraints beyond the tree as rows for the joints' speeds.

Forces of a unit multiplier, carried inward as by rigid bodies, leave at each speed what it has in
the row; and the same efforts make the tree move by J M⁻¹, which the recursion finds without M.
"""

from treetop.core.compiler import Bundle, entry, inlined
from treetop.core.constraints import constrain
from treetop.core.constraints.forces import push
from treetop.core.constraints.row import rows_for
from treetop.core.formulations.joint_space.state import carried, displaced, speeds
from treetop.core.formulations.recursive import gather_inward
from treetop.core.interface import ROWS, Chart, origin_of
from treetop.core.kinematics.fuel import fill_tanks
from treetop.core.kinematics.hung import hang_by_level
from treetop.core.kinematics.loop_angles import measure_loops
from treetop.core.kinematics.tree import bodies_in_motion
from treetop.core.spatial import force_moved, motion_moved, power
from treetop.core.spatial.table_access import copy_into, force, motion, put_six, vec
from treetop.core.tables.kinds import D_INVERSE, DEFORMATION
from treetop.core.tables.samples import TABLES, WORK

unpack = Bundle(TABLES, WORK, rows_for(TABLES.constraints)).unpack  # how both problems begin


@entry(*ROWS)
def rows(t, y, problem, J, W, error, rate):
    tables, work, rows = unpack(problem)
    tree, first, nq = tables.tree, tables.constraints.joint_at[-1], tables.tree.q_at[-1]
    q = y[:nq]
    fill_tanks(tables, y)
    bodies_in_motion(tree, q, y[nq : nq + tree.u_at[-1]], work)
    hang_by_level(tables, y, work)
    measure_loops(tables, work, origin_of(y), y)
    constrain(tables.constraints, tables.drives, first, work, origin_of(y), t, q, rows)
    copy_into(error, rows.error[first:])
    copy_into(rate, rows.rate[first:])
    for k in range(error.size):
        efforts_of_row(tables, work, rows, first + k, J[k])
    if W.shape[0] > 0:
        gather_inward(tree, work, False)
    for k in range(W.shape[0]):
        answer(tree, work, J[k], W[k])
    return 0


@inlined
def efforts_of_row(tables, work, rows, k, J):
    """What a unit of multiplier k does along each speed, all others being held.

    Nothing along those that are driven: no constraint can change them.
    """
    tree, pull = tables.tree, work.B
    pull[:], J[:] = 0.0, 0.0
    push(pull, tables.constraints, rows, k, 1.0)
    for i in range(tree.parent.size - 1, 0, -1):
        F, P = force(pull, i), tree.parent[i]
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            J[j] = 0.0 if tree.prescribed[j] else J[j] + power(F, motion(work.S, j))
        for s in range(tree.station_at[i], tree.station_at[i + 1]):  # modes that move a node
            J[tree.u_at[P] + s - tree.station_at[i]] += power(F, motion(work.phi, s))
        put_six(pull, P, force(pull, P) + force_moved(F, vec(work.r, i)))


@inlined
def answer(tree, work, efforts, rates):
    """How efforts change the speeds of a tree at rest.

    ``work.B`` has the force of what is beyond, and `rates` what is left of efforts on the way in.
    """
    work.B[:], n = 0.0, tree.parent.size
    for i in range(n - 1, 0, -1):
        F, P = force(work.B, i), tree.parent[i]
        if tree.joint[i] >= DEFORMATION:
            tree.bent.felt(i, work.B, efforts, rates, tree.bent.tables[0])
            F = force(work.B, i)
        else:
            for j in range(tree.u_at[i], tree.u_at[i + 1]):
                rates[j] = efforts[j] + power(F, motion(work.S, j))
                F = F - force(work.U, j) * (rates[j] * work.pivots[j, D_INVERSE])
        put_six(work.B, P, force(work.B, P) + force_moved(F, vec(work.r, i)))
    for i in range(1, n):
        A = motion_moved(motion(work.A, tree.parent[i]), vec(work.r, i))
        put_six(work.A, i, A)
        if tree.joint[i] >= DEFORMATION:
            tree.bent.answered(i, work.A, rates, rates, tree.bent.tables[0])
            continue
        for j in range(tree.u_at[i + 1] - 1, tree.u_at[i] - 1, -1):
            rates[j] = (rates[j] - power(force(work.U, j), A)) * work.pivots[j, D_INVERSE]
            A = A + motion(work.S, j) * rates[j]
        put_six(work.A, i, A)


def constraints(tables):
    return tables.constraints.kind.size - int(tables.constraints.joint_at[-1])


chart = Chart(speeds, constraints, rows, displaced, carried)
