"""The linearised equations put together: bodies by themselves, columns and stiffness of joints."""

from treetop.core.compiler import inlined, kernel
from treetop.core.forces.frame_force import wrench_of
from treetop.core.forces.gravity import field_from_origin
from treetop.core.formulations.joint_space.tangent.felt import (
    ACCELERATION,
    ALPHA,
    SPIN,
    TURN,
    add_pair,
    by_acceleration,
    by_alpha,
    by_spin,
    by_turning,
)
from treetop.core.formulations.joint_space.tangent.variations import (
    Carrier,
    first_of_two,
    fixed_axis,
    per_unit,
    put_variation,
    second_of_two,
    turning_axes,
)
from treetop.core.joints import has_attitude
from treetop.core.kinematics.rigid_inertia import inertia_of
from treetop.core.spatial import Mat3, Vec3, transpose, zero3
from treetop.core.spatial.quaternions import turn_of_change
from treetop.core.spatial.table_access import mat, motion, put_vec, vec, vec_at
from treetop.core.tables.kinds import UNIVERSAL

# --- bodies -------------------------------------------------------------------------------


@inlined
def add_body(tables, work, origin, i, felt):
    """Add what body i feels by itself: its inertia, and gravity, which does not turn along."""
    R = mat(work.R, i)
    I, c = inertia_of(work.bodies, i, R), R @ vec(work.bodies.com, i)
    falling, x = tables.falling[0] == 1, vec(work.p, i) + c
    g = field_from_origin(tables.gravity, falling, work, origin, x)
    add_pair(felt, TURN, by_turning(g * I.m, zero3(), c))
    add_pair(felt, SPIN, by_spin(I, motion(work.V, i).ang))
    add_pair(felt, ALPHA, by_alpha(I))
    add_pair(felt, ACCELERATION, by_acceleration(I))


@inlined
def gather_steady_forces(tables, work, origin, t, gathered, some):
    """Forces and torques at frames, of those that keep their directions, by bodies; return whether
    there are any, or `some` others."""
    forces = tables.frame_forces
    for k in range(forces.frame.size):
        some = some or forces.inertial[k] == 1
    for i in range(1, tables.tree.parent.size):
        if some or tables.tree.forks[i]:
            gathered[i] = 0.0
    for k in range(forces.frame.size):
        if forces.inertial[k] == 1:
            at, f, n = wrench_of(forces, tables.signals, tables.frames, work, origin, t, k)
            add_pair(gathered[at.body], TURN, by_turning(f, n, at.r))
    return some


# --- joints -------------------------------------------------------------------------------


@kernel
def joint_stiffness(springs, shift, place, stiffness):
    """Springs and dampers along coordinates of joints."""
    for row in stiffness:
        row[:] = 0.0
    for k in range(springs.law.shape[0]):
        j, elastic = springs.speed[k], springs.law[k, 0] if springs.coordinate[k] >= 0 else 0.0
        stiffness[j, place[j]] += elastic + shift.speed * springs.law[k, 2]


@inlined
def put_columns(tree, work, u, tangent, shift, i):
    """How the motion of body i varies with the coordinates of its joint."""
    P, first, last = tree.parent[i], tree.u_at[i], tree.u_at[i + 1]
    put_turns(tree.joint[i], first, last, work, tangent)
    w_P, w = motion(work.V, P).ang, motion(work.V, i).ang
    carrier, alpha_J = Carrier(w_P, motion(work.A, P).ang, w, motion(work.A, i)), zero3()
    for j in range(first, last):
        alpha_J = alpha_J + vec(work.S, j) * tangent.wanted[j]
    for j in range(first, last):
        S, p = motion(work.S, j), vec(tangent.turn, j)
        axis = fixed_axis()
        if tree.joint[i] == UNIVERSAL:
            a, b, u1 = vec(work.S, first), vec(work.S, first + 1), u[first]
            if j == first:
                axis = first_of_two(shift, a, b, u1, u[j + 1], tangent.wanted[j + 1])
            else:
                axis = second_of_two(shift, a, b, u1)
        elif has_attitude(tree.joint[i]) and j < first + 3:
            axis = turning_axes(p, w - w_P, alpha_J)
        put_variation(tangent.column[j], per_unit(shift, S, p, axis, carrier))


@kernel
def put_turns(kind, first, last, work, tangent):
    """Write the turn of a body per unit change of each coordinate; attitudes change by the
    exponential map of what they were moved along in the step."""
    for j in range(first, last):
        put_vec(tangent.turn, j, vec(work.S, j))
    if has_attitude(kind):
        along = vec_at(tangent.along, first)
        R = transpose(Mat3(vec(work.S, first), vec(work.S, first + 1), vec(work.S, first + 2)))
        put_vec(tangent.turn, first, R @ turn_of_change(along, Vec3(1.0, 0.0, 0.0)))
        put_vec(tangent.turn, first + 1, R @ turn_of_change(along, Vec3(0.0, 1.0, 0.0)))
        put_vec(tangent.turn, first + 2, R @ turn_of_change(along, Vec3(0.0, 0.0, 1.0)))
