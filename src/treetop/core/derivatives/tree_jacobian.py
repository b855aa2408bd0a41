"""The Jacobian of a tree's rates, in time of order n d: n speeds, d of them on the way inward.

Inverse dynamics are differentiated at the accelerations that forward dynamics has found, and
articulated inertias say what accelerations make of it:

    M u' + b = τ    ⇒    δu' = M⁻¹ (δτ - δ(M u' + b))

Each tree on the ground is seen from where the origin of its first body is, and from what moves
along with it.  Laws: core/derivatives/tree_laws.py.
"""

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.derivatives.interface import JACOBIAN
from treetop.core.derivatives.tree_laws import (
    acceleration_seen_from,
    added,
    axis_of,
    body,
    by_velocity,
    crossed_force,
    seen_from,
    turned_effort,
)
from treetop.core.derivatives.tree_solution import solve
from treetop.core.derivatives.tree_tables import (
    CHI,
    OWN,
    PSI,
    SIGMA,
    TURNED,
    D,
    S,
    U,
    motion_at,
    put_axis,
    put_pair,
    put_three,
    put_whole,
    unpack_tree,
    whole_at,
)
from treetop.core.forces.time_functions import signal
from treetop.core.formulations.recursive import without_speeds
from treetop.core.interface import EXTRA, unpack
from treetop.core.joints import has_attitude
from treetop.core.kinematics.rigid_inertia import inertia_of
from treetop.core.spatial import (
    Motion,
    Vec3,
    articulated,
    force_moved,
    inertia_moved,
    motion_moved,
    no_force,
    no_inertia,
    power,
    still,
    turned,
    zero3,
)
from treetop.core.spatial.table_access import (
    articulated_row,
    force,
    mat,
    motion,
    put_articulated,
    put_six,
    put_vec_at,
    quaternion_at,
    sym,
    vec,
    vec_at,
)
from treetop.core.tables.kinds import D_INVERSE


@entry(*JACOBIAN)
def write(t, y, J, handle):
    """Write ``∂y'/∂y``, the numbers of the state being changed one by one."""
    (room,) = unpack_tree(handle)
    room.derivative(t, y, room.rate, room.problem[0])
    tables, work = unpack(room.problem[0])
    tree, nq = tables.tree, tables.tree.q_at[-1]
    look_outward(tables, work, room, y[nq : nq + room.stage.size], room.rate[nq:])
    effort_slopes(tables.joint_springs, room.slopes)
    look_inward(tree, work, room)
    solve(tree, room)
    put_rates(tree, room, y, J)
    put_powers(tables, t, y, J)
    return 0


# --- motions, outward ---------------------------------------------------------------------


@inlined
def look_outward(tables, work, room, u, u_rates):
    """Motions of all bodies, and what each speed makes of them."""
    tree = tables.tree
    weight = zero3() if tables.falling[0] == 1 else vec_at(tables.gravity.uniform, 0)
    for i in range(1, tree.parent.size):
        P, root = tree.parent[i], room.root[i]
        d, drift = vec(work.p, i) - vec(work.p, root), motion(work.V, root).lin
        own, A = motion(work.V, i), motion(work.A, i)
        own = Motion(own.ang, own.lin - drift)
        V, A = seen_from(own, d), acceleration_seen_from(Motion(A.ang, A.lin - weight), own, d)
        put_six(room.V, i, V)
        put_six(room.A, i, A)
        W, W_rate = Motion(zero3(), drift * -1.0), Motion(zero3(), weight * -1.0)
        if P > 0:
            W, W_rate = motion(room.V, P), motion(room.A, P)
        put_axes(tree, work, room, i, d, W, W_rate, V, u, u_rates)
        c = d + mat(work.R, i) @ vec(work.bodies.com, i)
        J_C = turned(mat(work.R, i), sym(work.bodies.J_C, i))
        put_whole(room.whole, i, body(work.bodies.mass[i], c, J_C, V, A))


@inlined
def put_axes(tree, work, room, i, d, W, W_rate, V, u, u_rates):
    """The speeds of one joint, stage by stage; W is the velocity of what those of a stage are fixed
    in."""
    first, last, kind = tree.u_at[i], tree.u_at[i + 1], tree.joint[i]
    for stage in range(last - first):
        more, more_rate = still(), still()
        for j in range(first, last):
            if room.stage[j] != stage:
                continue
            turns_along = has_attitude(kind) and j < first + 3
            axis = axis_of(seen_from(motion(work.S, j), d), W, W_rate, V, turns_along)
            put_axis(room, j, axis)
            more = more + axis.S * u[j]
            more_rate = more_rate + axis.S * u_rates[j] + axis.psi * u[j]
        W, W_rate = W + more, W_rate + more_rate


@kernel
def effort_slopes(springs, slopes):
    """How the effort along each speed changes with it and with its coordinate."""
    for row in slopes:
        row[:] = 0.0
    for k in range(springs.law.shape[0]):
        j = springs.speed[k]
        if springs.coordinate[k] >= 0:
            slopes[j, 0] -= springs.law[k, 0]
        slopes[j, 1] -= springs.law[k, 2]


# --- what each speed makes of all that is further out, inward ------------------------------


@inlined
def look_inward(tree, work, room):
    """Articulated inertias, and what is needed of all that hangs on each body."""
    for i in range(1, tree.parent.size):
        if tree.forks[i]:
            put_articulated(work.I, i, no_inertia())
    felt = no_inertia()
    for i in range(tree.parent.size - 1, 0, -1):
        P, first, last = tree.parent[i], tree.u_at[i], tree.u_at[i + 1]
        whole = whole_at(room.whole, i)
        d, r = vec(work.p, i) - vec(work.p, room.root[i]), vec(work.r, i)
        I = felt + articulated(inertia_of(work.bodies, i, mat(work.R, i)))
        if tree.forks[i]:
            I = I + articulated_row(work.I, i)
        I, _ = without_speeds(I, no_force(), first, last, tree.prescribed, work)
        for j in range(first, last):
            put_speed(work, room, j, d, whole)
            put_felt(room, j, d, I, whole)
            put_own(room, first, last, j, whole.F)
        felt = no_inertia()
        if P > 0:
            put_whole(room.whole, P, added(whole_at(room.whole, P), whole))
            felt = inertia_moved(I, r)
            if i - 1 != P:
                put_articulated(work.I, P, articulated_row(work.I, P) + felt)
                felt = no_inertia()


@kernel
def put_speed(work, room, j, d, whole):
    """What a speed answers to: efforts along it by what turns further in, and forces."""
    along, row = motion_at(room.axes, j, S), room.speeds[j]
    put_pair(room.speeds, j, S, along)
    put_pair(room.speeds, j, U, force_moved(force(work.U, j), d))
    row[D] = work.pivots[j, D_INVERSE]
    put_vec_at(row, TURNED, turned_effort(whole, along))


@kernel
def put_felt(room, k, d, I, whole):
    """The force felt further in by a displacement along speed k, and by a change of it."""
    along, psi = motion_at(room.axes, k, S), motion_at(room.axes, k, PSI)
    displaced = by_velocity(whole, psi.ang) + crossed_force(along, whole.F)
    carried = accelerated(I, motion_at(room.axes, k, CHI), d)
    put_pair(room.felt, k, 0, displaced + carried)
    carried = accelerated(I, motion_at(room.axes, k, SIGMA), d)
    put_pair(room.felt, k, 6, by_velocity(whole, along.ang) + carried)


@kernel
def accelerated(I, A, d):
    """The force for an acceleration that is seen from the point at -d, as seen from there."""
    return force_moved(I @ motion_moved(A, d), d)


@kernel
def put_own(room, first, last, j, F):
    """The effort along speed j by displacements along speeds of its own joint: where they do not
    carry its axis along, the force F of the whole turns under it."""
    row, along = room.speeds[j], motion_at(room.axes, j, S)
    for k in range(first, last):
        under = crossed_force(motion_at(room.axes, k, S), F)
        row[OWN + k - first] = 0.0 if room.stage[j] >= room.stage[k] else -power(under, along)
    row[OWN + j - first] += room.slopes[j, 0]


# --- the Jacobian -------------------------------------------------------------------------


@inlined
def put_rates(tree, room, y, J):
    """Rates of coordinates, speeds and the origin by all of the state."""
    X, nq, nu, wide = room.X, tree.q_at[-1], room.stage.size, room.turning.shape[1]
    for row in J:
        row[:] = 0.0
    for i in range(1, tree.parent.size):
        q, j = tree.q_at[i], tree.u_at[i]
        if has_attitude(tree.joint[i]):
            put_attitude(X, J, y, nq, q, j)
            q, j = q + 4, j + 3
        for m in range(tree.u_at[i + 1] - j):
            J[q + m, nq + j + m] = 1.0
    for k in range(nu):
        row, found = J[nq + k], X[k]
        for m in range(nu):
            row[nq + m] = found[wide + m]
        for m in range(nu):
            if room.coordinate[m] >= 0:
                row[room.coordinate[m]] = found[m]
    for m in range(3):
        J[y.size - EXTRA + m, y.size - EXTRA + 3 + m] = 1.0


@kernel
def put_attitude(X, J, y, nq, k, j):
    """Write how a quaternion at k changes, and the rates with it; its speeds begin at the j-th.

    Of what changes it, the part that turns the body counts: its length does not matter.
    """
    p, at = quaternion_at(y, k), nq + j
    w = vec_at(y, at)
    put_four(J[k], k, 0.0, -0.5 * w.x, -0.5 * w.y, -0.5 * w.z)
    put_four(J[k + 1], k, 0.5 * w.x, 0.0, 0.5 * w.z, -0.5 * w.y)
    put_four(J[k + 2], k, 0.5 * w.y, -0.5 * w.z, 0.0, 0.5 * w.x)
    put_four(J[k + 3], k, 0.5 * w.z, 0.5 * w.y, -0.5 * w.x, 0.0)
    put_three(J[k], at, -0.5 * p.x, -0.5 * p.y, -0.5 * p.z)
    put_three(J[k + 1], at, 0.5 * p.w, -0.5 * p.z, 0.5 * p.y)
    put_three(J[k + 2], at, 0.5 * p.z, 0.5 * p.w, -0.5 * p.x)
    put_three(J[k + 3], at, -0.5 * p.y, 0.5 * p.x, 0.5 * p.w)
    s = 2.0 / (p.w * p.w + p.x * p.x + p.y * p.y + p.z * p.z)
    for i in range(X.shape[0]):
        a = Vec3(X[i, j] * s, X[i, j + 1] * s, X[i, j + 2] * s)
        J[nq + i, k] = -(a.x * p.x + a.y * p.y + a.z * p.z)
        J[nq + i, k + 1] = a.x * p.w - a.y * p.z + a.z * p.y
        J[nq + i, k + 2] = a.x * p.z + a.y * p.w - a.z * p.x
        J[nq + i, k + 3] = -a.x * p.y + a.y * p.x + a.z * p.w


@kernel
def put_four(row, k, a, b, c, d):
    row[k], row[k + 1], row[k + 2], row[k + 3] = a, b, c, d


@inlined
def put_powers(tables, t, y, J):
    """How the powers of dampers and efforts along joints vary, with which both works grow."""
    springs, efforts, nq = tables.joint_springs, tables.joint_efforts, tables.tree.q_at[-1]
    whole, origin = y.size - EXTRA + 6, y.size - EXTRA + 3
    for k in range(springs.law.shape[0]):
        j = nq + springs.speed[k]
        J[whole, j] -= 2.0 * springs.law[k, 2] * y[j]
    for k in range(efforts.speed.size):
        effort = signal(tables.signals, efforts.signal[k], t).x
        J[whole, nq + efforts.speed[k]] += effort
    for k in range(y.size):
        J[whole + 1, k] = J[whole, k]
    for k in range(efforts.speed.size):
        effort = signal(tables.signals, efforts.signal[k], t).x
        for m in range(3):
            J[whole, origin + m] += efforts.push[k, m] * effort
