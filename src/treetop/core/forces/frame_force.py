"""Force and torque at a frame, constant or tabulated in time, in its own axes or inertial ones."""

from treetop.core.compiler import kernel
from treetop.core.forces.power_balance import Account, account_of
from treetop.core.forces.time_functions import signal
from treetop.core.kinematics.frames import push, station
from treetop.core.spatial import zero3


@kernel
def wrench_of(forces, signals, frames, work, origin, t, k):
    """Where force k acts, and its force and torque in inertial axes."""
    at = station(frames, work, origin, forces.frame[k])
    pull = signal(signals, forces.signal[k, 0], t)
    torque = signal(signals, forces.signal[k, 1], t)
    if forces.inertial[k] == 0:
        pull, torque = at.R @ pull, at.R @ torque
    return at, pull, torque


@kernel
def apply(forces, signals, frames, work, origin, t):
    total = Account(0.0, zero3())
    for k in range(forces.frame.size):
        at, pull, torque = wrench_of(forces, signals, frames, work, origin, t, k)
        push(work.F, at, pull, torque)
        total = total + account_of(at, pull, torque)
    return total
