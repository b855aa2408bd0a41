"""Events of devices that are kept in the log, and change nothing: wheels that saturate, and tethers
that become taut or slack."""

from __future__ import annotations

from collections.abc import Iterator

from treetop.core.devices.wheel import BAND
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.topology.added_bodies import wheels_of
from treetop.topology.connections import commands_of
from treetop.topology.mechanism import Mechanism
from treetop.topology.tethers import TAUT, taut_events

SPEED, TORQUE, BACKWARD = "greatest speed", "greatest torque", "backward"


def device_events(model: Mechanism) -> dict[str, Event]:
    """Wheels whose motors come to their greatest speed or torque, or leave it, and tethers that
    become taut or slack, by name."""
    return dict(_events(model)) | taut_events(model)


def _events(model: Mechanism) -> Iterator[tuple[str, Event]]:
    """Torques that are commanded at every instant come to their limit within steps; those that are
    held do so at samples, which results show as they are."""
    controllers = model.model.controllers.values()
    given = {
        to for each in controllers if each.every is None for to in commands_of(each, model.model)
    }
    for name, wheel in wheels_of(model):
        if wheel.speed is not None:
            yield from _both_ways(f"{name} {SPEED}", f"{name}.speed", (1.0 - BAND) * wheel.speed)
        if wheel.torque is not None and f"{name}.torque" in given:
            yield from _both_ways(f"{name} {TORQUE}", f"{name}.torque", wheel.torque)


def _both_ways(event: str, label: str, limit: float) -> Iterator[tuple[str, Event]]:
    yield event, Quantity(label).crosses(limit)
    yield f"{event} {BACKWARD}", Quantity(label).crosses(-limit)


def note_of(event: str, direction: int) -> str:
    """What such an event is, in words, given the direction in which its signal
    went."""
    if event.endswith(TAUT):
        return "becomes taut" if direction > 0 else "goes slack"
    outward = -1 if event.endswith(BACKWARD) else 1
    return "saturates" if direction == outward else "leaves saturation"
