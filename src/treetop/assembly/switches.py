"""Where forces begin or cease to act, at which steps end."""

from __future__ import annotations

from treetop.assembly.assembly import Assembly
from treetop.assembly.contacts import touching_pairs
from treetop.assembly.forces import of_kind
from treetop.assembly.joint_friction import joint_physics_rows, limits_of
from treetop.assembly.numbering import Labels
from treetop.core.devices.boom_hinges import SHORTEST
from treetop.core.devices.wheel import BAND
from treetop.core.tables.tables import PRESSED
from treetop.model import Backlash, Device, HardStop, HysteresisSpring
from treetop.model.environment.planet import ENVIRONMENT
from treetop.model.events import Event
from treetop.model.signals import Clearance, Quantity
from treetop.topology.added_bodies import wheels_of
from treetop.topology.lines import deployers
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import Role
from treetop.topology.tethers import taut_events


def switches(assembly: Assembly, model: Mechanism) -> dict[str, Event]:
    """Switches of contacts that give, stops, backlash, springs whose curves are zero at first,
    limits of wheels, edges of the planet's shadow, lines that become taut or slack, and lines
    that gain or lose an element."""
    edges = _edges_of_shadow(assembly, model) + _taut(model) + _element_changes(model)
    found = edges + [Clearance(*pair).crosses(0.0) for pair in touching_pairs(model)]
    for labels in (Labels(assembly.coordinates, assembly.speeds), assembly.closing_labels):
        for row in joint_physics_rows(model, labels, HardStop, Backlash, HysteresisSpring):
            at = Quantity(labels.coordinates[row.place[0]])
            found += [at.crosses(x) for x in limits_of(row.force)]
    for name, wheel in wheels_of(model):
        if wheel.speed is not None:
            at, corner = Quantity(f"{name}.speed"), (1.0 - BAND) * wheel.speed
            found += [at.crosses(corner), at.crosses(-corner)]
    return {f"switch {k}": event for k, event in enumerate(found)}


def _taut(model: Mechanism) -> list[Event]:
    """Where tethers and elastic cables become taut, or slack."""
    found = list(taut_events(model).values())
    slack = {body.name for body in model.model.beams.values() if body.line.tension_only}
    slides = (j for j in model.joints.values() if j.role is Role.SLIDER and j.id.part in slack)
    return found + [Quantity(f"{joint.name}.slide").crosses(0.0) for joint in slides]


def _element_changes(model: Mechanism) -> list[Event]:
    """Where rods of lines that are paid out are cut and merged: with steps that end there, the same
    rods are outside whatever the steps are."""
    return [
        Quantity(f"{name}.length").crosses((whole + SHORTEST) * line.rod)
        for name, line in deployers(model.model).items()
        for whole in range(1, line.elements)
    ]


def _edges_of_shadow(assembly: Assembly, model: Mechanism) -> list[Event]:
    """Contacts with umbra and penumbra, where light acts on anything or warms it."""
    planet = model.model.environment
    warmed = any(device.lit for device in of_kind(model, Device))
    if not (planet and planet.sun and (warmed or assembly.tables.environment.sizes[PRESSED])):
        return []
    edges = [name for name in planet.outputs if name.endswith("umbra_angle")]
    return [Quantity(f"{ENVIRONMENT}.{name}").crosses(0.0) for name in edges]
