"""Between coordinates of units and modes and those of the joints."""

from treetop.core.compiler import entry, inlined
from treetop.core.constraints.forces import added_reactions, push
from treetop.core.formulations.absolute.reactions import (
    joint_rates,
    joints_seen,
    put_body,
    reactions,
)
from treetop.core.formulations.floating_frame.equations import has_inertia
from treetop.core.formulations.floating_frame.evaluation import layout
from treetop.core.formulations.floating_frame.workspace import unpack
from treetop.core.interface import AT_JOINTS, FROM_JOINTS
from treetop.core.kinematics.hung import hang_by_level
from treetop.core.kinematics.rigid_inertia import gyroscopic_force, inertia_of
from treetop.core.kinematics.tree import bodies_in_motion
from treetop.core.linear_algebra.vectors import greatest
from treetop.core.spatial import force_moved
from treetop.core.spatial.table_access import copy_into, copy_rows, force, mat, motion, put_six, vec
from treetop.core.tables.kinds import DEFORMATION, STATION


@entry(*AT_JOINTS)
def at_joints(y, rate, problem, z, z_rate):
    """What an evaluation gives for the joints; reactions are those of the multipliers."""
    tables, work, absolute, solver = unpack(problem)
    tree, nq = tables.tree, absolute.q.size
    joints_seen(y, rate, absolute, z, z_rate)
    for i in range(1, tree.parent.size):
        if tree.joint[i] < DEFORMATION:
            joint_rates(tree, i, work, z_rate[nq : nq + absolute.u.size])
        elif tree.joint[i] == DEFORMATION:
            for k in range(tree.u_at[i + 1] - tree.u_at[i]):
                z_rate[nq + tree.u_at[i] + k] = solver.x[solver.mode_at[i] + k]
    reactions(tables.constraints, work, absolute)
    node_reactions(tables, work, absolute, solver)
    added_reactions(tables, absolute.rows, work)
    return greatest(absolute.rows.error)


@inlined
def node_reactions(tables, work, absolute, solver):
    """What frame and nodes exert on each other: all that acts on a node, less what it needs to
    accelerate with what is fixed to it."""
    tree = tables.tree
    copy_rows(solver.felt, absolute.pull)
    for k in range(absolute.rows.multiplier.size):
        push(solver.felt, tables.constraints, absolute.rows, k, absolute.rows.multiplier[k])
    for i in range(1, tree.parent.size):
        if solver.home[i] != i and has_inertia(work.bodies, i):
            I = inertia_of(work.bodies, i, mat(work.R, i))
            needed = I @ motion(work.A, i) + gyroscopic_force(I, motion(work.V, i).ang)
            put_six(solver.felt, i, force(solver.felt, i) - needed)
    for i in range(1, tree.parent.size):
        if tree.joint[i] == STATION:
            put_six(work.B, i, force(solver.felt, i) * -1.0)
        elif tree.joint[i] == DEFORMATION:
            P = tree.parent[i]
            put_six(work.B, i, force_moved(force(solver.felt, P), vec(solver.arm, P)))


@entry(*FROM_JOINTS)
def from_joints(z, problem, y):
    """Place units as the joints say."""
    tables, work, absolute, solver = unpack(problem)
    tree, nq, nu, n = tables.tree, absolute.q.size, absolute.u.size, solver.units.size
    bodies_in_motion(tree, z[:nq], z[nq : nq + nu], work)
    hang_by_level(tables, z, work)
    _, coordinates, speeds = layout(solver)
    for k in range(n):
        put_body(work, solver.units[k], y, 7 * k, coordinates + 6 * k)
    for B in range(1, tree.parent.size):
        if tree.joint[B] == DEFORMATION:
            for k in range(tree.u_at[B + 1] - tree.u_at[B]):
                y[n + solver.mode_at[B] + k] = z[tree.q_at[B] + k]
                y[coordinates + solver.mode_at[B] + k] = z[nq + tree.u_at[B] + k]
    copy_into(y[speeds : speeds + nq], z[:nq])
    copy_into(y[speeds + nq :], z[nq + nu :])
