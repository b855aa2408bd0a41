"""Kane's equations in joint speeds with constraints beyond the tree, loops among them.

    A u' = b + Jᵀ λ,    J u' = b_J

The rows J come from the partial velocities, as the matrix A does, and the two are solved as in
the equation of Udwadia and Phohomsiri: dense, dependent rows or not.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, inlined
from treetop.core.constraints import constrain
from treetop.core.constraints.forces import drive_power, push
from treetop.core.constraints.row import rows_for
from treetop.core.formulations.closed_loop.jacobian import chart
from treetop.core.formulations.closed_loop.project import projected
from treetop.core.formulations.closed_loop.reactions import joints_seen
from treetop.core.formulations.joint_space.evaluation import set_in_motion
from treetop.core.formulations.joint_space.origin_and_work import add_power
from treetop.core.formulations.joint_space.state import from_joints, length
from treetop.core.formulations.kane import (
    ROUNDS,
    accelerations,
    forces_left,
    mass_matrix,
    modal_acceleration,
    partial_velocities,
    show_partials,
)
from treetop.core.formulations.kane import workspace as kane_workspace
from treetop.core.formulations.kane_constraints import compose_rows, fill_upper
from treetop.core.interface import (
    AT_JOINTS,
    DERIVATIVE,
    PARTIALS_SEEN,
    PROJECT,
    Formulation,
    Partials,
    origin_of,
)
from treetop.core.linear_algebra import constrained_system
from treetop.core.linear_algebra.constrained_system import factor, improve, solution
from treetop.core.spatial.table_access import copy_into
from treetop.core.tables.samples import TABLES, WORK
from treetop.core.tables.scales import length_of, speed_units


class Closed(NamedTuple):
    """Workspace for c constraints between nu speeds."""

    J: np.ndarray  # (c, nu)
    b: np.ndarray  # (c,)
    multiplier: np.ndarray  # (c,)
    change: np.ndarray  # (nq + nu,)
    factors: constrained_system.Workspace


def closed(tables) -> Closed:
    nq, nu = int(tables.tree.q_at[-1]), int(tables.tree.u_at[-1])
    c = tables.constraints.kind.size - int(tables.constraints.joint_at[-1])
    b, multiplier = np.zeros((2, c))
    factors = constrained_system.workspace(nu, c, speed_units(tables))
    return Closed(np.zeros((c, nu)), b, multiplier, np.zeros(nq + nu), factors)


_bundle = Bundle(TABLES, WORK, rows_for(TABLES.constraints), kane_workspace(0, 0), closed(TABLES))
unpack = _bundle.unpack


def problem_of(tables, work):
    """A handle for kernels, and what must be kept alive with it."""
    kane = kane_workspace(work.p.shape[0] - 1, work.tau.size)
    rows = rows_for(tables.constraints, length_of(tables))
    return _bundle.pack(tables, work, rows, kane, closed(tables))


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave motion and forces of all bodies in the problem's `Work`."""
    set_in_motion(t, y, rate, problem)
    tables, work, rows, kane, solver = unpack(problem)
    tree, first = tables.tree, tables.constraints.joint_at[-1]
    nq, end = tree.q_at[-1], tree.q_at[-1] + tree.u_at[-1]
    q, u, u_rates = y[:nq], y[nq:end], rate[nq:end]
    constrain(tables.constraints, tables.drives, first, work, origin_of(y), t, q, rows)
    compose(tables, work, rows, kane, solver, q, u)
    rank = factor(kane.A, solver.J, work.rank[0], solver.factors)
    u_rates[:], solver.multiplier[:] = 0.0, 0.0
    accelerations(tree, tree.u_at, work, kane, u, u_rates)
    for _ in range(ROUNDS):
        copy_into(kane.b, work.tau)
        forces_left(tree, tree.u_at, work, work.F, kane, u_rates)
        improve(kane.A, solver.J, kane.b, solver.b, solver.factors, u_rates, solver.multiplier)
        modal_acceleration(tree, solver.factors.missing_n[1])
        accelerations(tree, tree.u_at, work, kane, u, u_rates)
    if rank + solver.factors.counts[1] < u.size:
        u_rates[:] = np.nan
    copy_into(rows.multiplier[first:], solver.multiplier)
    for k in range(solver.b.size):
        push(work.F, tables.constraints, rows, first + k, solver.multiplier[k])
    add_power(drive_power(tables.constraints, rows), rate)
    return 0


@entry(*PROJECT)
def project(t, y, rate, problem):
    tables, work, rows, kane, solver = unpack(problem)
    return projected(
        decide, corrected, t, y, rate, tables, work, rows, solver.change, (kane, solver)
    )


@inlined
def compose(tables, work, rows, kane, solver, q, u):
    """A and the rows."""
    partial_velocities(tables.tree, q, u, work, kane)
    mass_matrix(tables.tree, tables.tree.u_at, work, kane)
    fill_upper(kane.A)
    first, u_at = tables.constraints.joint_at[-1], tables.tree.u_at
    compose_rows(tables.constraints, first, rows, kane, u_at, u, solver.J, solver.b)


@inlined
def decide(tables, work, rows, both, q, u):
    """Factors for the rank that is held, or for one decided here."""
    kane, solver = both
    compose(tables, work, rows, kane, solver, q, u)
    work.rank[0] = factor(kane.A, solver.J, work.rank[0], solver.factors)


@inlined
def corrected(tables, work, rows, both, errors, change):
    """The change of speeds, least in kinetic energy, whose rows make up for the errors."""
    kane, solver = both
    kane.b[:] = 0.0
    for k in range(errors.size):
        solver.b[k] = -errors[k]
    solution(kane.b, solver.b, solver.factors, change)


@entry(*AT_JOINTS)
def at_joints(y, rate, problem, z, z_rate):
    """What an evaluation gives for the joints."""
    tables, work, rows, _, _ = unpack(problem)
    return joints_seen(y, rate, tables, work, rows, z, z_rate)


@entry(*PARTIALS_SEEN)
def partials_seen(problem, out):
    """The partial velocities that an evaluation has left, for those who look at them."""
    tables, work, _, kane, _ = unpack(problem)
    show_partials(tables, work, kane, out)


partials = Partials(partials_seen, lambda assembly: assembly.speeds)
formulation = Formulation(
    derivative, project, at_joints, from_joints, length, problem_of, chart, partials
)
