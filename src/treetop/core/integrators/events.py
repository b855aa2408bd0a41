"""Events: signals that change sign within a step, found on its dense output.

After a step the signals and their slopes are known at its two ends, and how fast bodies turn that
the signals depend on.  Where a signal may have crossed, or bodies turn too far for that to be
decided, the step is halved, and each half again, until every piece has no zero of a signal or just
one (`zero_crossings.py`): from left to right, so that crossings come in order.  A crossing is
bracketed down to rounding and reported as of its far side, so that every signal that has crossed
has changed its sign there.  The motion itself goes on untouched: what an event does is decided by
who called the time loop.

Signals behind those of events are of forces that begin or cease to act: a step ends where one of
them crosses.
"""

import math

from treetop.core.compiler import inlined, kernel
from treetop.core.integrators.event_monitor import (
    BEGAN,
    CUBIC,
    END,
    FROM,
    HALVED,
    HERE,
    LENGTH,
    LONGEST,
    MAX_DEPTH,
    REACHED,
    SEARCHING,
    SLOPE,
    START,
    TO,
    VALUE,
    WAITING,
    decide_again,
    look_here,
    look_within,
    slopes_within,
    swift_within,
)
from treetop.core.integrators.zero_crossings import (
    CLEAR,
    OPEN,
    SINGLE,
    TURNING,
    crossed,
    next_part,
    zeros_within,
)
from treetop.core.spatial.table_access import copy_rows

TOGETHER = 1e-10  # part of a step, within which events are one
BRACKET_WIDTH = 1e-14  # part of a step, to which a crossing is bracketed
BRACKET_WIDEST = 1e-8  # part of a piece, to which any crossing is bracketed
ROUNDING = 1e-15  # part of its threshold, by which a signal is not better known
SHORTEST = 1e-13  # part of a step that is not halved
MAX_EVALUATIONS = 200  # for one crossing: bisection alone needs 60
MAX_HALVINGS = 500  # of one step at most, beyond those for turning
MAX_TURN = 1.0  # rad: the angle that bodies may turn by in a piece
QUARTER = 0.25  # of a suspect step, the longest piece that is believed
CUT = 1e-6  # part of a step at either end, within which it is not cut
MAX_CUTS = 4  # times that a step is cut at most


# --- the search -------------------------------------------------------------------------


@inlined
def look_at_end(project, problem, plan, loop, t, h, after, stages):
    """Signals at the end of a step just made; return whether one may have crossed within.

    `after` is just after the end: forces may jump there.  So many `stages` of the step are known.
    """
    monitor, span = loop.monitor, loop.monitor.span
    copy_rows(monitor.node[START], monitor.node[END])
    look_here(project, problem, loop, after, h)
    span[BEGAN], span[LENGTH], span[REACHED] = t, h, loop.clock[0]
    span[LONGEST] = QUARTER * h if swift_within(plan, loop, h, stages) else math.inf
    begin_search(monitor)
    return searched_piece(plan, monitor, 0, monitor.level.size) != CLEAR


@kernel
def begin_search(monitor):
    span = monitor.span
    copy_rows(monitor.node[FROM], monitor.node[START])
    monitor.at[FROM], monitor.at[END] = span[BEGAN], span[REACHED]
    span[WAITING], span[HALVED] = 1, 0


@kernel
def open_search(monitor, seen):
    """Let events be searched in the step just taken, if one may have been seen."""
    monitor.span[SEARCHING] = 1.0 if seen and monitor.direction.size > 0 else 0.0
    if seen:
        begin_search(monitor)


@kernel
def searched_piece(plan, monitor, first, last):
    """What is known of zeros, of some signals, in the piece that is to be searched next."""
    right = END - 1 + int(monitor.span[WAITING])
    a, b, h = monitor.node[FROM], monitor.node[right], monitor.at[right] - monitor.at[FROM]
    turn = h * max(a[VALUE, -1], b[VALUE, -1])
    if turn > MAX_TURN or h > monitor.span[LONGEST]:
        return TURNING
    known = CLEAR
    for k in range(first, last):
        unseen = monitor.reach[k, 0] * turn**4 / 24.0 + monitor.reach[k, 1] * turn**2 / 8.0
        least = plan.control[1] + plan.control[0] * monitor.level[k]
        c, d = h * a[SLOPE, k], h * b[SLOPE, k]
        known = max(known, zeros_within(a[VALUE, k], b[VALUE, k], c, d, unseen, least))
    return known


@kernel
def next_crossing(interpolate, project, problem, plan, loop, first, last):
    """The far side of the next crossing of some signals, values there into node TO; minus infinity
    if there is none in the rest of the step."""
    monitor, span = loop.monitor, loop.monitor.span
    short = shortest_piece(span)
    while span[WAITING] > 0:
        right = END - 1 + int(span[WAITING])
        known = searched_piece(plan, monitor, first, last)
        a, b = monitor.at[FROM], monitor.at[right]
        halve = known == TURNING or (known == OPEN and span[HALVED] < MAX_HALVINGS)
        if halve and b - a > short and span[WAITING] < MAX_DEPTH:
            span[HALVED] += 1 if known == OPEN else 0
            span[WAITING] += 1
            look_within(interpolate, project, problem, loop, 0.5 * (a + b), right + 1)
            slopes_within(interpolate, project, problem, loop, right + 1)
        elif any_crossed(monitor.node[FROM, VALUE], monitor.node[right, VALUE], first, last):
            first_crossing(interpolate, project, problem, loop, right, first, last)
            go_on_from_crossing(interpolate, project, problem, loop)
            return monitor.at[TO]
        else:
            copy_rows(monitor.node[FROM], monitor.node[right])
            monitor.at[FROM] = b
            span[WAITING] -= 1
    return -math.inf


@kernel
def shortest_piece(span):
    """That is not halved, s."""
    return max(SHORTEST * span[LENGTH], 2e-15 * abs(span[REACHED]))


@kernel
def any_crossed(before, after, first, last):
    for k in range(first, last):  # noqa: SIM110
        if crossed(before[k], after[k]):
            return True
    return False


@inlined
def first_crossing(interpolate, project, problem, loop, right, first, last):
    """Bring node TO to the far side of the first crossing in a piece in which there is one."""
    monitor, span = loop.monitor, loop.monitor.span
    copy_rows(monitor.node[TO], monitor.node[right])
    monitor.at[TO] = monitor.at[right]
    for k in range(first, last):
        if crossed(monitor.node[FROM, VALUE, k], monitor.node[TO, VALUE, k]):
            bracket(interpolate, project, problem, loop, k)
    later = min(monitor.at[TO] + TOGETHER * span[LENGTH], span[REACHED])
    if later > monitor.at[TO]:
        look_within(interpolate, project, problem, loop, later, HERE)
        if more_crossed(monitor.node, first, last):
            copy_rows(monitor.node[TO], monitor.node[HERE])
            monitor.at[TO] = later


@kernel
def more_crossed(node, first, last):
    """Whether signals have crossed at HERE that have not at TO, and none has come back."""
    more = False
    for k in range(first, last):
        start = node[FROM, VALUE, k]
        before, now = crossed(start, node[TO, VALUE, k]), crossed(start, node[HERE, VALUE, k])
        if before and not now:
            return False
        more = more or (now and not before)
    return more


@inlined
def go_on_from_crossing(interpolate, project, problem, loop):
    """Let the search go on from node TO, and node FROM keep what was before it in node HERE."""
    monitor, span = loop.monitor, loop.monitor.span
    slopes_within(interpolate, project, problem, loop, TO)
    copy_rows(monitor.node[HERE], monitor.node[FROM])
    copy_rows(monitor.node[FROM], monitor.node[TO])
    monitor.at[FROM] = monitor.at[TO]
    while span[WAITING] > 0 and monitor.at[END - 1 + int(span[WAITING])] <= monitor.at[TO]:
        span[WAITING] -= 1


@inlined
def bracket(interpolate, project, problem, loop, k):
    """Move node TO to the far side of where signal k crosses between FROM and TO."""
    monitor, node, a, b = (
        loop.monitor,
        loop.monitor.node,
        loop.monitor.at[FROM],
        loop.monitor.at[TO],
    )
    # Twice the spacing of numbers there, so that a look is always strictly between the ends.
    narrow = max(BRACKET_WIDTH * monitor.span[LENGTH], 4.5e-16 * max(abs(a), abs(b)))
    rise = abs(node[TO, VALUE, k] - node[FROM, VALUE, k])
    narrow = max(narrow, min(ROUNDING * monitor.level[k] / rise, BRACKET_WIDEST) * (b - a))
    # x1 is the last point, x2 the one on the other side of zero, x3 the one before.
    x1, x2, x3 = b, a, b
    f1, f2, f3 = node[TO, VALUE, k], node[FROM, VALUE, k], node[TO, VALUE, k]
    part = 0.5
    for _ in range(MAX_EVALUATIONS):
        if abs(x2 - x1) <= 2.0 * narrow:
            break
        x = x1 + part * (x2 - x1)
        look_within(interpolate, project, problem, loop, x, HERE)
        f = node[HERE, VALUE, k]
        if crossed(f, node[FROM, VALUE, k]):
            copy_rows(node[TO], node[HERE])
            monitor.at[TO] = x
        if crossed(f, f1):
            x3, f3, x2, f2 = x2, f2, x1, f1
        else:
            x3, f3 = x1, f1
        x1, f1 = x, f
        part = next_part(x1, x2, x3, f1, f2, f3, narrow)


# --- what is found ----------------------------------------------------------------------


@inlined
def event_found(interpolate, project, problem, plan, loop):
    """Search the rest of the step for the next event; return whether there is one.

    Then ``monitor.found`` says which, ``monitor.time`` when, and ``monitor.y[0]`` is the state.
    """
    monitor, span, events = loop.monitor, loop.monitor.span, loop.monitor.direction.size
    while span[SEARCHING] > 0.0:
        b = next_crossing(interpolate, project, problem, plan, loop, 0, events)
        if b < span[BEGAN]:
            span[SEARCHING] = 0.0
        elif note_crossings(monitor, b):
            interpolate(loop, span[BEGAN], span[LENGTH], b, monitor.y[0])
            project(b, monitor.y[0], monitor.y[1], problem)
            decide_again(project, problem, loop)
            return True
    decide_again(project, problem, loop)
    return False


@kernel
def note_crossings(monitor, t):
    """Which events have happened at time t; return whether any has."""
    reported = False
    for k in range(monitor.direction.size):
        a, b = monitor.node[HERE, VALUE, k], monitor.node[TO, VALUE, k]
        direction = 1 if b > a else -1
        monitor.found[k] = (
            direction if crossed(a, b) and monitor.direction[k] * direction >= 0 else 0
        )
        reported = reported or monitor.found[k] != 0
    monitor.time[0] = t
    return reported


@inlined
def cut_at(interpolate, project, problem, plan, loop, sides):
    """When a force begins or ceases to act within the step just made, at which it is to end;
    infinity if it need not be cut.  It may begin where that has just happened.

    A force that no stage of the step has felt may spoil what makes the dense output, and turn it
    away from where the force acts.  The cubic through both ends knows nothing of the force: it is
    searched as well, unless it is the dense output, of which there is then but one side.
    """
    span = loop.monitor.span
    cut = math.inf
    if switches_at_ends(plan, loop.monitor):
        return cut
    for side in range(sides):
        span[CUBIC] = side
        begin_search(loop.monitor)
        cut = min(cut, first_switch(interpolate, project, problem, plan, loop))
    span[CUBIC] = 0.0
    decide_again(project, problem, loop)
    return cut if cut < span[REACHED] - CUT * span[LENGTH] else math.inf


@kernel
def switches_at_ends(plan, monitor):
    """Whether a step just made, all of which is to be searched, begins or ends where each signal
    crosses that may have a zero within, behind those of events."""
    for k in range(monitor.direction.size, monitor.level.size):
        known = searched_piece(plan, monitor, k, k + 1)
        if known == CLEAR:
            continue
        before, after = monitor.node[FROM, VALUE, k], monitor.node[END, VALUE, k]
        if not (known == SINGLE and crossed(before, after)):
            return False
        near = CUT * monitor.span[LENGTH]
        begins = abs(before) <= near * abs(monitor.node[FROM, SLOPE, k])
        if not begins and abs(after) > near * abs(monitor.node[END, SLOPE, k]):
            return False
    return True


@inlined
def first_switch(interpolate, project, problem, plan, loop):
    """When the first of the signals behind those of events crosses, but for the start of the step;
    infinity if none does."""
    monitor, span = loop.monitor, loop.monitor.span
    first, last = monitor.direction.size, monitor.level.size
    b, start = span[BEGAN], max(4.0 * shortest_piece(span), CUT * span[LENGTH])
    while span[BEGAN] <= b <= span[BEGAN] + start:
        b = next_crossing(interpolate, project, problem, plan, loop, first, last)
    return b if b > span[BEGAN] else math.inf
