"""DOP853: adaptive Runge-Kutta method of order 8 with dense output of order 7.

E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd edition
(1993), sections II.4 (step size), II.5 (the method) and II.6 (dense output).
"""

import math

from treetop.core.compiler import entry, kernel
from treetop.core.integrators.dop853_tableau import A, C, D, E
from treetop.core.integrators.error_norm import allowed, worse
from treetop.core.integrators.initial_step import fitting_step
from treetop.core.integrators.loop import (
    END,
    START,
    Integrator,
    Method,
    nothing,
    time_loop_signature,
)
from treetop.core.integrators.stiffness import due, note
from treetop.core.integrators.time_loop import run_time_loop
from treetop.core.spatial.table_access import copy_into

ORDER = 8
TREND = 0.04
CAUTION = 0.85


@kernel
def attempt(derivative, problem, plan, loop, t, h, latest):
    """Try a step of h from t; return its error in units of the tolerance."""
    copy_into(loop.stages[START], loop.rate)
    for s in range(1, END + 1):
        evaluate(derivative, problem, loop, loop.y, t, h, latest, s)
    return error_norm(plan, loop, h)


@kernel
def evaluate(derivative, problem, loop, y, t, h, latest, s):
    """The rate at stage s."""
    copy_into(loop.y_new, y)
    for j in range(s):
        if A[s, j] != 0.0:
            weight = h * A[s, j]
            for i in range(y.size):
                loop.y_new[i] += weight * loop.stages[j, i]
    at = min(t + C[s] * h, latest)
    derivative(at, loop.y_new, loop.stages[s], problem)
    loop.counts[2] += 1


@kernel
def error_norm(plan, loop, h):
    """Hairer's blend of the errors of orders 5 and 3."""
    worst5, worst3 = 0.0, 0.0
    for i in range(plan.controlled[0]):
        unit = allowed(plan, loop.y, loop.y_new, i)
        error5, error3 = 0.0, 0.0
        for j in range(END):
            error5 += E[0, j] * loop.stages[j, i]
            error3 += E[1, j] * loop.stages[j, i]
        worst5 = worse(abs(error5) / unit, worst5)
        worst3 = worse(abs(error3) / unit, worst3)
    if worst5 == 0.0:
        return 0.0
    return h * worst5 / math.sqrt(1.0 + 0.01 * (worst3 / worst5) ** 2)


@kernel
def retry_scale(loop, error):
    """By how much to shorten a step that failed."""
    return max(0.2, CAUTION * error ** (-1.0 / ORDER))


@kernel
def next_scale(plan, loop, h, error):
    """By how much to change the step, with regard to the trend of the error.

    Where stability limits the step, the trend keeps it from running into failure again and again
    (K. Gustafsson, *ACM Transactions on Mathematical Software* 17 (1991), 533-554).
    """
    if due(loop):
        note(loop, h * fastest_rate(plan, loop, h))
    now, last = max(error, 1e-10), max(loop.clock[2], 1e-4)
    return min(6.0, max(0.2, CAUTION * now ** (0.75 * TREND - 1.0 / ORDER) * last**TREND))


@kernel
def fastest_rate(plan, loop, h):
    """By how much rates differ per difference of states between the last two stages, both at the
    end of the step: where steps are as long as stability lets them be, the fastest decay."""
    rates, states = 0.0, 0.0
    for i in range(plan.controlled[0]):
        unit, y = allowed(plan, loop.y_old, loop.y, i), loop.y_old[i]
        for j in range(END - 1):
            y += h * A[END - 1, j] * loop.stages[j, i]
        rates += ((loop.stages[END, i] - loop.stages[END - 1, i]) / unit) ** 2
        states += ((loop.y[i] - y) / unit) ** 2
    return math.sqrt(rates / states) if states > 0.0 else 0.0


@kernel
def first_step(derivative, problem, plan, loop):
    return fitting_step(ORDER, derivative, problem, plan, loop)


@kernel
def prepare(derivative, problem, loop, t, h, latest):
    """The coefficients of the dense output of the step just taken."""
    for s in range(END + 1, 16):
        evaluate(derivative, problem, loop, loop.y_old, t, h, latest, s)
    k, dense = loop.stages, loop.dense
    for i in range(loop.y.size):
        change = loop.y[i] - loop.y_old[i]
        dense[0, i] = change
        dense[1, i] = h * k[START, i] - change
        dense[2, i] = 2.0 * change - h * (k[START, i] + k[END, i])
        for m in range(4):
            sum_ = 0.0
            for j in range(16):
                sum_ += D[m, j] * k[j, i]
            dense[3 + m, i] = h * sum_


@kernel
def interpolate(loop, t, h, at, sample):
    """The state at a time within the step just taken."""
    x = (at - t) / h
    for i in range(loop.y.size):
        value = 0.0
        for m in range(6, -1, -1):
            value = (value + loop.dense[m, i]) * (x if m % 2 == 0 else 1.0 - x)
        sample[i] = loop.y_old[i] + value


METHOD = Method(
    first_step,
    attempt,
    retry_scale,
    next_scale,
    prepare,
    interpolate,
    singular_steps=True,
    stages=END,
)


@entry(*time_loop_signature(nothing))
def dop853(derivative, project, problem, plan, loop, max_steps):
    return run_time_loop(METHOD, derivative, project, problem, plan, loop, max_steps)


INTEGRATOR = Integrator(dop853, nothing)
