"""The bodies and joints of a mechanism: what each is, and which part of the model it stands for.

An identity is a role and a part of the user's model; it never depends on a name that was made up.
The name of a node is its key and what results show.  Parts of the user's keep their own names, and
what is added for them gets a name that no other part has.
"""

from __future__ import annotations

from collections.abc import Container, Mapping
from enum import Enum
from typing import Any, NamedTuple

from treetop.model.body import Body, Frame
from treetop.model.joints import Joint, JointKind


class Role(Enum):
    """What a node is."""

    # bodies
    GROUND = "ground"
    RIGID = "rigid body"
    FLEXIBLE = "frame of a flexible body"
    MASS = "frame that the mass of a flexible body moves with"
    BASE = "frame by which a flexible body is carried"
    NODE = "node of a flexible body"
    SLOSH = "fuel that sloshes"
    GIMBAL = "gimbal of a control moment gyro"
    DAMPER = "mass of a nutation damper"
    ROD = "rod of a beam"
    SLIDER = "what a rod of a beam slides on"
    LINE = "rod of a line that is paid out"
    # joints and constraints
    USER = "part of the user's"
    LOCK = "lock"
    FREE_FLIGHT = "free flight"
    MODAL = "modal coordinates"
    STATION = "station of a node"
    REST = "contact at rest"
    HINGE = "hinge of a beam"


class NodeId(NamedTuple):
    """Which node it is, whatever its name: its role, the part of the model that it stands for, and
    the frame or coordinate of that part, if it stands for one alone."""

    role: Role
    part: str
    detail: str = ""


class BodyNode(NamedTuple):
    """A rigid body of a mechanism; attributes are those of `treetop.Body`."""

    id: NodeId
    name: str
    mass: float = 0.0
    inertia: tuple[tuple[float, ...], ...] = ((0.0,) * 3,) * 3
    centre: tuple[float, ...] = (0.0, 0.0, 0.0)
    frames: Mapping[str, Frame] = {}
    looks: tuple[Any, ...] = ()

    @property
    def role(self) -> Role:
        return self.id.role

    def with_frame(self, frame: Frame) -> BodyNode:
        """The body with one frame more."""
        return self._replace(frames={**self.frames, frame.name: frame})


class JointNode(NamedTuple):
    """A joint of a mechanism; attributes are those of `treetop.model.joints.Joint`."""

    id: NodeId
    name: str
    kind: JointKind
    inboard: str
    outboard: str
    bodies: tuple[str, str]  # names of the inboard and the outboard one
    cut: bool = False
    stiffness: Any = None

    @property
    def role(self) -> Role:
        return self.id.role


def given_body(body: Body, role: Role = Role.RIGID) -> BodyNode:
    """A body of the user's."""
    values = body.mass, body.inertia, body.centre, dict(body.frames), tuple(body.looks)
    return BodyNode(NodeId(role, body.name), body.name, *values)


def given_joint(joint: Joint) -> JointNode:
    """A joint of the user's."""
    name, inboard, outboard = joint.name, joint.inboard, joint.outboard
    identity = NodeId(Role.USER, name)
    values = joint.kind, inboard, outboard, joint.bodies, joint.cut, joint.stiffness
    return JointNode(identity, name, *values)


def made_joint(
    identity: NodeId, name: str, kind: JointKind, inboard: str, outboard: str
) -> JointNode:
    """A joint that is added for a part of the user's."""
    bodies = inboard.partition(".")[0], outboard.partition(".")[0]
    return JointNode(identity, name, kind, inboard, outboard, bodies)


def unused(wish: str, *taken: Container[str]) -> str:
    """The name that is wished for, or the next one like it that is not taken."""
    while any(wish in names for names in taken):
        wish += "_"
    return wish
