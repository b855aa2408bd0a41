"""What happens at instants, for hosts that integrate the motion themselves, or give commands."""

import math

import numpy as np

from treetop.core.compiler import entry
from treetop.core.control.pulses import NO_PULSES, next_closing, open_valve
from treetop.core.control.sampling import next_instant
from treetop.core.integrators.loop import nothing, time_loop_signature
from treetop.core.integrators.time_loop import blocks_run, next_break

_, *_LOOP, _ = time_loop_signature(nothing)


@entry(0.0, *_LOOP)
def run_blocks(derivative, project, problem, plan, loop):
    """Close valves and run the sampled blocks that are due at the time reached; return the next
    time at which something happens, NaN if a block failed."""
    if not blocks_run(project, derivative, problem, plan, loop):
        return math.nan
    t = loop.clock[0]
    soonest = min(next_instant(plan.rates, t), next_closing(plan.pulses, loop.y))
    ahead = next_break(plan.breaks, t)
    return min(soonest, ahead) if t < ahead < plan.breaks[-1] else soonest


@entry(0, NO_PULSES, np.zeros(0), 0, 0.0)
def give_command(pulses, y, place, t):
    """Let a command act that was written into a state at a place: it may open a valve."""
    open_valve(pulses, y, place, t)
    return 0
