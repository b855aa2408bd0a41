"""Forward dynamics of trees by the articulated-body recursion, in time of order n.

After Featherstone, *Rigid Body Dynamics Algorithms* (2008), chapter 7, with three changes.  All
is written in inertial axes about each body's own origin, so that inertias are moved but never
turned on the way in.  Accelerations are those of points, not of spatial vectors.  A joint with
several speeds is eliminated one speed after another, which is the Cholesky factorisation of its
block and needs no small matrices.  Derivation: docs/theory/recursive.md.

    I articulated inertia    B bias force    S motion per unit speed    c carried acceleration
    U = I S    d = S·U    e = τ - S·B    A acceleration
"""

from treetop._kernel import entry, inlined, kernel
from treetop.dynamics.evaluation import set_in_motion
from treetop.dynamics.inertia import gyroscopic_force, inertia_of
from treetop.dynamics.layout import DERIVATIVE, EXTRA, bundle, unpack
from treetop.spatial import (
    articulated,
    dyad,
    force_moved,
    inertia_moved,
    motion_moved,
    power,
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
def without_speed(I, B, U, d, e):
    """Inertia and bias force as felt from outside, once one speed has found its balance."""
    return I - dyad(U, 1.0 / d), B + U * (e / d)


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
    """What each joint feels of all that hangs on it."""
    work.I[:] = 0.0
    work.B[:] = 0.0
    for i in range(tree.parent.size - 1, 0, -1):
        own = inertia_of(bodies, i, mat(work.R, i))
        I = articulated_row(work.I, i) + articulated(own)
        B = force(work.B, i) + gyroscopic_force(own, motion(work.V, i).ang) - force(work.F, i)
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            S = motion(work.S, j)
            U = I @ S
            d, e = power(U, S), work.tau[j] - power(B, S)
            put_six(work.U, j, U)
            work.d[j, 0], work.d[j, 1] = d, e
            I, B = without_speed(I, B, U, d, e)
        P, r = tree.parent[i], vec(work.r, i)
        B_felt = B + I @ motion(work.c, i)
        put_articulated(work.I, P, articulated_row(work.I, P) + inertia_moved(I, r))
        put_six(work.B, P, force(work.B, P) + force_moved(B_felt, r))


@inlined
def spread_outward(tree, work, u_rates):
    """How each body accelerates, its parent's acceleration being known."""
    for i in range(1, tree.parent.size):
        A = motion_moved(motion(work.A, tree.parent[i]), vec(work.r, i)) + motion(work.c, i)
        for j in range(tree.u_at[i + 1] - 1, tree.u_at[i] - 1, -1):
            u_rates[j] = (work.d[j, 1] - power(force(work.U, j), A)) / work.d[j, 0]
            A = A + motion(work.S, j) * u_rates[j]
        put_six(work.A, i, A)
