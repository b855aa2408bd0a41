"""Internal states that are not finite, in words: above all, commands that controllers gave."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from treetop.topology.connections import memory_labels, written_by

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.system.state import State


def not_finite_state(state: State) -> str:
    """Names an internal state that is not finite, by preference one that a controller has given;
    none if all are."""
    system = state.system
    if not system.model:  # in the user's own equations
        return ""
    values = state.vector[system.internal].tolist()
    named = dict(zip(system.assembly.states, values, strict=True))
    lost = [label for label, value in named.items() if not math.isfinite(value)]
    for label in lost:
        if name := _giving(system.model, label):
            return f"the controller '{name}' makes '{label}' {named[label]}"
    return f"'{lost[0]}' is {named[lost[0]]}" if lost else ""


def _giving(model: Model, label: str) -> str:
    """The controller that writes an internal state, if any."""
    for name, controller in model.controllers.items():
        memory, pending = memory_labels(name, controller)
        if label in {*written_by(name, controller, model), *memory, *pending}:
            return name
    return ""
