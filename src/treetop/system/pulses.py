"""Thrusters that fire pulses, by where their numbers stand in a state vector."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.core.control.pulses import NO_PULSES, Pulses
from treetop.model.devices.kinds import Thruster
from treetop.system.plant import internal_places

if TYPE_CHECKING:
    from treetop.system.system import System


def pulses_of(system: System) -> Pulses:
    """The valves of a system."""
    if not system.model:  # in the user's own equations
        return NO_PULSES
    pulsed = {name: each for name, each in system.mechanism.forces.items() if fires_pulses(each)}
    places, columns = internal_places(system), ("on_time", "valve", "closing_time")
    command, valve, closing = (
        np.array([places[f"{name}.{column}"] for name in pulsed], dtype=np.int64)
        for column in columns
    )
    shortest = np.array([each.shortest for each in pulsed.values()], dtype=float)
    return Pulses(command, valve, closing, shortest)


def fires_pulses(force: object) -> bool:
    """Whether a force is a thruster whose command is an on-time."""
    return isinstance(force, Thruster) and force.pulsed
