"""Events: signals that change sign within a step, found on its dense output.

After a step the signals and their slopes at its two ends are known.  A signal with other signs at
the two ends has crossed; one with the same sign may have crossed twice, where the cubic through
values and slopes (Hermite's) has its extremum.  The first crossing is bracketed down to rounding by
Chandrupatla's method (*Advances in Engineering Software* 28 (1997), 145-149), and told as of its
far side, so that every signal that has crossed has changed its sign there.  The motion itself goes
on untouched: what an event does is decided by who called the time loop.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop._kernel import BOX, Bundle, inlined, kernel
from treetop.dynamics.watch import WATCH_TYPE
from treetop.spatial.rows import copy_into

watcher = Bundle(BOX, WATCH_TYPE).unpack  # what begins every bundle whose handle a `Sight` holds

# Rows of `Sight.value`: where the search begins, where it ends, in between, and at the end of the
# step; slopes at both ends, per second.
FROM, TO, HERE, END, SLOPE_FROM, SLOPE_END = range(6)
# Places of `Sight.span`: the step, how far it has been searched, and whether it is still to be.
BEGAN, LENGTH, REACHED, SEARCHED, OPEN = range(5)

ASIDE = 1e-7  # part of a step, over which slopes are measured
TOGETHER = 1e-10  # part of a step, within which events are one
NARROW = 1e-14  # part of a step, to which a crossing is bracketed
MOST = 200  # looks for one crossing: bisection alone needs 60


class Sight(NamedTuple):
    """What the time loop knows of k signals, each less the value that it is to cross."""

    watcher: np.ndarray  # (1,)    handle of what evaluates them
    wanted: np.ndarray  # (k,)    crossings to be told: 1 rising, -1 falling, 0 both
    value: np.ndarray  # (6, k)
    span: np.ndarray  # (5,)
    found: np.ndarray  # (k,)    which have crossed: 1 or -1, else 0
    time: np.ndarray  # (1,)    of that
    y: np.ndarray  # (3, ny) the state there, and room


def sight_of(n: int, wanted=(), watcher=None) -> Sight:
    """A sight of signals, for states of n numbers; none by default."""
    k = len(wanted)
    return Sight(
        watcher=np.zeros(1, dtype=np.int64) if watcher is None else watcher,
        wanted=np.array(wanted, dtype=np.int64),
        value=np.zeros((6, k)),
        span=np.zeros(5),
        found=np.zeros(k, dtype=np.int64),
        time=np.zeros(1),
        y=np.zeros((3, n)),
    )


# --- the law ----------------------------------------------------------------------------


@kernel
def crossed(a, b):
    """Whether two values are on different sides of zero, which itself is above."""
    return (a < 0.0) != (b < 0.0)


@kernel
def extremum(a, b, slope_a, slope_b, h):
    """Where, as a part of h, Hermite's cubic turns back toward zero; 0 if nowhere within."""
    c = slope_a * h
    p, q = 6.0 * (a - b) + 3.0 * (c + slope_b * h), 3.0 * (b - a) - 2.0 * c - slope_b * h
    root = q * q - p * c
    if root < 0.0 or (p == 0.0 and q == 0.0):
        return 0.0
    # The roots of p x² + 2 q x + c, of which one is a least and one a greatest value.
    s = -(q + math.copysign(math.sqrt(root), q))
    for x in (s / p if p != 0.0 else 0.0, c / s if s != 0.0 else 0.0):
        bends_away = (2.0 * p * x + 2.0 * q) * a > 0.0
        if 0.0 < x < 1.0 and bends_away:
            return x
    return 0.0


# --- looking ----------------------------------------------------------------------------


@inlined
def look(settle, problem, laws, loop, t, y, values):
    """Evaluate all signals at a state."""
    handle = loop.sight.watcher[0]
    if watcher(handle)[1](t, y, handle, laws, values):
        decide_again(settle, problem, loop)


@inlined
def decide_again(settle, problem, loop):
    """Let what is decided about ranks belong to the state reached."""
    room = loop.sight.y
    copy_into(room[2], loop.y)
    settle(loop.clock[0], room[2], room[1], problem)


@inlined
def look_within(interpolate, settle, problem, laws, loop, t):
    """Evaluate all signals at a time within the step, the state being put right first."""
    span, y = loop.sight.span, loop.sight.y
    interpolate(loop, span[BEGAN], span[LENGTH], t, y[0])
    settle(t, y[0], y[1], problem)
    look(settle, problem, laws, loop, t, y[0], loop.sight.value[HERE])


@inlined
def look_at_start(settle, problem, laws, loop, t):
    """Where a run begins, or begins again."""
    value = loop.sight.value
    look(settle, problem, laws, loop, t, loop.y, value[FROM])
    copy_into(value[END], value[FROM])
    slopes(settle, problem, laws, loop, t, max(loop.clock[1], 1e-300), value[SLOPE_END])
    copy_into(value[SLOPE_FROM], value[SLOPE_END])


@inlined
def slopes(settle, problem, laws, loop, t, h, out):
    """Of the signals along the motion, whose values at ``loop.y`` are known."""
    value, aside, d = loop.sight.value, loop.sight.y[0], ASIDE * h
    for i in range(aside.size):
        aside[i] = loop.y[i] + d * loop.rate[i]
    look(settle, problem, laws, loop, t + d, aside, out)
    for k in range(out.size):
        out[k] = (out[k] - value[END, k]) / d


@inlined
def look_at_end(settle, problem, laws, loop, t, h, after):
    """Signals at the end of a step just made; return whether one may have crossed within.

    `after` is just after the end: forces may jump there.
    """
    sight, value = loop.sight, loop.sight.value
    copy_into(value[FROM], value[END])
    copy_into(value[SLOPE_FROM], value[SLOPE_END])
    look(settle, problem, laws, loop, after, loop.y, value[END])
    slopes(settle, problem, laws, loop, after, h, value[SLOPE_END])
    copy_into(value[TO], value[END])
    sight.span[BEGAN], sight.span[LENGTH], sight.span[REACHED] = t, h, loop.clock[0]
    sight.span[SEARCHED] = t
    return may_have_crossed(value, h)


@kernel
def forget_end(value):
    """Let the next step begin where the last one did, which was not taken after all."""
    copy_into(value[END], value[FROM])
    copy_into(value[SLOPE_END], value[SLOPE_FROM])


@kernel
def may_have_crossed(value, h):
    for k in range(value.shape[1]):
        if crossed(value[FROM, k], value[END, k]) or dip(value, k, h) > 0.0:
            return True
    return False


@kernel
def dip(value, k, h):
    """Where, as a part of h, a signal may have crossed and come back; 0 if it surely has not.

    The cubic is trusted to a quarter of its sagging.  A distance that passes its least value may
    have a corner there, which the cubic cuts: the tangents at both ends do not.
    """
    a, b = value[FROM, k], value[END, k]
    c, d = h * value[SLOPE_FROM, k], h * value[SLOPE_END, k]
    x = extremum(a, b, value[SLOPE_FROM, k], value[SLOPE_END, k], h)
    if x > 0.0:
        y = 1.0 - x
        least = y * y * ((1.0 + 2.0 * x) * a + x * c) + x * x * ((1.0 + 2.0 * y) * b - y * d)
        sag = abs(least - (y * a + x * b))
        if crossed(a, least) or abs(least) < 0.25 * sag:
            return x
    x = (b - d - a) / (c - d) if c != d else 0.0
    return x if 0.0 < x < 1.0 and crossed(a, a + c * x) and not crossed(a, b) else 0.0


# --- the search -------------------------------------------------------------------------


@inlined
def event_found(interpolate, settle, problem, laws, loop):
    """Search the rest of the step for the next event; return whether there is one.

    Then ``sight.found`` tells which, ``sight.time`` when, and ``sight.y[0]`` is the state.
    """
    sight, span, value = loop.sight, loop.sight.span, loop.sight.value
    while span[OPEN] > 0.0:
        b = first_crossing(interpolate, settle, problem, laws, loop)
        if b <= span[SEARCHED]:
            span[OPEN] = 0.0
            break
        told = note_crossings(sight, b)
        span[SEARCHED] = b
        copy_into(value[FROM], value[TO])
        copy_into(value[TO], value[END])
        aside = ASIDE * span[LENGTH]
        if b + aside < span[REACHED]:
            look_within(interpolate, settle, problem, laws, loop, b + aside)
            for k in range(sight.wanted.size):
                value[SLOPE_FROM, k] = (value[HERE, k] - value[FROM, k]) / aside
        else:
            span[OPEN] = 0.0
        if told:
            interpolate(loop, span[BEGAN], span[LENGTH], b, sight.y[0])
            settle(b, sight.y[0], sight.y[1], problem)
            decide_again(settle, problem, loop)
            return True
    decide_again(settle, problem, loop)
    return False


@kernel
def note_crossings(sight, t):
    """Which signals have crossed by time t in a way that is wanted; return whether any has."""
    told = False
    for k in range(sight.wanted.size):
        a, b = sight.value[FROM, k], sight.value[TO, k]
        way = 1 if b > a else -1
        if crossed(a, b) and sight.wanted[k] * way >= 0:
            sight.found[k] = way
            told = True
        else:
            sight.found[k] = 0
    sight.time[0] = t
    return told


@inlined
def first_crossing(interpolate, settle, problem, laws, loop):
    """The far side of the first crossing, values there into row TO; where the search began if there
    is none."""
    span, value = loop.sight.span, loop.sight.value
    a, b, any_one = span[SEARCHED], span[REACHED], False
    h = b - a
    for k in range(value.shape[1]):
        x = dip(value, k, h) if b == span[REACHED] else 0.0
        if x > 0.0 and not crossed(value[FROM, k], value[TO, k]):
            look_within(interpolate, settle, problem, laws, loop, a + x * h)
            if crossed(value[FROM, k], value[HERE, k]):
                b = a + x * h
                copy_into(value[TO], value[HERE])
    for k in range(value.shape[1]):
        if crossed(value[FROM, k], value[TO, k]):
            b = bracketed(interpolate, settle, problem, laws, loop, k, a, b)
            any_one = True
    later = min(b + TOGETHER * span[LENGTH], span[REACHED])
    if any_one and later > b:
        look_within(interpolate, settle, problem, laws, loop, later)
        if more_crossed(value):
            b = later
            copy_into(value[TO], value[HERE])
    return b if any_one else a


@kernel
def more_crossed(value):
    """Whether signals have crossed at HERE that have not at TO, and none has come back."""
    more = False
    for k in range(value.shape[1]):
        start = value[FROM, k]
        before, now = crossed(start, value[TO, k]), crossed(start, value[HERE, k])
        if before and not now:
            return False
        more = more or (now and not before)
    return more


@inlined
def bracketed(interpolate, settle, problem, laws, loop, k, a, b):
    """Where signal k crosses between a, before, and b, after: the far side; values into row TO."""
    value, span = loop.sight.value, loop.sight.span
    # Twice the spacing of numbers there, so that a look is always strictly between the ends.
    narrow = max(NARROW * span[LENGTH], 4.5e-16 * max(abs(a), abs(b)))
    # x1 is the last point, x2 the one on the other side of zero, x3 the one before.
    x1, x2, x3 = b, a, b
    f1, f2, f3 = value[TO, k], value[FROM, k], value[TO, k]
    part = 0.5
    for _ in range(MOST):
        if abs(x2 - x1) <= 2.0 * narrow:
            break
        x = x1 + part * (x2 - x1)
        look_within(interpolate, settle, problem, laws, loop, x)
        f = value[HERE, k]
        if crossed(f, value[FROM, k]):
            copy_into(value[TO], value[HERE])
        if crossed(f, f1):
            x3, f3, x2, f2 = x2, f2, x1, f1
        else:
            x3, f3 = x1, f1
        x1, f1 = x, f
        part = next_part(x1, x2, x3, f1, f2, f3, narrow)
    return x1 if crossed(f1, value[FROM, k]) else x2


@kernel
def next_part(x1, x2, x3, f1, f2, f3, narrow):
    """How far from x1 to x2 to look next: by inverse quadratic interpolation where that is safe,
    else half-way."""
    xi, phi = (x1 - x2) / (x3 - x2), (f1 - f2) / (f3 - f2)
    part = 0.5
    if phi * phi < xi and (1.0 - phi) * (1.0 - phi) < 1.0 - xi:
        part = f1 / (f2 - f1) * f3 / (f2 - f3)
        part += (x3 - x1) / (x2 - x1) * f1 / (f3 - f1) * f2 / (f3 - f2)
    least = narrow / abs(x2 - x1)
    return min(1.0 - least, max(least, part))
