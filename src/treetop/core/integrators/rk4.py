"""RK4: the classical Runge-Kutta method of order 4, fixed step, cubic Hermite dense output.

W. Kutta, *Zeitschrift für Mathematik und Physik* 46 (1901), 435-453.
"""

import math

from treetop.core.compiler import entry, kernel
from treetop.core.integrators.loop import END, START, Integrator, Method, time_loop_signature
from treetop.core.integrators.time_loop import finite, run_time_loop
from treetop.core.spatial.table_access import copy_into


@kernel
def first_step(derivative, problem, plan, loop):
    return plan.control[2]


@kernel
def attempt(derivative, problem, plan, loop, t, h, latest):
    """Make a step of h from t; the error stays unknown, unless the step left the real numbers."""
    y, k, new = loop.y, loop.stages, loop.y_new
    copy_into(k[START], loop.rate)
    middle, end = min(t + 0.5 * h, latest), min(t + h, latest)
    advanced(y, 0.5 * h, k[START], new)
    derivative(middle, new, k[1], problem)
    advanced(y, 0.5 * h, k[1], new)
    derivative(middle, new, k[2], problem)
    advanced(y, h, k[2], new)
    derivative(end, new, k[3], problem)
    for i in range(y.size):
        new[i] = y[i] + h / 6.0 * (k[START, i] + 2.0 * (k[1, i] + k[2, i]) + k[3, i])
    derivative(end, new, k[END], problem)
    loop.counts[2] += 4
    return 0.0 if finite(k[END]) else math.inf


@kernel
def advanced(y, h, rate, new):
    for i in range(y.size):
        new[i] = y[i] + h * rate[i]


@kernel
def retry_scale(loop, error):
    """A fixed step cannot be tried again."""
    return 0.0


@kernel
def next_scale(plan, loop, h, error):
    """Back to the given step, which is the largest one, after one that was cut short."""
    return 1.0 if h > 0.999 * plan.control[2] else 2.0 * plan.control[2] / h


@kernel
def interpolate(loop, t, h, at, sample):
    """The state at a time within the step just taken, by Hermite's cubic between its ends."""
    x = (at - t) / h
    rise, k = x * x * (3.0 - 2.0 * x), loop.stages
    start, end = h * x * (1.0 - x) ** 2, -h * x * x * (1.0 - x)
    for i in range(loop.y.size):
        change = loop.y_new[i] - loop.y_old[i]
        sample[i] = loop.y_old[i] + rise * change + start * k[START, i] + end * k[END, i]


_STEPS = first_step, attempt, retry_scale, next_scale, interpolate
METHOD = Method(*_STEPS, singular_steps=False, stages=4, cubic=True)


@entry(*time_loop_signature())
def rk4(derivative, project, problem, plan, loop, max_steps):
    return run_time_loop(METHOD, derivative, project, problem, plan, loop, max_steps)


INTEGRATOR = Integrator(rk4, fixed=True)
