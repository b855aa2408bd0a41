"""Inverse dynamics by the Newton-Euler recursion: the forces that go with given accelerations.

After Luh, Walker and Paul (1980).  Works on the rows that an evaluation has left.
"""

import numpy as np

from treetop.core.compiler import entry, inlined
from treetop.core.interface import PROBLEM, unpack
from treetop.core.kinematics.rigid_inertia import gyroscopic_force, inertia_of
from treetop.core.spatial import force_moved, motion_moved, no_force, power
from treetop.core.spatial.table_access import force, mat, motion, put_six, vec


@entry(None, PROBLEM, np.zeros(0), np.zeros(0))
def efforts_needed(problem, u_rates, efforts):
    """Efforts beyond the model's own forces that give the rates: ``M u' + bias``."""
    tables, work = unpack(problem)
    carry_outward(tables.tree, work, u_rates)
    joint_forces(tables.tree, work)
    tree = tables.tree
    for i in range(1, tree.parent.size):
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            efforts[j] = power(force(work.B, i), motion(work.S, j)) - work.tau[j]


@inlined
def carry_outward(tree, work, u_rates):
    """Accelerations of all bodies for given rates of the speeds."""
    for i in range(1, tree.parent.size):
        A = motion_moved(motion(work.A, tree.parent[i]), vec(work.r, i)) + motion(work.c, i)
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            A = A + motion(work.S, j) * u_rates[j]
        for s in range(tree.station_at[i], tree.station_at[i + 1]):
            rate = u_rates[tree.u_at[tree.parent[i]] + s - tree.station_at[i]]
            A = A + motion(work.phi, s) * rate
        put_six(work.A, i, A)


@inlined
def joint_forces(tree, work):
    """Write into ``work.B`` the force that each joint exerts on its outboard body."""
    for i in range(tree.parent.size):
        put_six(work.B, i, no_force())
    for i in range(tree.parent.size - 1, 0, -1):
        I, P = inertia_of(work.bodies, i, mat(work.R, i)), tree.parent[i]
        needed = I @ motion(work.A, i) + gyroscopic_force(I, motion(work.V, i).ang)
        F = force(work.B, i) + needed - force(work.F, i)
        put_six(work.B, i, F)
        put_six(work.B, P, force(work.B, P) + force_moved(F, vec(work.r, i)))
