"""Commands to devices: held, or given at every instant by laws of continuous controllers.

A law of (t, z, x, p, u, rates) reads z, has states x, writes commands u and the rates of its
states.  It reads what is known before any force acts: time, internal states, joint coordinates and
speeds, and how frames move.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import entry, function_like, inlinable, inlined, kernel, varying
from treetop.core.compiler.user_functions import read_only
from treetop.core.forces import group
from treetop.core.kinematics.frames import station
from treetop.core.spatial import quaternion_of, turn_back
from treetop.core.tables.samples import ACT
from treetop.core.tables.user_laws import chosen_by_number

# What can be read: kinds of `Reads`.
TIME, STATE, COORDINATE, SPEED, POSITION, VELOCITY, ANGULAR_VELOCITY, ATTITUDE = range(8)

# (law, t, z, x, p, u, rates) -> 0
LAW = (0, 0, 0.0, *(np.zeros(0),) * 5)
LAW_TYPE = function_like(*LAW)


@varying
class Laws(NamedTuple):
    """Continuous controllers, in the order in which they are run."""

    reads: np.ndarray  # (n, 3)    kind; which state, coordinate, speed or frame; component
    z_at: np.ndarray  # (b + 1,)  first of what each reads
    x: np.ndarray  # (b, 2)    first internal state of each, and the first that is not its
    p_at: np.ndarray  # (b + 1,)  first parameter of each
    p: np.ndarray
    u_at: np.ndarray  # (b + 1,)  first command of each
    u: np.ndarray  # (m,)      commands, by internal state
    run: Any  # all laws


@varying
class Given(NamedTuple):
    """What laws read and write."""

    z: np.ndarray  # (n,)
    u: np.ndarray  # (m,)


@entry(*LAW)
def no_law(law, t, z, x, p, u, rates):
    return 0


def laws_of(functions):
    """One compiled function that runs the functions of all controllers."""
    return _compiled(tuple(functions)) if functions else no_law.function


@functools.lru_cache(maxsize=64)
def _compiled(functions):
    def none(law, t, z, x, p, u, rates):
        return 0

    return chosen_by_number(none, _or_else, enumerate(map(inlinable, functions)), LAW)


def _or_else(number, function, others):
    def choose(law, t, z, x, p, u, rates):
        if law == number:
            function(t, read_only(z), read_only(x), read_only(p), u, rates)
            return 0
        return others(law, t, z, x, p, u, rates)

    return choose


_integers = np.zeros(0, dtype=np.int64)
NO_LAWS = Laws(
    np.zeros((0, 3), dtype=np.int64),
    *(np.zeros(1, dtype=np.int64), np.zeros((0, 2), dtype=np.int64)),
    *(np.zeros(1, dtype=np.int64), np.zeros(0)),
    *(np.zeros(1, dtype=np.int64), _integers, LAW_TYPE),
)


@inlined
def give(laws, given, around, t, q, u, states, state_rates):
    """Write what laws give into the commands, and the rates of their states; the commands that are
    held stand there already."""
    values = around[3]
    for b in range(laws.x.shape[0]):
        for k in range(laws.z_at[b], laws.z_at[b + 1]):
            row = laws.reads[k]
            given.z[k] = read(row, around, t, q, u)
        z, x = given.z[laws.z_at[b] : laws.z_at[b + 1]], slice(laws.x[b, 0], laws.x[b, 1])
        p, written = laws.p[laws.p_at[b] : laws.p_at[b + 1]], slice(laws.u_at[b], laws.u_at[b + 1])
        laws.run(b, t, z, states[x], p, given.u[written], state_rates[x])
        for m in range(laws.u_at[b], laws.u_at[b + 1]):
            values[laws.u[m]] = given.u[m]


@kernel
def read(row, around, t, q, u):
    """One number that a law reads."""
    frames, work, origin, values = around
    kind, at, axis = row[0], row[1], row[2]
    if kind == TIME:
        return t
    if kind == STATE:
        return values[at]
    if kind == COORDINATE:
        return q[at]
    if kind == SPEED:
        return u[at]
    frame = station(frames, work, origin, at)
    if kind == ATTITUDE:
        x = quaternion_of(frame.R)
        return x.w if axis == 0 else component(x, axis - 1)
    if kind == POSITION:
        return component(origin.p + frame.p, axis)
    if kind == VELOCITY:
        return component(origin.v + frame.V.lin, axis)
    return component(turn_back(frame.R, frame.V.ang), axis)


@kernel
def component(a, axis):
    return a.x if axis == 0 else a.y if axis == 1 else a.z


# --- as a group -------------------------------------------------------------------------

_OWN = group.own_tables(NO_LAWS, group.NO_FORCES, Given(np.zeros(0), np.zeros(0)))
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Let continuous controllers give their commands."""
    _, laws, _, given = _unpack_own(own)
    states, rates = group.states_and_rates(problem, y, rate)
    give(laws, given, group.around(problem, y), t, q, u, states, rates)
    return 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


GROUP = group.Group(
    *(_OWN, NO_LAWS, group.COMMANDING),
    room=lambda laws, _: Given(np.zeros(len(laws.reads)), np.zeros(laws.u.size)),
    act=act,
)
