"""A step of Newton's method for the equations of an implicit step, in time of order n."""

from treetop.core.compiler import entry, inlined
from treetop.core.formulations.joint_space.evaluation import set_in_motion
from treetop.core.formulations.joint_space.inverse_dynamics import carry_outward, joint_forces
from treetop.core.formulations.joint_space.prescribed import look_up_driven
from treetop.core.formulations.joint_space.tangent.assembly import (
    gather_steady_forces,
    joint_stiffness,
)
from treetop.core.formulations.joint_space.tangent.elimination import factor, solve
from treetop.core.formulations.joint_space.tangent.hinges import hinge_stiffness
from treetop.core.formulations.joint_space.tangent.tables import unpack_tangent
from treetop.core.formulations.joint_space.tangent.variations import Shift
from treetop.core.interface import NEWTON, origin_of, unpack
from treetop.core.spatial import power
from treetop.core.spatial.table_access import copy_into, force, motion
from treetop.core.tables.tables import HINGE_COUNT


@entry(*NEWTON)
def newton(t, y, rate, problem, handle, fresh):
    """Write the change of coordinates that lets speeds change at the rates wanted, and the rates of
    all else; unless `fresh`, with the equations as they were linearised before."""
    set_in_motion(t, y, rate, problem)
    look_up_driven(t, problem)
    tables, work = unpack(problem)
    (tangent,) = unpack_tangent(handle)
    tree, nq = tables.tree, tables.tree.q_at[-1]
    copy_into(rate[nq : nq + tangent.wanted.size], tangent.wanted)
    find_missing(tree, work, tangent)
    if fresh:
        linearize(t, y, problem, handle)
    tables, work = unpack(problem)
    solve(tables.tree, work, tangent)
    return 0


@inlined
def find_missing(tree, work, tangent):
    """Efforts that the rates wanted would need beyond those that act; of driven speeds, the change
    that their rates would need."""
    carry_outward(tree, work, tangent.wanted)
    joint_forces(tree, work)
    for i in range(1, tree.parent.size):
        F = force(work.B, i)
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            tangent.missing[j] = power(F, motion(work.S, j)) - work.tau[j]
            if tree.prescribed[j]:
                ahead = tangent.wanted[j] - work.prescribed[j, 2]
                tangent.missing[j] = ahead / tangent.shift[1]


@inlined
def linearize(t, y, problem, handle):
    """Factors of the equations at the motion that an evaluation has left."""
    put_stiffness(y, problem, handle)
    tables, work = unpack(problem)
    (tangent,) = unpack_tangent(handle)
    shift = Shift(tangent.shift[0], tangent.shift[1])
    steady = gather_steady_forces(tables, work, origin_of(y), t, tangent.gathered, False)
    factor(tables, work, tangent, shift, y, steady)


@inlined
def put_stiffness(y, problem, handle):
    """Stiffness along joints: of springs, dampers and elastic hinges."""
    tables, _ = unpack(problem)
    (tangent,) = unpack_tangent(handle)
    shift = Shift(tangent.shift[0], tangent.shift[1])
    joint_stiffness(tables.joint_springs, shift, tangent.place, tangent.stiffness)
    if tables.optional.sizes[HINGE_COUNT] > 0:
        hinge_stiffness(y, problem, shift, tangent)
