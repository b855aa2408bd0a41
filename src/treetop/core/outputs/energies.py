"""The energy of each body: kinetic, in the field of gravity, and of springs at it.

A spring belongs to the second of the two bodies that it joins, or to the first if the second is the
ground: so the energies of bodies add up to that of the whole, and those of a part of the model that
nothing joins to the rest, to that of the part.
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.forces import gravity, joint_spring, line_spring
from treetop.core.kinematics.rigid_inertia import inertia_of
from treetop.core.spatial import dot
from treetop.core.spatial.table_access import mat, motion


@inlined
def body_energies(tables, work, origin, q, row):
    """Write the energies of rigid bodies and of springs, as seen from the ground."""
    tree, loops, bodies = tables.tree, tables.loops, work.bodies
    for i in range(1, bodies.mass.size):
        I, V = inertia_of(bodies, i, mat(work.R, i)), motion(work.V, i)
        L = I @ V
        kinetic = 0.5 * (dot(L.ang, V.ang) + dot(L.lin, V.lin))
        kinetic += dot(origin.v, L.lin + origin.v * (0.5 * I.m))
        row[i - 1] = kinetic + gravity.energy_of(tables.gravity, work, origin, i)
    for k in range(tables.joint_springs.law.shape[0]):
        i = owner(tree.q_at, tables.joint_springs.coordinate[k])
        if i > 0:  # else a damper alone
            row[i - 1] += joint_spring.stored(tables.joint_springs, k, q)
    for k in range(tables.closing_springs.law.shape[0]):
        l = owner(loops.q_at, tables.closing_springs.coordinate[k])
        stored = joint_spring.stored(tables.closing_springs, k, work.loops.q)
        row[later(loops.bodies[l, 0], loops.bodies[l, 1]) - 1] += stored
    springs, frames = tables.line_springs, tables.frames
    for k in range(springs.law.shape[0]):
        i = later(frames.body[springs.frames[k, 0]], frames.body[springs.frames[k, 1]])
        if i > 0:
            row[i - 1] += line_spring.energy_of(springs, frames, work, origin, k)


@kernel
def later(a, b):
    """The second of two bodies, or the first if that is the ground."""
    return b if b > 0 else a


@kernel
def owner(first, k):
    """Whose number k is, where the numbers of each owner begin at `first`."""
    i = first.size - 2
    while i > 0 and first[i] > k:
        i -= 1
    return i
