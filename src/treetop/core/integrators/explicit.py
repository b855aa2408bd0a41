"""What explicit Runge-Kutta pairs with adaptive steps have in common.

E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd edition
(1993), sections II.4 (step size) and II.6 (dense output).
"""

import math

from treetop.core.compiler import kernel
from treetop.core.integrators.error_norm import allowed
from treetop.core.integrators.initial_step import fitting_step
from treetop.core.integrators.loop import END, START, Method
from treetop.core.integrators.stiffness import due, note

TREND = 0.04
CAUTION = 0.85


def explicit_method(attempt, prepare, *, order, degree, stable, weights, stages) -> Method:
    """A pair as a method: its step, the dense output of this degree, and its control.

    `stable` is the boundary of stability along the negative real axis, `stages` the number of the
    last stage; the one before, made by these weights, is at the end of the step too.
    """

    @kernel
    def first_step(derivative, problem, plan, loop):
        return fitting_step(order, derivative, problem, plan, loop)

    @kernel
    def retry_scale(loop, error):
        return shorter(order, error)

    @kernel
    def next_scale(plan, loop, h, error):
        if due(loop):
            note(loop, h * fastest_rate(plan, loop, h, weights, stages - 1) > stable)
        return longer(order, error, loop.clock[2])

    @kernel
    def interpolate(loop, t, h, at, sample):
        interpolate_by(degree, loop, t, h, at, sample)

    steps = first_step, attempt, retry_scale, next_scale, interpolate
    return Method(*steps, prepare, stages=stages)


@kernel
def combine(loop, y, h, weights, count):
    """Write the state that so many stages lead to from y, each by its weight: two at a time, for
    fewer passes over the state."""
    new, stages, first = loop.y_new, loop.stages, 2 - count % 2
    one, other = h * weights[0], h * weights[1] if first == 2 else 0.0
    a, b = stages[0], stages[first - 1]
    for i in range(y.size):
        new[i] = y[i] + one * a[i] + other * b[i]
    for j in range(first, count, 2):
        one, other, a, b = h * weights[j], h * weights[j + 1], stages[j], stages[j + 1]
        for i in range(y.size):
            new[i] += one * a[i] + other * b[i]


@kernel
def shorter(order, error):
    """By how much to shorten a step that failed."""
    return max(0.2, CAUTION * error ** (-1.0 / order))


@kernel
def longer(order, error, last_error):
    """By how much to change a step that went well, with regard to the trend of the error.

    Where stability limits the step, the trend keeps it from running into failure again and again
    (K. Gustafsson, *ACM Transactions on Mathematical Software* 17 (1991), 533-554).
    """
    now, last = max(error, 1e-10), max(last_error, 1e-4)
    return min(6.0, max(0.2, CAUTION * now ** (0.75 * TREND - 1.0 / order) * last**TREND))


@kernel
def fastest_rate(plan, loop, h, weights, s):
    """By how much rates differ per difference of states between stage s, made by these weights, and
    the last one, both at the end of the step: where steps are as long as stability lets them be,
    the fastest decay."""
    rates, states = 0.0, 0.0
    for i in range(plan.controlled[0]):
        unit, y = allowed(plan, loop.y_old, loop.y, i), loop.y_old[i]
        for j in range(s):
            y += h * weights[j] * loop.stages[j, i]
        rates += ((loop.stages[END, i] - loop.stages[s, i]) / unit) ** 2
        states += ((loop.y[i] - y) / unit) ** 2
    return math.sqrt(rates / states) if states > 0.0 else 0.0


@kernel
def prepare_cubic(loop, h, i):
    """Write the coefficients of the dense output up to degree 3, of component i."""
    k, change = loop.stages, loop.y[i] - loop.y_old[i]
    loop.dense[0, i] = change
    loop.dense[1, i] = h * k[START, i] - change
    loop.dense[2, i] = 2.0 * change - h * (k[START, i] + k[END, i])


@kernel
def interpolate_by(degree, loop, t, h, at, sample):
    """The state at a time within the step just taken, by a polynomial of this degree."""
    x = (at - t) / h
    for i in range(loop.y.size):
        value = 0.0
        for m in range(degree - 1, -1, -1):
            value = (value + loop.dense[m, i]) * (x if m % 2 == 0 else 1.0 - x)
        sample[i] = loop.y_old[i] + value
