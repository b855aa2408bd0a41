"""A thruster: a force along a direction fixed to a frame, as large as its command says."""

from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import norm, zero3
from treetop.core.spatial.table_access import vec


class Thrusters(NamedTuple):
    """Thrusters at frames."""

    frame: np.ndarray  # (k,)
    force: np.ndarray  # (k, 3)  on the body at full thrust, in the axes of the frame
    command: np.ndarray  # (k,)    which internal state: the part of full thrust; or -1: off
    output: np.ndarray  # (k,)    which output: the thrust


NO_THRUSTERS = Thrusters(
    np.zeros(0, dtype=np.int64), np.zeros((0, 3)), *np.zeros((2, 0), dtype=np.int64)
)


@kernel
def part_of(thrusters, states, k):
    """The part of full thrust."""
    if thrusters.command[k] < 0:
        return 0.0
    return min(max(states[thrusters.command[k]], 0.0), 1.0)


@kernel
def force_of(thrusters, frames, work, origin, states, k):
    """Where thruster k acts, and its force."""
    at = station(frames, work, origin, thrusters.frame[k])
    return at, at.R @ vec(thrusters.force, k) * part_of(thrusters, states, k)


@kernel
def apply(thrusters, frames, work, origin, states):
    total = Account(0.0, zero3())
    for k in range(thrusters.frame.size):
        at, force = force_of(thrusters, frames, work, origin, states, k)
        push(work.F, at, force, zero3())
        total = total + account_of(at, force, zero3())
    return total


@kernel
def outputs(thrusters, states, row):
    for k in range(thrusters.frame.size):
        thrust = norm(vec(thrusters.force, k)) * part_of(thrusters, states, k)
        row[thrusters.output[k]] = thrust
