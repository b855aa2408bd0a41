"""Kane's equations with a dense mass matrix from partial velocities.

After T. R. Kane and D. A. Levinson, *Dynamics: Theory and Applications* (1985), with the partial
velocities found along the body-connection array, as in the notes of J. W. Kamman: those of a body
are its lower neighbour's, carried to the body's origin, and the motions that its joint adds.

    w  partial angular velocities     w_rate  their rates
    v  partial velocities of origins  v_rate  their rates
    A  generalised mass matrix        b       generalised active and inertia forces

    A u' = b,   A = Σ m v_Gᵀ v_G + wᵀ J w
                b = Σ v_Gᵀ (F - m v_G' u) + wᵀ (T - J w' u - ω × J ω) + τ

Where heavy bodies hang on light ones A has lost digits, and what is found for u' is refined: what
is left of active and inertia forces, ``Σ v_Gᵀ (F - m a_G) + wᵀ (T - J α - ω × J ω) + τ``, rounds as
forces on the heavy bodies themselves do, which moves nothing.

Axes are inertial; column j of a body's matrices is a row of three numbers here.  Every direction
about which a joint turns is fixed in its outboard frame, but for the first one of a universal
joint; every direction along which it slides is fixed in its inboard frame.  Those of a curvilinear
joint are fixed in neither: they change with its arc length.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, inlined, kernel
from treetop.core.formulations.joint_space.evaluation import set_in_motion
from treetop.core.formulations.joint_space.normalize import project
from treetop.core.formulations.joint_space.state import at_joints, chart, from_joints, length
from treetop.core.interface import DERIVATIVE, PARTIALS_SEEN, Formulation, Partials
from treetop.core.joints import curvilinear
from treetop.core.kinematics.partial_velocities import Partial, show
from treetop.core.linear_algebra.cholesky import factor_definite
from treetop.core.linear_algebra.vectors import add_multiple, backward, forward
from treetop.core.spatial import Motion, cross, dot, turned, zero3
from treetop.core.spatial.table_access import (
    copy_into,
    force,
    mat,
    motion,
    put_six,
    put_vec,
    sym,
    vec,
)
from treetop.core.tables.kinds import CURVILINEAR, D_INVERSE, DEFORMATION, UNIVERSAL
from treetop.core.tables.samples import TABLES, WORK

ROUNDS = 3  # of solving: each but the first for what those before have left


class Equations(NamedTuple):
    """Workspace for one evaluation: partial velocities of each body, and the equations."""

    w: np.ndarray  # (n + 1, nu, 3)
    v: np.ndarray  # (n + 1, nu, 3)
    w_rate: np.ndarray  # (n + 1, nu, 3)
    v_rate: np.ndarray  # (n + 1, nu, 3)
    A: np.ndarray  # (nu, nu)
    b: np.ndarray  # (nu,)


def workspace(bodies: int, speeds: int) -> Equations:
    w, v, w_rate, v_rate = np.zeros((4, bodies + 1, speeds, 3))
    return Equations(w, v, w_rate, v_rate, np.zeros((speeds, speeds)), np.zeros(speeds))


_bundle = Bundle(TABLES, WORK, workspace(0, 0))
unpack = _bundle.unpack


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    return _bundle.pack(tables, work, workspace(work.p.shape[0] - 1, work.tau.size))


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    set_in_motion(t, y, rate, problem)
    tables, work, kane = unpack(problem)
    nq = tables.tree.q_at[-1]
    u, u_rates = y[nq : nq + kane.b.size], rate[nq : nq + kane.b.size]
    partial_velocities(tables.tree, y[:nq], u, work, kane)
    mass_matrix(tables.tree, tables.tree.u_at, work, kane)
    factor_definite(kane.A)
    for j in range(u.size):
        work.pivots[j, D_INVERSE] = kane.A[j, j] ** -2.0
    u_rates[:] = 0.0
    accelerations(tables.tree, tables.tree.u_at, work, kane, u, u_rates)
    for _ in range(ROUNDS):
        copy_into(kane.b, work.tau)
        forces_left(tables.tree, tables.tree.u_at, work, work.F, kane, u_rates)
        forward(kane.A, u.size, kane.b)
        backward(kane.A, u.size, kane.b)
        add_multiple(u_rates, 1.0, kane.b)
        modal_acceleration(tables.tree, kane.b)
        accelerations(tables.tree, tables.tree.u_at, work, kane, u, u_rates)
    return 0


@entry(*PARTIALS_SEEN)
def partials_seen(problem, out):
    """The partial velocities that an evaluation has left, for those who look at them."""
    tables, work, kane = unpack(problem)
    show_partials(tables, work, kane, out)


@inlined
def show_partials(tables, work, kane, out):
    for i in range(1, tables.tree.parent.size):
        R, w = mat(work.R, i), motion(work.V, i).ang
        frame, centre = R @ vec(tables.frames.p, i), R @ vec(work.bodies.com, i)
        for j in range(kane.b.size):
            V = Motion(vec(kane.w[i], j), vec(kane.v[i], j))
            rate = Motion(vec(kane.w_rate[i], j), vec(kane.v_rate[i], j))
            show(out, i, j, Partial(V, rate), w, frame, centre)


@inlined
def partial_velocities(tree, q, u, work, kane):
    """Partial velocities of all bodies and their rates, outward along the array."""
    for i in range(1, tree.parent.size):
        P, r = tree.parent[i], vec(work.r, i)
        V, V_P = motion(work.V, i), motion(work.V, P)
        r_rate = V.lin - V_P.lin
        for j in range(tree.u_at[i]):  # the speeds of all bodies before this one
            w, w_rate = vec(kane.w[P], j), vec(kane.w_rate[P], j)
            put_vec(kane.w[i], j, w)
            put_vec(kane.w_rate[i], j, w_rate)
            put_vec(kane.v[i], j, vec(kane.v[P], j) + cross(w, r))
            v_rate = vec(kane.v_rate[P], j) + cross(w_rate, r) + cross(w, r_rate)
            put_vec(kane.v_rate[i], j, v_rate)
        for j in range(tree.u_at[i], tree.u_at[i + 1]):  # its own
            S = motion(work.S, j)
            first = tree.joint[i] == UNIVERSAL and j == tree.u_at[i]
            in_parent = first or tree.joint[i] == CURVILINEAR
            put_vec(kane.w[i], j, S.ang)
            put_vec(kane.w_rate[i], j, cross(V_P.ang if in_parent else V.ang, S.ang))
            put_vec(kane.v[i], j, S.lin)
            put_vec(kane.v_rate[i], j, cross(V_P.ang, S.lin))
        if tree.joint[i] == CURVILINEAR:
            add_change(tree, i, q, u, work, kane)
        if tree.joint[i] >= DEFORMATION:
            w, v, w_rate, v_rate = kane.w[i], kane.v[i], kane.w_rate[i], kane.v_rate[i]
            tree.bent.partials(i, w, v, w_rate, v_rate, tree.bent.tables[0])


@kernel
def add_change(tree, i, q, u, work, kane):
    """Add how the motion along a curve changes with the arc length."""
    j, R_NF = tree.u_at[i], mat(work.R, tree.parent[i]) @ mat(tree.R_PF, i)
    change = curvilinear.change(tree.curves, i, q[tree.q_at[i]])
    w_rate, v_rate = vec(kane.w_rate[i], j), vec(kane.v_rate[i], j)
    put_vec(kane.w_rate[i], j, w_rate + R_NF @ change.ang * u[j])
    put_vec(kane.v_rate[i], j, v_rate + R_NF @ change.lin * u[j])


@inlined
def mass_matrix(tree, u_at, work, kane):
    """The mass matrix, its lower triangle only.

    ``u_at[i + 1]`` is how many of the first speeds may move body i.
    """
    kane.A[:] = 0.0
    for i in range(1, u_at.size - 1):
        R, bodies = mat(work.R, i), work.bodies
        m, c, J = bodies.mass[i], R @ vec(bodies.com, i), turned(R, sym(bodies.J_C, i))
        for j in range(u_at[i + 1]):
            w = vec(kane.w[i], j)
            momentum, spin = (vec(kane.v[i], j) + cross(w, c)) * m, J @ w
            for k in range(j + 1):
                w_k = vec(kane.w[i], k)
                v_k = vec(kane.v[i], k) + cross(w_k, c)
                kane.A[j, k] += dot(momentum, v_k) + dot(spin, w_k)
        if tree.joint[i] >= DEFORMATION:
            tree.bent.inertia(i, kane.w[i], kane.v[i], kane.A, tree.bent.tables[0])


@inlined
def forces_left(tree, u_at, work, pulls, kane, u_rates):
    """Add to ``kane.b`` what accelerations leave of active and inertia forces; `pulls` are the
    forces on the bodies."""
    for i in range(1, u_at.size - 1):
        R, F, w, A = mat(work.R, i), force(pulls, i), motion(work.V, i).ang, motion(work.A, i)
        bodies = work.bodies
        m, c, J = bodies.mass[i], R @ vec(bodies.com, i), turned(R, sym(bodies.J_C, i))
        pull = F.lin - (A.lin + cross(A.ang, c) + cross(w, cross(w, c))) * m
        twist = F.ang - cross(c, F.lin) - J @ A.ang - cross(w, J @ w)
        for j in range(u_at[i + 1]):
            w_j = vec(kane.w[i], j)
            kane.b[j] += dot(vec(kane.v[i], j) + cross(w_j, c), pull) + dot(w_j, twist)
        if tree.joint[i] >= DEFORMATION:
            tree.bent.resist(i, u_rates, kane.b, tree.bent.tables[0])


@kernel
def bias_acceleration(kane, i, u, speeds):
    """The acceleration of body i at constant speeds: the rates of its partial velocities, times
    the speeds."""
    ang, lin = zero3(), zero3()
    for j in range(speeds):
        ang = ang + vec(kane.w_rate[i], j) * u[j]
        lin = lin + vec(kane.v_rate[i], j) * u[j]
    return Motion(ang, lin)


@inlined
def accelerations(tree, u_at, work, kane, u, u_rates):
    """Accelerations of all bodies."""
    for i in range(1, u_at.size - 1):
        A = bias_acceleration(kane, i, u, u_at[i + 1])
        for j in range(u_at[i + 1]):
            A = A + Motion(vec(kane.w[i], j), vec(kane.v[i], j)) * u_rates[j]
        put_six(work.A, i, A)


@inlined
def modal_acceleration(tree, gain):
    """Forces on frames of flexible bodies, by what modal accelerations have gained."""
    for i in range(1, tree.parent.size):
        if tree.joint[i] >= DEFORMATION:
            tree.bent.modal_acceleration(i, gain, gain, tree.bent.tables[0])


partials = Partials(partials_seen, lambda assembly: assembly.speeds)
formulation = Formulation(
    derivative, project, at_joints, from_joints, length, problem_of, chart, partials
)
