"""Springs at joints whose rest follows a function of time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from treetop.model.forces.base import JointForce
from treetop.model.forces.kinds import JointSpring


@dataclass(frozen=True)
class DrivenSpring(JointForce):
    """A `JointSpring` whose rest follows time; no user adds it."""

    kind: ClassVar[str] = JointSpring.kind

    joint: str
    stiffness: float
    rest: Any  # a table, or an expression
    damping: float
    coordinate: str | None


def with_driven_springs(forces: dict[str, Any]) -> dict[str, Any]:
    """Forces by name, springs whose rest follows time among them as such."""
    return {name: _driven(force) for name, force in forces.items()}


def _driven(force: Any) -> Any:
    if not isinstance(force, JointSpring) or not force.driven:
        return force
    laws = (force.stiffness, force.rest, force.damping)
    return DrivenSpring(force.joint, *laws, force.coordinate)
