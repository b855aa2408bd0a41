"""Constraints kept by parametrising the states that meet them, anew in every step.

Of all directions in which a state can be changed, as many as there are independent constraints are
solved for: at any state that a method looks at, and at the end of each step, positions and then
velocities are changed in these directions D until the constraints are met,

    J Dᵀ s = -error,    δ = Dᵀ s        J Dᵀ s = -rate,    δu = Dᵀ s

What is integrated are thus the other directions alone: their rates depend on nothing else.  The
others are integrated as well, to begin Newton's method from.  Ways differ in which directions they
choose, at the start of a step: `partition`, `nullspace`.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, function_like, inlined
from treetop.core.formulations.joint_space.normalize import FLOOR
from treetop.core.interface import DERIVATIVE, LOST, PROJECT
from treetop.core.linear_algebra.lu import factor, solve
from treetop.core.linear_algebra.vectors import add_multiple, inner
from treetop.core.spatial.table_access import copy_into
from treetop.core.stabilization.interface import UNDERLYING, Stabilized, underlying

MAX_ITERATIONS = 10  # looks at the constraints; two or three are usual


class Chosen(NamedTuple):
    """What is solved for, of nu directions, and by which of c constraints."""

    counts: np.ndarray  # (2,)    how many, or -1: not yet chosen; how often they were chosen anew
    row: np.ndarray  # (c,)    independent constraints
    column: np.ndarray  # (c,)    the speeds, where directions are those of single speeds
    D: np.ndarray  # (c, nu) directions
    A: np.ndarray  # (c, nu) workspace for factors
    beta: np.ndarray  # (c,)
    size: np.ndarray  # (c,)
    margin: np.ndarray  # (2,)
    taken: np.ndarray  # (c + nu,)  of rows, then of columns


def chosen(c: int, nu: int) -> Chosen:
    row, column = np.zeros((2, c), dtype=np.int64)
    beta, size = np.zeros((2, c))
    D, A = np.zeros((2, c, nu))
    counts, taken = np.array([-1, 0]), np.zeros(c + nu, dtype=np.int64)
    return Chosen(counts, row, column, D, A, beta, size, np.zeros(2), taken)


CHOOSE = (0, np.zeros((0, 0)), chosen(0, 0))


class Workspace(NamedTuple):
    """The constraints at a state, and how they are met."""

    choose: Any  # writes Chosen, for given rows
    speeds: np.ndarray  # (2,)    first speed in y, first place behind them
    due: np.ndarray  # (1,)    1: directions are to be chosen at the next state
    J: np.ndarray  # (c, nu)
    none: np.ndarray  # (0, nu)
    error: np.ndarray  # (c,)
    rate: np.ndarray  # (c,)
    K: np.ndarray  # (c, c)  J Dᵀ, or its factors
    order: np.ndarray  # (c,)    of their rows
    right: np.ndarray  # (c,)
    s: np.ndarray  # (c,)
    change: np.ndarray  # (nu,)
    x: np.ndarray  # (ny,)   a state that meets the constraints


def workspace(choose, speeds: slice, c: int, length: int) -> Workspace:
    nu = speeds.stop - speeds.start
    error, rate, right, s = np.zeros((4, c))
    return Workspace(
        choose=choose,
        speeds=np.array([speeds.start, speeds.stop]),
        due=np.ones(1, dtype=np.int64),
        J=np.zeros((c, nu)),
        none=np.zeros((0, nu)),
        error=error,
        rate=rate,
        K=np.zeros((c, c)),
        order=np.zeros(c, dtype=np.int64),
        right=right,
        s=s,
        change=np.zeros(nu),
        x=np.zeros(length),
    )


_bundle = Bundle(UNDERLYING, workspace(function_like(*CHOOSE), slice(0, 0), 0, 0), chosen(0, 0))
unpack = _bundle.unpack


def stabilized_by(choose, equations, tables, problem, length) -> Stabilized:
    """Directions chosen as `choose` does."""
    speeds, c = equations.chart.speeds(tables), equations.chart.constraints(tables)
    parts = workspace(choose.function, speeds, c, length), chosen(c, speeds.stop - speeds.start)
    handle, alive = _bundle.pack(underlying(equations, problem), *parts)
    return Stabilized(derivative.function, project.function, handle, alive)


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """The rate at the state that y stands for."""
    equations, workspace, chosen = unpack(problem)
    if workspace.due[0] == 1:
        look(equations, workspace, t, y)
        workspace.choose(workspace.J, chosen)
        workspace.due[0] = 0
    copy_into(workspace.x, y)
    meet(equations, workspace, chosen, t, workspace.x)
    equations.derivative(t, workspace.x, rate, equations.problem[0])
    return 0


@entry(*PROJECT)
def project(t, y, rate, problem):
    """Bring y to the state that it stands for; directions are due to be chosen there."""
    equations, workspace, chosen = unpack(problem)
    if chosen.counts[0] >= 0:
        meet(equations, workspace, chosen, t, y)
    outcome = equations.project(t, y, rate, equations.problem[0])
    workspace.due[0] = 0 if outcome == LOST else 1
    return outcome


@inlined
def meet(equations, workspace, chosen, t, x):
    """Change x in the chosen directions until it meets the constraints."""
    before = math.inf
    for _ in range(MAX_ITERATIONS):
        look(equations, workspace, t, x)
        ready(workspace, chosen)
        error = missed(workspace.error, workspace, chosen)
        if not FLOOR < error < 0.5 * before:
            break
        before = error
        solve_for(workspace, chosen)
        equations.displaced(x, equations.problem[0], workspace.change)
    missed(workspace.rate, workspace, chosen)
    solve_for(workspace, chosen)
    add_multiple(x[workspace.speeds[0] : workspace.speeds[1]], 1.0, workspace.change)


@inlined
def look(equations, workspace, t, y):
    equations.rows(
        t, y, equations.problem[0], workspace.J, workspace.none, workspace.error, workspace.rate
    )


@inlined
def ready(workspace, chosen):
    """The factors of ``J Dᵀ``."""
    n = chosen.counts[0]
    for i in range(n):
        for j in range(n):
            workspace.K[i, j] = inner(workspace.J[chosen.row[i]], chosen.D[j])
    factor(workspace.K, workspace.order, n)


@inlined
def missed(errors, workspace, chosen):
    """The right side for the errors of all constraints; return the greatest in it."""
    largest = 0.0
    for i in range(chosen.counts[0]):
        workspace.right[i] = -errors[chosen.row[i]]
        if not abs(workspace.right[i]) <= largest:
            largest = abs(workspace.right[i])
    return largest


@inlined
def solve_for(workspace, chosen):
    """Write the change that makes up for what is missed."""
    n = chosen.counts[0]
    solve(workspace.K, workspace.order, n, workspace.right, workspace.s)
    workspace.change[:] = 0.0
    for j in range(n):
        add_multiple(workspace.change, workspace.s[j], chosen.D[j])
