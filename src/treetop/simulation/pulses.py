"""Commands given between steps, and thrusters that fire pulses, as the time loop has them."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from treetop.core.control.pulses import NO_PULSES, Pulses, open_valve
from treetop.model.devices.kinds import Thruster
from treetop.system.state import State
from treetop.system.system import System
from treetop.topology.connections import command_named


def pulses_of(system: System) -> Pulses:
    """The valves of a system, by where their numbers stand in its state vector."""
    if not system.model:  # in the user's own equations
        return NO_PULSES
    pulsed = {name: each for name, each in system.mechanism.forces.items() if _fires(each)}
    places, columns = _places(system), ("on_time", "valve", "closing_time")
    command, valve, closing = (
        np.array([places[f"{name}.{column}"] for name in pulsed], dtype=np.int64)
        for column in columns
    )
    shortest = np.array([each.shortest for each in pulsed.values()], dtype=float)
    return Pulses(command, valve, closing, shortest)


def _fires(force: object) -> bool:
    return isinstance(force, Thruster) and force.pulsed


def _places(system: System) -> dict[str, int]:
    """Where internal states stand in the state vector, by name."""
    return {label: system.internal.start + k for k, label in enumerate(system.assembly.states)}


def commanded(state: State, commands: Mapping[str, float]) -> State:
    """The state that follows when devices are given commands."""
    system, y = state.system, state.vector.copy()
    places = _places(system)
    for name, value in commands.items():
        place = places[command_named(name, system.model)]
        y[place] = value
        open_valve(pulses_of(system), y, place, state.time)
    return State(system, state.time, y)
