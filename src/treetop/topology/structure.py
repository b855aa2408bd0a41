"""The structure of a model at a time: which parts act; and the model that describes it.

All joints stay known in every structure, so that names and coordinates are the same from beginning
to end.  A joint that is released is only measured.  A joint that is locked is measured as well, and
a fixed joint takes its place.  A body that hangs on nothing is carried by a free joint of its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from treetop.model.body import GROUND, Frame
from treetop.model.constraints.prescribed import Prescribed
from treetop.model.joints import Fixed, Free, Joint
from treetop.model.reserved import FREE, LOCK, REST
from treetop.model.stages import Stage
from treetop.topology.spanning_tree import ends, spanning_tree

if TYPE_CHECKING:
    from treetop.model.model import Model


class Kept(NamedTuple):
    """A constraint that holds for a while, and a frame that it needs."""

    name: str
    constraint: Any
    frame: Frame | None = None


class Structure(NamedTuple):
    """What of a model does not act, and what is locked."""

    released: frozenset[str] = frozenset()  # joints, directions such as "nose.force.x", constraints
    locked: frozenset[str] = frozenset()  # joints, and coordinates such as "boom.slide"
    off: frozenset[str] = frozenset()  # forces
    modes: frozenset[tuple[str, int]] = frozenset()  # of forces that have several, by name
    kept: frozenset[Kept] = frozenset()  # constraints beside those of the model

    def after(self, stage: Stage) -> Structure:
        """The structure that a stage leaves of this one."""
        released = self.released - set(stage.engage)
        for name in stage.engage:  # a joint as a whole takes its directions along
            released = frozenset(each for each in released if not each.startswith(f"{name}."))
        locked = self.locked - set(stage.unlock)
        return Structure(
            released | set(stage.release),
            locked | set(stage.lock),
            (self.off - set(stage.on)) | set(stage.off),
            self.modes,
            self.kept,
        )

    def opened(self, joint: str) -> frozenset[str]:
        """The directions in which a joint does not hold; all: ``{""}``."""
        own = {name.partition(".")[2] for name in self.released if name.partition(".")[0] == joint}
        return frozenset({""}) if "" in own else frozenset(own)


class Held(NamedTuple):
    """Where a joint was found when it was locked: the inboard frame, seen from the outboard body;
    and the value of a coordinate that was."""

    at: tuple[float, ...] = (0.0, 0.0, 0.0)
    attitude: tuple[float, ...] = (1.0, 0.0, 0.0, 0.0)
    value: float = 0.0


def lock_name(name: str) -> str:
    """Of the joint or constraint that holds what is locked."""
    return name.replace(".", " ") + LOCK


def rest_name(contact: str) -> str:
    """Of the constraint that holds a rigid contact at rest."""
    return contact + REST


def with_free_joints(model: Model, structures: Iterable[Structure]) -> Model:
    """The model with a free joint from the ground for each body that hangs on nothing in one of the
    structures."""
    twin = model.copy()
    for structure in structures:
        for body in _hanging(twin, structure):
            name = body if body not in twin.joints else body + FREE
            twin.joints[name] = Joint(name, Free(), GROUND, body)
    return twin


def _hanging(model: Model, structure: Structure) -> list[str]:
    """Bodies that nothing carries, of each part that hangs together the first."""
    inner = structured(model, structure, {})
    joints = [
        joint
        for joint in inner.joints.values()
        if joint.name not in inner.opened and not joint.cut and not isinstance(joint.kind, Free)
    ]
    carried = {ends(joint)[1] for joint in joints}
    reached = {GROUND, *(ends(joint)[1] for joint in spanning_tree(inner)[0])}
    hanging = []
    for body in sorted(model.bodies, key=lambda name: name in carried):
        if body not in reached:
            hanging.append(body)
            reached |= _beyond(body, joints)
    return hanging


def _beyond(body: str, joints: list[Joint]) -> set[str]:
    found, queue = {body}, [body]
    for each in queue:
        further = {ends(joint)[1] for joint in joints if ends(joint)[0] == each} - found
        found |= further
        queue += further
    return found


def structured(model: Model, structure: Structure, holds: Mapping[str, Held]) -> Model:
    """The model that describes a structure; where locked joints were found is given by name."""
    twin = model.copy()
    twin.opened = {name: structure.opened(name) for name in model.joints if structure.opened(name)}
    for name in sorted(structure.locked):
        held = holds.get(name, Held())
        if "." in name:
            twin.constraints[lock_name(name)] = Prescribed(name, repr(float(held.value)))
        else:
            _lock(twin, model.joints[name], held)
    for name, mode in structure.modes:
        twin.forces[name] = replace(twin.forces[name], mode=mode)  # type: ignore[type-var]
    for name in structure.off:
        twin.forces.pop(name, None)
    for kept in sorted(structure.kept):
        twin.constraints[kept.name] = kept.constraint
        if kept.frame is not None:
            twin.body(kept.frame.body).frames[kept.frame.name] = kept.frame
    for name in structure.released & set(twin.constraints):
        del twin.constraints[name]
    _let_go(twin)
    return twin


def _lock(model: Model, joint: Joint, held: Held) -> None:
    """Hold a joint where it was found; it is itself only measured."""
    name, body = lock_name(joint.name), ends(joint)[1]
    frame = Frame(body, name, held.at, held.attitude)
    owner = model.body(body)
    owner.frames[name] = frame
    model.joints[name] = replace(
        joint, name=name, kind=Fixed(), outboard=frame.reference, cut=False
    )
    model.opened[joint.name] = frozenset({""})


def _let_go(model: Model) -> None:
    """Forces and constraints along the coordinates of a joint that is open do not act."""
    open_ones = {name for name, directions in model.opened.items() if directions}
    locked = {name.removesuffix(LOCK) for name in model.joints if name.endswith(LOCK)}
    open_ones -= locked

    def acts(joints: Iterable[str]) -> bool:
        return not open_ones.intersection(joints)

    model.forces = {name: force for name, force in model.forces.items() if acts(force.joints)}
    model.constraints = {
        name: part for name, part in model.constraints.items() if acts(part.joints)
    }
