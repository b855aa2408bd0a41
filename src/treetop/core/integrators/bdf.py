"""BDF: backward differentiation of orders 1 to 5 for stiff systems, adaptive in step and order.

In the variant NDF of L. F. Shampine and M. W. Reichelt, "The MATLAB ODE Suite", *SIAM Journal on
Scientific Computing* 18 (1997), 1-22: differences of a past that is brought to a new step by
interpolation.

    D backward differences of y, D_0 = y      d correction of the prediction Σ D_j  (j = 0..k)

    y_new = Σ D_j + d,      d = c y'_new - ψ,      ψ = Σ γ_j D_j / α_k  (j = 1..k),      c = h/α_k

Constraints are kept within the step, in the stabilised index 2 of C. W. Gear, B. Leimkuhler and G.
K. Gupta, *Journal of Computational and Applied Mathematics* 12 & 13 (1985), 77-90.  With
multipliers on the rates of coordinates and speeds, q' = N(q) (u + M⁻¹Jᵀμ) and u' = f + M⁻¹Jᵀλ, the
formula becomes

    y_new = Π(Σ D_j - ψ + c f(y_new))

where Π brings a state to its constraints, positions and velocities, along M⁻¹Jᵀ.  f holds the
multipliers of index 1 already and hardly changes square to the constraints, so that Newton's method
with the matrix of f alone converges.  Systems in equations defined by the user are projected after
each step.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import BOX, entry, kernel
from treetop.core.integrators.constrained_newton import (
    ConstrainedNewton,
    choose_rows,
    constrained,
    geometry_of,
    projected,
)
from treetop.core.integrators.error_norm import size_of
from treetop.core.integrators.implicit import (
    DIVERGED,
    EPSILON,
    JUMP,
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
from treetop.core.integrators.reduction import Reduction, reduce, reduction, solve_reduced
from treetop.core.integrators.time_loop import just_after, run_time_loop
from treetop.core.linear_algebra.large_lu import factor
from treetop.core.spatial.table_access import copy_into

HIGHEST = 5
_KAPPA = np.array([0.0, -0.1850, -1.0 / 9.0, -0.0823, -0.0415, 0.0])
GAMMA = np.append(0.0, np.cumsum(1.0 / np.arange(1, HIGHEST + 1)))
ALPHA = (1.0 - _KAPPA) * GAMMA
ERROR = _KAPPA * GAMMA + 1.0 / np.arange(1, HIGHEST + 2)  # of the step, in units of d
MAX_ITERATIONS = 4  # of Newton's method at most
STEADY = 1e-3  # relative change of the step that the order need not wait for


class MethodMemory(NamedTuple):
    """What BDF remembers."""

    constrained: ConstrainedNewton
    exact: np.ndarray  # (1,)      a handle of what writes J, or zero
    reduction: Reduction  # of the matrix
    D: np.ndarray  # (8, ny)
    past: np.ndarray  # (8, ny)   scratch
    predicted: np.ndarray  # (ny,)
    psi: np.ndarray  # (ny,)
    d: np.ndarray  # (ny,)
    J: np.ndarray  # (ny, ny)
    factors: np.ndarray  # (ny, ny)   of 1/c - J
    order: np.ndarray  # (ny,)      of their rows
    scratch: np.ndarray  # (2, ny)
    right: np.ndarray  # (ny,)
    change: np.ndarray  # (ny,)
    orders: np.ndarray  # order, steps since it or the step changed, highest order, order just used
    steps: np.ndarray  # the step of the differences, the c of the factors
    times: np.ndarray  # of J; from which a step was last tried; of the next break
    newton: np.ndarray  # tolerance, whether J served badly, what is left of a change, rounds


def memory(
    n: int,
    constrained: ConstrainedNewton = constrained(),  # noqa: B008
    exact: np.ndarray = BOX,
) -> MethodMemory:
    return MethodMemory(
        constrained=constrained,
        exact=exact,
        reduction=reduction(n),
        D=np.zeros((HIGHEST + 3, n)),
        past=np.zeros((HIGHEST + 3, n)),
        predicted=np.zeros(n),
        psi=np.zeros(n),
        d=np.zeros(n),
        J=np.zeros((n, n)),
        factors=np.zeros((n, n)),
        order=np.zeros(n, dtype=np.int64),
        scratch=np.zeros((2, n)),
        right=np.zeros(n),
        change=np.zeros(n),
        orders=np.array([0, 0, HIGHEST, 0]),
        steps=np.zeros(2),
        times=np.full(3, np.nan),
        newton=np.array([0.0, 1.0, 1.0, 0.0]),
    )


@kernel
def first_step(derivative, problem, plan, loop):
    loop.memory.newton[0] = newton_tolerance(plan.control[0])
    return fitting_step(2, derivative, problem, plan, loop)


# --- the past -----------------------------------------------------------------------------


@kernel
def take_up(plan, loop, t, h):
    """Bring the past to where the last step ended and projected; begin anew where it ended on a
    break, or was moved far."""
    memory, y = loop.memory, loop.y
    for i in range(y.size):
        memory.change[i] = y[i] - memory.D[0, i]
    known = memory.orders[0] > 0 and memory.times[2] != t
    copy_into(memory.D[0], y)
    if not known or size_of(memory.change, plan, y, y) > JUMP:
        for i in range(y.size):
            memory.D[1, i] = h * loop.rate[i]
        memory.orders[0], memory.orders[1], memory.steps[0] = 1, 0, h


@kernel
def stretch(memory, h):
    """Bring the differences to a step of h: those of the same polynomial.

    At x old steps from now it is Σ_j D_j x (x + 1) ... (x + j - 1) / j!; that gives the past in new
    steps, and its differences.
    """
    ratio, k = h / memory.steps[0], memory.orders[0]
    if ratio == 1.0:
        return
    for i in range(memory.d.size):
        for m in range(k + 1):
            x, value, term = -m * ratio, 0.0, 1.0
            for j in range(1, k + 1):
                term *= (x + j - 1) / j
                value += memory.D[j, i] * term
            memory.past[m, i] = value
        for j in range(1, k + 1):
            for m in range(k, j - 1, -1):
                memory.past[m, i] = memory.past[m - 1, i] - memory.past[m, i]
            memory.D[j, i] = memory.past[j, i]
    if abs(ratio - 1.0) > STEADY:
        memory.orders[1] = 0
    memory.steps[0] = h


@kernel
def predict(memory):
    """Go on along the past; write the prediction and ψ."""
    k = memory.orders[0]
    for i in range(memory.d.size):
        sum_, weighted = memory.D[0, i], 0.0
        for j in range(1, k + 1):
            sum_ += memory.D[j, i]
            weighted += GAMMA[j] * memory.D[j, i]
        memory.predicted[i], memory.psi[i] = sum_, weighted / ALPHA[k]


# --- a step -------------------------------------------------------------------------------


@kernel
def attempt(derivative, problem, plan, loop, t, h, latest):
    """Try a step of h from t; return its error in units of the tolerance."""
    memory = loop.memory
    if memory.times[1] != t:
        take_up(plan, loop, t, h)
        choose_rows(geometry_of(memory.constrained).rows, problem, memory.constrained, t, loop.y)
        memory.times[1] = t
    memory.times[2] = math.nextafter(latest, math.inf)
    stretch(memory, h)
    predict(memory)
    c = h / ALPHA[memory.orders[0]]
    solved, fresh = False, False
    while not (solved or fresh):
        ready(derivative, problem, plan, loop, t, c)
        solved = solve_step(derivative, problem, plan, loop, min(t + h, latest), c)
        fresh = memory.times[0] == t
        memory.newton[1] = 0.0 if solved else 1.0
    if not solved:
        return DIVERGED if math.isfinite(memory.newton[2]) else math.inf
    copy_into(loop.stages[START], loop.rate)
    for i in range(loop.y.size):  # as the formula has it: an evaluation would magnify what is left
        loop.stages[END, i] = (memory.psi[i] + memory.d[i]) / c
    return ERROR[memory.orders[0]] * size_of(memory.d, plan, loop.y, loop.y_new)


@kernel
def ready(derivative, problem, plan, loop, t, c):
    """Bring J up to date where it served badly, and its factors."""
    memory = loop.memory
    stale = memory.newton[1] > 0.0 and memory.times[0] != t
    if stale:
        derivative(just_after(t), loop.y, loop.rate, problem)
        loop.counts[2] += 1
        differentiate(derivative, problem, plan, loop, t, memory.J)
        memory.times[0] = t
    if stale or abs(c - memory.steps[1]) > STEP_UNCHANGED * c:
        reduce(memory.J, 1.0 / c, memory.reduction, memory.factors)
        factor(memory.factors, memory.order, memory.reduction.left[0])
        memory.steps[1] = c


@kernel
def solve_step(derivative, problem, plan, loop, at, c):
    """Newton's method with the factors at hand; return whether it converged."""
    memory, n = loop.memory, loop.y.size
    tolerance, last = memory.newton[0], math.inf
    found, target = loop.stages[START + 1], loop.stages[START + 2]
    now = Progress(False, 0.0, min(1.0, max(memory.newton[2], EPSILON)) ** 0.8)
    copy_into(loop.y_new, memory.predicted)
    for i in range(n):
        memory.d[i] = 0.0
    for k in range(MAX_ITERATIONS):
        derivative(at, loop.y_new, found, problem)
        loop.counts[2] += 1
        for i in range(n):
            target[i] = memory.predicted[i] - memory.psi[i] + c * found[i]
        projected(geometry_of(memory.constrained), problem, memory.constrained, at, target)
        for i in range(n):
            memory.right[i] = (target[i] - loop.y_new[i]) / c
        find_change(memory)
        size = size_of(memory.change, plan, loop.y, loop.y)
        now = progress(now, size, last, k, MAX_ITERATIONS, memory.newton, tolerance)
        if now.stops:
            return False
        last = size
        for i in range(n):
            memory.d[i] += memory.change[i]
            loop.y_new[i] = memory.predicted[i] + memory.d[i]
        if now.left * size <= tolerance:
            memory.newton[2], memory.newton[3] = now.left, k + 1
            return True
    memory.newton[2] = 1.0
    return False


@kernel
def find_change(memory):
    c, order = 1.0 / memory.steps[1], memory.order
    parts = memory.reduction, memory.factors, order, memory.right, memory.change
    solve_reduced(c, *parts, memory.scratch)


# --- its length and order -----------------------------------------------------------------


@kernel
def retry_scale(loop, error):
    """By how much to shorten a step that failed."""
    safety = caution(MAX_ITERATIONS, loop.memory.newton[3])
    return max(0.2, safety * finite_error(error) ** (-1.0 / (loop.memory.orders[0] + 1)))


@kernel
def next_scale(plan, loop, h, error):
    """Add the step to the past; choose the order by which the next can be longest; by how much.

    Only after as many equal steps as the order asks for, and not for a small gain.
    """
    memory, k = loop.memory, loop.memory.orders[0]
    for i in range(loop.y.size):
        memory.D[k + 2, i] = memory.d[i] - memory.D[k + 1, i]
        memory.D[k + 1, i] = memory.d[i]
        for j in range(k, -1, -1):
            memory.D[j, i] += memory.D[j + 1, i]
    memory.orders[1] += 1
    memory.orders[3], memory.times[1] = k, math.nan  # a step undone has no past
    if memory.orders[1] < k + 1:
        return 1.0
    best, scale = k, longer(error, k)
    for other in (k - 1, k + 1):
        if 1 <= other <= memory.orders[2]:
            estimate = ERROR[other] * size_of(memory.D[other + 1], plan, loop.y, loop.y_old)
            if longer(estimate, other) > scale:
                best, scale = other, longer(estimate, other)
    scale = min(10.0, max(0.2, caution(MAX_ITERATIONS, loop.memory.newton[3]) * scale))
    if best != k:
        memory.orders[0], memory.orders[1] = best, 0
    return 1.0 if 1.0 <= scale < 1.2 else scale


@kernel
def longer(error, k):
    return max(error, 1e-15) ** (-1.0 / (k + 1))


# --- between steps ------------------------------------------------------------------------


@kernel
def interpolate(loop, t, h, at, sample):
    """The state at a time within the step just taken."""
    memory = loop.memory
    x = (at - t) / h - 1.0
    for i in range(loop.y.size):
        value, term = memory.D[0, i], 1.0
        for j in range(1, memory.orders[3] + 1):
            term *= (x + j - 1) / j
            value += memory.D[j, i] * term
        sample[i] = value


METHOD = Method(first_step, attempt, retry_scale, next_scale, interpolate)


@entry(*time_loop_signature(memory))
def bdf(derivative, project, problem, plan, loop, max_steps):
    return run_time_loop(METHOD, derivative, project, problem, plan, loop, max_steps)


INTEGRATOR = Integrator(bdf, memory, matrices=2, holds=True)
