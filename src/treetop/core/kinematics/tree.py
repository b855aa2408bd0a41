"""Where the bodies are and how they move, outward from the ground.

Inertial axes; positions and velocities are those of each body's origin, measured from the
origin of positions, which may itself be moving.

    R attitude    r origin from the parent's    p origin    V velocity
    S motion per unit speed    c acceleration at constant speeds, less what the parent lends
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.joints import across
from treetop.core.spatial import Motion, cross
from treetop.core.spatial.table_access import mat, motion, put_mat, put_six, put_vec, vec
from treetop.core.tables.kinds import DEFORMATION


@inlined
def bodies_in_motion(tree, q, u, work):
    R, V, p = mat(work.R, 0), motion(work.V, 0), vec(work.p, 0)
    for i in range(1, tree.parent.size):
        P = tree.parent[i]
        if i - 1 != P:  # else the parent is the body just placed
            R, V, p = mat(work.R, P), motion(work.V, P), vec(work.p, P)
        if tree.joint[i] >= DEFORMATION:
            tree.bent.place(i, q, u, tree.bent.tables[0])
            R, V, p = mat(work.R, i), motion(work.V, i), vec(work.p, i)
            continue
        joint = across(tree, i, R @ mat(tree.R_PF, i), q, u, work.S)
        r = R @ vec(tree.p_PF, i) + joint.d
        put_six(work.c, i, carried_acceleration(V.ang, r, joint.V, joint.c))
        R, V, p = joint.R, carried_velocity(V, r, joint.V), p + r
        put_mat(work.R, i, R)
        put_vec(work.r, i, r)
        put_vec(work.p, i, p)
        put_six(work.V, i, V)


@kernel
def carried_velocity(V_P, r, V_joint):
    """The velocity of a body whose parent moves with V_P and whose joint adds V_joint."""
    return Motion(V_P.ang + V_joint.ang, V_P.lin + cross(V_P.ang, r) + V_joint.lin)


@kernel
def carried_acceleration(w_P, r, V_joint, c_joint):
    """Centripetal and Coriolis acceleration of a body carried along by its parent."""
    ang = cross(w_P, V_joint.ang) + c_joint.ang
    lin = cross(w_P, cross(w_P, r) + V_joint.lin * 2.0) + c_joint.lin
    return Motion(ang, lin)
