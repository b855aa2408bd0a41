"""Radau IIA: implicit Runge-Kutta method of order 5 for stiff systems, adaptive.

E. Hairer and G. Wanner, *Solving Ordinary Differential Equations II*, 2nd edition (1996), section
IV.8, and their program RADAU5.  Stiffly accurate and L-stable: what decays faster than the step is
gone after it.

    Z changes from the start of the step to its stages     F rates at the stages
    W = T⁻¹ Z, in which the equations fall apart into a real and a complex system of the size of y
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import BOX, entry, kernel
from treetop.core.integrators.error_norm import allowed, size_of, worse
from treetop.core.integrators.implicit import (
    DIVERGED,
    EPSILON,
    STEP_UNCHANGED,
    Progress,
    caution,
    differentiate,
    finite_error,
    newton_tolerance,
    progress,
)
from treetop.core.integrators.initial_step import fitting_step
from treetop.core.integrators.loop import END, START, Integrator, Method, time_loop_signature
from treetop.core.integrators.radau_tableau import MU, NU, T_INVERSE, C, E, P, T
from treetop.core.integrators.reduction import Reduction, reduce, reduction, solve_reduced
from treetop.core.integrators.singular_steps import worth_landing
from treetop.core.integrators.stiffness import EASY, due, note
from treetop.core.integrators.time_loop import just_after, run_time_loop
from treetop.core.linear_algebra.large_lu import factor
from treetop.core.spatial.table_access import copy_into

ESTIMATE = 4  # the power of the step that its error is estimated by
MAX_ITERATIONS = 7  # of Newton's method at most
POWERS = 12  # of the matrix, by which its fastest rate is estimated
FAST_CONVERGENCE = 0.03  # Newton's errors shrinking by this, a matrix is worth keeping


class MethodMemory(NamedTuple):
    """What Radau remembers."""

    exact: np.ndarray  # (1,)     a handle of what writes J, or zero
    reduction: Reduction  # of the two matrices
    Z: np.ndarray  # (3, ny)
    W: np.ndarray  # (3, ny)
    jump: np.ndarray  # (ny,)     by how much projection changed the rate
    J: np.ndarray  # (ny, ny)
    real: np.ndarray  # (ny, ny)   factors of MU/h - J
    complex: np.ndarray  # (ny, ny)   factors of NU/h - J
    order: np.ndarray  # (2, ny)   of their rows
    scratch: np.ndarray  # (2, ny)
    scratch_complex: np.ndarray
    right: np.ndarray  # (ny,)     right sides
    right_complex: np.ndarray
    change: np.ndarray  # (ny,)     solutions
    change_complex: np.ndarray
    steps: np.ndarray  # the step that the factors are of, the last step
    times: np.ndarray  # of J; from which a step was last tried; where the last step ended
    newton: np.ndarray  # tolerance, rate of convergence, what it says of the error left, rounds


def memory(n: int, exact: np.ndarray = BOX) -> MethodMemory:
    return MethodMemory(
        exact=exact,
        reduction=reduction(n),
        Z=np.zeros((3, n)),
        W=np.zeros((3, n)),
        jump=np.zeros(n),
        J=np.zeros((n, n)),
        real=np.zeros((n, n)),
        complex=np.zeros((n, n), dtype=complex),
        order=np.zeros((2, n), dtype=np.int64),
        scratch=np.zeros((2, n)),
        scratch_complex=np.zeros((2, n), dtype=complex),
        right=np.zeros(n),
        right_complex=np.zeros(n, dtype=complex),
        change=np.zeros(n),
        change_complex=np.zeros(n, dtype=complex),
        steps=np.zeros(2),
        times=np.full(3, np.nan),
        newton=np.array([0.0, 1.0, 1.0, 0.0]),
    )


@kernel
def first_step(derivative, problem, plan, loop):
    loop.memory.newton[0] = newton_tolerance(plan.control[0])
    return fitting_step(ESTIMATE, derivative, problem, plan, loop)


# --- a step -------------------------------------------------------------------------------


@kernel
def attempt(derivative, problem, plan, loop, t, h, latest):
    """Try a step of h from t; return its error in units of the tolerance."""
    memory = loop.memory
    if memory.times[1] != t:
        memory.times[1] = t
        if memory.times[2] != t:
            memory.steps[1] = 0.0  # what was known belongs to a step that was undone
        for i in range(loop.y.size):
            past = loop.stages[END, i] if memory.times[2] == t else 0.0
            memory.jump[i] = loop.rate[i] - past
    solved, fresh = False, False
    while not (solved or fresh):
        fresh = ready(derivative, problem, plan, loop, t, h)
        extrapolate(loop, h)
        solved = solve_stages(derivative, problem, plan, loop, t, h, latest)
        fresh = fresh or memory.times[0] == t
        memory.newton[1] = memory.newton[1] if solved else 1.0
    if not solved:
        return DIVERGED if math.isfinite(memory.newton[2]) else math.inf
    error = error_norm(derivative, problem, plan, loop, t, h)
    for i in range(loop.y.size):
        loop.y_new[i] = loop.y[i] + memory.Z[2, i]
    if error <= worth_landing(loop.singular):
        copy_into(loop.stages[START], loop.rate)
        derivative(min(t + h, latest), loop.y_new, loop.stages[END], problem)
        loop.counts[2] += 1
    return error


@kernel
def ready(derivative, problem, plan, loop, t, h):
    """Bring J and its factors up to date where they served badly; return whether J is new."""
    memory = loop.memory
    stale = memory.newton[1] > FAST_CONVERGENCE and memory.times[0] != t
    if stale:
        differentiate(derivative, problem, plan, loop, t, memory.J)
        memory.times[0] = t
    if stale or abs(h - memory.steps[0]) > STEP_UNCHANGED * h:
        n = memory.reduction.left[0]
        reduce(memory.J, MU / h, memory.reduction, memory.real)
        reduce(memory.J, NU / h, memory.reduction, memory.complex)
        factor(memory.real, memory.order[0], n)
        factor(memory.complex, memory.order[1], n)
        memory.steps[0] = h
    return stale


@kernel
def extrapolate(loop, h):
    """Guess Z by going on along the polynomial of the last step, and W with it."""
    memory, d = loop.memory, loop.dense
    ratio = h / memory.steps[1] if memory.steps[1] > 0.0 else 0.0
    for i in range(loop.y.size):
        for s in range(3):
            x = C[s] * ratio  # from the end of the last step: (1 + x)^k - 1 = x, x (2 + x), ...
            ahead = d[0, i] + d[1, i] * (2.0 + x) + d[2, i] * (3.0 + x * (3.0 + x))
            memory.Z[s, i] = x * ahead + C[s] * h * memory.jump[i]
    transform(T_INVERSE, memory.Z, memory.W)


@kernel
def transform(M, rows, out):
    for i in range(rows.shape[1]):
        a, b, c = rows[0, i], rows[1, i], rows[2, i]
        for s in range(3):
            out[s, i] = M[s, 0] * a + M[s, 1] * b + M[s, 2] * c


@kernel
def solve_stages(derivative, problem, plan, loop, t, h, latest):
    """Newton's method with the factors at hand; return whether it converged."""
    memory = loop.memory
    tolerance, last = memory.newton[0], math.inf
    now = Progress(False, 0.0, max(memory.newton[2], EPSILON) ** 0.8)
    for k in range(MAX_ITERATIONS):
        evaluate_stages(derivative, problem, loop, t, h, latest)
        change_stages(loop, h)
        size = change_size(plan, loop)
        now = progress(now, size, last, k, MAX_ITERATIONS, memory.newton, tolerance)
        if now.stops:
            return False
        last = size
        if now.left * size <= tolerance:
            memory.newton[1], memory.newton[2], memory.newton[3] = now.rate, now.left, k + 1
            return True
    memory.newton[2] = 1.0
    return False


@kernel
def evaluate_stages(derivative, problem, loop, t, h, latest):
    """Write F, behind the rate at the start."""
    for s in range(3):
        for i in range(loop.y.size):
            loop.y_new[i] = loop.y[i] + loop.memory.Z[s, i]
        at = min(t + C[s] * h, latest)
        derivative(at, loop.y_new, loop.stages[START + 1 + s], problem)
    loop.counts[2] += 3


@kernel
def change_stages(loop, h):
    """Change W, and Z with it, by what the equations ``Λ W / h = T⁻¹ F`` ask for."""
    memory, F, W, n = loop.memory, loop.stages, loop.memory.W, loop.y.size
    for i in range(n):
        a, b, c = F[START + 1, i], F[START + 2, i], F[START + 3, i]
        memory.right[i] = row(0, a, b, c) - MU / h * W[0, i]
        pair = complex(row(1, a, b, c), row(2, a, b, c))
        memory.right_complex[i] = pair - NU / h * complex(W[1, i], W[2, i])
    find_change(memory)
    find_complex_change(memory)
    for i in range(n):
        W[0, i] += memory.change[i]
        W[1, i] += memory.change_complex[i].real
        W[2, i] += memory.change_complex[i].imag
    transform(T, W, memory.Z)


@kernel
def find_change(memory):
    """Solve the real system."""
    c, right, change = MU / memory.steps[0], memory.right, memory.change
    order, scratch = memory.order[0], memory.scratch
    solve_reduced(c, memory.reduction, memory.real, order, right, change, scratch)


@kernel
def find_complex_change(memory):
    c = NU / memory.steps[0]
    right, change = memory.right_complex, memory.change_complex
    order, scratch = memory.order[1], memory.scratch_complex
    solve_reduced(c, memory.reduction, memory.complex, order, right, change, scratch)


@kernel
def row(s, a, b, c):
    """One of the sums ``T⁻¹ F``."""
    return T_INVERSE[s, 0] * a + T_INVERSE[s, 1] * b + T_INVERSE[s, 2] * c


@kernel
def change_size(plan, loop):
    """The size of the change of W, in units of the tolerance."""
    memory, largest = loop.memory, 0.0
    for i in range(plan.controlled[0]):
        unit = allowed(plan, loop.y, loop.y, i)
        largest = worse(max(abs(memory.change[i]), abs(memory.change_complex[i])) / unit, largest)
    return largest


@kernel
def error_norm(derivative, problem, plan, loop, t, h):
    """Error norm of the embedded formula, filtered by ``MU/h - J``; twice if once leaves it too
    large: (8.20).

    The filter takes from the estimate what decays within the step.
    """
    memory, y, changed, n = loop.memory, loop.y, loop.stages[START + 1], loop.y.size
    copy_into(changed, loop.rate)
    error = math.inf
    for turn in range(2):
        for i in range(n):
            Z = E[0] * memory.Z[0, i] + E[1] * memory.Z[1, i] + E[2] * memory.Z[2, i]
            memory.right[i] = changed[i] + Z / h
            loop.y_new[i] = y[i] + memory.Z[2, i]
        find_change(memory)
        error = size_of(memory.change, plan, y, loop.y_new)
        if error <= 1.0 or turn == 1:
            break
        for i in range(n):
            loop.y_new[i] = y[i] + memory.change[i]
        derivative(just_after(t), loop.y_new, changed, problem)
        loop.counts[2] += 1
    return error


# --- its length ---------------------------------------------------------------------------


@kernel
def retry_scale(loop, error):
    """By how much to shorten a step that failed."""
    safety = caution(MAX_ITERATIONS, loop.memory.newton[3])
    return max(0.2, safety * finite_error(error) ** (-1.0 / ESTIMATE))


@kernel
def next_scale(plan, loop, h, error):
    """Keep the polynomial of the step; by how much to change the step, from its error and the trend
    of errors: (8.25), after K. Gustafsson.

    A small gain is not taken, for the factors of the matrices would be lost.
    """
    memory = loop.memory
    if due(loop):
        note(loop, h * spectral_radius(plan, loop) < EASY)
    transform(P, memory.Z, loop.dense)
    now = max(error, 1e-10)
    scale = caution(MAX_ITERATIONS, loop.memory.newton[3]) * now ** (-1.0 / ESTIMATE)
    if memory.steps[1] > 0.0:
        trend = h / memory.steps[1] * (max(loop.clock[2], 1e-2) / now) ** (1.0 / ESTIMATE)
        scale = min(scale, scale * trend)
    memory.steps[1], memory.times[1], memory.times[2] = h, math.nan, loop.clock[0]
    scale = min(8.0, max(0.2, scale))
    return 1.0 if memory.newton[1] <= FAST_CONVERGENCE and 1.0 <= scale <= 1.2 else scale


@kernel
def spectral_radius(plan, loop):
    """About the greatest size of an eigenvalue of J, by powers of it on components in units of
    their tolerance."""
    memory, n = loop.memory, plan.controlled[0]
    now, then, growth, counted = memory.right, memory.change, 0.0, 0
    for i in range(n):
        now[i] = 1.0 / (1.0 + i % 3) if i % 2 == 0 else -1.0 / (1.0 + i % 5)
    for turn in range(POWERS):
        size, before = 0.0, 0.0
        for i in range(n):
            sum_ = 0.0
            for j in range(n):
                sum_ += memory.J[i, j] * allowed(plan, loop.y, loop.y_old, j) * now[j]
            then[i] = sum_ / allowed(plan, loop.y, loop.y_old, i)
            size, before = size + then[i] ** 2, before + now[i] ** 2
        if size == 0.0:
            return 0.0
        if turn >= POWERS // 2:
            growth, counted = growth + 0.5 * math.log(size / before), counted + 1
        for i in range(n):
            now[i] = then[i] / math.sqrt(size)
    return math.exp(growth / counted)


# --- between steps ------------------------------------------------------------------------


@kernel
def interpolate(loop, t, h, at, sample):
    """The state at a time within the step just taken."""
    x, d = (at - t) / h, loop.dense
    for i in range(loop.y.size):
        sample[i] = loop.y_old[i] + x * (d[0, i] + x * (d[1, i] + x * d[2, i]))


METHOD = Method(first_step, attempt, retry_scale, next_scale, interpolate)


@entry(*time_loop_signature(memory))
def radau(derivative, project, problem, plan, loop, max_steps):
    return run_time_loop(METHOD, derivative, project, problem, plan, loop, max_steps)


INTEGRATOR = Integrator(radau, memory, matrices=4)
