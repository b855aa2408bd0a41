"""Devices, sensors and controllers with the quantities that tell what they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from treetop.system.quantities import quantity_of
from treetop.topology.added_bodies import added_names
from treetop.topology.mechanism import Mechanism

EXHAUST = ("exhaust.mass", "exhaust.momentum", "exhaust.angular_momentum", "exhaust.energy")


def telemetry(mechanism: Mechanism, quantities: list[str]) -> list[dict[str, Any]]:
    """One entry for each: what it is, and the numbers of its quantities."""
    number = {name: k for k, name in enumerate(quantities)}
    made = []
    for section, name, kind, labels in _parts(mechanism):
        own = [number[label] for label in dict.fromkeys(labels) if label in number]
        made.append({"section": section, "name": name, "kind": kind, "quantities": own})
    return [entry for entry in made if entry["quantities"]]


def _parts(mechanism: Mechanism) -> Iterator[tuple[str, str, str, list[str]]]:
    model = mechanism.model
    added = added_names(model)
    for name, device in model.devices.items():
        ports = [*device.outputs, *device.states, *device.inputs]
        labels = [quantity_of(f"{name}.{port}") for port in ports]
        for own in added.get(name, ()):
            kind = mechanism.joints[own.joint].kind
            labels += [f"{own.joint}.{each.name}" for each in (*kind.coordinates, *kind.speeds)]
        yield "devices", name, device.kind, labels
    if model.devices:
        yield "devices", "exhaust", "left the spacecraft", list(EXHAUST)
    for section, blocks in (("sensors", model.sensors), ("controllers", model.controllers)):
        for name, block in blocks.items():
            labels = [quantity_of(f"{name}.{port}") for port in block.outputs]
            yield section, name, block.text, labels
