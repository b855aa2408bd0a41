"""DOP853: adaptive Runge-Kutta method of order 8 with dense output of order 7.

E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd edition
(1993), sections II.4 (step size), II.5 (the method) and II.6 (dense output).
"""

import math

from treetop.core.compiler import entry, kernel, where
from treetop.core.integrators.dop853_tableau import A, C, D, E
from treetop.core.integrators.error_norm import allowed, worse
from treetop.core.integrators.explicit import combine, explicit_method, prepare_cubic
from treetop.core.integrators.loop import END, START, Integrator, time_loop_signature
from treetop.core.integrators.time_loop import run_time_loop
from treetop.core.spatial.table_access import copy_into

STABLE = 6.1  # boundary of stability along the negative real axis


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
    combine(loop, y, h, A[s], s)
    derivative(min(t + C[s] * h, latest), loop.y_new, loop.stages[s], problem)
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
    ratio = worst3 / where(worst5 == 0.0, 1.0, worst5)
    return h * worst5 / math.sqrt(1.0 + 0.01 * ratio**2)


@kernel
def prepare(derivative, problem, loop, t, h, latest):
    """The coefficients of the dense output of the step just taken."""
    for s in range(END + 1, 16):
        evaluate(derivative, problem, loop, loop.y_old, t, h, latest, s)
    for i in range(loop.y.size):
        prepare_cubic(loop, h, i)
        for m in range(4):
            sum_ = 0.0
            for j in range(16):
                sum_ += D[m, j] * loop.stages[j, i]
            loop.dense[3 + m, i] = h * sum_


METHOD = explicit_method(
    attempt, prepare, order=8, degree=7, stable=STABLE, weights=A[END - 1], stages=END
)


@entry(*time_loop_signature())
def dop853(derivative, project, problem, plan, loop, max_steps):
    return run_time_loop(METHOD, derivative, project, problem, plan, loop, max_steps)


INTEGRATOR = Integrator(dop853)
