"""How all bodies stand and move, given by their own coordinates, and what follows for joints."""

from treetop.core.compiler import inlined, kernel
from treetop.core.constraints import constrain
from treetop.core.constraints.forces import drive_power
from treetop.core.forces import apply
from treetop.core.formulations.joint_space.origin_and_work import add_power, origin_and_work_rates
from treetop.core.interface import origin_of
from treetop.core.joints import across, coordinate_rates, measure_coordinates
from treetop.core.kinematics.hung import add_drift
from treetop.core.kinematics.joint_coordinates import effort_of, measure_speeds
from treetop.core.kinematics.loop_angles import carried_rates, measure_loops
from treetop.core.kinematics.rigid_inertia import gyroscopic_force, inertia_of
from treetop.core.kinematics.tree import carried_acceleration
from treetop.core.spatial import (
    Motion,
    force_moved,
    motion_moved,
    no_force,
    quaternion_rate,
    rotation_of,
    transpose,
    turn_back,
)
from treetop.core.spatial.table_access import (
    copy_rows,
    force,
    mat,
    motion,
    put_mat,
    put_quaternion_at,
    put_six,
    put_vec,
    put_vec_at,
    quaternion_at,
    vec,
    vec_at,
)


@kernel
def place_bodies(tree, y, work):
    """Attitude, place and velocity of each body."""
    n = tree.parent.size - 1
    for i in range(1, n + 1):
        x, v = 7 * (i - 1), 7 * n + 6 * (i - 1)
        R = rotation_of(quaternion_at(y, x))
        put_mat(work.R, i, R)
        put_vec(work.p, i, vec_at(y, x + 4))
        put_six(work.V, i, Motion(R @ vec_at(y, v), vec_at(y, v + 3)))


@inlined
def bodies_moved(y, d, v, tables, solver):
    """The coordinates as seen from an origin that is moved by d and v."""
    n = tables.tree.parent.size - 1
    positions_moved(y, n, 7 * n, d, v)


@kernel
def positions_moved(y, n, speeds, d, v):
    """Move the positions and velocities of n bodies, whose speeds begin there."""
    for i in range(n):
        x, at = 7 * i + 4, speeds + 6 * i + 3
        put_vec_at(y, x, vec_at(y, x) - d)
        put_vec_at(y, at, vec_at(y, at) - v)


@inlined
def measure_joints(tree, y, work, absolute):
    """Coordinates, speeds and motions of all joints, from the motion of the bodies."""
    near = y[13 * (tree.parent.size - 1) :]
    for i in range(1, tree.parent.size):
        measure_joint(tree, i, near, work, absolute)


@inlined
def measure_joint(tree, i, near, work, absolute):
    """Measure coordinates and speeds of the joint of body i; its coordinates are near those
    given."""
    P, first, last = tree.parent[i], tree.u_at[i], tree.u_at[i + 1]
    R_NF = mat(work.R, P) @ mat(tree.R_PF, i)
    r, V_P = vec(work.p, i) - vec(work.p, P), motion(work.V, P)
    d = r - mat(work.R, P) @ vec(tree.p_PF, i)
    R_FM = transpose(R_NF) @ mat(work.R, i)
    measure_coordinates(tree, i, R_FM, turn_back(R_NF, d), near, absolute.q)
    V = motion(work.V, i) - motion_moved(V_P, r)
    put_vec(work.r, i, r)
    for _ in range(2):  # the motions per unit speed; then, speeds being known, what they add
        joint = across(tree, i, R_NF, absolute.q, absolute.u, work.S)
        measure_speeds(work.S, first, last, V, absolute.u)
        put_six(work.c, i, carried_acceleration(V_P.ang, r, V, joint.c))


@inlined
def load_bodies(tree, work, absolute):
    """Gather what acts on each body: forces, and the efforts of its joints."""
    copy_rows(absolute.pull, work.F)
    for i in range(1, tree.parent.size):
        load_joint(tree, i, work, absolute)


@inlined
def load_joint(tree, i, work, absolute):
    """Let the efforts of the joint of body i act on both its bodies."""
    P, first, last = tree.parent[i], tree.u_at[i], tree.u_at[i + 1]
    effort = no_force()
    if last > first:
        effort = effort_of(work.S, first, last, work.tau, absolute.scratch)
    put_six(absolute.effort, i, effort)
    put_six(absolute.pull, i, force(absolute.pull, i) + effort)
    put_six(absolute.pull, P, force(absolute.pull, P) - force_moved(effort, vec(work.r, i)))


@inlined
def less_gyroscopic(tables, work, absolute):
    """Subtract from what acts on each body what its turning asks for."""
    for i in range(1, tables.tree.parent.size):
        I = inertia_of(work.bodies, i, mat(work.R, i))
        asked = gyroscopic_force(I, motion(work.V, i).ang)
        put_six(absolute.pull, i, force(absolute.pull, i) - asked)


@inlined
def set_in_motion(place, t, y, rate, problem, tables, work, absolute):
    """Motion, forces and constraints of all bodies; rates of all but the bodies' speeds."""
    tree, origin = tables.tree, origin_of(y)
    place(tree, y, work)
    measure_joints(tree, y, work, absolute)
    measure_loops(tables, work, origin, y)
    powers = apply(problem, t, absolute.q, absolute.u, y, rate)
    load_bodies(tree, work, absolute)
    constrain(tables.constraints, tables.drives, 0, work, origin, t, absolute.q, absolute.rows)
    n = tree.parent.size - 1
    for i in range(n):
        x, v = 7 * i, 7 * n + 6 * i
        put_quaternion_at(rate, x, quaternion_rate(quaternion_at(y, x), vec_at(y, v)))
        put_vec_at(rate, x + 4, vec_at(y, v + 3))
    coordinate_rates(tree, absolute.q, absolute.u, rate[13 * n :])
    carried_rates(tables.loops, work.loops, rate)
    origin_and_work_rates(tables, work, origin, powers, rate)


@inlined
def put_accelerations(tables, work, absolute, rate):
    """Write the rates of the bodies' speeds, their accelerations being known, and of the works of
    constraints that follow functions of time; let joints follow the level of fuel."""
    n = tables.tree.parent.size - 1
    add_power(drive_power(tables.constraints, absolute.rows), rate)
    for i in range(1, n + 1):
        A, v = motion(work.A, i), 7 * n + 6 * (i - 1)
        put_vec_at(rate, v, turn_back(mat(work.R, i), A.ang))
        put_vec_at(rate, v + 3, A.lin)
    for h in range(work.hung.body.size):
        k = work.hung.body[h] - 1
        add_drift(tables.tree, work, rate, h, 7 * k + 4, 7 * n + 6 * k + 3)
