"""The mechanism of a model: bodies and joints as trees have them, in one structure.

Built once per structure, and never changed.  A mechanism stands between what a person describes and
the tables of numbers: flexible bodies are taken apart into frames and nodes, bodies that nothing
connects to the ground fly freely, and what a stage releases, locks or switches off is left out or
held.  All joints stay known in every structure, so that names and coordinates are the same from
beginning to end: a joint that is released is only measured; one that is locked is measured as well,
and a fixed joint takes its place.

Identity and name are apart.  What a node is, and which part of the user's model it stands for, its
`NodeId` has it; nothing is read from a name.  The keys are names all the same, for three reasons:
they are what results, labels and model files say, they need no translation on the way there, and
they are unique by construction.  The user's parts keep theirs, and a part that is added, such as
the lock of `hinge`, is called ``hinge lock`` unless the user has a part of that name, then
``hinge lock_``.  These names depend on the model alone, not on the stage, so that what is followed
through several structures keeps its name.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from treetop.model.body import GROUND, Frame, frame_among
from treetop.model.constraints.kinds import Coupling, Prescribed
from treetop.model.devices.base import Device
from treetop.model.joints import Fixed, Free
from treetop.topology.added_bodies import forces_of
from treetop.topology.beam_expansion import BeamParts, beam_parts, elasticities, with_beams
from treetop.topology.device_expansion import with_devices, with_stuck_wheels
from treetop.topology.driven_springs import with_driven_springs
from treetop.topology.flexible_expansion import expanded
from treetop.topology.line_loads import with_rod_loads
from treetop.topology.nodes import (
    BodyNode,
    JointNode,
    NodeId,
    Role,
    given_body,
    made_joint,
    unused,
)
from treetop.topology.spanning_tree import SpanningTree, reached_from, spanning_tree
from treetop.topology.structure import LockedPose, Structure

if TYPE_CHECKING:
    from treetop.model.events import Event
    from treetop.model.initial_state import Values
    from treetop.model.model import Model
    from treetop.model.stages import Stage

ALL = frozenset({""})  # directions: the whole of a joint is open


@dataclass(frozen=True, eq=False)
class Mechanism:
    """Bodies, joints, forces and constraints of a model in one structure.

    Made by `mechanism_of`, `Mechanism.with_free_flight` and `Mechanism.in_structure`.

    Attributes
    ----------
    model : Model
        What the user described.
    ground : BodyNode
    bodies : mapping of BodyNode
        By name, without the ground; none is flexible.
    joints : mapping of JointNode
        By name, those that are open or locked among them.
    forces : mapping of Force
        Those that act, devices among them: one that is off is there, without its commands.
    constraints : mapping of Constraint
        Those that act, beside what joints hold.
    constraint_ids : mapping of NodeId
        What each of these is.
    opened : mapping of sets
        Directions in which joints do not hold, ``{""}`` standing for all.
    locks : mapping of str
        The fixed joint that holds a joint which is locked, by the name of that.
    whole : Mechanism or None
        The same with all parts acting; None: it is that itself.
    """

    model: Model
    ground: BodyNode
    bodies: Mapping[str, BodyNode]
    joints: Mapping[str, JointNode]
    forces: Mapping[str, Any]
    constraints: Mapping[str, Any]
    constraint_ids: Mapping[str, NodeId]
    opened: Mapping[str, frozenset[str]] = field(default_factory=dict)
    locks: Mapping[str, str] = field(default_factory=dict)
    whole: Mechanism | None = None

    def __post_init__(self) -> None:
        for item in fields(self):
            value = getattr(self, item.name)
            if isinstance(value, dict):
                object.__setattr__(self, item.name, MappingProxyType(value))

    def __reduce__(self) -> tuple[Any, ...]:
        values = (getattr(self, item.name) for item in fields(self))
        plain = (dict(v) if isinstance(v, MappingProxyType) else v for v in values)
        return type(self), tuple(plain)

    # --- what does not depend on structure ----------------------------------------------------

    @property
    def base(self) -> Mechanism:
        """The mechanism with all parts acting."""
        return self.whole or self

    @cached_property
    def let_go(self) -> set[str]:
        """Joints that are open and not locked: what acts along their coordinates does not."""
        return _let_go(self.opened, self.locks)

    @property
    def events(self) -> dict[str, Event]:
        return self.model.events

    @property
    def stages(self) -> dict[str, Stage]:
        return self.model.stages

    @property
    def staged(self) -> bool:
        """Whether its structure changes."""
        return self.model.staged

    @property
    def start(self) -> dict[str, Values]:
        """Coordinates and speeds to start from, by joint and name."""
        return self.model.start

    @property
    def hold(self) -> tuple[str, ...] | None:
        """What of the start is held while the rest is assembled."""
        return self.model.hold

    @property
    def equilibrium(self) -> tuple[str, ...] | None:
        """Joints that start in equilibrium."""
        return self.model.equilibrium

    def modal_joint(self, body: str) -> JointNode:
        """The joint of the modal coordinates of a flexible body."""
        return self._by_id[NodeId(Role.MODAL, body)]

    def beam(self, name: str) -> BeamParts:
        """The names of rods and hinges of a beam."""
        return beam_parts(self.bodies, self.joints, name)

    @cached_property
    def inner(self) -> frozenset[str]:
        """Names of the bodies and joints that beams are made of, but for the first rods: no result
        shows them by name."""
        within = (Role.ROD, Role.SLIDER, Role.HINGE)
        parts: list[Any] = [*self.bodies.values(), *self.joints.values()]
        return frozenset(each.name for each in parts if each.role in within) - set(
            self.model.bodies
        )

    @property
    def paid_out(self) -> frozenset[str]:
        """Names of the bodies and joints that lines are made of which deployers pay out."""
        parts: list[Any] = [*self.bodies.values(), *self.joints.values()]
        return frozenset(each.name for each in parts if each.role is Role.LINE)

    @cached_property
    def _by_id(self) -> dict[NodeId, JointNode]:
        return {joint.id: joint for joint in self.joints.values()}

    def lock_name(self, label: str) -> str:
        """The name of what holds a joint, or a coordinate such as ``"hinge.angle"``, when it is
        locked."""
        taken: list[Container[str]] = [self.base.joints, self.model.constraints]
        joint, _, coordinate = label.partition(".")
        name = f"{joint} {coordinate}" if coordinate else joint
        if coordinate and name in self.base.joints:  # which may be locked as a whole, too
            taken.append({self.lock_name(name)})
        return unused(f"{name} lock", *taken)

    def rest_name(self, contact: str) -> str:
        """The name of the constraint that holds a rigid contact at rest."""
        return unused(f"{contact} rest", self.base.joints, self.model.constraints)

    # --- frames, and the tree -----------------------------------------------------------------

    def body(self, name: str) -> BodyNode:
        """The body of that name, the ground among them."""
        return self.ground if name == GROUND else self.bodies[name]

    def frame(self, reference: str) -> Frame:
        """The frame that ``"bus.port"``, ``"bus"`` or ``"ground"`` stands for."""
        try:
            return frame_among(self.body, reference)
        except KeyError:
            return self.model.frame(reference)  # which says what there is

    @cached_property
    def tree(self) -> SpanningTree:
        """The spanning tree: grown when it is first asked for, and once for all structures that
        open and lock the same joints, wherever these were found."""
        known, structure = self.base._trees, (frozenset(self.opened), frozenset(self.locks))
        if structure not in known:
            known[structure] = spanning_tree(self, self.opened)
        tree, closing = known[structure]
        return SpanningTree(self._joints_named(tree), self._joints_named(closing))

    def _joints_named(self, joints: Iterable[JointNode]) -> list[JointNode]:
        """Its joints of the same names."""
        return [self.joints[joint.name] for joint in joints]

    @cached_property
    def _trees(self) -> dict[tuple[frozenset[str], frozenset[str]], SpanningTree]:
        """The trees of its structures, by the joints that are open and locked."""
        return {}

    # --- other structures of the same model ---------------------------------------------------

    def with_free_flight(self, structures: Iterable[Structure]) -> Mechanism:
        """The mechanism with a free joint from the ground for each body that is not connected in
        one of the structures."""
        joints = dict(self.joints)
        for structure in structures:
            for body in _unconnected(self.bodies, joints, structure):
                name = body
                if name in joints:
                    name = unused(f"{body} free", joints, self.model.constraints)
                identity = NodeId(Role.FREE_FLIGHT, body)
                joints[name] = made_joint(identity, name, Free(), GROUND, body)
        return replace(self, joints=joints)

    def in_structure(
        self, structure: Structure, holds: Mapping[str, LockedPose] = MappingProxyType({})
    ) -> Mechanism:
        """The mechanism in another structure; where locked parts were found is given by name."""
        change = _Change(self.base, structure)
        for name in sorted(structure.locked):
            pose = holds.get(name, LockedPose())
            if "." in name:
                change.lock_coordinate(name, pose)
            else:
                change.lock_joint(name, pose)
        for rest in sorted(structure.at_rest):
            change.add(rest.name, rest.constraint, NodeId(Role.REST, rest.contact))
            if rest.frame is not None:
                change.add_frame(rest.frame)
        return change.made()


def mechanism_of(model: Model) -> Mechanism:
    """The mechanism of a model whose parts all act."""
    expansion = with_beams(model, expanded(model))
    bodies, joints = with_devices(model, expansion)
    forces = with_rod_loads(model, expansion, with_driven_springs(forces_of(model)))
    forces |= elasticities(model, expansion)
    ids = {name: NodeId(Role.USER, name) for name in model.constraints}
    ground = given_body(model.ground, Role.GROUND)
    return Mechanism(model, ground, bodies, joints, forces, dict(model.constraints), ids)


class _Change:
    """What a structure makes of a mechanism whose parts all act."""

    def __init__(self, base: Mechanism, structure: Structure) -> None:
        self.base = base
        self.ground, self.bodies, self.joints = base.ground, dict(base.bodies), dict(base.joints)
        self.opened, self.locks = _opened(base, structure), dict[str, str]()
        self.forces = dict(base.forces)
        for name in structure.off & self.forces.keys():
            force = self.forces[name]
            if isinstance(force, Device):
                self.forces[name] = force.switched_off()
            elif name not in base.model.devices:
                del self.forces[name]
        for name, mode in structure.modes:
            if name in self.forces:
                self.forces[name] = replace(self.forces[name], mode=mode)
        self.bodies = with_stuck_wheels(self.bodies, self.forces)
        acting = [name for name in base.constraints if name not in structure.released]
        self.constraints = {name: base.constraints[name] for name in acting}
        self.ids = {name: base.constraint_ids[name] for name in acting}

    def lock_joint(self, name: str, pose: LockedPose) -> None:
        """Hold a joint where it was found; it is itself only measured."""
        joint, lock = self.base.joints[name], self.base.lock_name(name)
        body = joint.bodies[1]
        frames = (self.ground if body == GROUND else self.bodies[body]).frames
        frame = Frame(body, unused(lock, frames), pose.at, pose.attitude)
        self.add_frame(frame)
        identity = NodeId(Role.LOCK, name)
        self.joints[lock] = made_joint(
            identity, lock, Fixed(), joint.inboard, frame.reference
        )._replace(stiffness=joint.stiffness)
        self.opened[name], self.locks[name] = ALL, lock

    def lock_coordinate(self, label: str, pose: LockedPose) -> None:
        """Hold a coordinate where it was found."""
        joint, _, coordinate = label.partition(".")
        law = Prescribed(label, repr(float(pose.value)))
        self.add(self.base.lock_name(label), law, NodeId(Role.LOCK, joint, coordinate))

    def add(self, name: str, constraint: Any, identity: NodeId) -> None:
        self.constraints[name], self.ids[name] = constraint, identity

    def add_frame(self, frame: Frame) -> None:
        if frame.body == GROUND:
            self.ground = self.ground.with_frame(frame)
        else:
            self.bodies[frame.body] = self.bodies[frame.body].with_frame(frame)

    def made(self) -> Mechanism:
        """Forces and constraints along the coordinates of a joint that is open do not act."""
        let_go = _let_go(self.opened, self.locks)

        def acts(joints: Iterable[str]) -> bool:
            return let_go.isdisjoint(joints)

        forces = {}
        for name, force in self.forces.items():
            if acts([getattr(force, "joint", "")]):
                forces[name] = force
            elif isinstance(force, Device):  # whose states stay known
                forces[name] = force.released()
        constraints = {n: c for n, c in self.constraints.items() if acts(_joints_of(c))}
        return Mechanism(
            self.base.model,
            self.ground,
            self.bodies,
            self.joints,
            forces,
            constraints,
            {name: self.ids[name] for name in constraints},
            self.opened,
            self.locks,
            self.base,
        )


def _let_go(opened: Mapping[str, Any], locks: Mapping[str, str]) -> set[str]:
    return opened.keys() - locks.keys()


def _opened(base: Mechanism, structure: Structure) -> dict[str, frozenset[str]]:
    """The directions in which joints do not hold."""
    released = (name.partition(".")[0] for name in structure.released)
    return {joint: structure.opened(joint) for joint in released if joint in base.joints}


def _unconnected(
    bodies: Mapping[str, BodyNode], joints: Mapping[str, JointNode], structure: Structure
) -> list[str]:
    """Bodies that nothing carries, of each part that is connected the first."""
    leading = [joint for joint in joints.values() if _leads(joint, structure)]
    holding = [joint.bodies for joint in leading if not _flies(joint, structure)]
    carried = {outboard for _, outboard in holding}
    reached = reached_from(GROUND, (joint.bodies for joint in leading))
    found = []
    for body in sorted(bodies, key=lambda name: name in carried):
        if body not in reached:
            found.append(body)
            reached |= reached_from(body, holding)
    return found


def _leads(joint: JointNode, structure: Structure) -> bool:
    """Whether a joint, or the lock in its place, carries its outboard body."""
    if joint.name in structure.locked:
        return True
    return not joint.cut and not structure.opened(joint.name)


def _flies(joint: JointNode, structure: Structure) -> bool:
    return isinstance(joint.kind, Free) and joint.name not in structure.locked


def _joints_of(constraint: Any) -> list[str]:
    """The joints of whose coordinates a constraint speaks."""
    labels: Iterable[str] = ()
    if isinstance(constraint, Coupling):
        labels = constraint.weights
    elif isinstance(constraint, Prescribed):
        labels = [constraint.coordinate]
    return [label.partition(".")[0] for label in labels]
