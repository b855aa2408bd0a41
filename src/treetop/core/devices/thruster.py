"""A thruster: a force along a direction fixed to a frame, as large as its command says, with the
fuel that it takes from a tank, if it has one.

Its thrust may lag behind the command, by τ = rise or fall,

    level' = (command - level) / τ

and falls with the pressure of the tank it blows down.
"""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import entry, inlined, kernel
from treetop.core.devices.column_flow import flow_along, vanish_along
from treetop.core.devices.fuel_flow import EXHAUST, Jet, flow_out
from treetop.core.devices.tank import NO_TANKS, Tanks, pressure_ratio
from treetop.core.devices.tank_shapes import ALONG
from treetop.core.forces import group
from treetop.core.forces.exerted import write_one
from treetop.core.forces.power_balance import Balance, account_of
from treetop.core.interface import unpack
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import norm, zero3
from treetop.core.spatial.table_access import vec
from treetop.core.tables.samples import ACT, EXERT, TELL


class Thrusters(NamedTuple):
    """Thrusters at frames."""

    frame: np.ndarray  # (k,)
    force: np.ndarray  # (k, 3)  on the body at full thrust, in the axes of the frame
    flow: np.ndarray  # (k,)    of fuel at full thrust, kg/s
    tank: np.ndarray  # (k,)    row of Tanks that feeds it, or -1
    blow_down: np.ndarray  # (k,)    1: thrust and flow go with the pressure of the tank
    command: np.ndarray  # (k,)    which internal state: the part of full thrust; or -1: off
    level: np.ndarray  # (k,)    likewise: the part that it has come to; or -1: no lag
    lag: np.ndarray  # (k, 2)  times of rise and fall, s
    output: np.ndarray  # (k,)    first of its outputs: thrust, flow
    exhaust: np.ndarray  # (1,)    first internal state of what has left; or -1


_NONE = np.zeros(0, dtype=np.int64)
NO_THRUSTERS = Thrusters(
    frame=_NONE,
    force=np.zeros((0, 3)),
    flow=np.zeros(0),
    tank=_NONE,
    blow_down=_NONE,
    command=_NONE,
    level=_NONE,
    lag=np.zeros((0, 2)),
    output=_NONE,
    exhaust=np.full(1, -1, dtype=np.int64),
)


@kernel
def commanded(thrusters, states, k):
    """The part of full thrust that is asked for."""
    if thrusters.command[k] < 0:
        return 0.0
    return min(max(states[thrusters.command[k]], 0.0), 1.0)


@kernel
def part_of(thrusters, tanks, states, k):
    """The part of full thrust."""
    level, j = thrusters.level[k], thrusters.tank[k]
    part = states[level] if level >= 0 else commanded(thrusters, states, k)
    if thrusters.blow_down[k] == 1 and j >= 0:
        part *= pressure_ratio(tanks, j, states[tanks.state[j]])
    return part


@kernel
def jet_of(thrusters, tanks, frames, work, origin, states, k):
    """Where thruster k acts, and its jet."""
    at = station(frames, work, origin, thrusters.frame[k])
    part = part_of(thrusters, tanks, states, k)
    return at, Jet(at.R @ vec(thrusters.force, k) * part, thrusters.flow[k] * part)


@inlined
def apply(thrusters, tanks, frames, gravity, work, origin, states, state_rates):
    """Act on bodies, and write the rates of levels, fuel and exhaust."""
    total = Balance(0.0, zero3(), 0.0, 0.0)
    for k in range(thrusters.frame.size):
        at, jet = jet_of(thrusters, tanks, frames, work, origin, states, k)
        lag(thrusters, states, state_rates, k)
        j = thrusters.tank[k]
        if j < 0:
            push(work.F, at, jet.thrust, zero3())
            account = account_of(at, jet.thrust, zero3())
            total = total + Balance(account.power, account.force, 0.0, 0.0)
        elif jet.flow > 0.0:
            first = thrusters.exhaust[0]
            exhaust = state_rates[first : first + EXHAUST]
            state_rates[tanks.state[j]] -= jet.flow
            total = total + taken(tanks, frames, gravity, work, origin, states, exhaust, j, at, jet)
    return total


@kernel
def taken(tanks, frames, gravity, work, origin, states, exhaust, j, at, jet):
    """Let fuel of tank j leave, which is at one place or along a beam."""
    if tanks.shape[j] != ALONG:
        return flow_out(tanks, frames, gravity, work, origin, states, exhaust, j, at, jet)
    if tanks.columns.flows[j] == 1:
        return flow_along(tanks, frames, gravity, work, origin, states, exhaust, j, at, jet)
    return vanish_along(tanks, frames, gravity, work, origin, states, exhaust, j, at, jet)


@kernel
def lag(thrusters, states, state_rates, k):
    """The rate of the level of thruster k."""
    level = thrusters.level[k]
    if level >= 0:
        missing = commanded(thrusters, states, k) - states[level]
        state_rates[level] = missing / thrusters.lag[k, 0 if missing > 0.0 else 1]


@kernel
def outputs(thrusters, tanks, states, row):
    for k in range(thrusters.frame.size):
        part, m = part_of(thrusters, tanks, states, k), thrusters.output[k]
        row[m], row[m + 1] = norm(vec(thrusters.force, k)) * part, thrusters.flow[k] * part


# --- as a group -------------------------------------------------------------------------


class Propulsion(NamedTuple):
    """Thrusters, and tanks that feed them."""

    thrusters: Thrusters
    tanks: Tanks


NO_PROPULSION = Propulsion(NO_THRUSTERS, NO_TANKS)
_OWN = group.own_tables(NO_PROPULSION)
_unpack_own = _OWN.unpack


@entry(*ACT)
def act(t, q, u, y, rate, problem, own):
    """Jets push, and take fuel along."""
    (_, (thrusters, tanks), _), (tables, _) = _unpack_own(own), unpack(problem)
    (frames, work, origin, values), gravity = group.around(problem, y), tables.gravity
    _, rates = group.states_and_rates(problem, y, rate)
    total = apply(thrusters, tanks, frames, gravity, work, origin, values, rates)
    return group.balance_numbers(total)


@entry(*EXERT)
def record(t, y, z, s, problem, handle, own):
    """Jets."""
    (_, (thrusters, tanks), rows), (out, _) = _unpack_own(own), group.unpack_recorded(handle)
    frames, work, origin, values = group.around(problem, y)
    for k in range(rows.size):
        at, jet = jet_of(thrusters, tanks, frames, work, origin, values, k)
        write_one(out, s, rows[k], origin, at, jet.thrust, zero3())
    return 0


@entry(*TELL)
def tell(y, z, row, problem, own):
    (_, (thrusters, tanks), _), (_, _, _, values) = _unpack_own(own), group.around(problem, y)
    outputs(thrusters, tanks, values, row)
    return 0


GROUP = group.Group(_OWN, NO_PROPULSION, act=act, record=record, outputs=tell)
