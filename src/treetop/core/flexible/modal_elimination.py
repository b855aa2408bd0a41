"""The modes of a flexible body eliminated on the way in, and answered on the way out.

With A the acceleration that the frame would have if modes did not accelerate, and S_k its motion
per unit of mode k where a node carries it,

    Û_k = P_k + I S_k        M̂_kl = M_kl + S_k·P_l + P_k·S_l + S_k·I S_l
    M̂ q'' + Û A + S·B = τ    L Lᵀ = M̂,  U = L⁻¹ Û,  e = L⁻¹ (τ - S·B)

    I - Uᵀ U and B + Uᵀ e are felt inboard, and q'' = L⁻ᵀ (e - U A).

P and M take up what nodes add, on which other bodies hang.
"""

import math

from treetop.core.compiler import entry, inlined, where
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
from treetop.core.tables.kinds import D_INVERSE, EFFORT_LEFT, STATION
from treetop.core.tables.samples import CONDENSE


@entry(*CONDENSE)
def condense(i, _a, _b, handle):
    """What is felt of body i, and of all that hangs on it, from ``work.I`` and ``work.B``, which
    are replaced."""
    tables, modal, work = unpack(handle)
    I, B = articulated_row(work.I, i), force(work.B, i)
    if tables.joint[i] == STATION:
        add_node(tables, modal, work, i, I, B + I @ motion(work.c, i))
    else:
        compose(tables, modal, work, i, I, B)
        factor(tables, modal, work, i)
        first, j, m = modes_of(tables, i)
        for k in range(m):
            U = force(work.U, j + k)
            work.pivots[j + k, D_INVERSE], work.pivots[j + k, EFFORT_LEFT] = 1.0, modal.e[first + k]
            I, B = I - dyad(U, 1.0), B + U * modal.e[first + k]
        put_articulated(work.I, i, I)
        put_six(work.B, i, B)
    return 0


@inlined
def modes_of(tables, i):
    """The first mode of the flexible body of frame i, its first speed, and how many there are."""
    f = tables.number[i]
    return tables.mode_at[f], tables.u_at[i], tables.mode_at[f + 1] - tables.mode_at[f]


@inlined
def add_node(tables, modal, work, i, I, B):
    """What hangs on a node is felt by all modes that move it."""
    r, phi = vec(work.r, i), tables.station_at[i]
    first, _, m = modes_of(tables, tables.parent[i])
    pair = tables.pair_at[tables.number[i]]
    for k in range(m):
        P = I @ motion(work.phi, phi + k)
        put_six(modal.P_nodes, first + k, force(modal.P_nodes, first + k) + force_moved(P, r))
        modal.b[first + k] += power(B, motion(work.phi, phi + k))
        for l in range(k + 1):
            modal.M_nodes[pair + k * m + l] += power(P, motion(work.phi, phi + l))


@inlined
def compose(tables, modal, work, i, I, B):
    """Û, M̂ (its lower triangle) and what is left for the modes."""
    first, j, m = modes_of(tables, i)
    pair = tables.pair_at[tables.number[i]]
    for k in range(m):
        put_six(work.U, j + k, force(modal.P, first + k) + force(modal.P_nodes, first + k))
        put_six(modal.P_nodes, first + k, no_force())
        modal.e[first + k], modal.b[first + k] = work.tau[j + k] - modal.b[first + k], 0.0
        for l in range(k + 1):
            at = pair + k * m + l
            modal.L[at], modal.M_nodes[at] = tables.M[at] + modal.M_nodes[at], 0.0
    if tables.node[i] >= 0:
        for k in range(m):
            S, P = motion(work.S, j + k), force(work.U, j + k)
            IS = I @ S
            modal.e[first + k] -= power(B, S)
            for l in range(k + 1):
                coupled = power(P + IS, motion(work.S, j + l)) + power(force(work.U, j + l), S)
                modal.L[pair + k * m + l] += coupled
        for k in range(m):
            put_six(work.U, j + k, force(work.U, j + k) + I @ motion(work.S, j + k))


@inlined
def factor(tables, modal, work, i):
    """Cholesky's factor in place of M̂, its diagonal inverted; Û and efforts as seen by it."""
    first, j, m = modes_of(tables, i)
    pair, L = tables.pair_at[tables.number[i]], modal.L
    for k in range(m):
        at = pair + k * m
        U, e = force(work.U, j + k), modal.e[first + k]
        for l in range(k):
            left, below = L[at + l], pair + l * m
            for n in range(l):
                left -= L[at + n] * L[below + n]
            L[at + l] = left * L[below + l]
            U, e = U - force(work.U, j + l) * L[at + l], e - modal.e[first + l] * L[at + l]
        left = L[at + k]
        for n in range(k):
            left -= L[at + n] * L[at + n]
        L[at + k] = 1.0 / math.sqrt(where(left > 0.0, left, math.nan))
        put_six(work.U, j + k, U * L[at + k])
        modal.e[first + k] = e * L[at + k]
