"""Accelerations of trees in many digits, to decide which of several computations is right.

Dense: partial velocities of all bodies, the mass matrix they make, and its solution, in mpmath.
The tables, state and forces of an evaluation are taken as exact.
"""

import mpmath as mp
import numpy as np

from treetop.core.tables import kinds
from treetop.system.state import VELOCITY

DIGITS = 60


def exact(values):
    return np.vectorize(mp.mpf, otypes=[object])(np.asarray(values, dtype=float))


def cross(a, b):
    return np.array(
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    )


def skew(a):
    return np.array([[0, -a[2], a[1]], [a[2], 0, -a[0]], [-a[1], a[0], 0]], dtype=object)


def about_z(angle):
    c, s = mp.cos(angle), mp.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]], dtype=object)


def rotation(q):
    w, e = q[0], q[1:]
    size, K = q @ q, skew(e)
    return np.eye(3, dtype=object) + (2 / size) * (w * K + K @ K)


def joint(tree, i, R, q, u):
    """Attitude and place of the outboard frame, turnings and slidings per unit speed, and the
    angular acceleration at constant speeds."""
    kind, none, I = tree.joint[i], exact(np.zeros(3)), np.eye(3, dtype=object)
    z, flat = R[:, 2], lambda axes: [(a, none) for a in axes]
    if kind in (kinds.REVOLUTE, kinds.SCREW):
        pitch = mp.mpf(float(tree.pitch[i])) if kind == kinds.SCREW else mp.mpf(0)
        return R @ about_z(q[0]), z * (pitch * q[0]), [(z, z * pitch)], none
    if kind == kinds.PRISMATIC:
        return R, z * q[0], [(none, z)], none
    if kind == kinds.CYLINDRICAL:
        return R @ about_z(q[0]), z * q[1], [(z, none), (none, z)], none
    if kind == kinds.PLANAR:
        moves = [(none, R[:, 0]), (none, R[:, 1]), (z, none)]
        return R @ about_z(q[2]), R[:, 0] * q[0] + R[:, 1] * q[1], moves, none
    if kind == kinds.UNIVERSAL:
        half = R @ about_z(q[0]) @ exact(tree.middle[i]).reshape(3, 3)
        second = half[:, 2]
        c = cross(z * u[0], second * u[1])
        return half @ about_z(q[1]), none, [(z, none), (second, none)], c
    if kind == kinds.SPHERICAL:
        after = R @ rotation(q)
        return after, none, flat(after.T), none
    if kind == kinds.FREE:
        after = R @ rotation(q[:4])
        return after, R @ q[4:], flat(after.T) + [(none, a) for a in (R @ I).T], none
    return R, none, [], none


def exact_rates(system, state):
    """The rates of the speeds of a tree in joint coordinates as seen from the ground, in double
    precision."""
    with mp.workdps(DIGITS):
        return np.array(_rates(system, state), dtype=float)


def _rates(system, state):
    now = system.at(state)
    fall = exact(now.rate[VELOCITY])  # of the origin that free bodies are placed from
    tree, bodies, work = system.tables.tree, system.tables.bodies, now.work
    nq, nu = int(tree.q_at[-1]), int(tree.u_at[-1])
    y = exact(state.vector)
    R, w, a0, al0 = {0: exact(np.eye(3))}, {0: exact(np.zeros(3))}, {0: exact(np.zeros(3))}, {}
    al0[0] = exact(np.zeros(3))
    G = {0: exact(np.zeros((6, nu)))}
    M, b = exact(np.zeros((nu, nu))), exact(work.tau)
    for i in range(1, tree.parent.size):
        P, k, j = tree.parent[i], slice(*tree.q_at[i : i + 2]), slice(*tree.u_at[i : i + 2])
        u = y[nq:][j]
        inboard = R[P] @ exact(tree.R_PF[i]).reshape(3, 3)
        R[i], d, moves, c = joint(tree, i, inboard, y[k], u)
        r = R[P] @ exact(tree.p_PF[i]) + d
        G[i] = G[P].copy()
        G[i][3:] -= skew(r) @ G[P][:3]
        w_J, v_J = exact(np.zeros(3)), exact(np.zeros(3))
        for n, (turning, sliding) in enumerate(moves):
            G[i][:3, j.start + n], G[i][3:, j.start + n] = turning, sliding
            w_J, v_J = w_J + turning * u[n], v_J + sliding * u[n]
        w[i] = w[P] + w_J
        al0[i] = al0[P] + cross(w[P], w_J) + c
        a0[i] = a0[P] + cross(al0[P], r) + cross(w[P], cross(w[P], r) + 2 * v_J)
        m, com = mp.mpf(float(bodies.mass[i])), R[i] @ exact(bodies.com[i])
        xx, xy, xz, yy, yz, zz = exact(bodies.J_C[i])
        J = R[i] @ np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]]) @ R[i].T
        turn, move = G[i][:3], G[i][3:] - skew(com) @ G[i][:3]
        M = M + turn.T @ J @ turn + m * (move.T @ move)
        F = exact(work.F[i])
        a = a0[i] + cross(al0[i], com) + cross(w[i], cross(w[i], com))
        b = b + move.T @ (F[3:] - m * a)
        b = b + turn.T @ (F[:3] - cross(com, F[3:]) - J @ al0[i] - cross(w[i], J @ w[i]))
    rates = np.array(list(mp.lu_solve(mp.matrix(M.tolist()), mp.matrix(b.tolist()))))
    for i in np.flatnonzero((tree.joint == kinds.FREE) & (tree.parent == 0)):
        moving = slice(tree.u_at[i] + 3, tree.u_at[i + 1])
        rates[moving] += exact(tree.R_PF[i]).reshape(3, 3).T @ fall
    return rates
