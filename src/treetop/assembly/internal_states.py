"""The internal states of a mechanism: what forces and devices keep, commands that are held, what
sensors and controllers say and remember."""

from __future__ import annotations

from collections.abc import Iterator

from treetop.core.tables.kinds import STUCK
from treetop.model.constraints.sliding import PointOnPath
from treetop.model.devices.base import Device
from treetop.model.devices.thruster import Thruster
from treetop.model.devices.wheel import Wheel
from treetop.model.part import Port
from treetop.topology.connections import commands_of, memory_labels, written_by
from treetop.topology.mechanism import Mechanism
from treetop.topology.readings import blocks_of

# What has left by nozzles, as seen from the ground; angular momentum about its origin.
EXHAUST = {
    "mass": "kg",
    **{f"momentum.{axis}": "N*s" for axis in "xyz"},
    **{f"angular_momentum.{axis}": "N*m*s" for axis in "xyz"},
    "energy": "J",
}


def internal_states(model: Mechanism) -> dict[str, Port]:
    """All of them by name, in the order in which they stand in a state vector."""
    return dict(_states(model))


def _states(model: Mechanism) -> Iterator[tuple[str, Port]]:
    for name, force in model.forces.items():
        yield from ((f"{name}.{state}", port) for state, port in force.states.items())
        if isinstance(force, Device):
            yield from ((f"{name}.{command}", port) for command, port in force.inputs.items())
    if has_exhaust(model):
        yield from ((f"exhaust.{state}", Port(0.0, unit)) for state, unit in EXHAUST.items())
    for name, block in blocks_of(model.model).items():
        yield from ((f"{name}.{output}", port) for output, port in block.outputs.items())
        memory, pending = memory_labels(name, block)
        for label, start in zip(memory, block.memory, strict=True):
            yield label, Port(start, "")
        written = list(written_by(name, block, model.model).values())
        for k, label in enumerate(pending):
            yield label, written[k % len(written)]


def has_exhaust(model: Mechanism) -> bool:
    """Whether any fuel leaves."""
    return any(isinstance(force, Thruster) and force.tank for force in model.forces.values())


def derived_states(model: Mechanism) -> set[str]:
    """Internal states that follow from the motion, and are not read from the state vector: commands
    of continuous controllers, and momenta of wheels that stick."""
    continuous = (each for each in model.model.controllers.values() if each.every is None)
    commands = {label for each in continuous for label in commands_of(each, model.model)}
    wheels = (name for name, force in model.forces.items() if isinstance(force, Wheel))
    return commands | {f"{name}.momentum" for name in wheels if model.forces[name].mode == STUCK}


def device_outputs(model: Mechanism) -> dict[str, str]:
    """Outputs of devices, and of points on paths, by name, with units."""
    devices = ((name, each) for name, each in model.forces.items() if isinstance(each, Device))
    slides = (item for item in model.constraints.items() if isinstance(item[1], PointOnPath))
    return {
        f"{name}.{output}": unit
        for name, part in (*devices, *slides)
        for output, unit in part.outputs.items()
    }
