"""Events of devices that are kept in the log, and change nothing: devices and continuous
controllers that saturate, and tethers that become taut or slack."""

from __future__ import annotations

from collections.abc import Iterator

from treetop.core.devices.wheel import BAND
from treetop.model.controllers.pid import Pid
from treetop.model.devices.magnetorquer import Magnetorquer
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.topology.added_bodies import motors_of, wheels_of
from treetop.topology.connections import commands_of
from treetop.topology.mechanism import Mechanism
from treetop.topology.tethers import TAUT, taut_events

SPEED, BACKWARD, UPPER, LOWER = "greatest speed", "backward", "upper limit", "lower limit"
AT_LIMIT = 1e-9  # part of the limits within which an output that is cut off there has come to one


def device_events(model: Mechanism) -> dict[str, Event]:
    """Devices that come to their greatest speed or command, or leave it, controllers that come to
    their limits, and tethers that become taut or slack, by name."""
    return dict(_events(model)) | taut_events(model)


def _events(model: Mechanism) -> Iterator[tuple[str, Event]]:
    """What is commanded at every instant comes to a limit within steps; commands that are held do
    so at samples, which results show as they are."""
    continuous = {n: c for n, c in model.model.controllers.items() if c.every is None}
    given = {to for each in continuous.values() for to in commands_of(each, model.model)}
    for name, wheel in wheels_of(model):
        if wheel.speed is not None:
            yield from _both_ways(f"{name} {SPEED}", f"{name}.speed", (1.0 - BAND) * wheel.speed)
    for label, limit in _limits(model):
        if limit is not None and label in given:
            name, _, command = label.rpartition(".")
            what = f"{name} greatest {command.replace('_', ' ')}"
            yield from _both_ways(what, label, limit)
    for name, law in continuous.items():
        if isinstance(law, Pid):
            yield from _at_limits(name, law, commands_of(law, model.model)[0])


def _limits(model: Mechanism) -> Iterator[tuple[str, float | None]]:
    """Commands of devices, and how great they can be."""
    for name, wheel in wheels_of(model):
        yield f"{name}.torque", wheel.torque
    for motor, command, _ in motors_of(model):
        yield command, motor.torque if motor.torque_constant is None else motor.current
    for name, force in model.forces.items():
        if isinstance(force, Magnetorquer):
            yield f"{name}.dipole", force.dipole


def _at_limits(name: str, law: Pid, command: str) -> Iterator[tuple[str, Event]]:
    size = max(abs(law.lower or 0.0), abs(law.upper or 0.0)) or 1.0
    for word, limit, inward in ((UPPER, law.upper, -AT_LIMIT), (LOWER, law.lower, AT_LIMIT)):
        if limit is not None:
            yield f"{name} {word}", Quantity(command).crosses(limit + inward * size)


def _both_ways(event: str, label: str, limit: float) -> Iterator[tuple[str, Event]]:
    yield event, Quantity(label).crosses(limit)
    yield f"{event} {BACKWARD}", Quantity(label).crosses(-limit)


def note_of(event: str, direction: int) -> str:
    """What such an event is, in words, given the direction in which its signal
    went."""
    if event.endswith(TAUT):
        return "becomes taut" if direction > 0 else "goes slack"
    outward = -1 if event.endswith((BACKWARD, LOWER)) else 1
    return "saturates" if direction == outward else "leaves saturation"
