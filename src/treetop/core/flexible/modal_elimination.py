"""The modes of a flexible body eliminated on the way in, and answered on the way out.

With A the acceleration that the frame would have if modes did not accelerate, and S_k its motion
per unit of mode k where a node carries it,

    Û_k = P_k + I S_k        M̂_kl = M_kl + S_k·P_l + P_k·S_l + S_k·I S_l
    M̂ q'' + Û A + S·B = τ    L Lᵀ = M̂,  U = L⁻¹ Û,  e = L⁻¹ (τ - S·B)

    I - Uᵀ U and B + Uᵀ e are felt inboard, and q'' = L⁻ᵀ (e - U A).

P and M take up what nodes add, on which other bodies hang.
"""

import math

from treetop.core.compiler import entry, inlined
from treetop.core.flexible.tables import unpack
from treetop.core.spatial import dyad, force_moved, no_force, power
from treetop.core.spatial.table_access import (
    articulated_row,
    force,
    motion,
    put_articulated,
    put_six,
    vec,
)
from treetop.core.tables.kinds import STATION
from treetop.core.tables.samples import CONDENSE


@entry(*CONDENSE)
def condense(i, _a, _b, handle):
    """What is felt of body i, and of all that hangs on it, from ``work.I`` and ``work.B``, which
    are replaced."""
    own, room, work = unpack(handle)
    I, B = articulated_row(work.I, i), force(work.B, i)
    if own.joint[i] == STATION:
        add_node(own, room, work, i, I, B + I @ motion(work.c, i))
    else:
        compose(own, room, work, i, I, B)
        factor(own, room, work, i)
        first, j, m = modes_of(own, i)
        for k in range(m):
            U = force(work.U, j + k)
            work.d[j + k, 0], work.d[j + k, 1] = 1.0, room.e[first + k]
            I, B = I - dyad(U, 1.0), B + U * room.e[first + k]
        put_articulated(work.I, i, I)
        put_six(work.B, i, B)
    return 0


@inlined
def modes_of(own, i):
    """The first mode of the flexible body of frame i, its first speed, and how many there are."""
    f = own.number[i]
    return own.mode_at[f], own.u_at[i], own.mode_at[f + 1] - own.mode_at[f]


@inlined
def add_node(own, room, work, i, I, B):
    """What hangs on a node is felt by all modes that move it."""
    r, phi = vec(work.r, i), own.station_at[i]
    first, _, m = modes_of(own, own.parent[i])
    pair = own.pair_at[own.number[i]]
    for k in range(m):
        P = I @ motion(work.phi, phi + k)
        put_six(room.P_nodes, first + k, force(room.P_nodes, first + k) + force_moved(P, r))
        room.b[first + k] += power(B, motion(work.phi, phi + k))
        for l in range(k + 1):
            room.M_nodes[pair + k * m + l] += power(P, motion(work.phi, phi + l))


@inlined
def compose(own, room, work, i, I, B):
    """Û, M̂ (its lower triangle) and what is left for the modes."""
    first, j, m = modes_of(own, i)
    pair = own.pair_at[own.number[i]]
    for k in range(m):
        put_six(work.U, j + k, force(room.P, first + k) + force(room.P_nodes, first + k))
        put_six(room.P_nodes, first + k, no_force())
        room.e[first + k], room.b[first + k] = work.tau[j + k] - room.b[first + k], 0.0
        for l in range(k + 1):
            at = pair + k * m + l
            room.L[at], room.M_nodes[at] = own.M[at] + room.M_nodes[at], 0.0
    if own.node[i] >= 0:
        for k in range(m):
            S, P = motion(work.S, j + k), force(work.U, j + k)
            IS = I @ S
            room.e[first + k] -= power(B, S)
            for l in range(k + 1):
                coupled = power(P + IS, motion(work.S, j + l)) + power(force(work.U, j + l), S)
                room.L[pair + k * m + l] += coupled
        for k in range(m):
            put_six(work.U, j + k, force(work.U, j + k) + I @ motion(work.S, j + k))


@inlined
def factor(own, room, work, i):
    """Cholesky's factor in place of M̂, its diagonal inverted; Û and efforts as seen by it."""
    first, j, m = modes_of(own, i)
    pair, L = own.pair_at[own.number[i]], room.L
    for k in range(m):
        at = pair + k * m
        U, e = force(work.U, j + k), room.e[first + k]
        for l in range(k):
            left, below = L[at + l], pair + l * m
            for n in range(l):
                left -= L[at + n] * L[below + n]
            L[at + l] = left * L[below + l]
            U, e = U - force(work.U, j + l) * L[at + l], e - room.e[first + l] * L[at + l]
        left = L[at + k]
        for n in range(k):
            left -= L[at + n] * L[at + n]
        L[at + k] = 1.0 / math.sqrt(left) if left > 0.0 else math.nan
        put_six(work.U, j + k, U * L[at + k])
        room.e[first + k] = e * L[at + k]
