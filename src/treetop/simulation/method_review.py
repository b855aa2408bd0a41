"""Whether the method that "auto" has chosen suits a run with sampled controllers.

The looks of the compiled loop compare single steps with the fastest rate of the system.  Samples
cut steps short, and every new command makes the steps after it short, so that single steps say
little there: in one period some are held by stability, some by accuracy, and one by the sample.
Here all evaluations since the segment began count, per second of the run, against those that
stability asks of an explicit method and against those that another method took when it was
tried.  Where samples hold the steps short, a method of lower order takes half as many.  They are
looked at after 200, 400, 800 ... steps, whatever the wall time; every change of method doubles the
first number.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from treetop.core.control.sampling import PERIOD
from treetop.core.integrators.dop853 import STABLE
from treetop.model.run import Dop853, Dopri5, Radau, RunSettings
from treetop.simulation.loop_memory import clock_of, counts_of
from treetop.simulation.segment import Segment
from treetop.simulation.stabilization import stabilized

FIRST_LOOK = 200  # steps
EVALUATIONS_PER_STEP = 12  # of the explicit method
# Part of the evaluations of the explicit method that stability asks for, from which on the implicit
# one is tried; and again, after it took more than the explicit one.
STIFF, STIFF_AFTER_ALL = 0.5, 0.9
STEPS_PER_SAMPLE = 1.5  # with less of them it is samples that hold the steps short
STEPS_BEFORE_LOWER = 800  # as many as must be saved for a change of order to be worth its time
NUDGE = 1.5e-8  # part of a component, or of 1e-3, by which it is changed


def next_look(segment: Segment, changes: int) -> int:
    """The number of steps of a segment after which its method is looked at next, if the run has
    changed its method so often."""
    due, steps = FIRST_LOOK << changes, counts_of(segment.loop).steps
    while due <= steps:
        due *= 2
    return due


def better_method(segments: Sequence[Segment], settings: RunSettings) -> str:
    """The method that would go on better than that of the last segment; empty if none."""
    segment, counts = segments[-1], counts_of(segments[-1].loop)
    span = clock_of(segment.loop).time - segment.start.time
    cost = counts.evaluations / span
    if segment.method == Radau.kind:
        explicit = min(last_cost(segments, Dop853.kind), last_cost(segments, Dopri5.kind))
        limit = stability_cost(abs(eigenvalues(segment, settings))) / STIFF
        return Dop853.kind if cost > min(explicit, limit) else ""
    samples = span / segment.blocks.rates[:, PERIOD].min()
    if counts.steps < STEPS_PER_SAMPLE * samples:
        lower = segment.method == Dop853.kind and cost < last_cost(segments, Dopri5.kind)
        return Dopri5.kind if lower and counts.steps >= STEPS_BEFORE_LOWER else ""
    part = STIFF_AFTER_ALL if cost < last_cost(segments, Radau.kind) < math.inf else STIFF
    if cost * part < stability_cost(-eigenvalues(segment, settings).real):
        return Radau.kind
    dearer = segment.method == Dopri5.kind and cost > last_cost(segments, Dop853.kind)
    return Dop853.kind if dearer else ""


def stability_cost(rates: np.ndarray) -> float:
    """Evaluations per second that stability asks of explicit methods."""
    return float(EVALUATIONS_PER_STEP / STABLE * max(rates, default=0.0))


def last_cost(segments: Sequence[Segment], method: str) -> float:
    """Evaluations per second that a method took when it was last tried; infinite if it never
    was."""
    for tried, following in reversed(list(pairwise(segments))):
        if tried.follower and tried.method == method:
            return counts_of(tried.loop).evaluations / (following.start.time - tried.start.time)
    return math.inf


def eigenvalues(segment: Segment, settings: RunSettings) -> np.ndarray:
    """Eigenvalues of the equations of motion about the state reached, 1/s, without the zeros of
    what is held between samples; computed in a separate workspace."""
    system, t, y = segment.system, clock_of(segment.loop).time, segment.loop.y.copy()
    context = system.context()
    equations = stabilized(system, settings, y.size, context.problem)
    size = y.size - system.uncontrolled
    now, changed, J = np.zeros_like(y), np.zeros_like(y), np.zeros((size, size))
    after = np.nextafter(t, np.inf)
    equations.project(after, y.copy(), now, equations.problem)
    equations.derivative(after, y, now, equations.problem)
    for j in range(size):
        before = y[j]
        y[j] += NUDGE * max(abs(before), 1e-3)
        equations.derivative(after, y, changed, equations.problem)
        J[:, j] = (changed - now)[:size] / (y[j] - before)
        y[j] = before
    moving = J.any(axis=1)
    return np.linalg.eigvals(J[np.ix_(moving, moving)])
