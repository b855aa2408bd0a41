"""Elements with modes: what sticks or slips, is open or shut.

Each says in its present mode which events are looked at, which coordinates are held, and in which
mode its force is; an event changes its mode.  Structure follows.
"""

from collections.abc import Callable
from typing import Any

from treetop.model import Model
from treetop.switching.dry_friction import DryFrictionElement
from treetop.switching.element import Element, Strike
from treetop.switching.latch import LatchElement
from treetop.switching.rigid_contact import RigidContactElement
from treetop.switching.rigid_stop import RigidStopElement

__all__ = ["Element", "Strike", "elements_of"]

# By the word of the force.
_KINDS: dict[str, Callable[[str, Any, Model], Element]] = {
    "rigid-stop": RigidStopElement,
    "latch": LatchElement,
    "dry-friction": DryFrictionElement,
    "rigid-contact": RigidContactElement,
}


def elements_of(model: Model) -> list[Element]:
    """The elements of a model."""
    return [
        _KINDS[force.kind](name, force, model)
        for name, force in model.forces.items()
        if force.kind in _KINDS
    ]
