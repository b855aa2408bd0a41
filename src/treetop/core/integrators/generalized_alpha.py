"""Generalised-α on a Lie group: implicit, of order 2, fixed step, with damping as chosen.

J. Chung and G. M. Hulbert, *Journal of Applied Mechanics* 60 (1993), 371-375; with constraints M.
Arnold and O. Brüls, *Multibody System Dynamics* 18 (2007), 185-202; on Lie groups O. Brüls and A.
Cardona, *Journal of Computational and Nonlinear Dynamics* 5 (2010), 031002, and O. Brüls, A.
Cardona and M. Arnold, *Mechanism and Machine Theory* 48 (2012), 121-137.

    q coordinates    u speeds    g(q, t) constraints    J = ∂g'/∂u    W = J M⁻¹
    a an acceleration carried along beside u', which lags it by α_m - α_f steps

    q_1 = q_0 ∘ exp(h u_0 + h² ((1/2 - β) a_0 + β a_1) + Wᵀη)
    u_1 = u_0 + h ((1 - γ) a_0 + γ a_1)
    (1 - α_m) a_1 + α_m a_0 = (1 - α_f) u'_1 + α_f u'_0
    u'_1 = f(q_1, u_1, t_1) + Wᵀλ

with g = 0 at the end of the step and η = 0, which is index 3, or with g = 0 and g' = 0 there, which
is stabilised index 2.  f holds the multipliers of index 1 already, and λ is what they lack: the sum
is the same as with f of the free bodies.  Coordinates that belong to no speeds, and whatever else a
state has, go by the rule of u, which for them is the method of K. E. Jansen, C. H. Whiting and G.
M. Hulbert, *Computer Methods in Applied Mechanics and Engineering* 190 (2000), 305-319.

Special cases: H. M. Hilber, T. J. R. Hughes and R. L. Taylor, *Earthquake Engineering and
Structural Dynamics* 5 (1977), 283-292; N. M. Newmark, *Journal of the Engineering Mechanics
Division* 85 (1959), 67-94.

Equations are solved by Newton's method with S = ∂(first less second side)/∂a_1, exactly where the
loop is given what differentiates rates, else by differences; kept
while it serves well, bordered by the rows that are independent where the step begins; those of
trees by a recursion in time of order n instead, see core/integrators/step_recursion.py.
"""

import math
from collections.abc import Callable

from treetop.core.compiler import entry, kernel
from treetop.core.integrators.alpha_matrix import differentiate
from treetop.core.integrators.alpha_memory import NEWTON_TOLERANCE, memory
from treetop.core.integrators.alpha_state import moved, rate_of
from treetop.core.integrators.alpha_weights import (
    generalized,
    hilber_hughes_taylor,
    newmark,
    weights,
)
from treetop.core.integrators.constrained_newton import (
    choose_rows,
    geometry_of,
    look,
    look_again,
    made_up,
)
from treetop.core.integrators.error_norm import allowed, worse
from treetop.core.integrators.guesses import begin, begin_anew, guess_next, guess_otherwise
from treetop.core.integrators.implicit import (
    DIVERGED,
    EPSILON,
    STEP_UNCHANGED,
)
from treetop.core.integrators.krylov import change_by_directions
from treetop.core.integrators.loop import END, START, Integrator, Method, time_loop_signature
from treetop.core.integrators.step_recursion import (
    TAKEN_TAUT,
    border_by_recursion,
    change_by_recursion,
    pace,
    remaining,
    serves_again,
    strayed,
)
from treetop.core.integrators.time_loop import run_time_loop
from treetop.core.interface import EXTRA, WORKS
from treetop.core.linear_algebra.lu import factor, solve
from treetop.core.linear_algebra.vectors import add_multiple, greatest, inner
from treetop.core.spatial.table_access import copy_into

MAX_ITERATIONS = 12  # of Newton's method at most
FAST_CONVERGENCE = 0.1  # Newton's errors shrinking by this, a matrix is worth keeping
SLOW = 5  # iterations, after which the recursion may lack what is stiff
HIGHEST = 3  # index


# --- a step -------------------------------------------------------------------------------


@kernel
def first_step(derivative, problem, plan, loop):
    loop.memory.newton[0] = max(NEWTON_TOLERANCE, 10.0 * EPSILON / plan.control[0])
    return plan.control[2]


@kernel
def attempt(derivative, problem, plan, loop, t, h, latest):
    """Make a step of h from t; return 0, or an error above 1 if its equations are not solved."""
    memory = loop.memory
    geometry = geometry_of(memory.constrained)
    if memory.times[1] != t:
        take_up(plan, loop, t)
        choose_rows(geometry.rows, problem, memory.constrained, t, memory.start)
        memory.times[1] = t
    memory.times[2] = math.nextafter(latest, math.inf)
    solved = False
    if memory.recursion.wanted.size > 0:
        solved = solve_from_guesses(derivative, geometry, problem, plan, loop, t, h, latest)
    else:
        fresh = False
        while not (solved or fresh):
            ready(derivative, geometry.displaced, problem, plan, loop, t, h)
            solved = solve_step(derivative, geometry, problem, plan, loop, t, h, latest)
            fresh = memory.times[0] == t
    if not solved:
        return DIVERGED if math.isfinite(memory.newton[1]) else math.inf
    return 0.0


@kernel
def solve_from_guesses(derivative, geometry, problem, plan, loop, t, h, latest):
    """Solve a step by the recursion, from one guess after the other."""
    memory, recursion = loop.memory, loop.memory.recursion
    tries = recursion.order.size + (recursion.guess[0] != recursion.order[recursion.place[0]])
    for _ in range(tries):
        if solve_step(derivative, geometry, problem, plan, loop, t, h, latest):
            guess_next(memory, weights(plan), h)
            return True
        recursion.hard[0] = 1
        guess_otherwise(recursion)
    return False


@kernel
def take_up(plan, loop, t):
    """Go on from the last step, or begin anew: after a break, or where the origin moved."""
    memory, nq, nu = loop.memory, loop.memory.constrained.size[0], loop.memory.constrained.size[1]
    known = not (math.isnan(memory.times[1]) or memory.times[2] == t or origin_moved(loop))
    copy_into(memory.start, loop.y)
    if known:
        copy_into(memory.a[0], memory.a[1])
        copy_into(memory.rate[0], memory.rate[1])
        if weights(plan).level == HIGHEST:  # as it was, its velocities not projected
            copy_into(memory.start[: nq + nu], memory.end[: nq + nu])
    else:
        copy_into(memory.a[0], loop.rate[nq:])
        copy_into(memory.rate[0], loop.rate[nq:])
        begin_anew(memory.recursion)


@kernel
def origin_moved(loop):
    moved, memory = False, loop.memory
    if memory.constrained.size[1] > 0:
        for i in range(loop.y.size - EXTRA, loop.y.size - WORKS):
            moved = moved or loop.y[i] != memory.end[i]
    return moved


@kernel
def ready(derivative, displaced, problem, plan, loop, t, h):
    """Bring S up to date where it served badly or was made for another step."""
    memory, other = loop.memory, not abs(h - loop.memory.times[3]) <= STEP_UNCHANGED * h
    if other or (not memory.newton[1] <= FAST_CONVERGENCE and memory.times[0] != t):
        differentiate(derivative, displaced, problem, plan, loop, t, h)
        factor(memory.S, memory.order, memory.right.size)
        memory.times[0], memory.times[3] = t, h


@kernel
def solve_step(derivative, geometry, problem, plan, loop, t, h, latest):
    """Newton's method for a at the end; return whether it converged."""
    memory, w = loop.memory, weights(plan)
    at, last, left = min(t + h, latest), math.inf, 1.0
    recursive = memory.recursion.wanted.size > 0
    begin(memory, w, h)
    memory.push[:], memory.fix[:] = 0.0, 0.0
    for k in range(MAX_ITERATIONS):
        moved(geometry.displaced, problem, memory, w, h, loop.y_new)
        memory.recursion.taut[0] = 1 if k < TAKEN_TAUT else 0
        fresh = not serves_again(memory.recursion, k, last, memory.newton[0])
        find_change(derivative, geometry.displaced, problem, plan, loop, at, h, fresh)
        fixed = 0.0
        if memory.constrained.size[3] > 0:
            if k == 0 or recursive:
                look(geometry.rows, problem, memory.constrained, at, loop.y_new)
                border(problem, loop, w, h, at)
            else:
                look_again(geometry.rows, problem, memory.constrained, at, loop.y_new)
            fixed = hold(memory, w, h) / (plan.control[1] + plan.control[0])
        add_multiple(memory.a[1], 1.0, memory.change)
        size = fixed + size_of_change(plan, memory, w, h, loop.y_new)
        memory.newton[1] = size / last if math.isfinite(size) else math.inf
        well, rounded = memory.newton[1] < 1.0, False
        if recursive:
            along = memory.change[: memory.recursion.wanted.size]
            well, rounded = pace(memory.recursion, k, along, h * h * w.beta)
        if not (well or size <= memory.newton[0]):
            return False
        if k > 0:  # of the last change, in the error that remains
            left = memory.newton[1] / (1.0 - min(memory.newton[1], 0.9))
            left = remaining(memory.recursion, fresh, left)
        if left * size <= memory.newton[0] or rounded:
            if recursive and k >= SLOW:
                memory.recursion.hard[0] = 1
            if recursive and strayed(memory, w, h):
                return False
            finish(geometry.displaced, problem, loop, w, h)
            return True
        last = size
    memory.newton[1] = 1.0
    return False


@kernel
def find_change(derivative, displaced, problem, plan, loop, at, h, fresh):
    """Write the change of a that Newton's method asks for where no constraints are."""
    memory, w = loop.memory, weights(plan)
    recursion, found = memory.recursion, loop.stages[START + 1]
    loop.counts[2] += 1
    if recursion.wanted.size > 0:
        change_by_recursion(problem, memory, w, h, at, loop.y_new, found, fresh)
        if recursion.hard[0] == 1 and recursion.directions.shape[0] > 0:
            change_by_directions(displaced, problem, plan, loop, w, h, at)
    else:
        derivative(at, loop.y_new, found, problem)
        residual(memory, w, found)
        solve(memory.S, memory.order, memory.right.size, memory.right, memory.change)


@kernel
def residual(memory, w, found):
    """By how much the rates found differ from those that a wants."""
    nq, nu = memory.constrained.size[0], memory.constrained.size[1]
    for i in range(memory.right.size):
        rate = found[nq + i] + (memory.push[i] if i < nu else 0.0)
        blended = (1.0 - w.old_a) * memory.a[1, i] + w.old_a * memory.a[0, i]
        memory.right[i] = (1.0 - w.old_rate) * rate + w.old_rate * memory.rate[0, i] - blended


@kernel
def border(problem, loop, w, h, at):
    """What the rows add to S."""
    memory, n = loop.memory, loop.memory.right.size
    constrained, found = memory.constrained, loop.stages[START + 1]
    nu, rank = constrained.size[1], constrained.size[3]
    if memory.recursion.wanted.size > 0:
        border_by_recursion(problem, memory, w, h, at, loop.y_new, found)
        loop.counts[2] += rank
    else:
        for k in range(rank):
            memory.right[:] = 0.0  # its solution has been found
            copy_into(memory.right[:nu], constrained.W[constrained.row[k]])
            solve(memory.S, memory.order, n, memory.right, memory.T[k])
    for k in range(rank):
        for m in range(rank):
            memory.C[k, m] = inner(constrained.J[constrained.row[k]], memory.T[m, :nu])
    factor(memory.C, memory.pivots, rank)


@kernel
def hold(memory, w, h):
    """Let multipliers bring the change of a to where the constraints hold; return the greatest
    part of a displacement that η makes."""
    constrained, highest = memory.constrained, w.level == HIGHEST
    nu, rank = constrained.size[1], constrained.size[3]
    right, found = constrained.sought[0], constrained.sought[1]
    for k in range(rank):
        i = constrained.row[k]
        ahead = (
            constrained.error[i] / (h * h * w.beta)
            if highest
            else constrained.slip[i] / (h * w.gamma)
        )
        right[k] = -ahead - inner(constrained.J[i], memory.change[:nu])
    solve(memory.C, memory.pivots, rank, right, found)
    for k in range(rank):
        add_multiple(memory.change, found[k], memory.T[k])
        row = constrained.row[k]
        add_multiple(memory.push, found[k] / (1.0 - w.old_rate), constrained.W[row])
        if memory.recursion.multiplier.size > 0:
            memory.recursion.multiplier[row] += found[k]
    if highest:
        return 0.0
    for k in range(constrained.error.size):
        constrained.error[k] += h * h * w.beta * inner(constrained.J[k], memory.change[:nu])
    made_up(constrained, constrained.error, constrained.along)
    add_multiple(memory.fix, 1.0, constrained.along)
    return greatest(constrained.along)


@kernel
def size_of_change(plan, memory, w, h, y):
    """The size of the change of all but coordinates, in units of the tolerance.

    In index 3 speeds are given by differences of positions, and are rounded like these.
    """
    nq, largest = memory.constrained.size[0], 0.0
    rounding = 10.0 * EPSILON / h if w.level == HIGHEST else 0.0
    for i in range(plan.controlled[0] - nq):
        unit = rounding + allowed(plan, y, memory.start, nq + i)
        largest = worse(abs(h * w.gamma * memory.change[i]) / unit, largest)
    return largest


@kernel
def finish(displaced, problem, loop, w, h):
    """Write the state at the end, and its rate as the formula has it: an evaluation would magnify
    what is left."""
    memory, nq, found = loop.memory, loop.memory.constrained.size[0], loop.stages[START + 1]
    moved(displaced, problem, memory, w, h, loop.y_new)
    copy_into(memory.recursion.held, memory.recursion.multiplier)
    copy_into(memory.end, loop.y_new)
    copy_into(loop.stages[START], loop.rate)
    copy_into(loop.stages[END], found)
    for i in range(memory.right.size):
        memory.rate[1, i] = rate_of(memory, w, i)
        loop.stages[END, nq + i] = memory.rate[1, i]


@kernel
def retry_scale(loop, error):
    """By how much to shorten a step whose equations were not solved."""
    return 0.5


@kernel
def next_scale(plan, loop, h, error):
    """Keep rates, or a, for the dense output; back to the given step, which is the largest one."""
    memory, nq = loop.memory, loop.memory.constrained.size[0]
    for side, rate in ((0, START), (1, END)):
        copy_into(loop.dense[side, :nq], loop.stages[rate, :nq])
        copy_into(loop.dense[side, nq:], memory.a[side])
    return 2.0


@kernel
def interpolate(loop, t, h, at, sample):
    """The state at a time within the step just taken: its curvature is the change of the rate."""
    x, v = (at - t) / h, loop.dense
    for i in range(loop.y.size):
        bend = 0.5 * h * (v[1, i] - v[0, i])
        sample[i] = loop.y_old[i] + x * (loop.y_new[i] - loop.y_old[i] - (1.0 - x) * bend)


_STEPS = first_step, attempt, retry_scale, next_scale, interpolate
METHOD = Method(*_STEPS, singular_steps=False)


@entry(*time_loop_signature(memory))
def generalized_alpha(derivative, project, problem, plan, loop, max_steps):
    return run_time_loop(METHOD, derivative, project, problem, plan, loop, max_steps)


def integrator(weights: Callable) -> Integrator:
    return Integrator(
        *(generalized_alpha, memory),
        matrices=1,
        fixed=True,
        holds=True,
        recursive=True,
        weights=weights,
    )


INTEGRATOR = integrator(generalized)
HHT = integrator(hilber_hughes_taylor)
NEWMARK = integrator(newmark)
