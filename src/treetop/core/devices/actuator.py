"""Devices of the user's own, each at a frame against a reference.

A law of (t, motion, x, c, p, rates, out) sees how its frame moves relative to the reference, its
states x and commands c; it returns the wrench on the frame, and writes the rates of its states and
what it tells.  The opposite wrench acts on the reference at the same point of space.
"""

import functools
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import entry, function_like, inlinable, inlined, kernel, varying
from treetop.core.compiler.user_functions import read_only
from treetop.core.forces import group
from treetop.core.forces.exerted import write_pair
from treetop.core.forces.power_balance import Account, Exerted, exerted_between
from treetop.core.kinematics.frames import beside, station
from treetop.core.spatial import Mat3, Vec3, zero3
from treetop.core.spatial.table_access import copy_into
from treetop.core.tables.motion import FrameMotion
from treetop.core.tables.samples import ACT, EXERT, TELL
from treetop.core.tables.user_laws import chosen_by_number

WRENCH = 6  # numbers of force and torque

_NOWHERE = Vec3(0.0, 0.0, 0.0)
_MOTION = FrameMotion(_NOWHERE, _NOWHERE, Mat3(_NOWHERE, _NOWHERE, _NOWHERE), _NOWHERE)
# (law, t, motion, x, c, p, rates, wrench and what it tells) -> 0
LAW = (0, 0, 0.0, _MOTION, *(np.zeros(0),) * 5)
LAW_TYPE = function_like(*LAW)


class Actuators(NamedTuple):
    """Devices of the user's own."""

    frames: np.ndarray  # (k, 2)  frame, reference
    x: np.ndarray  # (k, 2)  first internal state of each, and the first that is not its
    c: np.ndarray  # (k, 2)  likewise of its commands
    on: np.ndarray  # (k,)    1: it acts
    p_at: np.ndarray  # (k + 1,)  first parameter of each
    p: np.ndarray
    output_at: np.ndarray  # (k + 1,)  first number of each: its wrench, then what it tells
    output: np.ndarray  # (k,)    first of its outputs
    law: Any  # of all


NO_ACTUATORS = Actuators(
    frames=np.zeros((0, 2), dtype=np.int64),
    x=np.zeros((0, 2), dtype=np.int64),
    c=np.zeros((0, 2), dtype=np.int64),
    on=np.zeros(0, dtype=np.int64),
    p_at=np.zeros(1, dtype=np.int64),
    p=np.zeros(0),
    output_at=np.zeros(1, dtype=np.int64),
    output=np.zeros(0, dtype=np.int64),
    law=LAW_TYPE,
)


@entry(*LAW)
def no_law(law, t, motion, x, c, p, rates, reported):
    return 0


def laws_of(functions):
    """One compiled function that runs the functions of all actuators."""
    return _compiled(tuple(functions)) if functions else no_law.function


@functools.lru_cache(maxsize=64)
def _compiled(functions):
    def none(law, t, motion, x, c, p, rates, reported):
        return 0

    return chosen_by_number(none, _or_else, enumerate(map(inlinable, functions)), LAW)


def _or_else(number, function, others):
    def choose(law, t, motion, x, c, p, rates, reported):
        if law == number:
            fixed = read_only(x), read_only(c), read_only(p)
            wrench = function(t, motion, fixed[0], fixed[1], fixed[2], rates, reported[WRENCH:])
            F, T = wrench.force, wrench.torque
            reported[0], reported[1], reported[2] = F.x, F.y, F.z
            reported[3], reported[4], reported[5] = T.x, T.y, T.z
            return 0
        return others(law, t, motion, x, c, p, rates, reported)

    return choose


@kernel
def exerted(actuators, frames, work, origin, reported, k):
    """What actuator k exerts on its frame, and the opposite on the reference there."""
    on = station(frames, work, origin, actuators.frames[k, 0])
    base = station(frames, work, origin, actuators.frames[k, 1])
    m = actuators.output_at[k]
    F = Vec3(reported[m], reported[m + 1], reported[m + 2])
    T = Vec3(reported[m + 3], reported[m + 4], reported[m + 5])
    return Exerted(beside(base, on.p - base.p), on, F, T)


@inlined
def run(actuators, frames, work, origin, t, values, all_reported, state_rates):
    """Call the laws: rates of states, wrenches and what they tell."""
    for k in range(actuators.frames.shape[0]):
        reported = all_reported[actuators.output_at[k] : actuators.output_at[k + 1]]
        if actuators.on[k] == 0:
            reported[:] = 0.0
            continue
        on = station(frames, work, origin, actuators.frames[k, 0])
        base = station(frames, work, origin, actuators.frames[k, 1])
        motion = FrameMotion(on.p - base.p, on.V.lin - base.V.lin, on.R, on.V.ang - base.V.ang)
        rates = state_rates[actuators.x[k, 0] : actuators.x[k, 1]]
        x = values[actuators.x[k, 0] : actuators.x[k, 1]]
        c = values[actuators.c[k, 0] : actuators.c[k, 1]]
        p = actuators.p[actuators.p_at[k] : actuators.p_at[k + 1]]
        actuators.law(k, t, motion, x, c, p, rates, reported)


@inlined
def apply(actuators, frames, work, origin, t, values, reported, state_rates):
    run(actuators, frames, work, origin, t, values, reported, state_rates)
    total = Account(0.0, zero3())
    for k in range(actuators.frames.shape[0]):
        there, on, force, torque = exerted(actuators, frames, work, origin, reported, k)
        total = exerted_between(total, work.F, there, on, force, torque)
    return total


@inlined
def outputs(actuators, reported, row):
    for k in range(actuators.frames.shape[0]):
        first, last, m = (
            actuators.output_at[k] + WRENCH,
            actuators.output_at[k + 1],
            actuators.output[k],
        )
        copy_into(row[m : m + last - first], reported[first:last])


@inlined
def seen(actuators, rows, frames, work, origin, reported, out, s):
    """Write what actuators exert."""
    for k in range(rows.size):
        a, b, force, torque = exerted(actuators, frames, work, origin, reported, k)
        write_pair(out, s, rows[k], origin, a, b, force, torque)


# --- as a group -------------------------------------------------------------------------


@varying
class Reported(NamedTuple):
    """What actuators do and tell."""

    number: np.ndarray  # (n,)  of each its wrench, and what it tells


_OWN = group.own_tables(NO_ACTUATORS, group.NO_FORCES, Reported(np.zeros(0)))
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Laws of users act."""
    (_, users, _, reported), (frames, work, origin, values) = (
        _unpack_own(own),
        group.around(problem, y),
    )
    _, rates = group.states_and_rates(problem, y, rate)
    total = apply(users, frames, work, origin, t, values, reported.number, rates)
    return group.account_numbers(total)


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    (_, users, rows, reported), (out, _) = _unpack_own(own), group.unpack_recorded(handle)
    frames, work, origin, _ = group.around(problem, y)
    seen(users, rows, frames, work, origin, reported.number, out, s)
    return 0


@entry(*TELL)
def tell(y, z, row, problem, own):
    _, users, _, reported = _unpack_own(own)
    outputs(users, reported.number, row)
    return 0


GROUP = group.Group(
    *(_OWN, NO_ACTUATORS),
    room=lambda actuators, _: Reported(np.zeros(int(actuators.output_at[-1]))),
    act=act,
    record=record,
    outputs=tell,
)
