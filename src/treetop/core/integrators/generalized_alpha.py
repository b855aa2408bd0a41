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

Equations are solved by Newton's method with S = ∂(first less second side)/∂a_1 by differences, kept
while it serves well, bordered by the rows that are independent where the step begins.
"""

import math
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.integrators.alpha_weights import (
    generalized,
    hilber_hughes_taylor,
    newmark,
    weights,
)
from treetop.core.integrators.constrained_newton import (
    Held,
    choose_rows,
    geometry_of,
    held,
    look,
    look_again,
    made_up,
)
from treetop.core.integrators.error_norm import allowed, worse
from treetop.core.integrators.implicit import DIVERGED, EPSILON, NUDGE, SAME
from treetop.core.integrators.time_loop import (
    END,
    START,
    Integrator,
    Method,
    just_after,
    march,
    march_of,
)
from treetop.core.interface import EXTRA, WORKS
from treetop.core.linear_algebra.lu import factor, solve
from treetop.core.linear_algebra.vectors import add_multiple, greatest, inner
from treetop.core.spatial.table_access import copy_into

ROUNDS = 16  # of Newton's method at most
FAST = 0.1  # Newton's errors shrinking by this, a matrix is worth keeping
SOLVED = 0.1  # what Newton's method may leave, in units of the tolerance
MOST = 1e4  # how much larger than others a nudge of speeds may be to move coordinates as well
HIGHEST = 3  # index


# --- what it remembers --------------------------------------------------------------------


class Own(NamedTuple):
    """What the method remembers; n components follow the coordinates."""

    held: Held
    start: np.ndarray  # (ny,)     y where the step begins
    end: np.ndarray  # (ny,)     y at the end of the last step, before it was settled
    a: np.ndarray  # (2, n)    at the start and at the end of the step
    rate: np.ndarray  # (2, n)    likewise, of the components, with all multipliers
    S: np.ndarray  # (n, n)    its factors
    order: np.ndarray  # (n,)      of their rows
    right: np.ndarray  # (n,)
    change: np.ndarray  # (n,)
    push: np.ndarray  # (nu,)     Wᵀλ
    fix: np.ndarray  # (nu,)     Wᵀη
    T: np.ndarray  # (c, n)    S⁻¹ Wᵀ, of independent rows
    C: np.ndarray  # (c, c)    factors of J T
    pivots: np.ndarray  # (c,)
    times: np.ndarray  # of S; from which a step was last tried; of the next break; the step of S
    newton: np.ndarray  # tolerance, rate of convergence


def own(ny: int, held: Held = held()) -> Own:  # noqa: B008
    nq, nu, c, _ = held.size
    n = ny - nq
    return Own(
        held=held,
        start=np.zeros(ny),
        end=np.zeros(ny),
        a=np.zeros((2, n)),
        rate=np.zeros((2, n)),
        S=np.zeros((n, n)),
        order=np.zeros(n, dtype=np.int64),
        right=np.zeros(n),
        change=np.zeros(n),
        push=np.zeros(nu),
        fix=np.zeros(nu),
        T=np.zeros((c, n)),
        C=np.zeros((c, c)),
        pivots=np.zeros(c, dtype=np.int64),
        times=np.full(4, np.nan),
        newton=np.array([SOLVED, 1.0]),
    )


# --- a step -------------------------------------------------------------------------------


@kernel
def first_step(derivative, problem, plan, loop):
    loop.own.newton[0] = max(SOLVED, 10.0 * EPSILON / plan.control[0])
    return plan.control[2]


@kernel
def attempt(derivative, problem, plan, loop, t, h, latest):
    """Make a step of h from t; return 0, or an error above 1 if its equations are not solved."""
    own = loop.own
    geometry = geometry_of(own.held)
    if own.times[1] != t:
        take_up(plan, loop, t)
        choose_rows(geometry.rows, problem, own.held, t, own.start)
        own.times[1] = t
    own.times[2] = math.nextafter(latest, math.inf)
    solved, fresh = False, False
    while not (solved or fresh):
        ready(derivative, geometry.displaced, problem, plan, loop, t, h)
        solved = solve_step(derivative, geometry, problem, plan, loop, t, h, latest)
        fresh = own.times[0] == t
    if not solved:
        return DIVERGED if math.isfinite(own.newton[1]) else math.inf
    return 0.0


@kernel
def take_up(plan, loop, t):
    """Go on from the last step, or begin anew: after a break, or where the origin moved."""
    own, nq, nu = loop.own, loop.own.held.size[0], loop.own.held.size[1]
    known = not (math.isnan(own.times[1]) or own.times[2] == t or origin_moved(loop))
    copy_into(own.start, loop.y)
    if known:
        copy_into(own.a[0], own.a[1])
        copy_into(own.rate[0], own.rate[1])
        if weights(plan).level == HIGHEST:  # as it was, its velocities not projected
            copy_into(own.start[: nq + nu], own.end[: nq + nu])
    else:
        copy_into(own.a[0], loop.rate[nq:])
        copy_into(own.rate[0], loop.rate[nq:])


@kernel
def origin_moved(loop):
    moved, own = False, loop.own
    if own.held.size[1] > 0:
        for i in range(loop.y.size - EXTRA, loop.y.size - WORKS):
            moved = moved or loop.y[i] != own.end[i]
    return moved


@kernel
def ready(derivative, displaced, problem, plan, loop, t, h):
    """Bring S up to date where it served badly or was made for another step."""
    own, other = loop.own, not abs(h - loop.own.times[3]) <= SAME * h
    if other or (not own.newton[1] <= FAST and own.times[0] != t):
        differentiate(derivative, displaced, problem, plan, loop, t, h)
        factor(own.S, own.order, own.right.size)
        own.times[0], own.times[3] = t, h


@kernel
def differentiate(derivative, displaced, problem, plan, loop, t, h):
    """Write S where the step begins, each column by one difference.

    A change of a_1 moves a speed by h γ and its coordinates by h² β.
    """
    own, w, nudged = loop.own, weights(plan), loop.y_new
    nq, nu, n = own.held.size[0], own.held.size[1], own.right.size
    at, now, changed = just_after(t), loop.stages[START + 1], loop.stages[START + 2]
    least = min(1.0, max(1e-3, plan.control[1] / plan.control[0]))
    ratio = h * w.beta / w.gamma
    enough = max(least, min(1.0 / ratio, MOST))  # for coordinates, of the size of 1, to be seen
    derivative(at, own.start, now, problem)
    for j in range(n):
        for k in range(n):
            own.S[k, j] = 0.0
        own.S[j, j] = 1.0 - w.old_a
        if nq + j < plan.controlled[0]:
            copy_into(nudged, own.start)
            nudged[nq + j] += NUDGE * max(abs(nudged[nq + j]), enough if j < nu else least)
            step = nudged[nq + j] - own.start[nq + j]  # as it was rounded
            if j < nu:
                own.held.along[:] = 0.0
                own.held.along[j] = step * ratio
                displaced(nudged, problem, own.held.along)
            derivative(at, nudged, changed, problem)
            for k in range(n):
                slope = (changed[nq + k] - now[nq + k]) / step
                own.S[k, j] -= (1.0 - w.old_rate) * h * w.gamma * slope
    loop.counts[2] += plan.controlled[0] - nq + 1


@kernel
def solve_step(derivative, geometry, problem, plan, loop, t, h, latest):
    """Newton's method for a at the end; return whether it converged."""
    own, n, w = loop.own, loop.own.right.size, weights(plan)
    at, last, left = min(t + h, latest), math.inf, 1.0
    copy_into(own.a[1], own.a[0])
    own.push[:], own.fix[:] = 0.0, 0.0
    for k in range(ROUNDS):
        moved(geometry.displaced, problem, own, w, h, loop.y_new)
        derivative(at, loop.y_new, loop.stages[START + 1], problem)
        loop.counts[2] += 1
        residual(own, w, loop.stages[START + 1])
        solve(own.S, own.order, n, own.right, own.change)
        fixed = 0.0
        if own.held.size[3] > 0:
            if k == 0:
                look(geometry.rows, problem, own.held, at, loop.y_new)
                border(own)
            else:
                look_again(geometry.rows, problem, own.held, at, loop.y_new)
            fixed = hold(own, w, h) / (plan.control[1] + plan.control[0])
        add_multiple(own.a[1], 1.0, own.change)
        size = fixed + size_of_change(plan, own, w, h, loop.y_new)
        own.newton[1] = size / last if math.isfinite(size) else math.inf
        if not (own.newton[1] < 1.0 or size <= own.newton[0]):
            return False
        if k > 0:  # of the last change, in the error that remains
            left = own.newton[1] / (1.0 - min(own.newton[1], 0.9))
        if left * size <= own.newton[0]:
            finish(geometry.displaced, problem, loop, w, h)
            return True
        last = size
    own.newton[1] = 1.0
    return False


@kernel
def moved(displaced, problem, own, w, h, y):
    """Write the state at the end of the step, as far as it is known."""
    nq, nu, a = own.held.size[0], own.held.size[1], own.a
    copy_into(y, own.start)
    for i in range(a.shape[1]):
        y[nq + i] += h * ((1.0 - w.gamma) * a[0, i] + w.gamma * a[1, i])
    if nu > 0:
        for i in range(nu):
            bent = (0.5 - w.beta) * a[0, i] + w.beta * a[1, i]
            own.held.along[i] = h * (own.start[nq + i] + h * bent) + own.fix[i]
        displaced(y, problem, own.held.along)


@kernel
def residual(own, w, found):
    """By how much the rates found differ from those that a wants."""
    nq, nu = own.held.size[0], own.held.size[1]
    for i in range(own.right.size):
        rate = found[nq + i] + (own.push[i] if i < nu else 0.0)
        wanted = (1.0 - w.old_a) * own.a[1, i] + w.old_a * own.a[0, i]
        own.right[i] = (1.0 - w.old_rate) * rate + w.old_rate * own.rate[0, i] - wanted


@kernel
def border(own):
    """What the rows add to S."""
    held, n = own.held, own.right.size
    nu, rank = held.size[1], held.size[3]
    for k in range(rank):
        own.right[:] = 0.0  # its solution has been found
        copy_into(own.right[:nu], held.W[held.row[k]])
        solve(own.S, own.order, n, own.right, own.T[k])
    for k in range(rank):
        for m in range(rank):
            own.C[k, m] = inner(held.J[held.row[k]], own.T[m, :nu])
    factor(own.C, own.pivots, rank)


@kernel
def hold(own, w, h):
    """Let multipliers bring the change of a to where the constraints hold; return the greatest
    part of a displacement that η makes."""
    held, highest = own.held, w.level == HIGHEST
    nu, rank, right, found = held.size[1], held.size[3], held.sought[0], held.sought[1]
    for k in range(rank):
        i = held.row[k]
        ahead = held.error[i] / (h * h * w.beta) if highest else held.slip[i] / (h * w.gamma)
        right[k] = -ahead - inner(held.J[i], own.change[:nu])
    solve(own.C, own.pivots, rank, right, found)
    for k in range(rank):
        add_multiple(own.change, found[k], own.T[k])
        add_multiple(own.push, found[k] / (1.0 - w.old_rate), held.W[held.row[k]])
    if highest:
        return 0.0
    for k in range(held.error.size):
        held.error[k] += h * h * w.beta * inner(held.J[k], own.change[:nu])
    made_up(held, held.error, held.along)
    add_multiple(own.fix, 1.0, held.along)
    return greatest(held.along)


@kernel
def size_of_change(plan, own, w, h, y):
    """The size of the change of all but coordinates, in units of the tolerance.

    In index 3 speeds are told by differences of positions, and are rounded like these.
    """
    nq, most = own.held.size[0], 0.0
    rounding = 10.0 * EPSILON / h if w.level == HIGHEST else 0.0
    for i in range(plan.controlled[0] - nq):
        unit = rounding + allowed(plan, y, own.start, nq + i)
        most = worse(abs(h * w.gamma * own.change[i]) / unit, most)
    return most


@kernel
def finish(displaced, problem, loop, w, h):
    """Write the state at the end, and its rate as the formula has it: an evaluation would magnify
    what is left."""
    own, nq, found = loop.own, loop.own.held.size[0], loop.stages[START + 1]
    moved(displaced, problem, own, w, h, loop.y_new)
    copy_into(own.end, loop.y_new)
    copy_into(loop.stages[START], loop.rate)
    copy_into(loop.stages[END], found)
    for i in range(own.right.size):
        wanted = (1.0 - w.old_a) * own.a[1, i] + w.old_a * own.a[0, i]
        own.rate[1, i] = (wanted - w.old_rate * own.rate[0, i]) / (1.0 - w.old_rate)
        loop.stages[END, nq + i] = own.rate[1, i]


@kernel
def retry_scale(loop, error):
    """By how much to shorten a step whose equations were not solved."""
    return 0.5


@kernel
def next_scale(plan, loop, h, error):
    """Keep rates, or a, for the dense output; back to the given step, which is the largest one."""
    own, nq = loop.own, loop.own.held.size[0]
    for side, rate in ((0, START), (1, END)):
        copy_into(loop.dense[side, :nq], loop.stages[rate, :nq])
        copy_into(loop.dense[side, nq:], own.a[side])
    return 2.0


@kernel
def prepare(derivative, problem, loop, t, h, latest):
    """The parabola needs nothing but what is known at the ends of the step."""


@kernel
def interpolate(loop, t, h, at, sample):
    """The state at a time within the step just taken: its curvature is the change of the rate."""
    x, v = (at - t) / h, loop.dense
    for i in range(loop.y.size):
        bend = 0.5 * h * (v[1, i] - v[0, i])
        sample[i] = loop.y_old[i] + x * (loop.y_new[i] - loop.y_old[i] - (1.0 - x) * bend)


METHOD = Method(first_step, attempt, retry_scale, next_scale, prepare, interpolate)


@entry(*march_of(own))
def generalized_alpha(derivative, settle, problem, plan, loop, most_steps):
    return march(METHOD, derivative, settle, problem, plan, loop, most_steps)


def integrator(weights: Callable) -> Integrator:
    return Integrator(generalized_alpha, own, matrices=1, fixed=True, holds=True, weights=weights)


INTEGRATOR = integrator(generalized)
HHT = integrator(hilber_hughes_taylor)
NEWMARK = integrator(newmark)
