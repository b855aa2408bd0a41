"""Signals: quantities of a motion, for the time loop to watch.

What can be seen of a state is written into `Histories` and `ForceHistories` of one instant, which
are pieces of one array: most signals are a number of it, or a sum of some, or the size of three
sums.  Motions of bodies, sums over all of them and what forces exert are worked out only where a
signal reads them.  The slopes of signals that depend on places and velocities alone are written as
well, and how fast the bodies turn that signals depend on.
"""

import functools
import math
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import (
    BOX,
    Bundle,
    entry,
    function_like,
    guarded,
    inlined,
    kernel,
)
from treetop.core.forces import optional
from treetop.core.forces.exerted import (
    NO_FORCES,
    ForceHistories,
    ForceSizes,
    count_of,
    force_shapes,
    pieces,
)
from treetop.core.interface import AT_JOINTS_TYPE, DERIVATIVE_TYPE, origin_of
from treetop.core.interface import unpack as tables_of
from treetop.core.kinematics.clearance import gap_rate, nearness
from treetop.core.kinematics.frames import station
from treetop.core.kinematics.loop_joints import UNKNOWN
from treetop.core.kinematics.tracks import slides_seen
from treetop.core.outputs.forces import RECORD_TYPE
from treetop.core.outputs.frame_motion import (
    ATTITUDE,
    attitude_component,
    component,
    frame_number,
    frame_vector,
    quantity_of,
)
from treetop.core.outputs.outputs import (
    NOTHING,
    Histories,
    Sizes,
    bodies_seen,
    loops_seen,
    reactions_seen,
    shapes_of,
    speed_rates_seen,
    surroundings_seen,
    totals_seen,
)
from treetop.core.spatial import Mat3, Vec3, dot, norm, quaternion_of
from treetop.core.spatial.table_access import motion
from treetop.core.tables.contacts import NO_PAIRS, Pairs
from treetop.core.tables.motion import FrameMotion
from treetop.core.tables.user_laws import chosen_by_number

SUM, SIZE, TIME, DISTANCE, USER, GAP, PUSH, GRIP, FRAME = range(9)  # kinds of signals
BODIES, TOTALS, DEVICES, RATES = range(4)  # places of `Signals.reads`
VALUE, SLOPE = range(2)  # rows of what is written of signals
UNKNOWN_RATE = -1  # of `Signals.rate`

# (t, y, handle, told) -> 1 if ranks of constraints must be decided again, else 0
EVALUATE_SIGNALS = (0, 0.0, np.zeros(0), Bundle.handle, np.zeros((0, 0)))
EVALUATE_SIGNALS_TYPE = function_like(*EVALUATE_SIGNALS)

_NOWHERE = Vec3(0.0, 0.0, 0.0)
_MOTION = FrameMotion(_NOWHERE, _NOWHERE, Mat3(_NOWHERE, _NOWHERE, _NOWHERE), _NOWHERE)
_USER = (0.0, 0, 0.0, _MOTION, np.zeros(1))


class Signals(NamedTuple):
    """What is watched, one row for each signal."""

    kind: np.ndarray  # (k,)
    at: np.ndarray  # (k + 1,)  first term of each
    place: np.ndarray  # (terms,)  place in the row of all that can be seen
    weight: np.ndarray  # (terms,)
    rate: np.ndarray  # (terms,)  place of its rate, in the row and behind it in that of rates
    axis: np.ndarray  # (terms,)  the component of a vector that it adds to
    less: np.ndarray  # (k,)      what is taken off: the value that is to be crossed
    offset: np.ndarray  # (k, 3)    what is added to a vector
    frames: np.ndarray  # (k, 2)    of distances, and of functions defined by the user; or a pair;
    #                                 or a frame, and which number of its motion
    parameters: np.ndarray  # (k, p)
    pairs: Pairs  # of shapes whose gaps are watched
    user: Any  # (k, t, motion, parameters) -> number: functions defined by the user
    reads: np.ndarray  # (4,)  whether any reads motions of bodies; energies and momenta; outputs;
    #                            rates of speeds, reactions or what is measured of loops
    turning: np.ndarray  # (n + 1,)  bodies whose turning signals depend on


class Workspace(NamedTuple):
    time: np.ndarray  # (1,)
    rate: np.ndarray  # (ny,)
    z_rate: np.ndarray  # (nz,)
    row: np.ndarray  # (numbers,)  all that can be seen
    seen: Histories  # a part of it, as histories of one instant
    exerted: ForceHistories  # the other part


def workspace_for(counts: Sizes, forces: ForceSizes, length: int) -> Workspace:
    """Workspace for one look at a state of so many numbers."""
    shapes, others = shapes_of(1, counts), force_shapes(1, forces)
    row, n = np.zeros(count_of(shapes) + count_of(others)), count_of(shapes)
    parts = Histories(**pieces(row[:n], shapes)), ForceHistories(**pieces(row[n:], others))
    return Workspace(np.zeros(1), np.zeros(length), np.zeros(counts.state), row, *parts)


def user_signals(functions):
    """One compiled function of (k, t, motion, parameters) that calls the k-th of several;
    `functions` have the numbers of their parameters beside them."""
    return _compiled(tuple(functions)) if functions else no_signal.function


@entry(*_USER)
def no_signal(k, t, motion, p):
    return 0.0


@functools.lru_cache(maxsize=64)
def _compiled(functions):
    def none(k, t, motion, p):
        return 0.0

    return chosen_by_number(none, _or_else, enumerate(guarded(*each) for each in functions), _USER)


def _or_else(number, function, others):
    def choose(k, t, motion, p):
        return float(function(t, motion, p)) if k == number else others(k, t, motion, p)

    return choose


_integers = np.zeros(0, dtype=np.int64)
NO_SIGNALS = Signals(
    *(_integers, _integers, _integers, np.zeros(0), _integers, _integers, np.zeros(0)),
    *(np.zeros((0, 3)), np.zeros((0, 2), dtype=np.int64), np.zeros((0, 1)), NO_PAIRS),
    *(function_like(*_USER), _integers, _integers),
)
_bundle = Bundle(
    *(BOX, EVALUATE_SIGNALS_TYPE, DERIVATIVE_TYPE, AT_JOINTS_TYPE, RECORD_TYPE, BOX),
    *(NO_SIGNALS, workspace_for(NOTHING, NO_FORCES, 0)),
)
unpack, pack = _bundle.unpack, _bundle.pack


@entry(*EVALUATE_SIGNALS)
def evaluate_signals(t, y, handle, out):
    """Write all signals of a state, each less the value that is to be crossed, and their slopes
    where they are known, else NaN; behind the signals how fast bodies turn."""
    problem, _, derivative, at_joints, record, exerted, signals, workspace = unpack(handle)
    tables, work = tables_of(problem[0])
    rank_before = work.rank[0]
    look_at(derivative, at_joints, problem[0], signals, workspace, t, y)
    record(t, y, workspace.seen.joints[0], 0, problem[0], exerted[0])
    last = signals.kind.size
    for k in range(last):
        value, slope = signal_value(signals, tables, work, origin_of(y), workspace, t, k)
        out[VALUE, k], out[SLOPE, k] = value - signals.less[k], slope
    out[VALUE, last] = turning_speed(signals.turning, work)
    return 1 if rank_before != work.rank[0] else 0


@inlined
def look_at(derivative, at_joints, problem, signals, workspace, t, y):
    """Evaluate a state, and write what signals may read of it."""
    _, work = tables_of(problem)
    workspace.time[0] = t
    work.loops.near[:] = UNKNOWN
    derivative(t, y, workspace.rate, problem)
    seen = workspace.seen
    joints, rates = seen.joints[0], workspace.z_rate
    seen.constraint_error[0] = at_joints(y, workspace.rate, problem, joints, rates)
    read_seen(problem, signals.reads, y, workspace)


@inlined
def read_seen(problem, reads, y, workspace):
    """What signals may read of an evaluation, and of a look at the joints."""
    (tables, work), origin = tables_of(problem), origin_of(y)
    if reads[RATES]:
        speed_rates_seen(
            tables.tree, tables.falling[0] == 1, workspace.z_rate, workspace.seen.speed_rates[0]
        )
        reactions_seen(tables, work, workspace.seen, 0)
        loops_seen(tables, work, origin, workspace.time, workspace.seen, 0)
    if reads[BODIES]:
        bodies_seen(tables, work, origin, workspace.seen, 0)
    if reads[TOTALS]:
        totals_seen(tables, work, problem, y, workspace.seen.joints[0], workspace.seen, 0)
    if reads[DEVICES]:
        optional.outputs(y, workspace.seen.joints[0], workspace.seen.outputs[0], problem)
        surroundings_seen(problem, y, workspace.seen.joints[0], workspace.seen.outputs[0])
        slides_seen(tables, work, origin, workspace.seen.outputs[0])


@inlined
def read_values(signals, tables, work, origin, workspace, t, first, last, z):
    """Write the values of signals into z; numbers of one quantity of a frame that follow each other
    are found at once."""
    k, frames = first, signals.frames
    while k < last:
        if signals.kind[k] != FRAME:
            z[k], _ = signal_value(signals, tables, work, origin, workspace, t, k)
            k += 1
            continue
        f, quantity = frames[k, 0], quantity_of(frames[k, 1])
        at = station(tables.frames, work, origin, f)
        if quantity == ATTITUDE:
            q = quaternion_of(at.R)
            while k < last and belongs(signals, k, f, quantity):
                z[k] = attitude_component(q, frames[k, 1])
                k += 1
        else:
            v = frame_vector(tables, work, origin, at, quantity)
            while k < last and belongs(signals, k, f, quantity):
                z[k] = component(v, frames[k, 1] - quantity)
                k += 1


@kernel
def belongs(signals, k, f, quantity):
    """Whether signal k is a number of a quantity of frame f."""
    same = signals.kind[k] == FRAME and signals.frames[k, 0] == f
    return same and quantity_of(signals.frames[k, 1]) == quantity


@inlined
def signal_value(signals, tables, work, origin, workspace, t, k):
    """The value of signal k, and its slope; NaN if that is not known."""
    kind = signals.kind[k]
    if kind == TIME:
        return t, 1.0
    if kind in (SUM, SIZE):
        return combined(signals, workspace.row, workspace.z_rate, k)
    if kind == FRAME:
        f, number = signals.frames[k, 0], signals.frames[k, 1]
        return frame_number(tables, work, origin, f, number), math.nan
    if kind == GRIP:
        return beyond_grip(signals, workspace.row, k), math.nan
    if kind == GAP:
        near = nearness(signals.pairs, work, origin, signals.frames[k, 0])
        return near.gap, gap_rate(near, signals.pairs, work, origin, signals.frames[k, 0])
    if kind == PUSH:
        near = nearness(signals.pairs, work, origin, signals.frames[k, 0])
        return dot(near.normal, three(signals, workspace.row, k)), math.nan
    on = station(tables.frames, work, origin, signals.frames[k, 0])
    base = station(tables.frames, work, origin, signals.frames[k, 1])
    d, v = on.p - base.p, on.V.lin - base.V.lin
    if kind == DISTANCE:
        length = norm(d)
        return length, dot(d, v) / length if length > 0.0 else 0.0
    seen = FrameMotion(d, v, on.R, on.V.ang - base.V.ang)
    return signals.user(signals.place[signals.at[k]], t, seen, signals.parameters[k]), math.nan


@kernel
def turning_speed(turning, work):
    """The greatest angular speed of the bodies that are marked, rad/s."""
    largest = 0.0
    for i in range(turning.size):
        if turning[i]:
            w = motion(work.V, i).ang
            largest = max(largest, dot(w, w))
    return math.sqrt(largest)


@kernel
def beyond_grip(signals, row, k):
    """By how much an effort exceeds what friction can hold: a given level, and a part of the force
    that presses, the part of a reaction that is square to an axis, if there is one."""
    effort, level = row[signals.place[signals.at[k + 1] - 1]], signals.parameters[k]
    R, axis = three(signals, row, k), Vec3(level[2], level[3], level[4])
    return abs(effort) - level[0] - level[1] * norm(R - axis * dot(axis, R))


@kernel
def three(signals, row, k):
    """A vector."""
    m = signals.at[k]
    x, y, z = row[signals.place[m]], row[signals.place[m + 1]], row[signals.place[m + 2]]
    return Vec3(x, y, z)


@kernel
def combined(signals, row, rates, k):
    """A sum of numbers, or the size of a vector of three sums; and its slope."""
    at = signals.offset[k]
    x, v = Vec3(at[0], at[1], at[2]), Vec3(0.0, 0.0, 0.0)
    for m in range(signals.at[k], signals.at[k + 1]):
        part = signals.weight[m] * row[signals.place[m]]
        rate = signals.weight[m] * rate_of(row, rates, signals.rate[m])
        x, v = x + along(signals.axis[m], part), v + along(signals.axis[m], rate)
    if signals.kind[k] == SUM:
        return x.x, v.x
    length = norm(x)
    return length, dot(x, v) / length if length > 0.0 else 0.0


@kernel
def along(axis, size):
    """A vector along a coordinate axis."""
    return Vec3(size if axis == 0 else 0.0, size if axis == 1 else 0.0, size if axis == 2 else 0.0)


@kernel
def rate_of(row, rates, place):
    """Rate of an output; NaN if it is not known."""
    if place == UNKNOWN_RATE:
        return math.nan
    return row[place] if place < row.size else rates[place - row.size]
