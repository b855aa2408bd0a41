"""Prescribed speeds: their rates are functions of time, and the generalised force is found.

Columns of ``work.prescribed``: prescribed coordinate, speed and rate, and generalised force.
"""

from treetop.core.compiler import inlined, kernel
from treetop.core.constraints.coupling import dual
from treetop.core.constraints.prescribed import drive
from treetop.core.interface import unpack
from treetop.core.joints import coordinate_rates
from treetop.core.kinematics.fuel import fill_tanks
from treetop.core.kinematics.hung import hang_by_level
from treetop.core.kinematics.tree import bodies_in_motion
from treetop.core.linear_algebra.vectors import add_multiple
from treetop.core.spatial import force_moved, motion_moved, no_force, power
from treetop.core.spatial.table_access import force, motion, put_six, vec
from treetop.core.tables.kinds import D_INVERSE, DEFORMATION, EFFORT_LEFT


@inlined
def look_up(t, tables, work):
    """What driven speeds are to follow at time t."""
    driven = tables.driven
    for d in range(driven.speed.size):
        f, row = (
            drive(tables.drives, work.jets, driven.drive[d], t),
            work.prescribed[driven.speed[d]],
        )
        row[0], row[1], row[2] = f.value, f.rate, f.second


@inlined
def look_up_driven(t, problem):
    """What driven speeds are to follow; tables are unpacked only where there are any."""
    tables, _ = unpack(problem)
    if tables.driven.speed.size > 0:
        own, work = unpack(problem)
        look_up(t, own, work)


@kernel
def driven_power(driven, work):
    """What driven speeds do to the energy."""
    total = 0.0
    for j in driven.speed:
        total += work.prescribed[j, 3] * work.prescribed[j, 1]
    return total


@inlined
def driven_efforts(tables, work):
    """Take what driven speeds need out of the forces of joints, ``work.B``, into ``work.effort``.

    The forces are read, and not ``work.prescribed``: dependent constraints may have shared the load
    in another way.
    """
    driven, u_at = tables.driven, tables.tree.u_at
    for d in range(driven.speed.size):
        i, j = driven.body[d], driven.speed[d]
        effort = power(force(work.B, i), motion(work.S, j)) - work.tau[j]
        F = dual(work.S, j, u_at[i], u_at[i + 1]) * effort
        put_six(work.B, i, force(work.B, i) - F)
        work.effort[driven.constraint[d]] = effort


@inlined
def driven_error(driven, work, y):
    """How far driven coordinates of y are from where they are to be."""
    largest = 0.0
    for d in range(driven.speed.size):
        error = abs(y[driven.coordinate[d]] - work.prescribed[driven.speed[d], 0])
        if not error <= largest:
            largest = error
    return largest


# --- between steps ------------------------------------------------------------------------


@inlined
def followed(gather_inward, t, y, change, tables, work):
    """Bring driven coordinates, then speeds, of y to where they are to be at time t; return whether
    they were elsewhere.

    The others give way as to an impulse, which is the change that is least in kinetic energy and
    leaves the momenta alone.  `change` is workspace for coordinates and speeds.
    """
    tree, driven, nq = tables.tree, tables.driven, tables.tree.q_at[-1]
    q, u, in_q = y[:nq], y[nq : nq + work.tau.size], change[:nq]
    in_u = change[nq : nq + work.tau.size]
    look_up(t, tables, work)
    if not elsewhere(driven, work, q, u):
        return False
    fill_tanks(tables, y)
    for order in range(2):
        at = driven.coordinate if order == 0 else driven.speed
        values = q if order == 0 else u
        bodies_in_motion(tree, q, u, work)
        hang_by_level(tables, y, work)
        gather_inward(tree, work, False)
        for d in range(at.size):
            j = driven.speed[d]
            in_u[j] = work.prescribed[j, order] - values[at[d]]
        modal_acceleration(tree, work, in_u)
        if order == 0:
            coordinate_rates(tree, q, in_u, in_q)
            add_multiple(q, 1.0, in_q)
        else:
            add_multiple(u, 1.0, in_u)
        for d in range(at.size):
            values[at[d]] = work.prescribed[driven.speed[d], order]  # to the last digit
    return True


@kernel
def elsewhere(driven, work, q, u):
    for d in range(driven.speed.size):
        k, j = driven.coordinate[d], driven.speed[d]
        if q[k] != work.prescribed[j, 0] or u[j] != work.prescribed[j, 1]:
            return True
    return False


@inlined
def modal_acceleration(tree, work, change):
    """Write how all other speeds change when driven ones do, the articulated inertias being there.

    Uses ``work.B`` and ``work.A``.
    """
    for i in range(tree.parent.size):
        put_six(work.B, i, no_force())
    for i in range(tree.parent.size - 1, 0, -1):
        F, P = force(work.B, i), tree.parent[i]
        if tree.joint[i] >= DEFORMATION:
            for j in range(tree.u_at[i], tree.u_at[i + 1]):
                change[j] = 0.0
            tree.bent.felt(i, work.B, change, change, tree.bent.tables[0])
            F = force(work.B, i)
        else:
            for j in range(tree.u_at[i], tree.u_at[i + 1]):
                work.pivots[j, EFFORT_LEFT] = power(F, motion(work.S, j))
                rate = (
                    change[j]
                    if tree.prescribed[j]
                    else work.pivots[j, EFFORT_LEFT] * work.pivots[j, D_INVERSE]
                )
                F = F - force(work.U, j) * rate
        put_six(work.B, P, force(work.B, P) + force_moved(F, vec(work.r, i)))
    for i in range(1, tree.parent.size):
        A = motion_moved(motion(work.A, tree.parent[i]), vec(work.r, i))
        if tree.joint[i] >= DEFORMATION:
            put_six(work.A, i, A)
            tree.bent.answered(i, work.A, change, change, tree.bent.tables[0])
            continue
        for j in range(tree.u_at[i + 1] - 1, tree.u_at[i] - 1, -1):
            if not tree.prescribed[j]:
                change[j] = (
                    work.pivots[j, EFFORT_LEFT] - power(force(work.U, j), A)
                ) * work.pivots[j, D_INVERSE]
            A = A + motion(work.S, j) * change[j]
        put_six(work.A, i, A)
