"""DOPRI5: adaptive Runge-Kutta method of order 5 with dense output of order 4.

Half the evaluations of DOP853 for a step: the method where something else than accuracy holds
steps short, as the samples of a controller do.

J. R. Dormand, P. J. Prince, *Journal of Computational and Applied Mathematics* 6 (1980), 19-26;
E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary Differential Equations I*, 2nd edition
(1993), sections II.5 (the method) and II.6 (dense output).
"""

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.integrators.error_norm import allowed, worse
from treetop.core.integrators.explicit import combine, explicit_method, prepare_cubic
from treetop.core.integrators.loop import END, START, Integrator, time_loop_signature
from treetop.core.integrators.time_loop import run_time_loop
from treetop.core.spatial.table_access import copy_into

DEGREE = 4  # of the dense output
LAST = 6  # stage at the end of the step, the first one of the next

# Times of the stages, in parts of the step, and how stages make the states of the next.
C = np.array([0.0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1.0, 1.0])
A = np.array(
    [
        [0.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [1 / 5, 0.0, 0.0, 0.0, 0.0, 0.0],
        [3 / 40, 9 / 40, 0.0, 0.0, 0.0, 0.0],
        [44 / 45, -56 / 15, 32 / 9, 0.0, 0.0, 0.0],
        [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0.0, 0.0],
        [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0.0],
        [35 / 384, 0.0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
    ]
)
# How stages make the error, by the difference to a method of order 4, and the last term of the
# dense output.
E = np.array([71 / 57600, 0.0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])
D = np.array(
    [
        -12715105075 / 11282082432,
        0.0,
        87487479700 / 32700410799,
        -10690763975 / 1880347072,
        701980252875 / 199316789632,
        -1453857185 / 822651844,
        69997945 / 29380423,
    ]
)


@kernel
def attempt(derivative, problem, plan, loop, t, h, latest):
    """Try a step of h from t; return its error in units of the tolerance."""
    copy_into(loop.stages[START], loop.rate)
    for s in range(1, LAST + 1):
        combine(loop, loop.y, h, A[s], s)
        derivative(min(t + C[s] * h, latest), loop.y_new, loop.stages[row_of(s)], problem)
    loop.counts[2] += LAST
    return error_norm(plan, loop, h)


@kernel
def row_of(s):
    """Where the rate of a stage stands."""
    return END if s == LAST else s


@kernel
def sum_of(weights, loop, i):
    """The sum of the rates of component i, each by its weight."""
    total = 0.0
    for s in range(LAST + 1):
        total += weights[s] * loop.stages[row_of(s), i]
    return total


@kernel
def error_norm(plan, loop, h):
    worst = 0.0
    for i in range(plan.controlled[0]):
        unit = allowed(plan, loop.y, loop.y_new, i)
        worst = worse(abs(h * sum_of(E, loop, i)) / unit, worst)
    return worst


@kernel
def prepare(derivative, problem, loop, t, h, latest):
    """The coefficients of the dense output of the step just taken."""
    for i in range(loop.y.size):
        prepare_cubic(loop, h, i)
        loop.dense[DEGREE - 1, i] = h * sum_of(D, loop, i)


METHOD = explicit_method(
    attempt, prepare, order=5, degree=DEGREE, stable=3.25, weights=A[LAST - 1], stages=LAST
)


@entry(*time_loop_signature())
def dopri5(derivative, project, problem, plan, loop, max_steps):
    return run_time_loop(METHOD, derivative, project, problem, plan, loop, max_steps)


INTEGRATOR = Integrator(dopri5)
