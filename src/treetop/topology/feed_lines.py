"""Lines by which tanks feed thrusters: they go along joints and constraints, and break where parts
separate."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from treetop.model.devices.tank import Tank
from treetop.model.devices.thruster import Thruster
from treetop.model.joints import Free
from treetop.topology.grounding import bodies_of
from treetop.topology.spanning_tree import reached_from

if TYPE_CHECKING:
    from treetop.topology.mechanism import Mechanism

WHOLE = frozenset({""})  # directions in which a joint is open that holds nothing


def feeding_tank(model: Mechanism, thruster: Thruster) -> str | None:
    """The tank that feeds a thruster: of those that it names the first that has fuel, an open valve
    and a line that is whole; None if there is none."""
    for name in thruster.tank:
        tank = model.forces[name]
        if tank.feeds and not _broken(model, thruster, tank):
            return name
    return None


def _broken(model: Mechanism, thruster: Thruster, tank: Tank) -> bool:
    """Whether tank and thruster have separated: two craft that never were one may have a hose."""
    if not model.opened:
        return False
    nozzle, source = model.frame(thruster.at).body, model.frame(tank.at).body
    return source in _attached(model.base, nozzle) and source not in _attached(model, nozzle)


def _attached(model: Mechanism, body: str) -> set[str]:
    """The bodies that joints and constraints connect to one."""
    pairs = [
        joint.bodies
        for name, joint in model.joints.items()
        if not isinstance(joint.kind, Free) and model.opened.get(name) != WHOLE
    ]
    for constraint in model.constraints.values():
        pairs += pairwise(sorted(bodies_of(model, constraint)))
    return reached_from(body, [*pairs, *((b, a) for a, b in pairs)])
