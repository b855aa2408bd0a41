"""Effort along one speed of a joint, constant or tabulated in time."""

from ..._kernel import kernel
from ...spatial import zero3
from .account import Account
from .signals import signal


@kernel
def apply(efforts, signals, t, u, tau):
    power = 0.0
    for k in range(efforts.speed.size):
        j, effort = efforts.speed[k], signal(signals, efforts.signal[k], t).x
        tau[j] += effort
        power += effort * u[j]
    return Account(power, zero3())
