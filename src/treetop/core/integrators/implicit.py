"""What implicit methods share: the matrix of a problem.

    J = ∂y'/∂y

It is exact where the loop is given what writes it, else by differences.  The works at the end of a
state change nothing, and what is held between samples never changes within a step, so that their
columns are zero and cost nothing.
"""

import math
from typing import NamedTuple

from treetop.core.compiler import kernel
from treetop.core.derivatives.interface import unpack as unpack_jacobian
from treetop.core.integrators.loop import START
from treetop.core.integrators.reduction import tie
from treetop.core.integrators.time_loop import just_after
from treetop.core.spatial.table_access import copy_into

EPSILON = 2.220446049250313e-16
# How much of itself, or of the size below which it counts as zero, a component is changed by.
NUDGE = math.sqrt(EPSILON)
STEP_UNCHANGED = 1e-6  # relative difference of steps for which factors serve as well
JUMP = 10.0  # a change in projection, in units of the tolerance, that leaves no past to go on from
DIVERGED = 1e6  # the error of a step whose equations were not solved: more than is ever borne
HALVING = 16.0  # the one by which it is shortened


@kernel
def stands_still(plan, j):
    """Whether component j is held, as commands are from sample to sample."""
    return j < plan.still.size and plan.still[j]


class Progress(NamedTuple):
    """How far Newton's method has come."""

    stops: bool
    rate: float  # at which changes shrink
    left: float  # of the last change, in the error that remains


@kernel
def progress(before, size, last, k, most, newton, tolerance):
    """Progress with the change of iteration k, of `most`: it stops at one that is not finite, or
    if changes shrink too slowly; `newton` says why."""
    if not math.isfinite(size):
        newton[2] = math.inf
        return Progress(True, before.rate, before.left)
    if k == 0:
        return before
    rate = size / last
    left = rate / (1.0 - rate)
    stops = rate >= 1.0 or left * size * rate ** (most - 1 - k) > tolerance
    if stops:
        newton[2] = 1.0
    return Progress(stops, rate, left)


@kernel
def differentiate(derivative, problem, plan, loop, t, J):
    """Write J at the state reached, where `loop.rate` is its rate, and which unknowns it ties."""
    if loop.memory.exact[0] != 0:
        (exact,) = unpack_jacobian(loop.memory.exact[0])
        exact.write(just_after(t), loop.y, J, exact.handle[0])
        loop.counts[2] += 1
        for j in range(plan.still.size):
            if plan.still[j]:
                J[:, j] = 0.0
    else:
        by_differences(derivative, problem, plan, loop, t, J)
    tie(J, loop.memory.reduction)


@kernel
def by_differences(derivative, problem, plan, loop, t, J):
    y, nudged, changed = loop.y, loop.y_new, loop.stages[START + 1]
    least = min(1.0, max(1e-3, plan.control[1] / plan.control[0]))
    copy_into(nudged, y)
    for j in range(plan.controlled[0]):
        if stands_still(plan, j):
            J[:, j] = 0.0
            continue
        nudged[j] = y[j] + NUDGE * max(abs(y[j]), least)
        step = nudged[j] - y[j]  # as it was rounded
        derivative(just_after(t), nudged, changed, problem)
        for i in range(y.size):
            J[i, j] = (changed[i] - loop.rate[i]) / step
        nudged[j] = y[j]
        loop.counts[2] += 1


@kernel
def newton_tolerance(rtol):
    """How small, in units of the tolerance, what Newton's method leaves must be."""
    return max(10.0 * EPSILON / rtol, min(0.03, math.sqrt(rtol)))


@kernel
def caution(max_iterations, iterations):
    """Less than 1 the more, the more iterations Newton's method needed."""
    return 0.9 * (2 * max_iterations + 1) / (2 * max_iterations + iterations)


@kernel
def finite_error(error):
    """The error by which a step that failed is shortened."""
    return HALVING if error == DIVERGED else error
