"""Where copies of a system start, each with its own number."""

from __future__ import annotations

import numpy as np

from treetop.errors import TreetopError
from treetop.simulation.sensitivities.parameters import Parameter
from treetop.system.same_start import same_start, starts_elsewhere
from treetop.system.state import State
from treetop.system.system import System

HINT = "let the model say where it starts, and give no start"


def starts(parameter: Parameter, start: State) -> list[State]:
    """Where the copies start: as their models say, if the system does; else from the state that
    was given, by its coordinates, speeds and internal states, those of wheels being their speeds,
    with a coordinate or speed moved if that is the number."""
    system: System = start.system
    built = [model.build(system.formulation) for model in parameter.models]
    said = system.start()
    if said.time == start.time and np.array_equal(said.vector, start.vector):
        return [_met(parameter, copy.start()) for copy in built]
    for copy in built:
        _require_free(parameter, system, copy)
    moved = np.zeros(system.joint_size)
    if parameter.of_start:
        moved[_place(parameter, system)] = parameter.size
    pairs = zip(built, parameter.offsets, strict=True)
    return [_met(parameter, same_start(copy, start, c * moved)) for copy, c in pairs]


def _met(parameter: Parameter, state: State) -> State:
    """The state, which must meet the constraints as every start must."""
    try:
        state.system.require_start(state)
    except TreetopError:
        what = f"a little away from '{parameter.name}' the start does not meet the constraints"
        hint = "let the model say where it starts, and what to hold"
        raise TreetopError(f"sensitivities: {what} ({hint})") from None
    return state


def _require_free(parameter: Parameter, system: System, copy: System) -> None:
    """Refuse numbers that say where devices start, as the start that was given does."""
    if label := starts_elsewhere(copy, system):
        what = f"'{parameter.name}' says where '{label}' starts, and so does the start"
        raise TreetopError(f"sensitivities: {what} that was given ({HINT})")


def _place(parameter: Parameter, system: System) -> int:
    """Where a coordinate or speed of the start stands in joint coordinates."""
    label = ".".join(parameter.name.split(".")[1:])
    labels = [*system.coordinate_labels, *system.speed_labels]
    if label not in labels:
        what = f"'{parameter.name}' is not a coordinate or speed of the start that was given"
        raise TreetopError(f"sensitivities: {what} ({HINT})")
    return labels.index(label)
