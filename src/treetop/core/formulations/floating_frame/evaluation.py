"""How units stand and move, given by the state, and nodes of flexible bodies with them.

A node N of frame B, displaced to ρ and turned in B, carries its body with constant d:

    v = v_B + ω_B × ρ + ρ' + ω × d        ω = ω_B + ω_BN
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.constraints import constrain
from treetop.core.flexible.node import node_of
from treetop.core.flexible.tables import unpack as flexible
from treetop.core.formulations.absolute.evaluation import measure_joint
from treetop.core.interface import origin_of
from treetop.core.kinematics.fuel import fill_tanks
from treetop.core.kinematics.loop_angles import measure_loops
from treetop.core.spatial import Motion, cross, motion_moved, rotation_of, still, transpose, zero3
from treetop.core.spatial.table_access import (
    mat,
    motion,
    motion_at,
    put_mat,
    put_six,
    put_vec,
    quaternion_at,
    vec,
    vec_at,
)
from treetop.core.tables.kinds import DEFORMATION


@inlined
def look(t, y, tables, work, absolute, solver):
    """Motion of all bodies, and the constraints, at y and time t."""
    in_motion(y, tables, work, absolute, solver)
    constrain(
        tables.constraints, tables.drives, 0, work, origin_of(y), t, absolute.q, absolute.rows
    )


@inlined
def in_motion(y, tables, work, absolute, solver):
    fill_tanks(tables, y)
    place_units(y, work, solver)
    place_nodes(y, tables.tree, work, solver)
    measure(y, tables.tree, work, absolute, solver)
    measure_loops(tables, work, origin_of(y), y)


@kernel
def layout(solver):
    """How many units there are, and where coordinates and speeds end in the state vector.

    Quaternions have a number more than there are speeds of turning: the coordinate of mode k, whose
    acceleration is unknown k, is number k + n for n units.
    """
    n, m = solver.units.size, solver.x.size
    return n, n + m, n + 2 * m


@inlined
def place_units(y, work, solver):
    n, coordinates, _ = layout(solver)
    for k in range(n):
        i, x, v = solver.units[k], 7 * k, coordinates + 6 * k
        R = rotation_of(quaternion_at(y, x))
        put_mat(work.R, i, R)
        put_vec(work.p, i, vec_at(y, x + 4))
        put_six(work.V, i, Motion(R @ vec_at(y, v), vec_at(y, v + 3)))


@inlined
def place_nodes(y, tree, work, solver):
    tables, modal, _ = flexible(tree.bent.tables[0])
    n, coordinates, _ = layout(solver)
    for B in range(1, tree.parent.size):
        if tree.joint[B] == DEFORMATION:
            at, k = tables.mode_at[tables.number[B]], solver.mode_at[B]
            for m in range(tree.u_at[B + 1] - tree.u_at[B]):
                modal.q[at + m], modal.u[at + m] = y[n + k + m], y[coordinates + k + m]
    for i in range(1, tree.parent.size):
        if solver.home[i] != i:
            place_node(tables, modal, tree, work, solver, i)


@inlined
def place_node(tables, modal, tree, work, solver, i):
    B, at, first = solver.home[i], solver.bearing[i], solver.phi_at[i]
    R_B, V_B, v = mat(work.R, B), motion(work.V, B), tables.node[at]
    R, r, V, bias, RA = R_B, zero3(), still(), still(), R_B
    if v >= 0:
        node = node_of(tables, v, modal, tables.mode_at[tables.number[B]])
        R, r, RA = R_B @ node.R, R_B @ node.p, R_B @ node.A
        V = Motion(R_B @ node.V.ang, R_B @ node.V.lin)
        bias = Motion(R_B @ node.c.ang, R_B @ node.c.lin)
    d = zero3()
    if at != i:  # the node carries the frame, whose joint is measured from the node's body
        R = R @ transpose(mat(tree.R_PF, at))
        d = R @ vec(tree.p_PF, at) * -1.0
    w = V_B.ang + V.ang
    put_mat(work.R, i, R)
    put_vec(work.p, i, vec(work.p, B) + r + d)
    put_six(work.V, i, Motion(w, motion_moved(V_B, r).lin + V.lin + cross(w, d)))
    ang = cross(V_B.ang, V.ang) + bias.ang
    lin = cross(V_B.ang, cross(V_B.ang, r) + V.lin * 2.0) + bias.lin
    put_vec(solver.arm, i, r + d)
    put_six(solver.c, i, Motion(ang, lin + cross(ang, d) + cross(w, cross(w, d))))
    for k in range(solver.phi_at[i + 1] - first):
        per = still()
        if v >= 0:
            reach = motion_at(modal.reach, 6 * k)
            turning = RA @ reach.ang
            per = Motion(turning, R_B @ reach.lin + cross(turning, d))
        put_six(solver.phi, first + k, per)


@inlined
def measure(y, tree, work, absolute, solver):
    """Coordinates, speeds and motions of all joints; modes as the tree has them."""
    n, coordinates, speeds = layout(solver)
    for i in range(1, tree.parent.size):
        if tree.joint[i] < DEFORMATION:
            measure_joint(tree, i, y[speeds:], work, absolute)
            continue
        for k in range(tree.u_at[i + 1] - tree.u_at[i]):
            absolute.q[tree.q_at[i] + k] = y[n + solver.mode_at[i] + k]
            absolute.u[tree.u_at[i] + k] = y[coordinates + solver.mode_at[i] + k]
        tree.bent.place(i, absolute.q, absolute.u, tree.bent.tables[0])
