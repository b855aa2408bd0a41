"""The mass matrix of a tree by composite bodies.

After Walker and Orin (1982).  Works on the rows that an evaluation has left.
"""

import numpy as np

from treetop.core.compiler import entry, inlined
from treetop.core.formulations.recursive import mobility_along
from treetop.core.interface import PROBLEM, unpack
from treetop.core.kinematics.rigid_inertia import inertia_of
from treetop.core.spatial import articulated, force_moved, inertia_moved, power
from treetop.core.spatial.table_access import articulated_row, mat, motion, put_articulated, vec
from treetop.core.tables.kinds import DEFORMATION


@inlined
def composite_inertias(tree, work):
    """Write into ``work.I`` the inertia of each body with all that hangs on it, held rigid."""
    work.I[:] = 0.0
    for i in range(tree.parent.size - 1, 0, -1):
        rigid, P = articulated(inertia_of(work.bodies, i, mat(work.R, i))), tree.parent[i]
        I = articulated_row(work.I, i) + rigid
        put_articulated(work.I, i, I)
        put_articulated(work.I, P, articulated_row(work.I, P) + inertia_moved(I, vec(work.r, i)))


@entry(None, PROBLEM, np.zeros((0, 0)))
def mass_matrix(problem, M):
    """Write the matrix M of the kinetic energy ``½ uᵀ M u``."""
    tables, work = unpack(problem)
    tree = tables.tree
    composite_inertias(tree, work)
    M[:] = 0.0
    for i in range(1, tree.parent.size):
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            F, b = articulated_row(work.I, i) @ motion(work.S, j), i
            while b > 0:
                for k in range(tree.u_at[b], tree.u_at[b + 1]):
                    M[j, k] = M[k, j] = power(F, motion(work.S, k))
                F, b = force_moved(F, vec(work.r, b)), tree.parent[b]


@entry(None, PROBLEM, np.zeros(0))
def inertia_left(problem, part):
    """What part of its inertia each speed keeps when all further out are free to give way.

    Zero says that the speed moves nothing that has inertia.
    """
    tables, work = unpack(problem)
    tree = tables.tree
    composite_inertias(tree, work)
    for i in range(1, tree.parent.size):
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            S = motion(work.S, j)
            whole = power(articulated_row(work.I, i) @ S, S)
            D = mobility_along(work, tree.joint[i], tree.u_at[i], j)
            part[j] = 1.0 / (D * whole) if whole > 0.0 else 0.0
            if tree.joint[i] == DEFORMATION:
                part[j] = 1.0  # modes have mass of their own
