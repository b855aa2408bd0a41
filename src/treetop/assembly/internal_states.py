"""The internal states of a mechanism: what forces and devices keep, commands that are held, what
sensors and controllers say and remember."""

from __future__ import annotations

from collections.abc import Iterator

from treetop.model.devices.base import Device
from treetop.model.part import Port
from treetop.topology.connections import memory_labels, written_by
from treetop.topology.mechanism import Mechanism
from treetop.topology.readings import blocks_of


def internal_states(model: Mechanism) -> dict[str, Port]:
    """All of them by name, in the order in which they stand in a state vector."""
    return dict(_states(model))


def _states(model: Mechanism) -> Iterator[tuple[str, Port]]:
    for name, force in model.forces.items():
        yield from ((f"{name}.{state}", port) for state, port in force.states.items())
        if isinstance(force, Device):
            yield from ((f"{name}.{command}", port) for command, port in force.inputs.items())
    for name, block in blocks_of(model.model).items():
        yield from ((f"{name}.{output}", port) for output, port in block.outputs.items())
        memory, pending = memory_labels(name, block)
        for label, start in zip(memory, block.memory, strict=True):
            yield label, Port(start, "")
        written = list(written_by(name, block, model.model).values())
        for k, label in enumerate(pending):
            yield label, written[k % len(written)]


def device_outputs(model: Mechanism) -> dict[str, str]:
    """What devices tell of themselves, by name, with units."""
    return {
        f"{name}.{output}": unit
        for name, force in model.forces.items()
        if isinstance(force, Device)
        for output, unit in force.outputs.items()
    }
