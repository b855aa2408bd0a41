"""The time loop: steps, samples, breaks; one for all methods.

The problem is a derivative, and what is to be projected between steps.  All that the loop remembers
is in arrays, so that it can pause after any step and go on as if nothing had been.
"""

import math
from typing import NamedTuple

from treetop.core.compiler import inlined, kernel
from treetop.core.control.blocks import DECIDE_AGAIN, DONE, FAILED, ticker
from treetop.core.control.pulses import close_valves, next_closing
from treetop.core.control.sampling import any_due, next_instant
from treetop.core.integrators.event_monitor import (
    SEARCHING,
    decide_again,
    forget_end,
    look_after_jump,
    look_at_start,
)
from treetop.core.integrators.events import (
    MAX_CUTS,
    cut_at,
    event_found,
    look_at_end,
    open_search,
)
from treetop.core.integrators.loop import END, START
from treetop.core.integrators.outcome import Outcome
from treetop.core.integrators.singular_steps import (
    BEGAN,
    MAX_AMPLIFICATION,
    NEAR_SINGULAR,
    NOISE,
    SAMPLED,
    bearable,
    cornered,
    noise_of,
    note_step,
    overruled,
    restore_ranks,
    suspect,
    trapped,
    tried_instead,
    tried_next,
    worth_landing,
)
from treetop.core.integrators.stiffness import FOUND
from treetop.core.interface import LOST, MOVED, UNCHANGED
from treetop.core.spatial.table_access import copy_into

PAUSED, FINISHED = int(Outcome.PAUSED), int(Outcome.FINISHED)
STEP_COLLAPSED, NOT_FINITE = int(Outcome.STEP_COLLAPSED), int(Outcome.NOT_FINITE)
CONSTRAINTS_LOST, EVENT = int(Outcome.CONSTRAINTS_LOST), int(Outcome.EVENT)
OTHER_METHOD, SAMPLED_BLOCK = int(Outcome.OTHER_METHOD), int(Outcome.SAMPLED)


WORKS_AT = 6  # from the origin's place on, that of the works


class Landing(NamedTuple):
    """What has become of a step at its end."""

    error: float  # in units of the tolerance
    noise: float  # what rounding moves the end by, likewise
    projected: int  # what projection has come to
    met: bool  # whether constraints could be met


@inlined
def run_time_loop(method, derivative, project, problem, plan, loop, max_steps):
    """Go on until the last break, for so many steps or to the next event; return an Outcome."""
    clock, count, monitor, end = loop.clock, loop.counts, loop.monitor, plan.breaks[-1]
    tiny = 1e-15 * max(abs(clock[0]), abs(end))
    largest, rejected, why, cuts = count[0] + max_steps, False, STEP_COLLAPSED, 0
    monitoring, cutting = monitor.level.size > 0, monitor.level.size > monitor.direction.size
    if count[2] == 0 and not begun(method, derivative, project, problem, plan, loop, tiny):
        return NOT_FINITE
    while True:
        searching = monitor.span[SEARCHING] > 0.0
        if searching and event_found(method.interpolate, project, problem, plan, loop):
            return EVENT
        if clock[0] >= end:
            return FINISHED
        if plan.further[1] == 1 and loop.stiffness[FOUND] > 0.0:
            return OTHER_METHOD
        if count[0] >= largest or clock[0] >= plan.pause[0]:
            return PAUSED
        if not blocks_run(project, derivative, problem, plan, loop):
            return SAMPLED_BLOCK
        t, h, stop, lands = proposed_step(plan, loop)
        if h < tiny and not lands:
            return STEP_COLLAPSED if loop.singular[NOISE] > NEAR_SINGULAR else why
        latest = math.nextafter(stop, t)  # forces may jump at the break itself
        error = method.attempt(derivative, problem, plan, loop, t, h, latest)
        step = Landing(error, 0.0, UNCHANGED, True)
        scale, sampled, seen = 1.0, count[3], False
        why = STEP_COLLAPSED if math.isfinite(error) else NOT_FINITE
        taken = error <= worth_landing(loop.singular)
        if taken:
            go_forward(loop, stop if lands else t + h)
            scale = method.next_scale(plan, loop, h, error)
            if monitoring:
                after = just_after(clock[0])
                seen = look_at_end(project, problem, plan, loop, t, h, after, method.stages)
            if seen or sample_due(plan, loop):
                method.prepare(derivative, problem, loop, t, h, latest)
            if seen and cutting and cuts < MAX_CUTS:
                sides = 1 if method.cubic else 2
                cut = cut_at(method.interpolate, project, problem, plan, loop, sides)
                if t + tiny < cut < math.inf:
                    cuts, clock[1] = cuts + 1, cut - t
                    give_up(project, problem, loop, t, sampled, True)
                    count[1] += 1
                    continue
            step = landed(method, project, problem, plan, loop, t, h, error, rejected)
            why = why if step.met else CONSTRAINTS_LOST
            taken = step.error <= bearable(loop.singular)
            if not taken:  # what cannot be met is to be reported
                give_up(project, problem, loop, t, sampled, step.met)
        if not taken:
            rejected = True
            retry(method, derivative, project, problem, plan, loop, t, h, step)
            continue
        take_note(method, plan, loop, t, h, scale, lands, rejected, sampled, step)
        rejected, why, cuts = False, STEP_COLLAPSED, 0
        open_search(monitor, seen)
        if (step.projected != UNCHANGED or lands) and not jumps_now(plan, loop):
            derivative(just_after(clock[0]), loop.y, loop.rate, problem)
            count[2] += 1


@inlined
def begun(method, derivative, project, problem, plan, loop, tiny):
    """Ready the loop for its first step; return whether the motion is finite."""
    clock, y, rate = loop.clock, loop.y, loop.rate
    derivative(just_after(clock[0]), y, rate, problem)
    loop.counts[2] += 1
    if not finite(rate):
        return False
    loop.counts[3] = start_sampled(plan, clock[0], y)
    clock[1] = max(tiny, method.first_step(derivative, problem, plan, loop))
    if loop.monitor.level.size > 0:
        look_at_start(project, problem, loop, just_after(clock[0]))
    return True


@inlined
def blocks_run(project, derivative, problem, plan, loop):
    """Close valves and run the blocks that are due at the time reached, and show what they write in
    a sample of that time; return whether none in Python failed."""
    t, handle = loop.clock[0], plan.blocks[0]
    if loop.ticked[0] == t:
        return True
    due = any_due(plan.rates, t)
    if not due and next_closing(plan.pulses, loop.y) > t:
        return True
    close_valves(plan.pulses, loop.y, t)
    done = ticker(handle)[1](t, loop.y, handle) if due else DONE
    if done == FAILED:
        return False
    if done == DECIDE_AGAIN:
        decide_again(project, problem, loop)
    loop.ticked[0] = t
    derivative(just_after(t), loop.y, loop.rate, problem)
    loop.counts[2] += 2 if due else 1  # one of them by the blocks
    s = loop.counts[3] - 1
    while s >= 0 and plan.times[s] == t:
        copy_into(plan.samples[s], loop.y)
        s -= 1
    if loop.monitor.level.size > 0:
        look_after_jump(project, problem, loop, just_after(t))
    return True


@kernel
def jumps_now(plan, loop):
    """Whether internal states change at the time reached, by blocks or by the end of a pulse."""
    t = loop.clock[0]
    return next_closing(plan.pulses, loop.y) <= t or any_due(plan.rates, t)


@kernel
def proposed_step(plan, loop):
    """From when, how far and at most until when a step is tried, and whether it lands there."""
    t, h = loop.clock[0], min(loop.clock[1], plan.control[2])
    stop = min(next_break(plan.breaks, t), next_instant(plan.rates, t), plan.pause[0])
    stop = min(stop, next_closing(plan.pulses, loop.y))
    lands = t + 1.000001 * h >= stop
    return t, (stop if lands else t + h) - t, stop, lands  # as the clock counts it, far from zero


@inlined
def landed(method, project, problem, plan, loop, t, h, error, rejected):
    """Sample and project the end of a step, and judge it anew."""
    met, noise = True, 0.0
    if sample_due(plan, loop):
        met = take_samples(method.interpolate, project, problem, plan, loop, t, h)
    copy_into(loop.y_new, loop.y)
    projected = project(loop.clock[0], loop.y, loop.rate, problem)
    if not met or projected == LOST:
        return Landing(math.inf, noise, projected, False)
    if method.singular_steps and projected == MOVED and suspect(plan, loop, rejected):
        noise = noise_of(project, problem, plan, loop)
        if noise <= NEAR_SINGULAR:
            over, magnification = overruled(project, problem, plan, loop, t)
            error = max(error, over)
            if over > 1.0 and magnification > MAX_AMPLIFICATION:
                noise = over
        error = max(error, noise)
    return Landing(error, noise, projected, True)


@inlined
def give_up(project, problem, loop, t, sampled, ranks):
    """Go back to where a step began, with the ranks that constraints have there if wanted."""
    go_back(loop, t, sampled)
    forget_end(loop.monitor)
    if ranks:
        restore_ranks(project, problem, loop, t)


@inlined
def retry(method, derivative, project, problem, plan, loop, t, h, step):
    """Choose the step to try after one that failed; it may be in the place of the last one."""
    worst = step.error if math.isfinite(step.error) else math.inf
    shorter = h * method.retry_scale(loop, worst)
    loop.clock[1] = tried_next(loop.singular, h, worst, step.noise, shorter)
    loop.counts[1] += 1
    if trapped(loop.singular, t) or cornered(project, problem, plan, loop, t):
        loop.clock[1] = tried_instead(loop.singular, t)
        undo_step(derivative, project, problem, loop)
        if loop.monitor.level.size > 0:
            look_at_start(project, problem, loop, just_after(loop.clock[0]))


@inlined
def take_note(method, plan, loop, t, h, scale, lands, rejected, sampled, step):
    """Take note of a step that was taken, and propose the next."""
    clock, count = loop.clock, loop.counts
    proposed = h * (min(1.0, scale) if rejected else scale)
    clock[1] = max(clock[1], proposed) if lands else proposed
    clock[2] = min(1.0, step.error)
    count[0] += 1
    copy_into(loop.y_last, loop.y_old)
    bound = method.singular_steps and step.projected != UNCHANGED
    count[4] += note_step(loop.singular, t, h, step.error, step.noise, sampled, bound)
    note_works(plan, loop)


@kernel
def go_forward(loop, t):
    """To the state that was tried."""
    copy_into(loop.y_old, loop.y)
    copy_into(loop.y, loop.y_new)
    copy_into(loop.rate, loop.stages[END])
    loop.clock[0] = t


@kernel
def note_works(plan, loop):
    """Remember what energy has gone in and out between samples."""
    first = plan.further[0]
    for k in range(2 if first >= 0 else 0):
        work = loop.y[first + WORKS_AT + k]
        loop.works[0, k] = min(loop.works[0, k], work)
        loop.works[1, k] = max(loop.works[1, k], work)


@kernel
def go_back(loop, t, sampled):
    """To where the step began, with as many samples as there were."""
    copy_into(loop.y, loop.y_old)
    copy_into(loop.rate, loop.stages[START])
    loop.clock[0], loop.counts[3] = t, sampled


@inlined
def undo_step(derivative, project, problem, loop):
    """Go back to where the last step that was taken began."""
    began, sampled = loop.singular[BEGAN], int(loop.singular[SAMPLED])
    copy_into(loop.y_old, loop.y_last)
    go_back(loop, began, sampled)
    loop.ticked[0] = began
    restore_ranks(project, problem, loop, began)
    derivative(just_after(began), loop.y, loop.rate, problem)
    loop.counts[0] -= 1
    loop.counts[1] += 1
    loop.counts[2] += 1


@kernel
def finite(values):
    for value in values:  # noqa: SIM110
        if not math.isfinite(value):
            return False
    return True


@kernel
def just_after(t):
    """The next number: forces may jump at t itself, and be neither here nor there."""
    return math.nextafter(t, math.inf)


@kernel
def next_break(breaks, t):
    """The first break after t, which is before the last."""
    low, high = 0, breaks.size - 1
    while low < high:
        middle = (low + high) // 2
        if breaks[middle] > t:
            high = middle
        else:
            low = middle + 1
    return breaks[low]


@kernel
def start_sampled(plan, t, y):
    """Write the samples wanted at the start; return how many."""
    done = 0
    while done < plan.times.size and plan.times[done] <= t:
        copy_into(plan.samples[done], y)
        done += 1
    return done


@kernel
def sample_due(plan, loop):
    return loop.counts[3] < plan.times.size and plan.times[loop.counts[3]] <= loop.clock[0]


@inlined
def take_samples(interpolate, project, problem, plan, loop, t, h):
    """Write the samples wanted within the step just taken; return whether constraints are met."""
    s, met = loop.counts[3], True
    while s < plan.times.size and plan.times[s] <= loop.clock[0] and met:
        interpolate(loop, t, h, plan.times[s], plan.samples[s])
        met = project(plan.times[s], plan.samples[s], loop.stages[START + 1], problem) != LOST
        s += 1
    loop.counts[3] = s
    return met
