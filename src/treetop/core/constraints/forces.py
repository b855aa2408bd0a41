"""Constraints as forces on bodies, and as rows for their accelerations."""

from treetop.core.compiler import inlined, kernel
from treetop.core.spatial import force_moved, no_force, power
from treetop.core.spatial.table_access import force, mat, motion, put_six, vec


@kernel
def push(pulls, constraints, rows, k, multiplier):
    """Add the forces of a multiplier to those on the bodies."""
    for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
        a, b = constraints.bodies[p, 0], constraints.bodies[p, 1]
        put_six(pulls, a, force(pulls, a) + force(rows.on_a, p) * multiplier)
        put_six(pulls, b, force(pulls, b) + force(rows.on_b, p) * multiplier)


@kernel
def felt(constraints, rows, k, A):
    """Row k times the accelerations A."""
    total = 0.0
    for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
        a, b = motion(A, constraints.bodies[p, 0]), motion(A, constraints.bodies[p, 1])
        total += power(force(rows.on_a, p), a) + power(force(rows.on_b, p), b)
    return total


@kernel
def drive_power(constraints, rows):
    """What constraints that follow functions of time do to the energy."""
    total = 0.0
    for k in range(constraints.joint_at[-1], constraints.kind.size):
        total += rows.multiplier[k] * rows.drive[k]
    return total


@inlined
def added_reactions(tables, rows, work):
    """Write into ``work.L`` and ``work.H`` what joints that close loops, and added constraints,
    exert on their outboard bodies, into ``work.effort`` what they do along joints' coordinates."""
    loop_reactions(tables.loops, rows, work)
    added, constraints = tables.added, tables.constraints
    for c in range(added.frame.size):
        F, f = no_force(), added.frame[c]
        for k in range(added.row_at[c], added.row_at[c + 1]):
            F = F + force(rows.on_b, constraints.pair_at[k]) * rows.multiplier[k]
        if f < 0:
            F = no_force()
            if added.row_at[c] < added.row_at[c + 1]:
                work.effort[c] = rows.multiplier[added.row_at[c]]
        else:
            r = mat(work.R, tables.frames.body[f]) @ vec(tables.frames.p, f)
            F = force_moved(F, -r)
        put_six(work.H, c, F)


@inlined
def loop_reactions(loops, rows, work):
    for l in range(loops.bodies.shape[0]):
        b, F = loops.bodies[l, 1], no_force()
        for k in range(loops.row_at[l], loops.row_at[l + 1]):
            F = F + force(rows.on_b, k) * rows.multiplier[k]
        r = mat(work.R, b) @ vec(loops.p, l)
        put_six(work.L, l, force_moved(F, -r))
