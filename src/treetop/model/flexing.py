"""The model as trees have it: flexible bodies as frames and nodes, joined by deformation.

A flexible body hangs, with its frame, on the node that the first joint to it holds; that node and
all others with a frame are bodies without mass, named by body and frame.  The modal coordinates are
those of a joint of the body's name.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from treetop.errors import Problem
from treetop.model.body import Body, Frame
from treetop.model.deformation import Deformation, Station
from treetop.model.flexible_body import FlexibleBody, NodeFrame
from treetop.model.joints import Joint
from treetop.model.spec import path
from treetop.model.tree import ends

if TYPE_CHECKING:
    from treetop.model.model import Model


def flexed(model: Model) -> Model:
    """The same model without flexible bodies; itself if it has none."""
    flexible = flexible_bodies(model)
    if not flexible:
        return model
    twin = model.copy()
    for body in flexible:
        _replace(twin, body)
    return twin


def flexible_bodies(model: Model) -> list[FlexibleBody]:
    """Those that the user described."""
    bodies: list[Any] = list(model.bodies.values())
    return [body for body in bodies if isinstance(body, FlexibleBody)]


def node_body(frame: Frame) -> str:
    """The name of the body that a node with a frame becomes."""
    return f"{frame.body} {frame.name}"


def name_problems(model: Model) -> Iterator[Problem]:
    """Names that were given to something else than the node of a flexible body they stand for."""
    bodies, joints = set(model.bodies), set(model.joints)
    for body in flexible_bodies(model):
        base = _carried(model, body)[2]
        frames = (f for f in body.frames.values() if isinstance(f, NodeFrame))
        nodes = {base, *map(node_body, frames)}
        bending = {_bending(model, body.name)} - {body.name}
        for section, made, known in (
            ("bodies", nodes, bodies),
            ("joints", (nodes - {base}) | bending, joints),
        ):
            for name in sorted(made & known):
                what = f"a part of the flexible body '{body.name}' is called '{name}' too"
                yield Problem(what, path(section, name), "give one of them another name")
            known |= made


def _carried(model: Model, body: FlexibleBody) -> tuple[Joint | None, Frame, str]:
    """The joint that carries a flexible body, the frame it holds, and the body this becomes."""
    carrying = next((j for j in model.joints.values() if ends(j)[1] == body.name), None)
    held = _frame(body, carrying.outboard) if carrying else Frame(body.name)
    return carrying, held, node_body(held) if isinstance(held, NodeFrame) else f"{body.name} base"


def _bending(model: Model, name: str) -> str:
    """The name of the joint that has the modal coordinates."""
    return name if name not in model.joints else f"{name} bending"


def _replace(model: Model, body: FlexibleBody) -> None:
    name = body.name
    carrying, held, base = _carried(model, body)
    own = Body(name, body.mass, body.inertia, body.centre)
    model.bodies[name] = own
    model.bodies[base] = Body(base, 0.0)
    for frame in body.frames.values():
        own.frames[frame.name] = _at_node(model, frame)
    if carrying and not isinstance(held, NodeFrame):
        model.bodies[base].frames[held.name] = replace(held, body=base)
        at_base = f"{base}.{held.name}" if held.name else base
        model.joints[carrying.name] = replace(carrying, outboard=at_base)
    model.joints |= {joint.name: _moved(model, joint, name) for joint in model.joints.values()}
    node = body.node_motion(held.node) if isinstance(held, NodeFrame) else None
    bending = _bending(model, name)
    model.joints[bending] = Joint(bending, Deformation(body.moments, node), base, name)
    for frame in body.frames.values():
        if isinstance(frame, NodeFrame) and node_body(frame) != base:
            end = node_body(frame)
            model.joints[end] = Joint(end, Station(body.node_motion(frame.node)), name, end)


def _frame(body: FlexibleBody, reference: str) -> Frame:
    frame = reference.partition(".")[2]
    return body.frames[frame] if frame else Frame(body.name)


def _at_node(model: Model, frame: Frame) -> Frame:
    """The frame on the body of its node, which is added; one that has none as it is."""
    if not isinstance(frame, NodeFrame):
        return frame
    end = node_body(frame)
    moved = Frame(end, frame.name, frame.at, frame.attitude)
    model.bodies.setdefault(end, Body(end, 0.0)).frames[frame.name] = moved
    return moved


def _moved(model: Model, joint: Joint, body: str) -> Joint:
    """The joint with its ends on the bodies of nodes."""
    for end in ("inboard", "outboard"):
        reference = getattr(joint, end)
        if reference.partition(".")[0] == body:
            moved: Any = {end: model.frame(reference).reference}
            joint = replace(joint, **moved)
    return joint
