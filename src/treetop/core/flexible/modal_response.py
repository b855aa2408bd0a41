"""How the modes of flexible bodies answer to forces and efforts, their factors being there."""

import math

from treetop.core.compiler import entry, inlined, kernel, where
from treetop.core.flexible.modal_elimination import modes_of
from treetop.core.flexible.tables import unpack
from treetop.core.spatial import norm, power
from treetop.core.spatial.table_access import force, motion, put_six
from treetop.core.tables.kinds import D_INVERSE, STATION
from treetop.core.tables.samples import ANSWERED, EXPAND, FELT, RESIST


@entry(*FELT)
def felt(i, pulls, efforts, left, handle):
    """What a force on body i, in rows of `pulls`, and efforts leave for the modes, as their factor
    sees it; the force is what remains for the inboard body.

    Returns how large the squares of these could be, had nothing cancelled.
    """
    tables, modal, work = unpack(handle)
    F, size = force(pulls, i), 0.0
    if tables.joint[i] == STATION:
        first, _, m = modes_of(tables, tables.parent[i])
        for k in range(m):
            phi = motion(work.phi, tables.station_at[i] + k)
            modal.b[first + k] += power(F, phi)
            modal.largest[first + k] += largest(F, phi)
        return size
    first, j, m = modes_of(tables, i)
    pair, rest = tables.pair_at[tables.number[i]], F
    for k in range(m):
        at, S = pair + k * m, motion(work.S, j + k)
        x = efforts[j + k] + modal.b[first + k] + power(F, S)
        size += ((modal.largest[first + k] + largest(F, S)) * modal.L[at + k]) ** 2
        modal.b[first + k], modal.largest[first + k] = 0.0, 0.0
        for l in range(k):
            x -= modal.L[at + l] * left[j + l]
        left[j + k] = x * modal.L[at + k]
        rest = rest - force(work.U, j + k) * left[j + k]
    put_six(pulls, i, rest)
    return size


@kernel
def largest(F, S):
    """The greatest power that a force could have in a motion."""
    return norm(F.ang) * norm(S.ang) + norm(F.lin) * norm(S.lin)


@entry(*ANSWERED)
def answered(i, motions, left, rates, handle):
    """Modal rates that efforts, as the factor sees them, lead to; and their part of the motion of
    body i, added in rows of `motions`."""
    tables, modal, work = unpack(handle)
    if tables.joint[i] != STATION:
        first, j, m = modes_of(tables, i)
        for k in range(m):
            U = force(work.U, j + k)
            modal.gain[first + k] = left[j + k] - power(U, motion(motions, i))
        give(tables, modal, work, i, rates)
    carry(tables, modal, work, i, motions)
    return 0


@entry(*EXPAND)
def expand(i, rates, _, handle):
    """Modal accelerations, and that of body i, what the inboard body lends being in ``work.A``."""
    tables, modal, work = unpack(handle)
    if tables.joint[i] != STATION:
        first, j, m = modes_of(tables, i)
        for k in range(m):
            U = force(work.U, j + k)
            modal.gain[first + k] = modal.e[first + k] - power(U, motion(work.A, i))
        least = least_inboard(tables, work, i)
        modal.gain[first] = where(least < 0.0, math.nan, modal.gain[first])
        give(tables, modal, work, i, rates)
    carry(tables, modal, work, i, work.A)
    return 0


@entry(*RESIST)
def resist(i, rates, left, handle):
    """Take from what is left along modes what inertia does there, ``P_k · A + M_kl q_l''``, frame i
    accelerating with A of ``work.A``."""
    tables, modal, work = unpack(handle)
    if tables.joint[i] != STATION:
        first, j, m = modes_of(tables, i)
        pair, A = tables.pair_at[tables.number[i]], motion(work.A, i)
        for k in range(m):
            left[j + k] -= power(force(modal.P, first + k), A)
            for l in range(m):
                at = pair + (k * m + l if l <= k else l * m + k)
                left[j + k] -= tables.M[at] * rates[j + l]
    return 0


@kernel
def least_inboard(tables, work, i):
    """The least inertia along speeds inboard of a flexible body, or 1 if that is less: its kinetic
    energy is complete to second order, and with large deflections inertia loses its sign."""
    b, least = tables.parent[i], 1.0
    while b > 0:
        for j in range(tables.u_at[b], tables.u_at[b + 1]):
            least = min(least, work.pivots[j, D_INVERSE])
        b = tables.parent[b]
    return least


@inlined
def give(tables, modal, work, i, rates):
    """``L⁻ᵀ`` times what modes gain are their rates; the frame feels them, for those who look at
    reactions."""
    first, j, m = modes_of(tables, i)
    pair, gain, F = tables.pair_at[tables.number[i]], modal.gain, force(work.F, i)
    for k in range(m - 1, -1, -1):
        gain[first + k] *= modal.L[pair + k * m + k]
        for l in range(k):
            gain[first + l] -= modal.L[pair + k * m + l] * gain[first + k]
        rates[j + k] = gain[first + k]
        F = F - force(modal.P, first + k) * gain[first + k]
    put_six(work.F, i, F)


@inlined
def carry(tables, modal, work, i, motions):
    """What modes add to the motion of a frame or a node."""
    A, node = motion(motions, i), tables.joint[i] == STATION
    frame = tables.parent[i] if node else i
    first, j, m = modes_of(tables, frame)
    for k in range(m):
        per = motion(work.phi, tables.station_at[i] + k) if node else motion(work.S, j + k)
        A = A + per * modal.gain[first + k]
    put_six(motions, i, A)
