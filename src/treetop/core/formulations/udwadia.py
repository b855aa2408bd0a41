"""The equation of Udwadia and Phohomsiri: seven coordinates per body, singular mass matrix.

After A. Schutte and F. Udwadia, *New approach to the modeling of complex multibody dynamical
systems*, Journal of Applied Mechanics 78 (2011).  Each body has a quaternion and a place as
coordinates, all taken as independent, so that its mass matrix is singular; then every constraint is
imposed as it comes, the unit length of each quaternion among them, dependent or not:

    q'' = [(I - A⁺A) M ; A]⁺ [Q ; b]

    T  motion of a body per unit rate of each of its coordinates:  turning 2 E(u), moving 1
    M = Tᵀ I T    Q = Tᵀ (F - gyroscopic forces)    A = [rows T ; u]    b = [-bias ; -u'·u']

The motion is determined if no motion without mass is left free by the constraints: their rank
condition.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, inlined, kernel
from treetop.core.formulations.absolute.evaluation import (
    less_gyroscopic,
    place_bodies,
    put_accelerations,
    set_in_motion,
)
from treetop.core.formulations.absolute.jacobian import chart
from treetop.core.formulations.absolute.project import (
    deciding,
    layout_of,
    projected,
    steps_of_bodies,
)
from treetop.core.formulations.absolute.reactions import at_joints, from_joints
from treetop.core.formulations.absolute.workspace import ABSOLUTE, length, workspace_for
from treetop.core.interface import DERIVATIVE, PROJECT, Formulation
from treetop.core.kinematics.rigid_inertia import inertia_of
from treetop.core.linear_algebra import constrained_system
from treetop.core.linear_algebra.constrained_system import factor, refined, solution
from treetop.core.spatial import Motion, Vec3, dot, power, quaternion_of, still, turn_back, zero3
from treetop.core.spatial.table_access import copy_into, force, mat, motion, put_six
from treetop.core.tables.samples import TABLES, WORK
from treetop.core.tables.scales import length_of


class Equation(NamedTuple):
    """Workspace for one evaluation: n bodies, m constraints."""

    T: np.ndarray  # (n + 1, 7, 6)
    M: np.ndarray  # (7n, 7n)
    Q: np.ndarray  # (7n,)
    A: np.ndarray  # (m + n, 7n)
    b: np.ndarray  # (m + n,)
    x: np.ndarray  # (7n,)      second rates of the coordinates
    multiplier: np.ndarray  # (m + n,)
    factors: constrained_system.Workspace


def equation(bodies: int, constraints: int, length: float = 1.0) -> Equation:
    n, m = 7 * bodies, constraints + bodies
    Q, x = np.zeros((2, n))
    b, multiplier = np.zeros((2, m))
    unit = np.tile(np.repeat([1.0, length], [4, 3]), bodies)
    factors = constrained_system.workspace(n, m, unit)
    T, M, A = np.zeros((bodies + 1, 7, 6)), np.zeros((n, n)), np.zeros((m, n))
    return Equation(T, M, Q, A, b, x, multiplier, factors)


_bundle = Bundle(TABLES, WORK, ABSOLUTE, equation(0, 0))
unpack = _bundle.unpack


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    sizes = work.p.shape[0] - 1, tables.constraints.kind.size
    solver = equation(*sizes, length_of(tables))
    return _bundle.pack(tables, work, workspace_for(tables), solver)


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    tables, work, absolute, solver = unpack(problem)
    set_in_motion(place_bodies, t, y, rate, problem, tables, work, absolute)
    less_gyroscopic(tables, work, absolute)
    compose(tables, work, absolute, solver)
    rank = factor(solver.M, solver.A, work.rank[0], solver.factors)
    refined(solver.M, solver.A, solver.Q, solver.b, solver.factors, solver.x, solver.multiplier)
    determined = rank + solver.factors.counts[1] == solver.x.size
    for i in range(1, tables.tree.parent.size):
        put_six(work.A, i, motion_of(solver.T[i], solver.x, i) * (1.0 if determined else np.nan))
    copy_into(absolute.rows.multiplier, solver.multiplier)
    put_accelerations(tables, work, absolute, rate)
    return 0


@entry(*PROJECT)
def project(t, y, rate, problem):
    tables, work, absolute, solver = unpack(problem)
    return projected(STEPS, layout_of(tables.tree), t, y, tables, work, absolute, solver)


@inlined
def corrected(tables, work, absolute, solver, errors):
    """The change of motion, least in kinetic energy, whose rows make up for the errors."""
    m = errors.size
    solver.Q[:], solver.b[:] = 0.0, 0.0
    for k in range(m):
        solver.b[k] = -errors[k]
    solution(solver.Q, solver.b, solver.factors, solver.x)
    for i in range(1, tables.tree.parent.size):
        change = motion_of(solver.T[i], solver.x, i)
        put_six(absolute.change, i, Motion(turn_back(mat(work.R, i), change.ang), change.lin))


# --- the parts of the equation ----------------------------------------------------------


@inlined
def compose(tables, work, absolute, solver):
    """M, Q, A and b."""
    n, rows, constraints = tables.tree.parent.size - 1, absolute.rows, tables.constraints
    m = rows.bias.size
    solver.M[:], solver.A[:] = 0.0, 0.0
    for k in range(m):
        solver.b[k] = -rows.bias[k]
    for i in range(1, n + 1):
        at, T, R = 7 * (i - 1), solver.T[i], mat(work.R, i)
        q = quaternion_of(R)
        put_directions(T, R, q)
        I, pull = inertia_of(work.bodies, i, R), force(absolute.pull, i)
        for j in range(7):
            F = I @ motion(T, j)
            solver.Q[at + j] = power(pull, motion(T, j))
            for k in range(7):
                solver.M[at + j, at + k] = power(F, motion(T, k))
        solver.A[m + i - 1, at], solver.A[m + i - 1, at + 1] = q.w, q.x
        solver.A[m + i - 1, at + 2], solver.A[m + i - 1, at + 3] = q.y, q.z
        w = motion(work.V, i).ang
        solver.b[m + i - 1] = -0.25 * dot(w, w)  # u'·u' of a unit quaternion
    for k in range(m):
        for p in range(constraints.pair_at[k], constraints.pair_at[k + 1]):
            add_row(solver.A[k], solver.T, constraints.bodies[p, 0], force(rows.on_a, p))
            add_row(solver.A[k], solver.T, constraints.bodies[p, 1], force(rows.on_b, p))


@kernel
def add_row(row, T, i, on):
    """What a row has for the coordinates of body i."""
    if i > 0:
        for j in range(7):
            row[7 * (i - 1) + j] += power(on, motion(T[i], j))


@kernel
def put_directions(T, R, q):
    """Motion per unit rate of each coordinate: angular velocity 2 E(u) u' turned, velocity."""
    none = zero3()
    put_six(T, 0, Motion(R @ Vec3(-2.0 * q.x, -2.0 * q.y, -2.0 * q.z), none))
    put_six(T, 1, Motion(R @ Vec3(2.0 * q.w, -2.0 * q.z, 2.0 * q.y), none))
    put_six(T, 2, Motion(R @ Vec3(2.0 * q.z, 2.0 * q.w, -2.0 * q.x), none))
    put_six(T, 3, Motion(R @ Vec3(-2.0 * q.y, 2.0 * q.x, 2.0 * q.w), none))
    put_six(T, 4, Motion(none, Vec3(1.0, 0.0, 0.0)))
    put_six(T, 5, Motion(none, Vec3(0.0, 1.0, 0.0)))
    put_six(T, 6, Motion(none, Vec3(0.0, 0.0, 1.0)))


@kernel
def motion_of(T, x, i):
    """The motion of body i for rates x of all coordinates."""
    total = still()
    for j in range(7):
        total = total + motion(T, j) * x[7 * (i - 1) + j]
    return total


STEPS = steps_of_bodies(deciding(compose), corrected)
formulation = Formulation(
    derivative, project, at_joints, from_joints, length, problem_of, chart, absolute=True
)
