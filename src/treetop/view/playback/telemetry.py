"""Devices, sensors and controllers with the quantities that show what they do; the orbit and the
environment with theirs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from treetop.model.environment.planet import ENVIRONMENT
from treetop.system.quantities import quantity_of
from treetop.topology.added_bodies import added_names
from treetop.topology.connections import commands_of
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import Role

ORDER = ("controllers", "devices", "sensors")
EXHAUST = ("exhaust.mass", "exhaust.momentum", "exhaust.angular_momentum", "exhaust.energy")


def telemetry(mechanism: Mechanism, quantities: list[str]) -> list[dict[str, Any]]:
    """One entry for each: what it is, and the numbers of its quantities."""
    number = {name: k for k, name in enumerate(quantities)}
    made = []
    for section, name, kind, labels in _parts(mechanism):
        of_part = [number[label] for label in dict.fromkeys(labels) if label in number]
        made.append({"section": section, "name": name, "kind": kind, "quantities": of_part})
    return [
        entry for entry in [*made, *_surroundings(mechanism, quantities)] if entry["quantities"]
    ]


def _surroundings(mechanism: Mechanism, quantities: list[str]) -> Iterator[dict[str, Any]]:
    around = mechanism.model.environment
    name = around.name if around is not None else ""
    for section, kind in (("orbit", "osculating"), (ENVIRONMENT, name)):
        of_section = [k for k, each in enumerate(quantities) if each.startswith(f"{section}.")]
        yield {"section": section, "name": section, "kind": kind, "quantities": of_section}


def first_plots(
    mechanism: Mechanism, quantities: list[str], parts: list[dict[str, Any]]
) -> list[int]:
    """The quantities that are plotted when a page opens: the first two, or, where there are
    devices, what moves and what is done about it."""
    parts = [part for part in parts if part["section"] in ORDER]
    if not parts:
        return list(range(min(2, len(quantities))))
    modal = {joint.name for joint in mechanism.joints.values() if joint.role is Role.MODAL}
    coordinates = [
        f"{joint.name}.{each.name}"
        for joint in mechanism.joints.values()
        if joint.name not in modal
        for each in joint.kind.coordinates
    ]
    moves = [k for k, name in enumerate(quantities) if name in coordinates]
    acting = sorted(parts, key=lambda part: ORDER.index(part["section"]))
    return list(dict.fromkeys([*moves[:1], acting[0]["quantities"][0]]))


def _parts(mechanism: Mechanism) -> Iterator[tuple[str, str, str, list[str]]]:
    model = mechanism.model
    added = added_names(model)
    for name, device in model.devices.items():
        ports = [*device.outputs, *device.states, *device.inputs]
        labels = [quantity_of(f"{name}.{port}") for port in ports]
        for names in added.get(name, ()):
            kind = mechanism.joints[names.joint].kind
            labels += [f"{names.joint}.{each.name}" for each in (*kind.coordinates, *kind.speeds)]
        yield "devices", name, device.kind, labels
    if model.devices:
        yield "devices", "exhaust", "left the spacecraft", list(EXHAUST)
    for section, blocks in (("sensors", model.sensors), ("controllers", model.controllers)):
        for name, block in blocks.items():
            outputs = [f"{name}.{port}" for port in block.outputs]
            labels = [quantity_of(each) for each in (*outputs, *commands_of(block, model))]
            yield section, name, block.text, labels
