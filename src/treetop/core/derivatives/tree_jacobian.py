"""The Jacobian of a tree's rates, in time of order n d: n speeds, d of them on the way inward.

Inverse dynamics are differentiated at the accelerations that forward dynamics has found, and the
articulated factors solve for what accelerations make of it:

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
    crossed_force,
    displaced_force,
    force_of_speed,
    row_of,
    seen_from,
)
from treetop.core.derivatives.tree_solution import solve
from treetop.core.derivatives.tree_tables import (
    CHI,
    PSI,
    SIGMA,
    S,
    axis_at,
    motion_of,
    put_axis,
    put_three,
    put_whole,
    unpack_tree,
    whole_at,
)
from treetop.core.forces.time_functions import signal
from treetop.core.formulations.recursive import gather_inward
from treetop.core.interface import EXTRA, unpack
from treetop.core.joints import has_attitude
from treetop.core.spatial import Motion, Vec3, power, turned, zero3
from treetop.core.spatial.table_access import (
    mat,
    motion,
    put_six,
    quaternion_at,
    sym,
    vec,
    vec_at,
)


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
    tables, work = unpack(room.problem[0])
    gather_inward(tables.tree, work, False)
    solve(tables.tree, work, room)
    put_rates(tables.tree, room, y, J)
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
        more, more_rate = zero_motion(), zero_motion()
        for j in range(first, last):
            if room.stage[j] != stage:
                continue
            turns_along = has_attitude(kind) and j < first + 3
            axis = axis_of(seen_from(motion(work.S, j), d), W, W_rate, V, turns_along)
            put_axis(room.axes, j, axis)
            more = more + axis.S * u[j]
            more_rate = more_rate + axis.S * u_rates[j] + axis.psi * u[j]
        W, W_rate = W + more, W_rate + more_rate


@kernel
def zero_motion():
    return Motion(zero3(), zero3())


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


# --- what efforts are missing, inward -----------------------------------------------------


@inlined
def look_inward(tree, work, room):
    """How the efforts missing at the rates found vary: columns by coordinates, then by speeds."""
    for row in room.X:
        row[:] = 0.0
    for i in range(tree.parent.size - 1, 0, -1):
        P, whole = tree.parent[i], whole_at(room.whole, i)
        if P > 0:
            put_whole(room.whole, P, added(whole_at(room.whole, P), whole))
        for j in range(tree.u_at[i], tree.u_at[i + 1]):
            axis = axis_at(room.axes, j)
            seen, by_speed = displaced_force(whole, axis), force_of_speed(whole, axis)
            felt, row = seen + crossed_force(axis.S, whole.F), row_of(whole, axis.S)
            put_own(room, tree.u_at[i], tree.u_at[i + 1], j, seen, felt, by_speed)
            B = P
            while B > 0:
                start = room.first[B]
                low, high = tree.u_at[start], tree.u_at[B + 1]
                put_row(room, j, low, high, row)
                put_column(room, j, low, high, felt)
                put_column(room, j + room.stage.size, low, high, by_speed)
                B = tree.parent[start]


@kernel
def put_own(room, first, last, k, seen, felt, by_speed):
    """Column k, of the efforts along the speeds of its own joint: those that are carried along feel
    what is seen from there."""
    nu = room.stage.size
    for j in range(first, last):
        S_j = motion_of(room.axes, S, j)
        along = seen if room.stage[j] >= room.stage[k] else felt
        room.X[j, k], room.X[j, nu + k] = -power(along, S_j), -power(by_speed, S_j)
    room.X[k, k] += room.slopes[k, 0]
    room.X[k, nu + k] += room.slopes[k, 1]


@kernel
def put_row(room, j, low, high, row):
    """The effort along speed j by what is further in."""
    found, nu = room.row, room.stage.size
    for psi, chi, to in ((PSI, CHI, 0), (S, SIGMA, nu)):
        combine(room.axes, psi, row.psi, low, high, found)
        add_power(room.axes, chi, row.chi, low, high, found)
        for k in range(low, high):
            room.X[j, to + k] = -found[k]


@kernel
def put_column(room, column, low, high, F):
    """The efforts along speeds further in, of a force further out."""
    found = room.row
    found[low:high] = 0.0
    add_power(room.axes, S, F, low, high, found)
    for k in range(low, high):
        room.X[k, column] = -found[k]


# Few arrays in a loop, so that the compiler sees that they are apart, and adds several at once.


@kernel
def combine(axes, row, a, low, high, out):
    x, y, z = axes[row], axes[row + 1], axes[row + 2]
    for k in range(low, high):
        out[k] = x[k] * a.x + y[k] * a.y + z[k] * a.z


@kernel
def add_power(axes, row, F, low, high, out):
    a, b, c = axes[row], axes[row + 1], axes[row + 2]
    x, y, z = axes[row + 3], axes[row + 4], axes[row + 5]
    A, B = F.ang, F.lin
    for k in range(low, high):
        turning = a[k] * A.x + b[k] * A.y + c[k] * A.z
        out[k] += turning + (x[k] * B.x + y[k] * B.y + z[k] * B.z)


# --- the Jacobian -------------------------------------------------------------------------


@inlined
def put_rates(tree, room, y, J):
    """Rates of coordinates, speeds and the origin by all of the state."""
    X, nq, nu = room.X, tree.q_at[-1], room.stage.size
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
            row[nq + m] = found[nu + m]
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
