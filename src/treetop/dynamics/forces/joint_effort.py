"""Effort along one speed of a joint, constant or tabulated in time."""

from treetop._kernel import kernel
from treetop.dynamics.forces.account import Account
from treetop.dynamics.forces.signals import signal
from treetop.spatial import zero3
from treetop.spatial.rows import vec


@kernel
def apply(efforts, signals, t, u, tau):
    power, push = 0.0, zero3()
    for k in range(efforts.speed.size):
        j, effort = efforts.speed[k], signal(signals, efforts.signal[k], t).x
        tau[j] += effort
        power += effort * u[j]
        push = push + vec(efforts.push, k) * effort
    return Account(power, push)
