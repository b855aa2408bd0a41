"""Kane's equations in the speeds of Kamman's notes, joints as constraints.

    speeds of body K:  its absolute angular velocity, in its own axes
                       the rate of s, its translation from its lower neighbour, in that one's axes

Partial velocities follow the body-connection array; the constraints, written for motions of bodies,
become rows for these speeds through them:

    A y' = S + Jᵀ λ,    J y' = -bias,    J = Σ on · [w, y ; v, y]
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, inlined, kernel
from treetop.core.constraints.forces import drive_power
from treetop.core.formulations.absolute import jacobian as absolute_rows
from treetop.core.formulations.absolute import reactions
from treetop.core.formulations.absolute.evaluation import set_in_motion
from treetop.core.formulations.absolute.project import (
    Steps,
    bodies_changed,
    layout_of,
    look,
    move_origin,
    projected,
)
from treetop.core.formulations.absolute.workspace import ABSOLUTE, length, workspace_for
from treetop.core.formulations.joint_space.origin_and_work import add_power
from treetop.core.formulations.kane import (
    ROUNDS,
    accelerations,
    forces_left,
    mass_matrix,
    show_partials,
)
from treetop.core.formulations.kane import workspace as kane_workspace
from treetop.core.formulations.kane_constraints import compose_rows, fill_upper
from treetop.core.interface import (
    CARRIED,
    DERIVATIVE,
    FROM_JOINTS,
    PARTIALS_SEEN,
    PROJECT,
    ROWS,
    Formulation,
    Partials,
)
from treetop.core.linear_algebra import constrained_system
from treetop.core.linear_algebra.cholesky import factor_definite
from treetop.core.linear_algebra.constrained_system import factor, improve, solution
from treetop.core.linear_algebra.vectors import backward, forward
from treetop.core.spatial import Motion, cross, motion_moved, rotation_of, transpose, turn_back
from treetop.core.spatial.table_access import (
    copy_into,
    mat,
    motion,
    put_mat,
    put_six,
    put_vec,
    put_vec_at,
    quaternion_at,
    vec,
    vec_at,
)
from treetop.core.tables import scales
from treetop.core.tables.samples import TABLES, WORK


class Constrained(NamedTuple):
    """Workspace for the constraints, in the speeds."""

    u_at: np.ndarray  # (n + 2,)  first speed of each body
    J: np.ndarray  # (m, 6n)
    b: np.ndarray  # (m,)
    x: np.ndarray  # (6n,)     rates of the speeds
    factors: constrained_system.Workspace


def constrained_workspace(bodies: int, constraints: int, length: float = 1.0) -> Constrained:
    n, m = 6 * bodies, constraints
    u_at = np.append(0, 6 * np.arange(bodies + 1))
    factors = constrained_system.workspace(n, m, np.tile(np.repeat([1.0, length], 3), bodies))
    return Constrained(u_at, np.zeros((m, n)), np.zeros(m), np.zeros(n), factors)


_bundle = Bundle(TABLES, WORK, ABSOLUTE, kane_workspace(0, 0), constrained_workspace(0, 0))
unpack = _bundle.unpack


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    n = work.p.shape[0] - 1
    sizes = n, tables.constraints.kind.size
    solver = kane_workspace(n, 6 * n), constrained_workspace(*sizes, scales.length_of(tables))
    return _bundle.pack(tables, work, workspace_for(tables), *solver)


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    tables, work, absolute, kane, solver = unpack(problem)
    set_in_motion(place_bodies, t, y, rate, problem, tables, work, absolute)
    n = tables.tree.parent.size - 1
    u = y[7 * n : 13 * n]
    partial_velocities(tables.tree, work, kane)
    mass_matrix(tables.tree, solver.u_at, work, kane)
    fill_upper(kane.A)
    compose_rows(tables.constraints, 0, absolute.rows, kane, solver.u_at, u, solver.J, solver.b)
    rank = factor(kane.A, solver.J, work.rank[0], solver.factors)
    solver.x[:], absolute.rows.multiplier[:] = 0.0, 0.0
    for _ in range(ROUNDS):
        accelerations(tables.tree, solver.u_at, work, kane, u, solver.x)
        kane.b[:] = 0.0
        forces_left(tables.tree, solver.u_at, work, absolute.pull, kane, solver.x)
        improve(
            kane.A, solver.J, kane.b, solver.b, solver.factors, solver.x, absolute.rows.multiplier
        )
    if rank + solver.factors.counts[1] < solver.x.size:
        solver.x[:] = np.nan
    copy_into(rate[7 * n : 13 * n], solver.x)
    for h in range(work.hung.body.size):
        i, d = work.hung.body[h], vec(work.hung.drift, h)
        x = 7 * (i - 1) + 4  # its place from where its hinge is described
        moved = turn_back(mat(work.R, tables.tree.parent[i]), d)
        put_vec_at(rate, x, vec_at(rate, x) + moved)
    accelerations(tables.tree, solver.u_at, work, kane, u, solver.x)
    add_power(drive_power(tables.constraints, absolute.rows), rate)
    return 0


@entry(*PROJECT)
def project(t, y, rate, problem):
    tables, work, absolute, kane, solver = unpack(problem)
    n = tables.tree.parent.size - 1
    both = (kane, solver, y[7 * n : 13 * n])
    return projected(STEPS, layout_of(tables.tree), t, y, tables, work, absolute, both)


@inlined
def bodies_seen(t, y, tables, work, absolute, both):
    look(place_bodies, t, y, tables, work, absolute)


@inlined
def decide(tables, work, absolute, both):
    """Factors for the rank that is held, or for one decided here."""
    kane, solver, u = both
    partial_velocities(tables.tree, work, kane)
    mass_matrix(tables.tree, solver.u_at, work, kane)
    fill_upper(kane.A)
    compose_rows(tables.constraints, 0, absolute.rows, kane, solver.u_at, u, solver.J, solver.b)
    work.rank[0] = factor(kane.A, solver.J, work.rank[0], solver.factors)


@inlined
def corrected(tables, work, absolute, both, errors):
    """The change of speeds, least in kinetic energy, whose rows make up for the errors."""
    kane, solver, _ = both
    kane.b[:] = 0.0
    for k in range(errors.size):
        solver.b[k] = -errors[k]
    solution(kane.b, solver.b, solver.factors, solver.x)
    for i in range(1, tables.tree.parent.size):
        copy_into(absolute.change[i], solver.x[6 * (i - 1) : 6 * i])


@entry(*ROWS)
def rows(t, y, problem, J, W, error, rate):
    tables, work, absolute, kane, solver = unpack(problem)
    n = tables.tree.parent.size - 1
    u, body_rows = y[7 * n : 13 * n], absolute.rows
    look(place_bodies, t, y, tables, work, absolute)
    copy_into(error, body_rows.error)
    copy_into(rate, body_rows.rate)
    partial_velocities(tables.tree, work, kane)
    compose_rows(tables.constraints, 0, body_rows, kane, solver.u_at, u, J, solver.b)
    if W.shape[0] > 0:
        mass_matrix(tables.tree, solver.u_at, work, kane)
        factor_definite(kane.A)
    for k in range(W.shape[0]):
        copy_into(W[k], J[k])
        forward(kane.A, u.size, W[k])
        backward(kane.A, u.size, W[k])
    return 0


# --- coordinates ------------------------------------------------------------------------


@kernel
def place_bodies(tree, y, work):
    """Attitude, place and velocity of each body, outward."""
    n = tree.parent.size - 1
    for i in range(1, n + 1):
        P, x, v = tree.parent[i], 7 * (i - 1), 7 * n + 6 * (i - 1)
        R, R_P, V_P = rotation_of(quaternion_at(y, x)), mat(work.R, P), motion(work.V, P)
        r = R_P @ (vec(tree.p_PF, i) + vec_at(y, x + 4))
        put_mat(work.R, i, R)
        put_vec(work.p, i, vec(work.p, P) + r)
        lin = motion_moved(V_P, r).lin + R_P @ vec_at(y, v + 3)
        put_six(work.V, i, Motion(R @ vec_at(y, v), lin))


@inlined
def roots_moved(y, d, v, tables, solver):
    """The coordinates as seen from an origin that is moved by d and v."""
    tree = tables.tree
    n = tree.parent.size - 1
    for i in range(n):
        if tree.parent[i + 1] == 0:
            x, at = 7 * i + 4, 7 * n + 6 * i + 3
            put_vec_at(y, x, vec_at(y, x) - d)
            put_vec_at(y, at, vec_at(y, at) - v)


@entry(*CARRIED)
def carried(y, problem, by):
    """The origin moved."""
    tables, _, _, _, _ = unpack(problem)
    move_origin(y, vec_at(by, 0), vec_at(by, 3))
    roots_moved(y, vec_at(by, 0), vec_at(by, 3), tables, 0)
    return 0


@entry(*FROM_JOINTS)
def from_joints(z, problem, y):
    """Place the bodies as their joints say."""
    tables, work, absolute, _, _ = unpack(problem)
    tree = tables.tree
    reactions.place_by_joints(tables, z, work, absolute, y)
    n = tree.parent.size - 1
    for i in range(1, n + 1):
        P, x, v = tree.parent[i], 7 * (i - 1), 7 * n + 6 * (i - 1)
        R_P, r = mat(work.R, P), vec(work.p, i) - vec(work.p, P)
        v_joint = motion(work.V, i).lin - motion_moved(motion(work.V, P), r).lin
        put_vec_at(y, x + 4, turn_back(R_P, r) - vec(tree.p_PF, i))
        put_vec_at(y, v + 3, turn_back(R_P, v_joint))


# --- partial velocities -----------------------------------------------------------------


@inlined
def partial_velocities(tree, work, kane):
    """Partial velocities of all bodies and their rates, outward along the array."""
    for i in range(1, tree.parent.size):
        P, at = tree.parent[i], 6 * (i - 1)
        r, V, V_P = vec(work.p, i) - vec(work.p, P), motion(work.V, i), motion(work.V, P)
        r_rate = V.lin - V_P.lin
        for j in range(at):  # a body turns by its own speeds alone
            w, w_rate = vec(kane.w[P], j), vec(kane.w_rate[P], j)
            put_vec(kane.v[i], j, vec(kane.v[P], j) + cross(w, r))
            v_rate = vec(kane.v_rate[P], j) + cross(w_rate, r) + cross(w, r_rate)
            put_vec(kane.v_rate[i], j, v_rate)
        put_axes(kane.w[i], kane.w_rate[i], at, mat(work.R, i), V.ang)
        put_axes(kane.v[i], kane.v_rate[i], at + 3, mat(work.R, P), V_P.ang)


@kernel
def put_axes(columns, rates, j, R, w):
    """The axes of a frame of attitude R, which turns with w, and their rates."""
    axes = transpose(R)
    put_vec(columns, j, axes.x)
    put_vec(columns, j + 1, axes.y)
    put_vec(columns, j + 2, axes.z)
    put_vec(rates, j, cross(w, axes.x))
    put_vec(rates, j + 1, cross(w, axes.y))
    put_vec(rates, j + 2, cross(w, axes.z))


@entry(*PARTIALS_SEEN)
def partials_seen(problem, out):
    """The partial velocities that an evaluation has left, for those who look at them."""
    tables, work, _, kane, _ = unpack(problem)
    show_partials(tables, work, kane, out)


def speeds(assembly):
    """Labels of the speeds."""
    return [
        f"{link.body}.{quantity}.{axis}"
        for link in assembly.links
        for quantity in ("angular_velocity", "translation_rate")
        for axis in "xyz"
    ]


STEPS = Steps(bodies_seen, bodies_changed, roots_moved, decide, corrected)
formulation = Formulation(
    derivative,
    project,
    reactions.at_joints,
    from_joints,
    length,
    problem_of,
    absolute_rows.chart._replace(rows=rows, carried=carried),
    Partials(partials_seen, speeds),
    absolute=True,
)
