"""Motion of a system whose equations are given as functions, in any coordinates.

    M u' = Q + Aᵀ λ      A u' = b      q' and z' given

    q coordinates    u speeds, most often the rates of q    z variables with rates of their own
    M mass matrix, symmetric, perhaps singular              Q all that acts at constant speeds
    φ constraints on positions, φ(q, z, t) = 0              J their gradients in q
    χ constraints on speeds: the rates of φ, and what else must vanish; A = ∂χ/∂u, b the rest

The state vector is q, u, z, and the work done by what has no potential.  Constraints may depend on
each other.  Their ranks are decided where they hold to rounding, after each step, and kept within
the step, in which they hold only nearly.
"""

import math
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import Bundle, entry, function_like, kernel
from treetop.core.formulations.joint_space.normalize import CONTRADICTION, FLOOR
from treetop.core.interface import DERIVATIVE, LOST, MOVED, PROJECT, UNCHANGED
from treetop.core.linear_algebra.cholesky import definite_solution
from treetop.core.linear_algebra.constrained_system import (
    Workspace,
    factor,
    factor_constraints,
    nearest,
    refined,
    solution,
    undetermined,
    workspace,
)
from treetop.core.linear_algebra.orthogonal import NEGLIGIBLE
from treetop.core.linear_algebra.vectors import add_multiple, greatest, inner
from treetop.core.spatial.table_access import copy_into

ROUNDS = 8  # of corrections, each of which halves the errors at least

_VECTOR, _MATRIX = np.zeros(0), np.zeros((0, 0))

# Samples of what the given functions return and take; p are parameters.
MOTION = (0, 0.0, _VECTOR, _VECTOR, _VECTOR, _MATRIX, _VECTOR, _MATRIX, _VECTOR, _VECTOR)
HOLD = (0, 0.0, _VECTOR, _VECTOR, _VECTOR, _MATRIX, _VECTOR)
OUTPUTS = (0, 0.0, _VECTOR, _VECTOR, _VECTOR, _VECTOR)


class Functions(NamedTuple):
    """The given equations.

    motion : t, y, p -> rate, M, Q, A, b, c
        Writes the rates of q and z, the power of what has no potential as the rate of the work,
        and ``c = A u`` as far as it does not vanish where the constraints hold.
    hold : t, y, p -> φ, J, χ
    sight : t, y, p, rate -> seen
        Whatever is to be seen: energies, bodies, outputs.
    """

    motion: Any
    hold: Any
    outputs: Any


class Store(NamedTuple):
    """Numbers of one system, and workspace for one evaluation."""

    size: np.ndarray  # (5,)      how many q, u, z, φ, χ
    driven: np.ndarray  # (1,)      whether constraints may do work
    rank: np.ndarray  # (2,)      of J and of A; negative: not yet decided
    p: np.ndarray
    M: np.ndarray
    Q: np.ndarray
    A: np.ndarray
    b: np.ndarray
    c: np.ndarray
    x: np.ndarray  # (nu,)     u'
    phi: np.ndarray
    J: np.ndarray
    chi: np.ndarray
    change: np.ndarray  # (nq,)
    nothing: np.ndarray  # (nu,)     zeros
    rate: np.ndarray  # (ny,)     scratch
    multiplier: np.ndarray
    positions: Workspace
    speeds: Workspace


def store(nq: int, nu: int, nz: int, m_phi: int, m: int, driven: bool, p: np.ndarray) -> Store:
    return Store(
        size=np.array([nq, nu, nz, m_phi, m]),
        driven=np.array([int(driven)]),
        rank=np.array([-1, -1]),
        p=p,
        M=np.zeros((nu, nu)),
        Q=np.zeros(nu),
        A=np.zeros((m, nu)),
        b=np.zeros(m),
        c=np.zeros(m),
        x=np.zeros(nu),
        phi=np.zeros(m_phi),
        J=np.zeros((m_phi, nq)),
        chi=np.zeros(m),
        change=np.zeros(nq),
        nothing=np.zeros(nu),
        rate=np.zeros(nq + nu + nz + 1),
        multiplier=np.zeros(m),
        positions=workspace(nq, m_phi),
        speeds=workspace(nu, m),
    )


class Steps(NamedTuple):
    """The larger steps of an evaluation, as functions of the problem's handle with an address:
    they are compiled once and not into every caller."""

    solve: Any
    correct: Any


_FUNCTIONS = Functions(function_like(*MOTION), function_like(*HOLD), function_like(*OUTPUTS))
_SOLVE, _STEP = (0.0, Bundle.handle, True), (0, Bundle.handle)
_STEPS = Steps(function_like(*_SOLVE), function_like(*_STEP))
bundle = Bundle(_FUNCTIONS, _STEPS, store(0, 0, 0, 0, 0, False, _VECTOR))
PROBLEM = bundle.handle
unpack = bundle.unpack


def problem_of(functions: Functions, numbers: Store) -> tuple[Any, Any]:
    """A handle for kernels, and what must be kept alive with it."""
    steps = Steps(solve.function, correct.function)
    return bundle.pack(functions, steps, numbers)


# --- steps --------------------------------------------------------------------------------


@entry(*_SOLVE)
def solve(problem, moving):
    """Write u' into x, and the multipliers, or the change of speeds that meets χ; return how badly
    the constraints contradict each other."""
    _, _, numbers = unpack(problem)
    factor(numbers.M, numbers.A, numbers.rank[1], numbers.speeds)
    if moving:
        return refined(
            numbers.M,
            numbers.A,
            numbers.Q,
            numbers.b,
            numbers.speeds,
            numbers.x,
            numbers.multiplier,
        )
    return solution(numbers.nothing, numbers.chi, numbers.speeds, numbers.x)


@entry(*_STEP)
def correct(problem):
    """Write the smallest change of coordinates that meets φ; return the rank of J."""
    _, _, numbers = unpack(problem)
    rank = factor_constraints(numbers.J, numbers.rank[0], numbers.positions)
    nearest(numbers.phi, numbers.positions, numbers.change)
    return rank


@kernel
def decided(steps, problem, numbers):
    """Decide the ranks of J and A, where the constraints hold, and solve; return how badly they
    contradict each other."""
    numbers.rank[0], numbers.rank[1] = -1, -1
    numbers.rank[0] = steps.correct(problem)
    contradiction = steps.solve(problem, True)
    numbers.rank[1] = numbers.speeds.counts[0]
    return contradiction


@entry(0, PROBLEM, _MATRIX)
def free_motions(problem, directions):
    """How many motions M and A leave undetermined; write as many as there is workspace for."""
    _, steps, numbers = unpack(problem)
    numbers.rank[1] = -1
    steps.solve(problem, True)
    count = numbers.x.size - numbers.speeds.counts[0] - numbers.speeds.counts[1]
    for k in range(min(count, directions.shape[0])):
        undetermined(k, numbers.speeds, directions[k])
    return count


# --- what the time loop calls -------------------------------------------------------------


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem):
    """Write the rate of y; leave matrices and multipliers in the problem's `Store`."""
    functions, steps, numbers = unpack(problem)
    functions.motion(t, y, numbers.p, rate, numbers.M, numbers.Q, numbers.A, numbers.b, numbers.c)
    if numbers.size[4] > 0 or not definite_solution(
        numbers.M, numbers.Q, numbers.speeds.free, numbers.x
    ):
        steps.solve(problem, True)
    copy_into(rate[numbers.size[0] : numbers.size[0] + numbers.size[1]], numbers.x)
    if numbers.driven[0] == 1:
        rate[y.size - 1] += inner(numbers.multiplier, numbers.c)
    return 0


@entry(*PROJECT)
def project(t, y, rate, problem):
    """Bring y back to where the constraints hold; return what that has come to.

    Positions by the smallest change of q.  Speeds by the change with the least kinetic energy, an
    impulse of the constraints, which leaves the momenta alone.
    """
    functions, steps, numbers = unpack(problem)
    nq, nu, error, outcome = numbers.size[0], numbers.size[1], math.inf, UNCHANGED
    rank_J, rank_A = numbers.rank
    if numbers.size[4] == 0:
        return UNCHANGED
    q, u = y[:nq], y[nq : nq + nu]
    for _ in range(ROUNDS):
        functions.hold(t, y, numbers.p, numbers.phi, numbers.J, numbers.chi)
        before, error = error, distance(numbers.phi, numbers.positions)
        if not FLOOR < error < 0.5 * before:
            break
        steps.correct(problem)
        add_multiple(q, -1.0, numbers.change)
        outcome = MOVED
    error = math.inf
    for _ in range(ROUNDS):
        functions.motion(
            t, y, numbers.p, numbers.rate, numbers.M, numbers.Q, numbers.A, numbers.b, numbers.c
        )
        functions.hold(t, y, numbers.p, numbers.phi, numbers.J, numbers.chi)
        before, error = error, distance(numbers.chi, numbers.speeds)
        if not FLOOR < error < 0.5 * before:
            break
        steps.solve(problem, False)
        add_multiple(u, -1.0, numbers.x)
        outcome = MOVED
    decided(steps, problem, numbers)
    if met(numbers.phi, numbers.positions, q) and met(numbers.chi, numbers.speeds, u):
        return outcome
    numbers.rank[0], numbers.rank[1] = (
        rank_J,
        rank_A,
    )  # the step is tried again, from where they hold
    return LOST


@kernel
def met(errors, rows, values):
    """Whether errors are small beside the values."""
    return distance(errors, rows) <= CONTRADICTION * (1.0 + greatest(values))


@kernel
def distance(errors, rows):
    """The greatest error as a distance, along its row as last factored; a row that is nothing but
    rounding is measured by the largest one."""
    largest, worst = greatest(rows.size), 0.0
    for k in range(errors.size):
        size = rows.size[k] if rows.size[k] > NEGLIGIBLE * largest else largest
        error = abs(errors[rows.order[k]])
        error = error / size if size > 0.0 else error
        if not error <= worst:
            worst = error
    return worst


class Histories(NamedTuple):
    """One row per instant."""

    speed_rates: np.ndarray  # (t, nu)
    seen: np.ndarray  # (t, k)    what `outputs` writes
    constraint_force: np.ndarray  # (t, nu)
    multipliers: np.ndarray  # (t, m)
    constraint_error: np.ndarray  # (t,)
    contradiction: np.ndarray  # (t,)
    ranks: np.ndarray  # (t, 3)   of J, of A, and of what the constraints leave free


def histories(instants: int, nu: int, m: int, seen: int) -> Histories:
    t = instants
    return Histories(
        np.zeros((t, nu)),
        np.zeros((t, seen)),
        np.zeros((t, nu)),
        np.zeros((t, m)),
        np.zeros(t),
        np.zeros(t),
        np.zeros((t, 3), dtype=np.int64),
    )


@entry(None, _VECTOR, _MATRIX, PROBLEM, histories(0, 0, 0, 0))
def observe(times, states, problem, out):
    """Fill one row of the histories for each state, where the constraints hold."""
    functions, steps, numbers = unpack(problem)
    for s in range(times.size):
        t, y = times[s], states[s]
        functions.motion(
            t, y, numbers.p, numbers.rate, numbers.M, numbers.Q, numbers.A, numbers.b, numbers.c
        )
        functions.hold(t, y, numbers.p, numbers.phi, numbers.J, numbers.chi)
        out.contradiction[s] = decided(steps, problem, numbers)
        for k in range(numbers.multiplier.size):
            add_multiple(out.constraint_force[s], numbers.multiplier[k], numbers.A[k])
        copy_into(numbers.rate[numbers.size[0] : numbers.size[0] + numbers.size[1]], numbers.x)
        functions.outputs(t, y, numbers.p, numbers.rate, out.seen[s])
        copy_into(out.speed_rates[s], numbers.x)
        copy_into(out.multipliers[s], numbers.multiplier)
        out.constraint_error[s] = max(greatest(numbers.phi), greatest(numbers.chi))
        out.ranks[s, 0], out.ranks[s, 1] = numbers.rank[0], numbers.rank[1]
        out.ranks[s, 2] = numbers.speeds.counts[1]
