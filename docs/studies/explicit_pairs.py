"""An explicit Runge-Kutta pair of lower order than those of Treetop, in Treetop's own time loop.

For the study of sampled controllers alone.  P. Bogacki and L. F. Shampine, *Applied Mathematics
Letters* 2 (1989), 321-325: orders 3 and 2, three evaluations per step, the last stage being the
first one of the next step.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from treetop.core.compiler import entry, kernel
from treetop.core.integrators import rk4
from treetop.core.integrators.error_norm import allowed, worse
from treetop.core.integrators.initial_step import fitting_step
from treetop.core.integrators.loop import END, START, Integrator, Method, time_loop_signature
from treetop.core.integrators.time_loop import run_time_loop
from treetop.core.spatial.table_access import copy_into
from treetop.simulation.integrators import INTEGRATORS

CAUTION, TREND = 0.9, 0.04  # of the step size, as of DOP853


def lower(*rows: list[float]) -> np.ndarray:
    """The coefficients of the stages, below the diagonal."""
    return np.array([row + [0.0] * (len(rows) - len(row)) for row in rows])


# Order; coefficients of stages, their times, weights, weights of the error with the last stage.
BOGACKI_SHAMPINE = (
    3,
    lower([], [1 / 2], [0, 3 / 4]),
    np.array([0, 1 / 2, 3 / 4]),
    np.array([2 / 9, 1 / 3, 4 / 9]),
    np.array([-5 / 72, 1 / 12, 1 / 9, -1 / 8]),
)


def integrator(
    order: int, A: np.ndarray, C: np.ndarray, B: np.ndarray, E: np.ndarray
) -> Integrator:
    """A pair as an integrator; compiled anew in every process."""
    count, power = len(B), 1.0 / order

    @kernel
    def advanced(loop, h, weights, stages):
        copy_into(loop.y_new, loop.y)
        for j in range(stages):
            for i in range(loop.y.size):
                loop.y_new[i] += h * weights[j] * loop.stages[j, i]

    @kernel
    def attempt(derivative, problem, plan, loop, t, h, latest):
        copy_into(loop.stages[START], loop.rate)
        for s in range(1, count):
            advanced(loop, h, A[s], s)
            derivative(min(t + C[s] * h, latest), loop.y_new, loop.stages[s], problem)
        advanced(loop, h, B, count)
        derivative(min(t + h, latest), loop.y_new, loop.stages[END], problem)
        loop.counts[2] += count
        worst = 0.0
        for i in range(plan.controlled[0]):
            error = E[count] * loop.stages[END, i]
            for j in range(count):
                error += E[j] * loop.stages[j, i]
            worst = worse(abs(error) / allowed(plan, loop.y, loop.y_new, i), worst)
        return h * worst

    @kernel
    def first_step(derivative, problem, plan, loop):
        return fitting_step(order, derivative, problem, plan, loop)

    @kernel
    def retry_scale(loop, error):
        return max(0.2, CAUTION * error**-power)

    @kernel
    def next_scale(plan, loop, h, error):
        now, last = max(error, 1e-10), max(loop.clock[2], 1e-4)
        return min(6.0, max(0.2, CAUTION * now ** (0.75 * TREND - power) * last**TREND))

    steps = first_step, attempt, retry_scale, next_scale, rk4.interpolate
    method = Method(*steps, stages=count)

    @entry(*time_loop_signature())
    def advance(derivative, project, problem, plan, loop, max_steps):
        return run_time_loop(method, derivative, project, problem, plan, loop, max_steps)

    return Integrator(advance)


@contextmanager
def in_place_of_dop853(pair: Integrator | None) -> Iterator[None]:
    """Let the word of DOP853 stand for a pair."""
    given: dict[str, Any] = dict(INTEGRATORS)
    if pair:
        INTEGRATORS["dop853"] = pair
    try:
        yield
    finally:
        INTEGRATORS.update(given)
