"""Generalised-α: implicit, of order 2, fixed step, with numerical damping as chosen.

J. Chung and G. M. Hulbert, *Journal of Applied Mechanics* 60 (1993), 371-375, in the form for
equations of first order of K. E. Jansen, C. H. Whiting and G. M. Hulbert, *Computer Methods in
Applied Mechanics and Engineering* 190 (2000), 305-319, which suits states of any coordinates and
speeds; what it does for structures: C. Kadapa, W. G. Dettmer and D. Perić, *Computers and
Structures* 193 (2017), 226-238.

    v a rate carried along beside y, which lags the rate of y by α_m - α_f steps
    ρ what is left after one step of an oscillation far faster than the steps

    y_1 = y_0 + h ((1 - γ) v_0 + γ v_1)
    (1 - α_m) v_0 + α_m v_1 = y'(t_0 + α_f h, (1 - α_f) y_0 + α_f y_1)
    α_m = (3 - ρ) / (2 (1 + ρ)),      α_f = 1 / (1 + ρ),      γ = 1/2 + α_m - α_f

ρ = 1 is the midpoint rule, and for linear systems Newmark's method of average acceleration; ρ = 0
is BDF of order 2.  Constraints are those of accelerations, index 1, and the state is projected onto
the others after each step; it is not the method with multipliers in index 3 of O. Brüls and A.
Cardona, *Journal of Computational and Nonlinear Dynamics* 5 (2010), 031002, and quaternions are
four coordinates, made unit after each step, where that one moves along the group.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop._kernel import entry, kernel
from treetop.integrate.implicit import (
    DIVERGED,
    EPSILON,
    JUMP,
    SAME,
    differentiate,
    shifted,
    size_of,
)
from treetop.integrate.march import END, START, Integrator, Method, just_after, march, march_of
from treetop.linear.lu import factor, solve
from treetop.spatial.rows import copy_into

ROUNDS = 10  # of Newton's method at most
FAST = 0.1  # Newton's errors shrinking by this, a matrix is worth keeping
SOLVED = 0.1  # what Newton's method may leave, in units of the tolerance


class Own(NamedTuple):
    """What the method remembers."""

    v: np.ndarray  # (2, ny)    at the start and at the end of the step
    J: np.ndarray  # (ny, ny)
    factors: np.ndarray  # (ny, ny)   of 1/c - J
    order: np.ndarray  # (ny,)      of their rows
    right: np.ndarray  # (ny,)
    change: np.ndarray  # (ny,)
    settled: np.ndarray  # (ny,)      y at the end of the last step, before it was settled
    times: np.ndarray  # of J; from which a step was last tried; of the next break
    newton: np.ndarray  # tolerance, rate of convergence, the c of the factors


def own(n: int) -> Own:
    return Own(
        v=np.zeros((2, n)),
        J=np.zeros((n, n)),
        factors=np.zeros((n, n)),
        order=np.zeros(n, dtype=np.int64),
        right=np.zeros(n),
        change=np.zeros(n),
        settled=np.zeros(n),
        times=np.full(3, np.nan),
        newton=np.array([SOLVED, 1.0, 0.0]),
    )


@kernel
def first_step(derivative, problem, laws, plan, loop):
    loop.own.newton[0] = max(SOLVED, 10.0 * EPSILON / plan.control[0])
    return plan.control[2]


@kernel
def weights(plan):
    """α_m, α_f and γ."""
    rho = plan.control[3]
    of_rate, of_state = 0.5 * (3.0 - rho) / (1.0 + rho), 1.0 / (1.0 + rho)
    return of_rate, of_state, 0.5 + of_rate - of_state


@kernel
def attempt(derivative, problem, laws, plan, loop, t, h, latest):
    """Make a step of h from t; return 0, or an error above 1 if its equations are not solved."""
    own = loop.own
    if own.times[1] != t:
        take_up(plan, loop, t)
        own.times[1] = t
    own.times[2] = math.nextafter(latest, math.inf)
    solved, fresh = False, False
    while not (solved or fresh):
        ready(derivative, problem, laws, plan, loop, t, h)
        solved = solve_step(derivative, problem, laws, plan, loop, t, h, latest)
        fresh = own.times[0] == t
    if not solved:
        return DIVERGED if math.isfinite(own.newton[1]) else math.inf
    copy_into(loop.stages[START], own.v[0])
    copy_into(loop.stages[END], own.v[1])
    return 0.0


@kernel
def take_up(plan, loop, t):
    """Carry v along from the last step; begin anew after a break, or where settling moved y far."""
    own = loop.own
    known = not (math.isnan(own.times[1]) or own.times[2] == t or moved(plan, loop))
    copy_into(own.v[0], own.v[1] if known else loop.rate)


@kernel
def moved(plan, loop):
    """Whether settling changed any component as much as half the step itself: an origin moved.

    What a projection changes is of the order of the error of the step.
    """
    own, y, rtol, atol = loop.own, loop.y, plan.control[0], plan.control[1]
    for i in range(plan.controlled[0]):
        before = own.settled[i]
        least = JUMP * (atol + rtol * max(abs(y[i]), abs(before)))
        if abs(y[i] - before) > max(least, 0.5 * abs(before - loop.y_old[i])):
            return True
    return False


@kernel
def ready(derivative, problem, laws, plan, loop, t, h):
    """Bring J up to date where it served badly, and its factors."""
    own = loop.own
    of_rate, of_state, gamma = weights(plan)
    c = of_state * gamma * h / of_rate
    stale = not own.newton[1] <= FAST and own.times[0] != t
    if stale:
        derivative(just_after(t), loop.y, loop.rate, problem, laws)
        loop.counts[2] += 1
        differentiate(derivative, problem, laws, plan, loop, t, own.J)
        own.times[0] = t
    if stale or abs(c - own.newton[2]) > SAME * c:
        shifted(own.J, 1.0 / c, own.factors)
        factor(own.factors, own.order, loop.y.size)
        own.newton[2] = c


@kernel
def solve_step(derivative, problem, laws, plan, loop, t, h, latest):
    """Newton's method for v at the end; return whether it converged."""
    own, n, y = loop.own, loop.y.size, loop.y
    of_rate, of_state, gamma = weights(plan)
    at, last, left = min(t + of_state * h, latest), math.inf, 1.0
    start, end, found = own.v[0], own.v[1], loop.stages[START + 1]
    copy_into(end, start)
    for k in range(ROUNDS):
        for i in range(n):
            loop.y_new[i] = y[i] + of_state * h * ((1.0 - gamma) * start[i] + gamma * end[i])
        derivative(at, loop.y_new, found, problem, laws)
        loop.counts[2] += 1
        for i in range(n):
            wanted = start[i] + of_rate * (end[i] - start[i])
            own.right[i] = (found[i] - wanted) / (of_state * gamma * h)
        solve(own.factors, own.order, n, own.right, own.change)
        for i in range(n):
            end[i] += own.change[i]
            own.change[i] *= gamma * h
            loop.y_new[i] = y[i] + h * ((1.0 - gamma) * start[i] + gamma * end[i])
        size = size_of(own.change, plan, y, loop.y_new)
        own.newton[1] = size / last if math.isfinite(size) else math.inf
        if not own.newton[1] < 1.0:
            return False
        if k > 0:  # of the last change, in the error that remains
            left = own.newton[1] / (1.0 - own.newton[1])
        if left * size <= own.newton[0]:
            copy_into(own.settled, loop.y_new)
            return True
        last = size
    own.newton[1] = 1.0
    return False


@kernel
def retry_scale(loop, error):
    """By how much to shorten a step whose equations were not solved."""
    return 0.5


@kernel
def next_scale(plan, loop, h, error):
    """Keep v for the dense output; back to the given step, which is the largest one."""
    copy_into(loop.dense[0], loop.own.v[0])
    copy_into(loop.dense[1], loop.own.v[1])
    return 2.0


@kernel
def prepare(derivative, problem, laws, loop, t, h, latest):
    """The parabola needs nothing but what is known at the ends of the step."""


@kernel
def interpolate(loop, t, h, at, sample):
    """The state at a time within the step just taken: its curvature is the change of v."""
    x, v = (at - t) / h, loop.dense
    for i in range(loop.y.size):
        bend = 0.5 * h * (v[1, i] - v[0, i])
        sample[i] = loop.y_old[i] + x * (loop.y[i] - loop.y_old[i] - (1.0 - x) * bend)


METHOD = Method(first_step, attempt, retry_scale, next_scale, prepare, interpolate)


@entry(*march_of(own))
def generalized_alpha(derivative, settle, problem, laws, plan, loop, most_steps):
    return march(METHOD, derivative, settle, problem, laws, plan, loop, most_steps)


INTEGRATOR = Integrator(generalized_alpha, own, matrices=2, fixed=True)
