"""What ties a model to the ground, and the bodies that its parts act on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from treetop.model.body import GROUND
from treetop.model.forces.base import Force, JointForce
from treetop.model.joints import Free
from treetop.model.part import Part, frames_of, references
from treetop.topology.coordinates import speed_of
from treetop.topology.remembered import remembered

if TYPE_CHECKING:
    from treetop.topology.mechanism import Mechanism
    from treetop.topology.nodes import JointNode


def bodies_of(model: Mechanism, part: Part | JointNode) -> set[str]:
    """The bodies that a joint or a part acts on, the ground among them; none for gravity."""
    if not isinstance(part, Part):
        return set(part.bodies)
    at_joints = {body for name in part.joints for body in model.joints[name].bodies}
    return at_joints | {model.frame(each).body for each in frames_of(part)}


def bodies_at_ends(model: Mechanism, force: Force) -> tuple[str | None, str]:
    """The body that the opposite of a force acts on, if any, and the one that the force acts on."""
    if isinstance(force, JointForce):
        return model.joints[force.joint].bodies
    last = force.ends[-1]
    named = [(place[0], model.frame(frame).body) for place, frame in references(force)]
    return named[0][1] if len(force.ends) > 1 else None, next(b for end, b in named if end == last)


@remembered
def flies(model: Mechanism) -> bool:
    """Whether nothing ties the model to the ground: no joint but free ones, no constraint, and no
    force that depends on where the bodies are or how fast they move from there."""
    roots = [joint for joint in model.joints.values() if GROUND in joint.bodies]
    free = all(isinstance(joint.kind, Free) and joint.bodies[0] == GROUND for joint in roots)
    return free and not any(GROUND in bodies for bodies in _tied(model))


def _tied(model: Mechanism) -> Iterator[Iterable[str]]:
    """Bodies that constraints, and forces that depend on their motion, join to others."""
    for constraint in model.constraints.values():
        yield (model.frame(each).body for each in frames_of(constraint))
    for force in model.forces.values():
        if isinstance(force, JointForce):  # along joints to the ground that are free
            yield (GROUND,) if not force.of_time and moves_from_ground(model, force) else ()
        elif force.paired:
            yield bodies_of(model, force)


def moves_from_ground(model: Mechanism, force: JointForce) -> bool:
    """Whether a force acts between the ground and the position of a free body."""
    joint = model.joints[force.joint]
    if not isinstance(joint.kind, Free) or model.frame(joint.inboard).body != GROUND:
        return False
    return joint.kind.speeds[speed_of(joint.kind, force.coordinate)].name == "velocity"
