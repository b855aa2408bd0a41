"""Looking at signals along a step: at its ends, and at states within.

After a step the signals and their slopes are known at its two ends, and how fast bodies turn that
the signals depend on.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import BOX, Bundle, inlined, kernel
from treetop.core.integrators.error_norm import allowed
from treetop.core.outputs.event_functions import EVALUATE_SIGNALS_TYPE
from treetop.core.spatial.table_access import copy_into, copy_rows

evaluator = Bundle(BOX, EVALUATE_SIGNALS_TYPE).unpack  # the start of a monitor's bundle

MAX_DEPTH = 50  # how often a piece can be halved
# Rows of `EventMonitor.node`: start of the step, end of the part already searched, a trial time,
# far side of a crossing; then right ends of pieces that wait, the end of the step first.
START, FROM, HERE, TO, END = range(5)
VALUE, SLOPE = range(2)
# Entries of `EventMonitor.span`: start, length and end of the step, number of pieces that wait, of
# halvings, the longest piece that is trusted, whether events are still to be searched, and whether
# the cubic through both ends replaces the dense output.
BEGAN, LENGTH, REACHED, WAITING, HALVED, LONGEST, SEARCHING, CUBIC = range(8)

LAST = 12  # row of rates at the end of a step
SLOPE_SPAN = 1e-6  # part of a step, over which slopes are measured that are not known
SWIFT_RATIO = 2.0  # times faster than at both ends, a rate within makes a step suspect
SWIFT_CHANGE = 1e3  # in units of the tolerance, the change by which it does


class EventMonitor(NamedTuple):
    """Event functions along a step: k signals, each less its threshold, those of e events first."""

    evaluator: np.ndarray  # (1,)    handle of the function that evaluates the signals
    direction: np.ndarray  # (e,)    crossings to report: 1 rising, -1 falling, 0 both
    level: np.ndarray  # (k,)    magnitudes of the thresholds
    coordinates: np.ndarray  # (1,)    how many entries of a state, its first, are coordinates
    reach: np.ndarray  # (k, 2)  lengths, m, that turn with bodies; of shapes, whose ends take turns
    node: np.ndarray  # (5 + DEPTH, 2, k + 1)  values and slopes; last of values is how fast
    #                            bodies turn, rad/s
    at: np.ndarray  # (5 + DEPTH,)  times of these
    span: np.ndarray  # (8,)
    found: np.ndarray  # (e,)    events that occurred: 1 or -1, else 0
    time: np.ndarray  # (1,)    of these events
    y: np.ndarray  # (3, ny) the state there, and workspace


def event_monitor(
    n: int, direction=(), evaluator=None, level=(), reach=(), coordinates: int = 0
) -> EventMonitor:
    """A monitor of signals for states of n numbers; of no signal by default."""
    k = len(level)
    return EventMonitor(
        evaluator=BOX.copy() if evaluator is None else evaluator,
        direction=np.array(direction, dtype=np.int64),
        level=np.array(level, dtype=float),
        coordinates=np.array([coordinates], dtype=np.int64),
        reach=np.array(reach, dtype=float).reshape(k, 2),
        node=np.zeros((END + 1 + MAX_DEPTH, 2, k + 1)) if k else np.zeros((END + 1, 2, 1)),
        at=np.zeros(END + 1 + MAX_DEPTH),
        span=np.zeros(8),
        found=np.zeros(len(direction), dtype=np.int64),
        time=np.zeros(1),
        y=np.zeros((3, n)),
    )


# --- looking ----------------------------------------------------------------------------


@inlined
def look(project, problem, loop, t, y, node):
    """Evaluate all signals at a state."""
    handle = loop.monitor.evaluator[0]
    if evaluator(handle)[1](t, y, handle, node):
        decide_again(project, problem, loop)


@kernel
def decide_again(project, problem, loop):
    """Let what is decided about ranks belong to the state reached."""
    states = loop.monitor.y
    copy_into(states[2], loop.y)
    project(loop.clock[0], states[2], states[1], problem)


@kernel
def look_within(interpolate, project, problem, loop, t, n):
    """Evaluate all signals at a time within the step into node n, the state being put right
    first."""
    monitor, y = loop.monitor, loop.monitor.y
    if monitor.span[CUBIC] > 0.0:
        cubic(loop, monitor.span[BEGAN], monitor.span[LENGTH], t, y[0])
    else:
        interpolate(loop, monitor.span[BEGAN], monitor.span[LENGTH], t, y[0])
    project(t, y[0], y[1], problem)
    look(project, problem, loop, t, y[0], monitor.node[n])
    monitor.at[n] = t


@kernel
def cubic(loop, t, h, at, sample):
    """The state on Hermite's cubic through both ends of a step."""
    x, rates = (at - t) / h, loop.stages
    rise, start, end = x * x * (3.0 - 2.0 * x), h * x * (1.0 - x) ** 2, -h * x * x * (1.0 - x)
    for i in range(loop.y.size):
        change = rise * (loop.y[i] - loop.y_old[i])
        sample[i] = loop.y_old[i] + change + start * rates[0, i] + end * rates[LAST, i]


@inlined
def slopes_within(interpolate, project, problem, loop, n):
    """Measure the slopes at node n that are not known."""
    monitor = loop.monitor
    if missing(monitor.node[n, SLOPE]):
        aside = SLOPE_SPAN * monitor.span[LENGTH]
        if monitor.at[n] + aside > monitor.span[REACHED]:
            aside = -aside
        look_within(interpolate, project, problem, loop, monitor.at[n] + aside, HERE)
        measure(monitor.node[n], monitor.node[HERE], aside)


@kernel
def look_here(project, problem, loop, t, h):
    """Signals and slopes at the state reached, into the end of the step; `t` is just after it:
    forces may jump there."""
    monitor = loop.monitor
    look(project, problem, loop, t, loop.y, monitor.node[END])
    if missing(monitor.node[END, SLOPE]):
        beside, d = monitor.y[0], SLOPE_SPAN * h
        for i in range(beside.size):
            beside[i] = loop.y[i] + d * loop.rate[i]
        look(project, problem, loop, t + d, beside, monitor.node[HERE])
        measure(monitor.node[END], monitor.node[HERE], d)


@kernel
def missing(slopes):
    for k in range(slopes.size - 1):  # noqa: SIM110
        if math.isnan(slopes[k]):
            return True
    return False


@kernel
def measure(node, other, aside):
    """Slopes that are not known, from another look."""
    for k in range(node.shape[1] - 1):
        if math.isnan(node[SLOPE, k]):
            node[SLOPE, k] = (other[VALUE, k] - node[VALUE, k]) / aside


@inlined
def look_at_start(project, problem, loop, t):
    """Where a run begins, or begins again."""
    look_here(project, problem, loop, t, max(loop.clock[1], 1e-300))


@inlined
def look_after_jump(project, problem, loop, t):
    """Where the state has jumped: signals that have passed their values thereby are left where they
    were, so that the next step finds the crossing."""
    node = loop.monitor.node
    copy_rows(node[FROM], node[END])
    look_at_start(project, problem, loop, t)
    for k in range(loop.monitor.level.size):
        if (node[FROM, VALUE, k] < 0.0) != (node[END, VALUE, k] < 0.0):
            node[END, VALUE, k] = node[FROM, VALUE, k]


@kernel
def forget_end(monitor):
    """Let the next step begin where the last one did, which was not taken after all."""
    copy_rows(monitor.node[END], monitor.node[START])


@kernel
def swift_within(plan, loop, h, stages):
    """Whether a coordinate is far faster within a step than at its ends, which then tell little."""
    for i in range(loop.monitor.coordinates[0]):
        ends = max(abs(loop.stages[0, i]), abs(loop.stages[LAST, i]))
        least = max(SWIFT_RATIO * ends, SWIFT_CHANGE * allowed(plan, loop.y, loop.y_old, i) / h)
        for s in range(1, stages):
            if abs(loop.stages[s, i]) > least:
                return True
    return False
