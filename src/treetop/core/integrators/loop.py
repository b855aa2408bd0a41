"""What a method of integration answers, what the time loop remembers, and what it is asked for."""

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import BOX, Entry, kernel
from treetop.core.control.pulses import NO_PULSES, Pulses
from treetop.core.integrators.event_monitor import EventMonitor, event_monitor
from treetop.core.integrators.singular_steps import no_history
from treetop.core.integrators.stiffness import no_stiffness
from treetop.core.interface import DERIVATIVE_TYPE, PROBLEM, PROJECT_TYPE

# Rows of `Loop.stages`: the rates at the start and at the end of a step.
START, END = 0, 12


@kernel
def prepare_nothing(derivative, problem, loop, t, h, latest):
    """Steps of many methods leave all that their interpolation needs."""


def nothing(n: int) -> tuple:
    """What methods remember that need no more than every loop has."""
    return ()


class Method(NamedTuple):
    """What a method of integration answers."""

    first_step: Callable  # a step to begin with
    attempt: Callable  # makes a step; returns its error in units of the tolerance
    retry_scale: Callable  # by how much to change a step that failed
    next_scale: Callable  # takes note of a step that went well; by how much to change the next
    interpolate: Callable  # the state within the step just made
    prepare: Callable = prepare_nothing  # readies the interpolation
    singular_steps: bool = True  # whether a step that failed may be followed by a longer one
    stages: int = 1  # how many rows of `Loop.stages` are rates along the step, from its start on
    cubic: bool = False  # whether the interpolation is the cubic through both ends


class Loop(NamedTuple):
    """What the time loop remembers."""

    clock: np.ndarray  # time reached, step to try next, error of the last step
    counts: np.ndarray  # steps taken, steps rejected, evaluations, samples done, steps beyond
    # the tolerance
    y: np.ndarray  # (ny,)     state at the time reached
    rate: np.ndarray  # (ny,)     its rate
    y_old: np.ndarray  # (ny,)     state at the start of the step being tried
    y_last: np.ndarray  # (ny,)     state at the start of the last step that was taken
    y_new: np.ndarray  # (ny,)     state being tried
    stages: np.ndarray  # (16, ny)  rates at the stages of the step
    dense: np.ndarray  # (7, ny)   coefficients of the interpolation
    singular: np.ndarray  # what is known of steps over singular positions
    stiffness: np.ndarray  # what the method has seen of it
    works: np.ndarray  # (2, 2)   least and greatest work at the ends of steps, about the centre too
    monitor: EventMonitor  # of signals whose crossings are events
    ticked: np.ndarray  # (1,)     when sampled blocks were last run
    memory: Any  # arrays that the method alone knows


class Plan(NamedTuple):
    """What the user asked for."""

    control: np.ndarray  # rtol, atol, largest step, weights of the generalised-α method
    controlled: np.ndarray  # (1,)     how many components the error control looks at
    breaks: np.ndarray  # (k,)     times at which a step must end, the last one the end
    times: np.ndarray  # (s,)     where samples are wanted
    samples: np.ndarray  # (s, ny)
    # (2,)     where an origin begins that projection may move, -1 without; whether the loop returns
    # where another method suits better
    further: np.ndarray = np.array([-1, 0])
    rates: np.ndarray = np.zeros((0, 5))  # (r, 5)  of blocks that are sampled, see control/sampling
    blocks: np.ndarray = BOX  # (1,)  a handle of these blocks
    pulses: Pulses = NO_PULSES
    pause: np.ndarray = np.array([np.inf])  # (1,)  when the loop returns, to go on later
    still: np.ndarray = np.zeros(0, dtype=bool)  # (ny,)  what stands still during steps, or (0,)


class Integrator(NamedTuple):
    """A method as a run needs it."""

    advance: Entry  # the time loop with this method
    memory: Callable = nothing  # what it remembers of its own, for a state of a given length
    matrices: int = 0  # how many of the size of a state by itself are among that
    fixed: bool = False  # whether its step is given and never changes
    holds: bool = False  # whether its steps meet constraints by themselves
    recursive: bool = False  # whether it solves steps of trees by a recursion, without matrices
    weights: Callable | None = None  # of generalised-α, for given damping and index


def loop_from(
    time: float, y: np.ndarray, memory: Callable = nothing, monitor: EventMonitor | None = None
) -> Loop:
    n = y.size
    return Loop(
        clock=np.array([time, 0.0, 1.0]),
        counts=np.zeros(5, dtype=np.int64),
        y=y.copy(),
        rate=np.zeros(n),
        y_old=np.zeros(n),
        y_last=np.zeros(n),
        y_new=np.zeros(n),
        stages=np.zeros((16, n)),
        dense=np.zeros((7, n)),
        singular=no_history(),
        stiffness=no_stiffness(),
        works=np.zeros((2, 2)),
        monitor=monitor or event_monitor(n),
        ticked=np.full(1, np.nan),
        memory=memory(n),
    )


_PLAN = Plan(np.zeros(3), np.zeros(1, dtype=np.int64), np.zeros(1), np.zeros(1), np.zeros((1, 1)))


def time_loop_signature(memory: Callable = nothing) -> tuple:
    """Samples of what the time loop of a method returns and takes."""
    loop = loop_from(0.0, np.zeros(1), memory)
    return (0, DERIVATIVE_TYPE, PROJECT_TYPE, PROBLEM, _PLAN, loop, 0)
