"""DOPRI5: adaptive Runge-Kutta method of order 5 with dense output of order 4.

J. R. Dormand and P. J. Prince, *Journal of Computational and Applied Mathematics* 6 (1980), 19-26;
error, steps and dense output as in E. Hairer, S. P. Nørsett, G. Wanner, *Solving Ordinary
Differential Equations I*, 2nd edition (1993), sections II.4 to II.6.

Half as many evaluations per step as DOP853: for steps that samples hold short.
"""

import math

import numpy as np

from treetop.core.compiler import entry, kernel
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
from treetop.core.integrators.stiffness import due, noted
from treetop.core.integrators.time_loop import run_time_loop
from treetop.core.spatial.table_access import copy_into

ORDER = 5
STAGES = 6  # before the rate at the end, which is the first stage of the next step
TREND = 0.04
CAUTION = 0.9
BOUNDARY = 3.25  # of stability, along the negative real axis

C = np.array([0, 1 / 5, 3 / 10, 4 / 5, 8 / 9, 1, 1])
# Rows of the stages; the last one makes the step.
A = np.array(
    [
        [0, 0, 0, 0, 0, 0],
        [1 / 5, 0, 0, 0, 0, 0],
        [3 / 40, 9 / 40, 0, 0, 0, 0],
        [44 / 45, -56 / 15, 32 / 9, 0, 0, 0],
        [19372 / 6561, -25360 / 2187, 64448 / 6561, -212 / 729, 0, 0],
        [9017 / 3168, -355 / 33, 46732 / 5247, 49 / 176, -5103 / 18656, 0],
        [35 / 384, 0, 500 / 1113, 125 / 192, -2187 / 6784, 11 / 84],
    ]
)
# Of the error of order 4, and of the dense output; the last one of the rate at the end.
E = np.array([71 / 57600, 0, -71 / 16695, 71 / 1920, -17253 / 339200, 22 / 525, -1 / 40])
D = np.array(
    [
        -12715105075 / 11282082432,
        0,
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
    for s in range(1, STAGES + 1):
        copy_into(loop.y_new, loop.y)
        for j in range(s):
            if A[s, j] != 0.0:
                weight = h * A[s, j]
                for i in range(loop.y.size):
                    loop.y_new[i] += weight * loop.stages[j, i]
        at = min(t + C[s] * h, latest)
        derivative(at, loop.y_new, loop.stages[s if s < STAGES else END], problem)
    loop.counts[2] += STAGES
    worst = 0.0
    for i in range(plan.controlled[0]):
        error = abs(weighted(loop, E, i))
        worst = worse(error / allowed(plan, loop.y, loop.y_new, i), worst)
    return h * worst


@kernel
def weighted(loop, weights, i):
    """A sum of the rates of component i at the stages."""
    sum_ = weights[STAGES] * loop.stages[END, i]
    for j in range(STAGES):
        sum_ += weights[j] * loop.stages[j, i]
    return sum_


@kernel
def retry_scale(loop, error):
    """By how much to shorten a step that failed."""
    return max(0.2, CAUTION * error ** (-1.0 / ORDER))


@kernel
def next_scale(plan, loop, h, error):
    """By how much to change the step, with regard to the trend of the error, as DOP853 does."""
    if due(loop):
        noted(loop, h * fastest_rate(plan, loop, h) > BOUNDARY)
    now, last = max(error, 1e-10), max(loop.clock[2], 1e-4)
    return min(6.0, max(0.2, CAUTION * now ** (0.75 * TREND - 1.0 / ORDER) * last**TREND))


@kernel
def fastest_rate(plan, loop, h):
    """By how much rates differ per difference of states between the last two stages, both at the
    end of the step."""
    rates, states = 0.0, 0.0
    for i in range(plan.controlled[0]):
        unit, y = allowed(plan, loop.y_old, loop.y, i), loop.y_old[i]
        for j in range(STAGES - 1):
            y += h * A[STAGES - 1, j] * loop.stages[j, i]
        rates += ((loop.stages[END, i] - loop.stages[STAGES - 1, i]) / unit) ** 2
        states += ((loop.y[i] - y) / unit) ** 2
    return math.sqrt(rates / states) if states > 0.0 else 0.0


@kernel
def first_step(derivative, problem, plan, loop):
    return fitting_step(ORDER, derivative, problem, plan, loop)


@kernel
def prepare(derivative, problem, loop, t, h, latest):
    """The coefficients of the dense output of the step just taken, without further evaluations."""
    k, dense = loop.stages, loop.dense
    for i in range(loop.y.size):
        change = loop.y[i] - loop.y_old[i]
        dense[0, i] = change
        dense[1, i] = h * k[START, i] - change
        dense[2, i] = 2.0 * change - h * (k[START, i] + k[END, i])
        dense[3, i] = h * weighted(loop, D, i)


@kernel
def interpolate(loop, t, h, at, sample):
    """The state at a time within the step just taken."""
    x = (at - t) / h
    for i in range(loop.y.size):
        value = 0.0
        for m in range(3, -1, -1):
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
    stages=STAGES,
)


@entry(*time_loop_signature(nothing))
def dopri5(derivative, project, problem, plan, loop, max_steps):
    return run_time_loop(METHOD, derivative, project, problem, plan, loop, max_steps)


INTEGRATOR = Integrator(dopri5, nothing)
