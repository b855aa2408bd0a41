"""Events of devices that are kept in the log, and change nothing: wheels that saturate, and tethers
that become taut or slack."""

from __future__ import annotations

from collections.abc import Iterator

from treetop.core.devices.wheel import BAND
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.topology.added_bodies import wheels_of
from treetop.topology.mechanism import Mechanism
from treetop.topology.tethers import TAUT, taut_events

FORWARD, BACKWARD = "greatest speed", "greatest speed backward"


def device_events(model: Mechanism) -> dict[str, Event]:
    """Wheels whose motors come to their greatest speed, or leave it, and tethers that become taut
    or slack, by name."""
    return dict(_events(model)) | taut_events(model)


def _events(model: Mechanism) -> Iterator[tuple[str, Event]]:
    for name, wheel in wheels_of(model):
        if wheel.speed is not None:
            speed, corner = Quantity(f"{name}.speed"), (1.0 - BAND) * wheel.speed
            yield f"{name} {FORWARD}", speed.crosses(corner)
            yield f"{name} {BACKWARD}", speed.crosses(-corner)


def note_of(event: str, direction: int) -> str:
    """What such an event is, in words, given the direction in which its signal
    went."""
    if event.endswith(TAUT):
        return "becomes taut" if direction > 0 else "goes slack"
    outward = -1 if event.endswith(BACKWARD) else 1
    return "saturates" if direction == outward else "leaves saturation"
