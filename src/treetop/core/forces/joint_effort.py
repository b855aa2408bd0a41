"""Effort along one speed of a joint, constant or tabulated in time."""

from treetop.core.compiler import kernel
from treetop.core.forces.power_balance import Account
from treetop.core.forces.time_functions import signal
from treetop.core.spatial import zero3
from treetop.core.spatial.table_access import vec


@kernel
def apply(efforts, signals, t, u, tau):
    power, push = 0.0, zero3()
    for k in range(efforts.speed.size):
        j, effort = efforts.speed[k], signal(signals, efforts.signal[k], t).x
        tau[j] += effort
        power += effort * u[j]
        push = push + vec(efforts.push, k) * effort
    return Account(power, push)
