"""Names that stand for two quantities of a result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from treetop.errors import Problem
from treetop.model.body import GROUND, Frame
from treetop.model.joints import Joint, JointKind
from treetop.model.references import is_frame
from treetop.model.specification import path
from treetop.topology.readings import OF_FRAMES

if TYPE_CHECKING:
    from treetop.model.model import Model

OF_BODIES = {*OF_FRAMES, "position_from_origin", "gravity_force", "gravity_torque", "energy"}
OF_ATTITUDE = {"attitude", "angular_velocity"}


def hidden_quantities(model: Model) -> Iterator[Problem]:
    """Devices, sensors and controllers called as a body, with outputs called as quantities of the
    body: `gps.position` would be either's."""
    for section in ("devices", "sensors", "controllers"):
        for name, part in getattr(model, section).items():
            both = _of_bodies(part.outputs) if name in model.bodies else []
            if both:
                what = f"the body '{name}' has a quantity '{name}.{both[0]}' as well"
                yield Problem(what, path(section, name), "give one of the two another name")


def name_warnings(model: Model) -> Iterator[str]:
    """Joints called as a body, whose coordinates have the names of quantities of the body and other
    values."""
    for name, joint in model.joints.items():
        both = _of_bodies(_other_coordinates(model, joint)) if name in model.bodies else []
        if both:
            hidden = " and ".join(f"'{name}.{each}'" for each in both)
            yield (
                f"joint '{name}' is called as a body: {hidden} are coordinates and speeds of the "
                "joint, not quantities of the body; give one of the two another name"
            )


def hides_quantities(kind: JointKind) -> bool:
    """Whether coordinates or speeds of a joint are called as quantities of bodies."""
    return not OF_BODIES.isdisjoint(_coordinates(kind))


def _coordinates(kind: JointKind) -> list[str]:
    return [each.name for each in (*kind.coordinates, *kind.speeds)]


def _other_coordinates(model: Model, joint: Joint) -> Iterable[str]:
    """Coordinates and speeds whose values may not be those of the body of its name: those of a
    frame that stands elsewhere, or in another attitude."""
    references = joint.inboard, joint.outboard
    if not all(is_frame(model, each) for each in references):
        return ()  # which is another problem
    ends = [model.frame(each) for each in references]
    if [end.body for end in ends] != [GROUND, joint.name] or any(map(_turned, ends)):
        return _coordinates(joint.kind)
    if any(any(end.at) for end in ends):
        return set(_coordinates(joint.kind)) - OF_ATTITUDE
    return ()


def _turned(frame: Frame) -> bool:
    """Whether its axes are not those of its body, those of nodes among it."""
    return not isinstance(frame, Frame) or any(frame.attitude[1:])


def _of_bodies(quantities: Iterable[str]) -> list[str]:
    """Names among some that quantities of bodies have, sorted."""
    return sorted(OF_BODIES.intersection(each.partition(".")[0] for each in quantities))
