"""Forward dynamics of trees by the articulated-body recursion, in time of order n.

After Featherstone, *Rigid Body Dynamics Algorithms* (2008), chapter 7, with three changes.  All
is written in inertial axes about each body's own origin, so that inertias are moved but never
turned on the way in.  Accelerations are those of points, not of spatial vectors.  A joint with
several speeds is eliminated one speed after another, which is the Cholesky factorisation of its
block and needs no small matrices; joints that let all turning or all motion pass are eliminated by
the factors of 3 × 3 blocks.  Derivation: docs/theory/recursive.md.

    I articulated inertia    B bias force    S motion per unit speed    c carried acceleration
    U = I S    D = 1 / S·U    e = τ - S·B    A acceleration
"""

from treetop.core.compiler import all_of, entry, inlined, kernel
from treetop.core.formulations.joint_space.evaluation import set_in_motion
from treetop.core.formulations.joint_space.normalize import normalized_tree
from treetop.core.formulations.joint_space.origin_and_work import add_power
from treetop.core.formulations.joint_space.prescribed import driven_power, followed, look_up_driven
from treetop.core.formulations.joint_space.state import at_joints, chart, from_joints, length
from treetop.core.formulations.joint_space.tangent.newton import newton
from treetop.core.interface import DERIVATIVE, PROJECT, Formulation, bundle, unpack
from treetop.core.kinematics.rigid_inertia import gyroscopic_force, inertia_of
from treetop.core.spatial import (
    ArticulatedInertia,
    Factors,
    Force,
    Mat3,
    Motion,
    Vec3,
    articulated,
    by_pivots,
    dot,
    dyad,
    eased,
    factored,
    force_moved,
    halved,
    inertia_moved,
    motion_moved,
    no_force,
    no_inertia,
    positive,
    power,
    solved,
    transpose,
    turn_back,
    wholed,
)
from treetop.core.spatial.table_access import (
    articulated_row,
    factors,
    force,
    mat,
    motion,
    put_articulated,
    put_factors,
    put_six,
    vec,
)
from treetop.core.tables.kinds import (
    D_INVERSE,
    DEFORMATION,
    EFFORT_LEFT,
    FREE,
    GIVEN,
    SPHERICAL,
)

# --- the physics: one body, one speed ---------------------------------------------------


@kernel
def inertia_along(I, S):
    """``I S``, with half the work for the many joints that only turn."""
    if all_of((S.lin.x == 0.0) & (S.lin.y == 0.0) & (S.lin.z == 0.0)):
        return Force(I.J @ S.ang, turn_back(I.H, S.ang))
    return I @ S


@kernel
def without_speed(I, B, U, D, e):
    """Inertia and bias force as felt from outside, once one speed has found its balance."""
    return I - dyad(U, D), B + U * (e * D)


# --- the physics: all speeds of one joint -----------------------------------------------


@kernel
def without_speeds(I, B, first, last, prescribed, work):
    """One speed after another; one whose rate is given holds on to what is beyond, one with an
    inertia of its own is slower to move."""
    for j in range(first, last):
        S = motion(work.S, j)
        U = inertia_along(I, S)
        e = work.tau[j] - power(B, S)
        put_six(work.U, j, U)
        if prescribed[j] == GIVEN:
            work.pivots[j, D_INVERSE], work.pivots[j, EFFORT_LEFT] = (
                0.0,
                e - power(U, S) * work.prescribed[j, 2],
            )
            B = B + U * work.prescribed[j, 2]
        else:
            D = 1.0 / (power(U, S) + (work.prescribed[j, 2] if prescribed[j] else 0.0))
            work.pivots[j, D_INVERSE], work.pivots[j, EFFORT_LEFT] = D, e
            I, B = without_speed(I, B, U, D, e)
    return I, B


@kernel
def without_turning(I, B, j, work):
    """A joint that lets all turning pass transmits forces, and of moments only its effort."""
    L, torque, Ht = factored(I.J), turning_effort(work, j), transpose(I.H)
    X, Y, Z, left = halved(L, Ht.x), halved(L, Ht.y), halved(L, Ht.z), halved(L, torque - B.ang)
    part = by_pivots(L, left)
    K = transpose(Mat3(solved_half(L, X), solved_half(L, Y), solved_half(L, Z)))  # J⁻¹ H
    put_six(work.U, j, Motion(K.x, wholed(L, part)))
    put_six(work.U, j + 1, Motion(K.y, Vec3(L.yx, L.zx, L.zy)))
    put_six(work.U, j + 2, Motion(K.z, Vec3(L.x, L.y, L.z)))
    put_pivots(work.pivots, j, L)
    felt = ArticulatedInertia(no_inertia().J, no_inertia().H, eased(I.M, L, X, Y, Z))
    return felt, Force(torque, B.lin + Vec3(dot(X, part), dot(Y, part), dot(Z, part)))


@kernel
def solved_half(L, half):
    """``S⁻¹ v`` of a vector that is halved."""
    return wholed(L, by_pivots(L, half))


@kernel
def mobility(L, axis):
    """``a · S⁻¹ a``: how fast a unit of effort along an axis makes it move."""
    half = halved(L, axis)
    return dot(half, by_pivots(L, half))


@kernel
def turning_rate(j, a, work):
    """The angular acceleration beyond such a joint, when its point accelerates with a."""
    K = Mat3(vec(work.U, j), vec(work.U, j + 1), vec(work.U, j + 2))
    return motion(work.U, j).lin - K @ a


@kernel
def without_joint(I, B, j, work):
    """A free joint transmits nothing but its effort: the body beyond accelerates on its own."""
    effort = Force(turning_effort(work, j), sliding_effort(work, j + 3))
    L, H = factored(I.M), I.H
    pull = effort - B
    X, Y, Z = halved(L, H.x), halved(L, H.y), halved(L, H.z)
    part = by_pivots(L, halved(L, pull.lin))
    about = factored(eased(I.J, L, X, Y, Z))  # where a pull does not turn it
    ang = solved(about, pull.ang - Vec3(dot(X, part), dot(Y, part), dot(Z, part)))
    put_six(work.U, j, Motion(ang, solved(L, pull.lin - turn_back(H, ang))))
    put_factors(work.U, j + 1, about)
    put_factors(work.U, j + 2, L)
    put_pivots(work.pivots, j, about)
    put_pivots(work.pivots, j + 3, L)
    return no_inertia(), effort


@kernel
def put_pivots(pivots, j, L):
    """The inertias left for three speeds that are eliminated as a whole: those of the factors."""
    pivots[j, D_INVERSE], pivots[j + 1, D_INVERSE], pivots[j + 2, D_INVERSE] = L.x, L.y, L.z


@kernel
def turning_effort(work, j):
    """The torque of efforts along three speeds that turn about axes square to each other."""
    S, tau = work.S, work.tau
    return vec(S, j) * tau[j] + vec(S, j + 1) * tau[j + 1] + vec(S, j + 2) * tau[j + 2]


@kernel
def sliding_effort(work, j):
    """The force of efforts along three speeds that slide along axes square to each other."""
    a, b, c = motion(work.S, j).lin, motion(work.S, j + 1).lin, motion(work.S, j + 2).lin
    return a * work.tau[j] + b * work.tau[j + 1] + c * work.tau[j + 2]


@kernel
def mobility_along(work, kind, first, j):
    """How fast a unit of effort along speed j makes it move, the others of its joint, from the
    first on, being free; negative where inertia is."""
    if kind not in (FREE, SPHERICAL):
        return work.pivots[j, D_INVERSE]
    S = motion(work.S, j)
    if kind == FREE:
        about, L = factors(work.U, first + 1), factors(work.U, first + 2)
        size, sign = mobility(about, S.ang) + mobility(L, S.lin), positive(about) and positive(L)
    else:
        a, b = motion(work.U, first + 1).lin, motion(work.U, first + 2).lin
        L = Factors(a.x, a.y, a.z, b.x, b.y, b.z)
        size, sign = mobility(L, S.ang), positive(L)
    return size if sign else -abs(size)


# --- the recursion ----------------------------------------------------------------------


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    return bundle.pack(tables, work)


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    set_in_motion(t, y, rate, problem)
    look_up_driven(t, problem)
    tables, work = unpack(problem)
    gather_inward(tables.tree, work, True)
    tables, work = unpack(problem)
    spread_outward(tables.tree, work, rate[tables.tree.q_at[-1] :], True)
    add_power(driven_power(tables.driven, work), rate)
    return 0


@entry(*PROJECT)
def project(t, y, rate, problem):
    """Project y, the state at time t; return whether its rate must be computed anew, having been
    used as room."""
    tables, work = unpack(problem)
    changed = followed(gather_inward, t, y, rate, tables, work)
    return normalized_tree(y, rate, tables) or changed


@inlined
def gather_inward(tree, work, whole):
    """What each joint feels of all that hangs on it.

    `whole`: joints that let all turning or all motion pass are eliminated as a whole.

    A body most often hangs on the one before it: what that one feels is handed on at once.  Where
    a tree forks it is gathered in ``work.I`` and ``work.B``.
    """
    for i in range(1, tree.parent.size):
        if tree.forks[i]:
            put_articulated(work.I, i, no_inertia())
            put_six(work.B, i, no_force())
    I_felt, B_felt = no_inertia(), no_force()
    for i in range(tree.parent.size - 1, 0, -1):
        rigid = inertia_of(work.bodies, i, mat(work.R, i))
        I = I_felt + articulated(rigid)
        B = B_felt + gyroscopic_force(rigid, motion(work.V, i).ang) - force(work.F, i)
        if tree.forks[i]:
            I, B = I + articulated_row(work.I, i), B + force(work.B, i)
        kind, j = tree.joint[i], tree.u_at[i]
        if whole and kind == FREE:
            I, B = without_joint(I, B, j, work)
        elif whole and kind == SPHERICAL:
            I, B = without_turning(I, B, j, work)
        elif kind >= DEFORMATION:
            put_articulated(work.I, i, I)
            put_six(work.B, i, B)
            tree.bent.condense(i, work.tau, work.tau, tree.bent.tables[0])
            I, B = articulated_row(work.I, i), force(work.B, i)
        else:
            I, B = without_speeds(I, B, j, tree.u_at[i + 1], tree.prescribed, work)
        P, r = tree.parent[i], vec(work.r, i)
        if P == 0:  # the ground gives way to nothing
            I_felt, B_felt = no_inertia(), no_force()
            continue
        I_felt, B_felt = inertia_moved(I, r), force_moved(B + I @ motion(work.c, i), r)
        if i - 1 != P:
            put_articulated(work.I, P, articulated_row(work.I, P) + I_felt)
            put_six(work.B, P, force(work.B, P) + B_felt)
            I_felt, B_felt = no_inertia(), no_force()


@inlined
def spread_outward(tree, work, u_rates, whole):
    """How each body accelerates, its parent's acceleration being known."""
    A = motion(work.A, 0)
    for i in range(1, tree.parent.size):
        P = tree.parent[i]
        if i - 1 != P:  # else the parent is the body just done
            A = motion(work.A, P)
        A = motion_moved(A, vec(work.r, i)) + motion(work.c, i)
        first, last = tree.u_at[i], tree.u_at[i + 1]
        if whole and tree.joint[i] == FREE:
            gain = motion(work.U, first) - A
            for j in range(first, first + 3):
                u_rates[j] = dot(vec(work.S, j), gain.ang)
                u_rates[j + 3] = dot(motion(work.S, j + 3).lin, gain.lin)
            A = A + gain
        elif whole and tree.joint[i] == SPHERICAL:
            gain = turning_rate(first, A.lin, work) - A.ang
            for j in range(first, last):
                u_rates[j] = dot(vec(work.S, j), gain)
            A = Motion(A.ang + gain, A.lin)
        elif tree.joint[i] >= DEFORMATION:
            put_six(work.A, i, A)
            tree.bent.expand(i, u_rates, u_rates, tree.bent.tables[0])
            A = motion(work.A, i)
        else:
            for j in range(last - 1, first - 1, -1):
                left = work.pivots[j, EFFORT_LEFT] - power(force(work.U, j), A)
                if tree.prescribed[j] == GIVEN:
                    u_rates[j], work.prescribed[j, 3] = work.prescribed[j, 2], -left
                else:
                    u_rates[j] = left * work.pivots[j, D_INVERSE]
                    if tree.prescribed[j]:
                        work.prescribed[j, 3] = -work.prescribed[j, 2] * u_rates[j]
                A = A + motion(work.S, j) * u_rates[j]
        put_six(work.A, i, A)


newton_chart = chart._replace(newton=newton)
formulation = Formulation(
    derivative, project, at_joints, from_joints, length, problem_of, newton_chart, follows=True
)
