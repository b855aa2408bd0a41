"""Where the bodies are and how they move, outward from the ground.

Inertial axes; positions and velocities are those of each body's origin, measured from the
origin of positions, which may itself be moving.

    R attitude    r origin from the parent's    p origin    V velocity
    S motion per unit speed    c acceleration at constant speeds, less what the parent lends
"""

from treetop._kernel import inlined, kernel
from treetop.dynamics.joints import across
from treetop.spatial import Motion, cross
from treetop.spatial.rows import mat, motion, put_mat, put_six, put_vec, vec


@inlined
def bodies_in_motion(tree, q, u, work):
    for i in range(1, tree.parent.size):
        P = tree.parent[i]
        R_P, V_P = mat(work.R, P), motion(work.V, P)
        joint = across(
            tree.joint[i],
            R_P @ mat(tree.R_PF, i),
            vec(tree.axis, i),
            vec(tree.axis2, i),
            tree.pitch[i],
            q,
            tree.q_at[i],
            u,
            tree.u_at[i],
            work.S,
        )
        r = R_P @ vec(tree.p_PF, i) + joint.d
        put_mat(work.R, i, joint.R)
        put_vec(work.r, i, r)
        put_vec(work.p, i, vec(work.p, P) + r)
        put_six(work.V, i, carried_velocity(V_P, r, joint.V))
        put_six(work.c, i, carried_acceleration(V_P.ang, r, joint.V, joint.c))


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
