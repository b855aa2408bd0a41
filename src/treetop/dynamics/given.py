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

from treetop._kernel import Bundle, entry, function_like, inlined, kernel
from treetop.dynamics.layout import DERIVATIVE, SETTLE
from treetop.linear.constrained import Room, room
from treetop.linear.rows import add_multiple
from treetop.linear.solver import SOLVER
from treetop.spatial.rows import copy_into

# Constraint errors below this are rounding; so is one that a correction does not halve.
FLOOR, ROUNDS = 1e-15, 8
# Constraints that remain this far from being met, as a part of the state, contradict each other.
LOST = 1e-6

_VECTOR, _MATRIX = np.zeros(0), np.zeros((0, 0))

# Samples of what the given functions return and take; p are parameters.
MOTION = (0, 0.0, _VECTOR, _VECTOR, _VECTOR, _MATRIX, _VECTOR, _MATRIX, _VECTOR, _VECTOR)
HOLD = (0, 0.0, _VECTOR, _VECTOR, _VECTOR, _MATRIX, _VECTOR)
SIGHT = (0, 0.0, _VECTOR, _VECTOR, _VECTOR, _VECTOR)


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
    sight: Any


class Store(NamedTuple):
    """Numbers of one system, and room for one evaluation."""

    size: np.ndarray  # (5,)      how many q, u, z, φ, χ
    driven: np.ndarray  # (1,)      whether constraints may do work
    rank: np.ndarray  # (2,)      of J and of A; negative: not yet decided
    lost: np.ndarray  # (1,)      whether the constraints could not be met
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
    force: np.ndarray  # (nu,)     of the constraints
    multiplier: np.ndarray
    places: Room
    speeds: Room


def store(nq: int, nu: int, nz: int, m_phi: int, m: int, driven: bool, p: np.ndarray) -> Store:
    return Store(
        size=np.array([nq, nu, nz, m_phi, m]),
        driven=np.array([int(driven)]),
        rank=np.array([-1, -1]),
        lost=np.zeros(1, dtype=np.int64),
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
        force=np.zeros(nu),
        multiplier=np.zeros(m),
        places=room(nq, m_phi),
        speeds=room(nu, m),
    )


_FUNCTIONS = Functions(function_like(*MOTION), function_like(*HOLD), function_like(*SIGHT))
bundle = Bundle(_FUNCTIONS, SOLVER, store(0, 0, 0, 0, 0, False, _VECTOR))
PROBLEM = bundle.handle
unpack = bundle.unpack


@entry(*DERIVATIVE)
def derivative(t, y, rate, problem, laws):
    """Write the rate of y; leave matrices and forces of constraints in the problem's `Store`."""
    functions, solver, own = unpack(problem)
    accelerate(functions, solver, own, t, y, rate)
    if own.driven[0] == 1:
        constraint_forces(solver, own)
        for i in range(own.c.size):
            rate[y.size - 1] += own.multiplier[i] * own.c[i]
    if own.lost[0] == 1:
        rate[0] = math.nan
    return 0


@inlined
def accelerate(functions, solver, own, t, y, rate):
    """Rates of y, but for the work of constraints; return how badly they contradict each other."""
    nq, nu = own.size[0], own.size[1]
    functions.motion(t, y, own.p, rate, own.M, own.Q, own.A, own.b, own.c)
    solver.factor(own.M, own.A, own.rank[1], own.speeds)
    contradiction = solver.solution(own.Q, own.b, own.speeds, own.x)
    copy_into(rate[nq : nq + nu], own.x)
    return contradiction


@inlined
def constraint_forces(solver, own):
    """``M u' - Q``, and the smallest multipliers that make it up."""
    for i in range(own.x.size):
        total = -own.Q[i]
        for j in range(own.x.size):
            total += own.M[i, j] * own.x[j]
        own.force[i] = total
    solver.multipliers(own.force, own.speeds, own.multiplier)


@entry(*SETTLE)
def settle(t, y, rate, problem):
    """Bring y back to where the constraints hold; return whether its rate must be found anew."""
    functions, solver, own = unpack(problem)
    if own.size[4] == 0:
        return False
    moved = settle_places(functions, solver, own, t, y)
    changed = settle_speeds(functions, solver, own, t, y)
    return moved or changed


@inlined
def settle_places(functions, solver, own, t, y):
    """Meet φ by the smallest change of q, then decide the rank of J."""
    q, error, moved = y[: own.size[0]], math.inf, False
    for _ in range(ROUNDS):
        functions.hold(t, y, own.p, own.phi, own.J, own.chi)
        before, error = error, greatest(own.phi)
        if not FLOOR < error < 0.5 * before:
            break
        solver.factor_constraints(own.J, own.rank[0], own.places)
        solver.nearest(own.phi, own.places, own.change)
        add_multiple(q, -1.0, own.change)
        moved = True
    own.rank[0] = solver.factor_constraints(own.J, -1, own.places)
    own.lost[0] = int(not met(own.phi, own.places, q))
    return moved


@inlined
def settle_speeds(functions, solver, own, t, y):
    """Meet χ by the change of u with the least kinetic energy, an impulse of the constraints
    that leaves the momenta alone; then decide the rank of A."""
    nq, nu = own.size[0], own.size[1]
    u, error, moved = y[nq : nq + nu], math.inf, False
    for _ in range(ROUNDS):
        functions.motion(t, y, own.p, own.rate, own.M, own.Q, own.A, own.b, own.c)
        functions.hold(t, y, own.p, own.phi, own.J, own.chi)
        before, error = error, greatest(own.chi)
        if not FLOOR < error < 0.5 * before:
            break
        solver.factor(own.M, own.A, own.rank[1], own.speeds)
        solver.solution(own.nothing, own.chi, own.speeds, own.x)
        add_multiple(u, -1.0, own.x)
        moved = True
    own.rank[1] = solver.factor_constraints(own.A, -1, own.speeds)
    if not met(own.chi, own.speeds, u):
        own.lost[0] = 1
    return moved


@kernel
def met(errors, rows, values):
    """Whether errors, as distances along their rows, are small beside the values."""
    size = 1.0 + greatest(values)
    for k in range(errors.size):
        error = abs(errors[rows.order[k]])
        if not (error <= FLOOR or error < LOST * size * rows.size[k]):
            return False
    return True


@kernel
def greatest(errors):
    most = 0.0
    for error in errors:
        if not abs(error) <= most:  # also when it is not a number
            most = abs(error)
    return most


class Histories(NamedTuple):
    """One row per instant."""

    speed_rates: np.ndarray  # (t, nu)
    seen: np.ndarray  # (t, k)    what `sight` writes
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
    functions, solver, own = unpack(problem)
    for s in range(times.size):
        t, y = times[s], states[s]
        functions.hold(t, y, own.p, own.phi, own.J, own.chi)
        own.rank[0] = solver.factor_constraints(own.J, -1, own.places)
        own.rank[1] = -1
        out.contradiction[s] = accelerate(functions, solver, own, t, y, own.rate)
        own.rank[1] = own.speeds.counts[0]
        constraint_forces(solver, own)
        functions.sight(t, y, own.p, own.rate, out.seen[s])
        copy_into(out.speed_rates[s], own.x)
        copy_into(out.constraint_force[s], own.force)
        copy_into(out.multipliers[s], own.multiplier)
        out.constraint_error[s] = max(greatest(own.phi), greatest(own.chi))
        out.ranks[s, 0], out.ranks[s, 1] = own.rank[0], own.rank[1]
        out.ranks[s, 2] = own.speeds.counts[1]
