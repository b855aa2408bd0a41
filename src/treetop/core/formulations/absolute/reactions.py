"""Between absolute coordinates and those of the joints."""

from treetop.core.compiler import entry, inlined
from treetop.core.constraints.forces import added_reactions
from treetop.core.formulations.absolute.workspace import unpack
from treetop.core.interface import AT_JOINTS, FROM_JOINTS
from treetop.core.kinematics.hung import hang_by_level
from treetop.core.kinematics.joint_coordinates import measure_speeds
from treetop.core.kinematics.tree import bodies_in_motion
from treetop.core.linear_algebra.vectors import greatest
from treetop.core.spatial import motion_moved, quaternion_of, turn_back
from treetop.core.spatial.table_access import (
    copy_into,
    force,
    mat,
    motion,
    put_quaternion_at,
    put_six,
    put_vec_at,
    vec,
)


@entry(*AT_JOINTS)
def at_joints(y, rate, problem, z, z_rate):
    """What an evaluation gives for the joints; reactions are those of the multipliers."""
    tables, work, absolute = unpack(problem)
    nq, nu = absolute.q.size, absolute.u.size
    joints_seen(y, rate, absolute, z, z_rate)
    for i in range(1, tables.tree.parent.size):
        joint_rates(tables.tree, i, work, z_rate[nq : nq + nu])
    reactions(tables.constraints, work, absolute)
    added_reactions(tables, absolute.rows, work)
    return greatest(absolute.rows.error)


@inlined
def joints_seen(y, rate, absolute, z, z_rate):
    """Coordinates and speeds of joints as they were measured, and what ends every state."""
    nq, nu = absolute.q.size, absolute.u.size
    copy_into(z[:nq], absolute.q)
    copy_into(z[nq : nq + nu], absolute.u)
    copy_into(z[nq + nu :], y[y.size - z.size + nq + nu :])
    copy_into(z_rate[nq + nu :], rate[y.size - z.size + nq + nu :])


@inlined
def joint_rates(tree, i, work, rates):
    """The rates of the speeds of the joint of body i, from accelerations."""
    carried = motion_moved(motion(work.A, tree.parent[i]), vec(work.r, i)) + motion(work.c, i)
    gain = motion(work.A, i) - carried
    measure_speeds(work.S, tree.u_at[i], tree.u_at[i + 1], gain, rates)


@inlined
def reactions(constraints, work, absolute):
    """Write into ``work.B`` what each joint exerts on its outboard body."""
    for i in range(1, work.B.shape[0]):
        F = force(absolute.effort, i)
        for k in range(constraints.joint_at[i], constraints.joint_at[i + 1]):
            F = F + force(absolute.rows.on_b, k) * absolute.rows.multiplier[k]
        put_six(work.B, i, F)


@entry(*FROM_JOINTS)
def from_joints(z, problem, y):
    """Place the bodies as their joints say."""
    tables, work, absolute = unpack(problem)
    place_by_joints(tables, z, work, absolute, y)


@inlined
def place_by_joints(tables, z, work, absolute, y):
    tree, nq, nu = tables.tree, absolute.q.size, absolute.u.size
    bodies_in_motion(tree, z[:nq], z[nq : nq + nu], work)
    hang_by_level(tables, z, work)
    n = tree.parent.size - 1
    for i in range(1, n + 1):
        put_body(work, i, y, 7 * (i - 1), 7 * n + 6 * (i - 1))
    copy_into(y[13 * n : 13 * n + nq], z[:nq])
    copy_into(y[13 * n + nq :], z[nq + nu :])


@inlined
def put_body(work, i, y, x, v):
    """Write the coordinates of body i at x of a state, and its speeds at v."""
    R, V = mat(work.R, i), motion(work.V, i)
    put_quaternion_at(y, x, quaternion_of(R))
    put_vec_at(y, x + 4, vec(work.p, i))
    put_vec_at(y, v, turn_back(R, V.ang))
    put_vec_at(y, v + 3, V.lin)
