"""Commands given between steps."""

from __future__ import annotations

from collections.abc import Mapping

from treetop.core.control.pulses import open_valve
from treetop.system.plant import internal_places
from treetop.system.pulses import pulses_of
from treetop.system.state import State
from treetop.topology.connections import command_named


def commanded(state: State, commands: Mapping[str, float]) -> State:
    """The state that follows when devices are given commands."""
    system, y = state.system, state.vector.copy()
    places, pulses = internal_places(system), pulses_of(system)
    for name, value in commands.items():
        place = places[command_named(name, system.model)]
        y[place] = value
        open_valve(pulses, y, place, state.time)
    return State(system, state.time, y)
