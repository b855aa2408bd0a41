"""Elements with modes: what sticks or slips, is open or shut.

Each says in its present mode which events are looked at, which coordinates are held, and in which
mode its force is; an event changes its mode.  Structure follows.
"""

from collections.abc import Callable
from typing import Any

from treetop.simulation.mode_switching.contact import RigidContactElement
from treetop.simulation.mode_switching.element import Element, Strike
from treetop.simulation.mode_switching.latch import LatchElement
from treetop.simulation.mode_switching.stick_slip import DryFrictionElement
from treetop.simulation.mode_switching.stop import RigidStopElement
from treetop.simulation.mode_switching.tank import TankElement
from treetop.simulation.mode_switching.wheel_friction import WheelFrictionElement
from treetop.topology.mechanism import Mechanism

__all__ = ["Element", "Strike", "elements_of"]

# By the word of the force.
_KINDS: dict[str, Callable[[str, Any, Mechanism], Element]] = {
    "rigid-stop": RigidStopElement.of,
    "latch": LatchElement.of,
    "dry-friction": DryFrictionElement.of,
    "rigid-contact": RigidContactElement.of,
    "tank": TankElement.of,
    "wheel": WheelFrictionElement.of,
}


def elements_of(model: Mechanism) -> list[Element]:
    """The elements of a model."""
    return [
        _KINDS[force.kind](name, force, model)
        for name, force in model.forces.items()
        if force.kind in _KINDS and force.switches
    ]
