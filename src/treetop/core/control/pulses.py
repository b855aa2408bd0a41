"""Pulses of thrusters: a command is the time for which a valve opens, and it closes right then.

The command, whether the valve is open, and when it closes, are internal states that stand still
between the instants at which they change.
"""

import math
from typing import NamedTuple

import numpy as np

from treetop.core.compiler import kernel

SHUT, OPEN = 0.0, 1.0


class Pulses(NamedTuple):
    """Valves, by where their numbers stand in a state vector."""

    command: np.ndarray  # (k,)  for how long it opens, s
    valve: np.ndarray  # (k,)  whether it is open
    closing: np.ndarray  # (k,)  when it closes, if it is open
    shortest: np.ndarray  # (k,)  the least time for which it can open, s


_NONE = np.zeros(0, dtype=np.int64)
NO_PULSES = Pulses(_NONE, _NONE, _NONE, np.zeros(0))


@kernel
def open_valve(pulses, y, place, t):
    """Open the valve whose command stands at a place, from a time on; a time that is too short, or
    that a clock cannot tell from none, opens nothing, and lets a pulse go on that is under way."""
    on_time = y[place]
    closing = t + on_time
    for k in range(pulses.command.size):
        if pulses.command[k] == place and closing > t and on_time >= pulses.shortest[k]:
            y[pulses.valve[k]], y[pulses.closing[k]] = OPEN, closing


@kernel
def next_closing(pulses, y):
    """When the first valve closes of those that are open; if none is, never."""
    soonest = math.inf
    for k in range(pulses.valve.size):
        if y[pulses.valve[k]] != SHUT:
            soonest = min(soonest, y[pulses.closing[k]])
    return soonest


@kernel
def close_valves(pulses, y, t):
    """Close the valves whose pulses have ended."""
    for k in range(pulses.valve.size):
        if y[pulses.closing[k]] <= t:
            y[pulses.valve[k]] = SHUT
