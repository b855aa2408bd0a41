"""Tethers that become taut or slack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from treetop.model.devices.tether import Tether
from treetop.model.events import Event
from treetop.model.forces.kinds import SpringDamper
from treetop.model.signals import FrameDistance, Quantity

if TYPE_CHECKING:
    from treetop.topology.mechanism import Mechanism

TAUT = "taut"


def taut_events(model: Mechanism) -> dict[str, Event]:
    """Where lines without mass become taut, rising, or slack, by name."""
    found = {}
    for name, force in model.forces.items():
        if isinstance(force, SpringDamper) and force.tension_only:
            found[f"{name} {TAUT}"] = FrameDistance(force.a, force.b).crosses(force.length)
        elif isinstance(force, Tether) and force.elastic:
            found[f"{name} {TAUT}"] = Quantity(f"{name}.stretch").crosses(0.0)
    return found
