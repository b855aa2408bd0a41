"""Forward dynamics of trees by the articulated-body recursion, in time of order n.

After Featherstone, *Rigid Body Dynamics Algorithms* (2008), chapter 7, with three changes.  All
is written in inertial axes about each body's own origin, so that inertias are moved but never
turned on the way in.  Accelerations are those of points, not of spatial vectors.  A joint with
several speeds is eliminated one speed after another, which is the Cholesky factorisation of its
block and needs no small matrices.  Derivation: docs/theory/recursive.md.

    I articulated inertia    B bias force    S motion per unit speed    c carried acceleration
    U = I S    D = 1 / S·U    e = τ - S·B    A acceleration
"""

from treetop._kernel import entry, inlined, kernel
from treetop.dynamics.evaluation import set_in_motion
from treetop.dynamics.inertia import gyroscopic_force, inertia_of
from treetop.dynamics.layout import DERIVATIVE, EXTRA, bundle, unpack
from treetop.spatial import (
    Force,
    articulated,
    dyad,
    force_moved,
    inertia_moved,
    motion_moved,
    no_force,
    no_inertia,
    power,
    turn_back,
)
from treetop.spatial.rows import (
    articulated_row,
    force,
    mat,
    motion,
    put_articulated,
    put_six,
    vec,
)

# --- the physics: one body, one speed ---------------------------------------------------


@kernel
def inertia_along(I, S):
    """``I S``, with half the work for the many joints that only turn."""
    if S.lin.x == 0.0 and S.lin.y == 0.0 and S.lin.z == 0.0:
        return Force(I.J @ S.ang, turn_back(I.H, S.ang))
    return I @ S


@kernel
def without_speed(I, B, U, D, e):
    """Inertia and bias force as felt from outside, once one speed has found its balance."""
    return I - dyad(U, D), B + U * (e * D)


# --- the recursion ----------------------------------------------------------------------


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    return bundle.pack(tables, work)


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem, laws):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    tables, work = unpack(problem)
    set_in_motion(t, y, rate, tables, work, laws)
    gather_inward(tables.tree, tables.bodies, work)
    spread_outward(tables.tree, work, rate[tables.tree.q_at[-1] : y.size - EXTRA])
    return 0


@inlined
def gather_inward(tree, bodies, work):
    """What each joint feels of all that hangs on it.

    A body most often hangs on the one before it: what that one feels is handed on at once.  Where
    a tree forks it is gathered in ``work.I`` and ``work.B``.
    """
    for i in range(tree.parent.size):
        if tree.forks[i]:
            put_articulated(work.I, i, no_inertia())
            put_six(work.B, i, no_force())
    I_felt, B_felt = no_inertia(), no_force()
    for i in range(tree.parent.size - 1, 0, -1):
        own = inertia_of(bodies, i, mat(work.R, i))
        I = I_felt + articulated(own)
        B = B_felt + gyroscopic_force(own, motion(work.V, i).ang) - force(work.F, i)
        if tree.forks[i]:
            I, B = I + articulated_row(work.I, i), B + force(work.B, i)
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            S = motion(work.S, j)
            U = inertia_along(I, S)
            D, e = 1.0 / power(U, S), work.tau[j] - power(B, S)
            put_six(work.U, j, U)
            work.d[j, 0], work.d[j, 1] = D, e
            I, B = without_speed(I, B, U, D, e)
        P, r = tree.parent[i], vec(work.r, i)
        I_felt, B_felt = inertia_moved(I, r), force_moved(B + I @ motion(work.c, i), r)
        if i - 1 != P:
            put_articulated(work.I, P, articulated_row(work.I, P) + I_felt)
            put_six(work.B, P, force(work.B, P) + B_felt)
            I_felt, B_felt = no_inertia(), no_force()


@inlined
def spread_outward(tree, work, u_rates):
    """How each body accelerates, its parent's acceleration being known."""
    A = motion(work.A, 0)
    for i in range(1, tree.parent.size):
        P = tree.parent[i]
        if i - 1 != P:  # else the parent is the body just done
            A = motion(work.A, P)
        A = motion_moved(A, vec(work.r, i)) + motion(work.c, i)
        for j in range(tree.u_at[i + 1] - 1, tree.u_at[i] - 1, -1):
            u_rates[j] = (work.d[j, 1] - power(force(work.U, j), A)) * work.d[j, 0]
            A = A + motion(work.S, j) * u_rates[j]
        put_six(work.A, i, A)
