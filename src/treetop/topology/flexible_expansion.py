"""Flexible bodies as frames and nodes, joined by deformation.

The mass of a flexible body belongs to its frame B, or to one of its own that floats, which hangs on
the node that the first joint to it holds; that node and all others with a frame are bodies without
mass, and so is B if it is not where the mass is.  The modal coordinates are those of a joint.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from treetop.model.body import Frame
from treetop.model.flexible_body import FlexibleBody, NodeFrame
from treetop.model.joints import Joint
from treetop.topology.modal_joint import Deformation, Station
from treetop.topology.nodes import (
    BodyNode,
    JointNode,
    NodeId,
    Role,
    given_body,
    given_joint,
    made_joint,
    unused,
)
from treetop.topology.spanning_tree import spanning_tree

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.structures.body.modal_integrals import NodeMotion


class Expansion(NamedTuple):
    """All bodies and joints of a model, by name, none of them flexible."""

    bodies: dict[str, BodyNode]
    joints: dict[str, JointNode]


class _Plan(NamedTuple):
    """Where the parts of a flexible body are."""

    body: FlexibleBody
    carried_by: Frame
    carrying: str  # the joint that carries it
    nodes: dict[str, str]  # bodies of nodes, by frame
    mass: str  # body that has the mass,
    base: str  # and the one that carries it
    modal: str  # joint of the modal coordinates

    @property
    def at_base(self) -> bool:
        """Whether the joint that carries the body leads to a base that only stands for a frame."""
        return not self.body.floating and not isinstance(self.carried_by, NodeFrame)


def expanded(model: Model) -> Expansion:
    """The bodies and joints of a model, flexible bodies taken apart."""
    flexible = flexible_bodies(model)
    joints = {name: given_joint(joint) for name, joint in model.joints.items()}
    if not flexible:
        return Expansion({name: given_body(body) for name, body in model.bodies.items()}, joints)
    plans, bodies = _plans(model, flexible), {}
    for name, body in model.bodies.items():
        bodies[name] = _frame_node(plans[name]) if name in plans else given_body(body)
    for plan in plans.values():
        bodies |= _bodies(plan)
    joints = {name: _moved(joint, plans) for name, joint in joints.items()}
    modal = {plan.modal for plan in plans.values()}
    for plan in plans.values():
        motions = _motions(plan)
        joints[plan.modal] = _modal_joint(plan, motions.get(plan.base))
        for end, motion in motions.items():
            if end != plan.base:
                identity = NodeId(Role.STATION, plan.body.name, _frame_of(plan, end))
                name = unused(end, joints, model.constraints, modal)
                joints[name] = made_joint(identity, name, Station(motion), plan.mass, end)
    return Expansion(bodies, joints)


def flexible_bodies(model: Model) -> list[FlexibleBody]:
    """The flexible bodies that the user described."""
    bodies: list[Any] = list(model.bodies.values())
    return [body for body in bodies if isinstance(body, FlexibleBody)]


# --- names --------------------------------------------------------------------------------


def _plans(model: Model, flexible: list[FlexibleBody]) -> dict[str, _Plan]:
    leading, plans = carriers(model), dict[str, _Plan]()
    bodies, modal = set(model.bodies), set[str]()
    for body in flexible:
        name, carrying = body.name, leading.get(body.name)
        carried_by, nodes = _carried_by(body, carrying), {}
        for frame in body.frames.values():
            if isinstance(frame, NodeFrame):
                nodes[frame.name] = unused(f"{name} {frame.name}", bodies)
                bodies.add(nodes[frame.name])
        mass = unused(f"{name} mass", bodies) if body.floating else name
        base = name if body.floating else unused(f"{name} base", bodies)
        base = nodes.get(carried_by.name, base) if isinstance(carried_by, NodeFrame) else base
        named = model.joints.keys() | model.constraints.keys()
        modes = unused(name if name not in named else f"{name} bending", named, modal)
        bodies |= {mass, base}
        modal.add(modes)
        joint = carrying.name if carrying else ""
        plans[name] = _Plan(body, carried_by, joint, nodes, mass, base, modes)
    return plans


def carriers(model: Model) -> dict[str, Joint]:
    """The joint that leads to each body, as if structure did not change; the first to one that
    is not connected."""
    known = [*reversed(model.joints.values()), *spanning_tree(model, staged=False).joints]
    return {joint.bodies[1]: joint for joint in known}


def _carried_by(body: FlexibleBody, carrying: Joint | None) -> Frame:
    """The frame by which a flexible body is carried."""
    frame = carrying.outboard.partition(".")[2] if carrying else ""
    return body.frames[frame] if frame else Frame(body.name)


def _frame_of(plan: _Plan, end: str) -> str:
    """The frame whose node a body is; none for B."""
    return next((frame for frame, node in plan.nodes.items() if node == end), "")


# --- bodies -------------------------------------------------------------------------------


def _at_nodes(plan: _Plan) -> dict[str, Frame]:
    """The frames of a flexible body, each on the body that it moves with."""
    return {
        name: Frame(plan.nodes[name], name, frame.at, frame.attitude)
        if name in plan.nodes
        else frame
        for name, frame in plan.body.frames.items()
    }


def _frame_node(plan: _Plan) -> BodyNode:
    """The frame B, with the mass if that moves with it."""
    body, identity = plan.body, NodeId(Role.FLEXIBLE, plan.body.name)
    node = BodyNode(identity, body.name, frames=_at_nodes(plan))
    return node if body.floating else _with_mass(node, body)


def _with_mass(node: BodyNode, body: FlexibleBody) -> BodyNode:
    return node._replace(mass=body.mass, inertia=body.inertia, centre=body.centre)


def _bodies(plan: _Plan) -> dict[str, BodyNode]:
    """The bodies of a flexible body other than B."""
    body, name, made = plan.body, plan.body.name, {}
    if plan.at_base:
        frame = replace(plan.carried_by, body=plan.base)
        frames = {frame.name: frame} if frame.name else {}
        made[plan.base] = BodyNode(NodeId(Role.BASE, name), plan.base, frames=frames)
    at_nodes = _at_nodes(plan)
    for at, node in sorted(plan.nodes.items(), key=lambda item: item[1] != plan.base):
        identity = NodeId(Role.NODE, name, at)
        made[node] = BodyNode(identity, node, frames={at: at_nodes[at]})
    if body.floating:
        identity = NodeId(Role.MASS, name)
        made[plan.mass] = _with_mass(BodyNode(identity, plan.mass), body)
    return made


# --- joints -------------------------------------------------------------------------------


def _moved(joint: JointNode, plans: dict[str, _Plan]) -> JointNode:
    """The joint with its ends on the bodies of nodes; one that leads to a body that the mass leads
    to as well closes a loop."""
    inboard, outboard = (_at_node(end, plans) for end in (joint.inboard, joint.outboard))
    plan, cut = plans.get(joint.bodies[1]), joint.cut
    if plan is not None and plan.at_base and joint.name == plan.carrying:
        outboard = f"{plan.base}.{plan.carried_by.name}" if plan.carried_by.name else plan.base
    elif plan is not None and outboard.partition(".")[0] != plan.base:
        cut = True
    moved = made_joint(joint.id, joint.name, joint.kind, inboard, outboard)
    return moved._replace(cut=cut, stiffness=joint.stiffness)


def _at_node(reference: str, plans: dict[str, _Plan]) -> str:
    body, _, frame = reference.partition(".")
    node = plans[body].nodes.get(frame) if body in plans else None
    return f"{node}.{frame}" if node else reference


def _modal_joint(plan: _Plan, motion: NodeMotion | None) -> JointNode:
    body = plan.body
    moments = body.floating.moments if body.floating else body.moments
    kind = Deformation(body.name, moments, motion)
    return made_joint(NodeId(Role.MODAL, body.name), plan.modal, kind, plan.base, plan.mass)


def _motions(plan: _Plan) -> dict[str, NodeMotion]:
    """How the bodies of nodes, and that of B, move against the frame of the mass."""
    body = plan.body
    motions = {}
    for frame in body.frames.values():
        if isinstance(frame, NodeFrame):
            motions[plan.nodes[frame.name]] = body.node_motion(frame.node)
    if body.floating is None:
        return motions
    seen = {end: body.floating.seen(motion) for end, motion in motions.items()}
    return {body.name: body.floating.frame} | seen
