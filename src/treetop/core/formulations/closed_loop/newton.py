"""A step of Newton's method for the equations of an implicit step of a tree with constraints beyond
its joints, loops among them, in time of order n.

Multipliers are given.  What they exert acts on bodies as other forces do, so that joints transmit
it: its turning is the stiffness of a cable that is held at both ends.  How the coordinates answer
to a multiplier is seen by the integrator from the change without it and with it.
"""

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.constraints import constrain
from treetop.core.constraints.forces import drive_power, push
from treetop.core.formulations.closed_loop.jacobian import unpack
from treetop.core.formulations.joint_space.evaluation import set_in_motion
from treetop.core.formulations.joint_space.origin_and_work import add_power
from treetop.core.formulations.joint_space.prescribed import look_up_driven
from treetop.core.formulations.joint_space.tangent.assembly import gather_steady_forces
from treetop.core.formulations.joint_space.tangent.elimination import factor, solve
from treetop.core.formulations.joint_space.tangent.felt import TURN, add_pair, by_turning
from treetop.core.formulations.joint_space.tangent.newton import find_missing, put_stiffness
from treetop.core.formulations.joint_space.tangent.tables import unpack_tangent
from treetop.core.formulations.joint_space.tangent.variations import Shift
from treetop.core.interface import NEWTON, origin_of
from treetop.core.spatial import force_moved, no_force
from treetop.core.spatial.table_access import copy_into, force, mat, vec


@entry(*NEWTON)
def newton(t, y, rate, problem, handle, fresh):
    """Write the change of coordinates that lets speeds change at the rates wanted, the multipliers
    being as they are; as for trees."""
    set_in_motion(t, y, rate, problem)
    look_up_driven(t, problem)
    exert(t, y, rate, problem, handle)
    tables, work, _ = unpack(problem)
    (tangent,) = unpack_tangent(handle)
    nq = tables.tree.q_at[-1]
    copy_into(rate[nq : nq + tangent.wanted.size], tangent.wanted)
    find_missing(tables.tree, work, tangent)
    if fresh:
        put_stiffness(y, problem, handle)
        linearize(t, y, problem, handle)
    tables, work, _ = unpack(problem)
    solve(tables.tree, work, tangent)
    return 0


@inlined
def exert(t, y, rate, problem, handle):
    """Let constraints act on bodies by their multipliers, and add the power of those that follow
    functions of time."""
    tables, work, rows = unpack(problem)
    (tangent,) = unpack_tangent(handle)
    first, nq = tables.constraints.joint_at[-1], tables.tree.q_at[-1]
    constrain(tables.constraints, tables.drives, first, work, origin_of(y), t, y[:nq], rows)
    copy_into(rows.multiplier[first:], tangent.multiplier)
    for k in range(tangent.multiplier.size):
        push(work.F, tables.constraints, rows, first + k, tangent.multiplier[k])
    add_power(drive_power(tables.constraints, rows), rate)


@inlined
def linearize(t, y, problem, handle):
    """Factors of the equations at the motion that an evaluation has left."""
    tables, work, rows = unpack(problem)
    (tangent,) = unpack_tangent(handle)
    gather_steady_forces(tables, work, origin_of(y), t, tangent.gathered, True)
    gather_reactions(tables, work, rows, tangent.gathered)
    factor(tables, work, tangent, Shift(tangent.shift[0], tangent.shift[1]), y, True)


@inlined
def gather_reactions(tables, work, rows, gathered):
    """What constraints exert at loops' joints and at frames, as forces that keep their
    directions."""
    loops, added, pair_at = tables.loops, tables.added, tables.constraints.pair_at
    for l in range(loops.bodies.shape[0]):
        a, b, F = loops.bodies[l, 0], loops.bodies[l, 1], no_force()
        for k in range(loops.row_at[l], loops.row_at[l + 1]):
            F = F + force(rows.on_b, pair_at[k]) * rows.multiplier[k]
        gather_reaction(work, gathered, a, b, mat(work.R, b) @ vec(loops.p, l), F)
    for c in range(added.frame.size):
        first, f, F = added.row_at[c], added.frame[c], no_force()
        if f >= 0 and first < added.row_at[c + 1]:
            a, b = tables.constraints.bodies[pair_at[first], 0], tables.frames.body[f]
            for k in range(first, added.row_at[c + 1]):
                F = F + force(rows.on_b, pair_at[k]) * rows.multiplier[k]
            gather_reaction(work, gathered, a, b, mat(work.R, b) @ vec(tables.frames.p, f), F)


@kernel
def gather_reaction(work, gathered, a, b, r, F):
    """A wrench F about the origin of body b, that acts at r there, and against body a."""
    at, r_a = force_moved(F, r * -1.0), vec(work.p, b) + r - vec(work.p, a)
    add_pair(gathered[b], TURN, by_turning(at.lin, at.ang, r))
    add_pair(gathered[a], TURN, by_turning(at.lin * -1.0, at.ang * -1.0, r_a))
