"""Partial velocities of the frames and nodes of flexible bodies, and the inertia of modes in Kane's
equations."""

from treetop.core.compiler import entry, kernel
from treetop.core.flexible.modal_elimination import modes_of
from treetop.core.flexible.node import node_of
from treetop.core.flexible.tables import unpack
from treetop.core.spatial import Motion, cross, dot, power
from treetop.core.spatial.table_access import force, mat, motion, motion_at, put_six, put_vec, vec
from treetop.core.tables.kinds import STATION
from treetop.core.tables.samples import MODAL_INERTIA, PARTIALS, YIELD


@entry(*PARTIALS)
def partials(i, w, v, w_rate, v_rate, handle):
    """Add what modes do to the partial velocities of body i, and to their rates."""
    tables, modal, work = unpack(handle)
    n = tables.node[i]
    if n < 0:
        return 0
    is_node = tables.joint[i] == STATION
    frame = tables.parent[i] if is_node else i
    first, j, m = modes_of(tables, frame)
    R, w_B = mat(work.R, frame), motion(work.V, frame).ang
    node = node_of(tables, n, modal, first)
    back = R @ node.p * -1.0
    back_rate = cross(w_B, back) - R @ node.V.lin
    for k in range(m):
        per, per_rate = motion_at(modal.reach, 6 * k), motion_at(modal.reach_rate, 6 * k)
        slide_rate = R @ per_rate.lin + cross(w_B, R @ per.lin)
        turning_rate = jacobian_rate(node.turn, node.theta_rate, per.ang)
        turning_rate = R @ (turning_rate + node.A @ per_rate.ang)
        if is_node:
            S = motion(work.phi, tables.station_at[i] + k)
            rate = Motion(cross(w_B, S.ang) + turning_rate, slide_rate)
        else:
            S = motion(work.S, j + k)
            ang = cross(w_B, S.ang) - turning_rate
            rate = Motion(ang, cross(ang, back) + cross(S.ang, back_rate) - slide_rate)
        if is_node:
            put_vec(w, j + k, vec(w, j + k) + S.ang)
            put_vec(v, j + k, vec(v, j + k) + S.lin)
            rate = Motion(rate.ang + vec(w_rate, j + k), rate.lin + vec(v_rate, j + k))
        put_vec(w_rate, j + k, rate.ang)
        put_vec(v_rate, j + k, rate.lin)
    return 0


@kernel
def jacobian_rate(turn, rate, x):
    """``A' x``, the rotation vector changing at a rate."""
    theta, along = turn.theta, dot(turn.theta, rate)
    across = cross(theta, x)
    total = across * (turn.da * along) + cross(rate, x) * turn.a
    total = total + cross(theta, across) * (turn.db * along)
    return total + (cross(rate, across) + cross(theta, cross(rate, x))) * turn.b


@entry(*MODAL_INERTIA)
def modal_inertia(i, w, v, A, handle):
    """Add inertia of deformation to the lower triangle of A."""
    tables, modal, _ = unpack(handle)
    if tables.joint[i] == STATION:
        return 0
    first, j, m = modes_of(tables, i)
    pair = tables.pair_at[tables.number[i]]
    for k in range(m):
        P = force(modal.P, first + k)
        for s in range(j):
            A[j + k, s] += power(P, Motion(vec(w, s), vec(v, s)))
        for l in range(k + 1):
            both = power(P, Motion(vec(w, j + l), vec(v, j + l)))
            both += power(force(modal.P, first + l), Motion(vec(w, j + k), vec(v, j + k)))
            A[j + k, j + l] += both + tables.M[pair + k * m + l]
    return 0


@entry(*YIELD)
def modal_acceleration(i, rates, _, handle):
    """Add forces of modal accelerations on frame i."""
    tables, modal, work = unpack(handle)
    if tables.joint[i] == STATION:
        return 0
    first, j, m = modes_of(tables, i)
    F = force(work.F, i)
    for k in range(m):
        F = F - force(modal.P, first + k) * rates[j + k]
    put_six(work.F, i, F)
    return 0
