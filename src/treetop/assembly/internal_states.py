"""The internal states of a mechanism: what forces and devices keep, commands that are held, and
what controllers remember."""

from __future__ import annotations

from collections.abc import Iterator

from treetop.model.devices.base import Device
from treetop.model.part import Port
from treetop.topology.mechanism import Mechanism


def internal_states(model: Mechanism) -> dict[str, Port]:
    """All of them by name, in the order in which they stand in a state vector."""
    return dict(_states(model))


def _states(model: Mechanism) -> Iterator[tuple[str, Port]]:
    for name, force in model.forces.items():
        yield from ((f"{name}.{state}", port) for state, port in force.states.items())
        if isinstance(force, Device):
            yield from ((f"{name}.{command}", port) for command, port in force.inputs.items())
    for name, controller in model.model.controllers.items():
        for k, start in enumerate(controller.memory):
            yield f"{name}.memory.{k}", Port(start, "")
        if controller.delay:
            for k in range(len(controller.to)):
                yield f"{name}.pending.{k}", Port(0.0, "")


def device_outputs(model: Mechanism) -> dict[str, str]:
    """What devices tell of themselves, by name, with units."""
    return {
        f"{name}.{output}": unit
        for name, force in model.forces.items()
        if isinstance(force, Device)
        for output, unit in force.outputs.items()
    }
