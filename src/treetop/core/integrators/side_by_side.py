"""Runs side by side: their steps are tried in lanes, several at once, each with a time, a length
and an error of its own.

All else is done for each run as the time loop does it, on what the loop of that run remembers, so
that it is to the bit the run that it would be alone.  Where something happens that is more than a
step, the run leaves its lane as it was before, and its own loop takes over: at its end, at an event
within the step, next to singular positions, and where a step cannot be made.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import BOX, INTERPRETED, Bundle, entry, inlined, kernel
from treetop.core.compiler.kernel_lanes import (
    LANES,
    as_handle,
    as_lanes,
    lane,
    read_lane,
    with_lane,
    write_lane,
)
from treetop.core.integrators import dop853, dopri5
from treetop.core.integrators.event_monitor import SEARCHING
from treetop.core.integrators.events import look_at_end, open_search
from treetop.core.integrators.loop import END, START, time_loop_signature
from treetop.core.integrators.singular_steps import BOUND, HISTORY_SIZE, tried_next
from treetop.core.integrators.stiffness import FOUND, due
from treetop.core.integrators.time_loop import (
    give_up,
    go_forward,
    jumps_now,
    just_after,
    landed,
    proposed_step,
    sample_due,
    take_note,
)
from treetop.core.interface import DERIVATIVE_TYPE, PROJECT_TYPE, UNCHANGED
from treetop.core.spatial.table_access import copy_into

IDLE, RUNNING, LEFT = 0, 1, 2  # `Abreast.doing`
STIFFNESS_SIZE = 5


class Abreast(NamedTuple):
    """What is remembered of the run in each lane, a row for each."""

    doing: np.ndarray  # (K,)
    runs: np.ndarray  # (K,)  handles of plan and loop
    problems: np.ndarray  # (K,)
    rejected: np.ndarray  # (K,)  1: the last step that was tried failed
    counted: np.ndarray  # (K, 2)  steps rejected and evaluations, before the first that failed
    step: np.ndarray  # (K,)  that one's length
    singular: np.ndarray  # (K, h)  what was known of steps then
    stiffness: np.ndarray  # (K, s)  what was known before the step that is being judged


def abreast(width: int) -> Abreast:
    """Lanes without runs."""
    doing, rejected = np.zeros((2, width), dtype=np.int64)
    runs, problems = np.zeros((2, width), dtype=object if INTERPRETED else BOX.dtype)
    return Abreast(
        doing,
        runs,
        problems,
        rejected,
        counted=np.zeros((width, 2), dtype=np.int64),
        step=np.zeros(width),
        singular=np.zeros((width, HISTORY_SIZE)),
        stiffness=np.zeros((width, STIFFNESS_SIZE)),
    )


class Tried(NamedTuple):
    """A step that was tried in a lane."""

    error: float  # in units of the tolerance
    evaluations: int  # of the rate
    more: int  # of these, for samples within the step


bundle = Bundle(*time_loop_signature()[4:6])  # plan and loop, of a run or of all lanes
unpack = bundle.unpack


def side_by_side_signature() -> tuple:
    """Samples of what the loop of a method returns and takes."""
    functions = LANES.type_of(DERIVATIVE_TYPE), DERIVATIVE_TYPE, PROJECT_TYPE
    return (0, *functions, abreast(LANES.width), Bundle.handle, Bundle.handle, 0)


@inlined
def run_side_by_side(method, derivative, real, project, row, together, problem, max_steps):
    """Go on for so many steps, or until a run leaves its lane; return how many were tried.

    `derivative` is that of lanes, `real` that of a single run; `together` and `problem` lead to
    plan and loop, and to tables, of all lanes.
    """
    plans, loops = unpack(as_handle(together))
    t, h, latest = as_lanes(0.0), as_lanes(0.0), as_lanes(0.0)
    for tried in range(max_steps):
        some = first_running(row)
        if some < 0:
            return tried
        for k in range(row.doing.size):
            used = k if row.doing[k] == RUNNING else some  # what is idle does as others do
            plan, loop = unpack(row.runs[used])
            begin, length, stop, _ = proposed_step(plan, loop)
            t, h = with_lane(t, k, begin), with_lane(h, k, length)
            latest = with_lane(latest, k, math.nextafter(stop, begin))
            write_lane(loops.y, k, loop.y)
            write_lane(loops.rate, k, loop.rate)
        loops.counts[2] = 0
        error = method.attempt(derivative, as_handle(problem), plans, loops, t, h, latest)
        evaluations = loops.counts[2]
        copy_into(loops.y_old, loops.y)
        copy_into(loops.y, loops.y_new)
        if samples_wanted(row, error):
            method.prepare(derivative, as_handle(problem), loops, t, h, latest)
        more = loops.counts[2] - evaluations
        for k in range(row.doing.size):
            if row.doing[k] == RUNNING:
                step = Tried(lane(error, k), evaluations, more)
                if step.error <= 1.0:
                    go_on(method, real, project, row, loops, k, step)
                else:
                    try_again(method, row, k, step)
    return max_steps


@kernel
def first_running(row):
    """The first lane with a run that goes on; -1 if there is none, or if one has left."""
    some, left = -1, False
    for k in range(row.doing.size):
        if row.doing[k] == RUNNING:
            plan, loop = unpack(row.runs[k])
            if goes_on(plan, loop):
                some = k if some < 0 else some
            else:
                leave(row, loop, k)
        left = left or row.doing[k] == LEFT
    return -1 if left else some


@kernel
def goes_on(plan, loop):
    """Whether all that is to be done next is a step."""
    t, end = loop.clock[0], plan.breaks[-1]
    if t >= end or t >= plan.pause[0] or loop.monitor.span[SEARCHING] > 0.0:
        return False
    if plan.further[1] == 1 and loop.stiffness[FOUND] > 0.0:
        return False
    _, h, _, lands = proposed_step(plan, loop)
    return lands or h >= 1e-15 * max(abs(t), abs(end))


@kernel
def samples_wanted(row, error):
    """Whether samples are wanted within any of the steps that went well."""
    for k in range(row.doing.size):
        if row.doing[k] == RUNNING and lane(error, k) <= 1.0:
            plan, loop = unpack(row.runs[k])
            t, h, stop, lands = proposed_step(plan, loop)
            s = loop.counts[3]
            if s < plan.times.size and plan.times[s] <= (stop if lands else t + h):
                return True
    return False


@inlined
def go_on(method, real, project, row, loops, k, step):
    """Let a run go on by the step that was made in its lane, as the time loop does it; where more
    is to be done than that, the run leaves."""
    plan, loop = unpack(row.runs[k])
    t, h, stop, lands = proposed_step(plan, loop)
    problem, evaluations, sampled = row.problems[k], loop.counts[2], loop.counts[3]
    take_lane(loops, loop, k)
    go_forward(loop, stop if lands else t + h)
    copy_into(row.stiffness[k], loop.stiffness)
    seen, met = False, True
    if loop.monitor.level.size > 0:
        after = just_after(loop.clock[0])
        seen = look_at_end(project, problem, plan, loop, t, h, after, method.stages)
    if not seen:
        scale = method.next_scale(plan, loop, h, step.error)
        loop.counts[2] += step.evaluations
        if sample_due(plan, loop):
            for m in range(loop.dense.shape[0]):
                read_lane(loops.dense[m], k, loop.dense[m])
            loop.counts[2] += step.more
        rejected = row.rejected[k] == 1
        end = landed(method, project, problem, plan, loop, t, h, step.error, rejected)
        met = end.met and end.error <= 1.0
        if met:
            take_note(method, plan, loop, t, h, scale, lands, rejected, sampled, end)
            open_search(loop.monitor, False)
            row.rejected[k] = 0
            if (end.projected != UNCHANGED or lands) and not jumps_now(plan, loop):
                real(just_after(loop.clock[0]), loop.y, loop.rate, problem)
                loop.counts[2] += 1
            return
    copy_into(loop.stiffness, row.stiffness[k])
    loop.counts[2] = evaluations
    give_up(project, problem, loop, t, sampled, not met)
    leave(row, loop, k)


@kernel
def take_lane(loops, loop, k):
    """Let the loop of a run have the step that was made in its lane, as far as it is looked at."""
    copy_into(loop.stages[START], loop.rate)
    read_lane(loops.y, k, loop.y_new)
    read_lane(loops.stages[END], k, loop.stages[END])
    if loop.monitor.level.size > 0 or due(loop):
        for s in range(START + 1, END):
            read_lane(loops.stages[s], k, loop.stages[s])


@kernel
def try_again(method, row, k, step):
    """Choose the step to try after one that failed; what the method alone does not choose is left
    to the run's own loop."""
    plan, loop = unpack(row.runs[k])
    if row.rejected[k] == 0:
        row.rejected[k], row.step[k] = 1, loop.clock[1]
        row.counted[k, 0], row.counted[k, 1] = loop.counts[1], loop.counts[2]
        copy_into(row.singular[k], loop.singular)
    if loop.singular[BOUND] > 0.0 or not math.isfinite(step.error):
        leave(row, loop, k)
        return
    h = proposed_step(plan, loop)[1]
    shorter = h * method.retry_scale(loop, step.error)
    loop.clock[1] = tried_next(loop.singular, h, step.error, 0.0, shorter)
    loop.counts[1] += 1
    loop.counts[2] += step.evaluations


@kernel
def leave(row, loop, k):
    """Take a run out of its lane, as if none of the steps had been tried that failed last."""
    row.doing[k] = LEFT
    if row.rejected[k] == 1:
        row.rejected[k], loop.clock[1] = 0, row.step[k]
        loop.counts[1], loop.counts[2] = row.counted[k, 0], row.counted[k, 1]
        copy_into(loop.singular, row.singular[k])


@entry(*side_by_side_signature())
def dop853_side_by_side(derivative, real, project, row, together, problem, max_steps):
    method = dop853.METHOD
    return run_side_by_side(method, derivative, real, project, row, together, problem, max_steps)


@entry(*side_by_side_signature())
def dopri5_side_by_side(derivative, real, project, row, together, problem, max_steps):
    method = dopri5.METHOD
    return run_side_by_side(method, derivative, real, project, row, together, problem, max_steps)
