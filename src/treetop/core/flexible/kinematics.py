"""Where the frames and nodes of flexible bodies are, how they move, and the inertia of the body as
it is bent."""

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.flexible.modal_elimination import modes_of
from treetop.core.flexible.node import node_of
from treetop.core.flexible.tables import unpack
from treetop.core.linear_algebra.vectors import add_multiple
from treetop.core.spatial import (
    Motion,
    Sym3,
    cross,
    dot,
    motion_moved,
    per_mass,
    still,
    transpose,
    zero3,
)
from treetop.core.spatial.table_access import (
    copy_into,
    mat,
    motion,
    motion_at,
    put_mat,
    put_six,
    put_vec,
    sym,
    sym_at,
    vec,
    vec_at,
)
from treetop.core.tables.kinds import STATION
from treetop.core.tables.samples import PLACE


@entry(*PLACE)
def place(i, q, u, handle):
    """Body i of the tree, by coordinates and speeds of all joints."""
    tables, modal, work = unpack(handle)
    if tables.joint[i] == STATION:
        place_node(tables, modal, work, i)
    else:
        first, j, m = modes_of(tables, i)
        for k in range(m):
            modal.q[first + k], modal.u[first + k] = q[tables.q_at[i] + k], u[j + k]
        place_frame(tables, modal, work, i)
        bend(tables, modal, work, i)
    return 0


@inlined
def place_node(tables, modal, work, i):
    B, first = tables.parent[i], tables.station_at[i]
    mode = tables.mode_at[tables.number[i]]
    R, V = mat(work.R, B), motion(work.V, B)
    node = node_of(tables, tables.node[i], modal, mode)
    r, spin, slide = R @ node.p, R @ node.V.ang, R @ node.V.lin
    put_mat(work.R, i, R @ node.R)
    put_vec(work.r, i, r)
    put_vec(work.p, i, vec(work.p, B) + r)
    put_six(work.V, i, Motion(V.ang + spin, V.lin + cross(V.ang, r) + slide))
    lin = cross(V.ang, cross(V.ang, r) + slide * 2.0) + R @ node.c.lin
    put_six(work.c, i, Motion(cross(V.ang, spin) + R @ node.c.ang, lin))
    RA = R @ node.A
    for a in range(tables.station_at[i + 1] - first):
        per = motion_at(modal.reach, 6 * a)
        put_six(work.phi, first + a, Motion(RA @ per.ang, R @ per.lin))


@inlined
def place_frame(tables, modal, work, i):
    """The frame of the body moves against the node that carries it."""
    P, first, v = tables.parent[i], tables.u_at[i], tables.node[i]
    V_P, R_P = motion(work.V, P), mat(work.R, P)
    R, d = R_P @ mat(tables.R_PF, i), R_P @ vec(tables.p_PF, i)
    centripetal = cross(V_P.ang, cross(V_P.ang, d))
    if v < 0:
        for j in range(first, tables.u_at[i + 1]):
            put_six(work.S, j, still())
        move(work, i, P, R, d, motion_moved(V_P, d))
        put_six(work.c, i, Motion(zero3(), centripetal))
        return
    node = node_of(tables, v, modal, tables.mode_at[tables.number[i]])
    R = R @ transpose(node.R)
    back = R @ node.p * -1.0  # from the node to the frame
    spin, slide = R @ node.V.ang * -1.0, R @ node.V.lin
    w = V_P.ang + spin
    v_node = V_P.lin + cross(V_P.ang, d)
    move(work, i, P, R, d + back, Motion(w, v_node + cross(w, back) - slide))
    ang = cross(w, spin) - R @ node.c.ang
    lin = cross(ang, back) + cross(w, cross(w, back) - slide * 2.0) - R @ node.c.lin
    put_six(work.c, i, Motion(ang, lin + centripetal))
    RA = R @ node.A
    for a in range(tables.u_at[i + 1] - first):
        per = motion_at(modal.reach, 6 * a)
        turning = RA @ per.ang * -1.0
        put_six(work.S, first + a, Motion(turning, cross(turning, back) - R @ per.lin))


@inlined
def move(work, i, P, R, r, V):
    put_mat(work.R, i, R)
    put_vec(work.r, i, r)
    put_vec(work.p, i, vec(work.p, P) + r)
    put_six(work.V, i, V)


@inlined
def bend(tables, modal, work, i):
    """Derivatives of the moments of mass by each mode and their rates, and the inertia of the body.

    Rows of `double` are long, so that adding them up runs at the speed of memory.
    """
    f, R, q = tables.number[i], mat(work.R, i), modal.q
    first, m = tables.mode_at[f], tables.mode_at[f + 1] - tables.mode_at[f]
    single = tables.single[12 * first : 12 * (first + m)]
    now, rate = modal.now[12 * first : 12 * (first + m)], modal.rate[9 * first : 9 * (first + m)]
    copy_into(now, single)
    rate[:] = 0.0
    for k in range(m):
        at = 15 * (tables.pair_at[f] + k * m)
        add_multiple(now, q[first + k], tables.double[at : at + 12 * m])
        add_multiple(rate, modal.u[first + k], tables.double[at + 6 * m : at + 15 * m])
    S, J = vec(tables.first, f), sym(tables.inertia, f)
    for k in range(m):
        half, at = 0.5 * q[first + k], 6 * (m + k)
        S_k, N_k = vec_at(now, at), vec_at(now, at + 3)
        S = S + (vec_at(single, at) + S_k) * half
        J = J + scaled(sym_at(single, 6 * k) + sym_at(now, 6 * k), half)
        put_six(modal.P, first + k, Motion(R @ N_k, R @ S_k))
    c = per_mass(S, tables.mass[f])
    put_vec(work.bodies.com, i, c)
    put_sym(work.bodies.J_C, i, J - about(c, tables.mass[f]))


@kernel
def scaled(J, s):
    return Sym3(J.xx * s, J.xy * s, J.xz * s, J.yy * s, J.yz * s, J.zz * s)


@kernel
def about(c, m):
    """The inertia of a point mass at c."""
    cc = dot(c, c)
    return Sym3(
        m * (cc - c.x * c.x),
        -m * c.x * c.y,
        -m * c.x * c.z,
        m * (cc - c.y * c.y),
        -m * c.y * c.z,
        m * (cc - c.z * c.z),
    )


@kernel
def put_sym(table, i, J):
    table[i, 0], table[i, 1], table[i, 2] = J.xx, J.xy, J.xz
    table[i, 3], table[i, 4], table[i, 5] = J.yy, J.yz, J.zz
