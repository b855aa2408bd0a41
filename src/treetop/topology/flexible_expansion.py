"""The model as trees have it: flexible bodies as frames and nodes, joined by deformation.

The mass of a flexible body belongs to its frame B, or to one of its own that floats, which hangs on
the node that the first joint to it holds; that node and all others with a frame are bodies without
mass, named by body and frame, and so is B if it is not where the mass is.  The modal coordinates
are those of a joint of the body's name.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from treetop.errors import Problem
from treetop.model.body import Body, Frame
from treetop.model.flexible_body import FlexibleBody, NodeFrame
from treetop.model.joints import Joint
from treetop.model.reserved import BENDING
from treetop.model.specification import path
from treetop.topology.modal_joint import Deformation, Station
from treetop.topology.spanning_tree import ends, spanning_tree

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.structures.body.modal_integrals import NodeMotion


def flexed(model: Model) -> Model:
    """The same model without flexible bodies; itself if it has none."""
    flexible = flexible_bodies(model)
    if not flexible:
        return model
    twin, carriers = model.copy(), _carriers(model)
    for body in flexible:
        _replace(twin, body, carriers.get(body.name))
    return twin


def flexible_bodies(model: Model) -> list[FlexibleBody]:
    """Those that the user described."""
    bodies: list[Any] = list(model.bodies.values())
    return [body for body in bodies if isinstance(body, FlexibleBody)]


def bending(flat: Model, body: str) -> Joint:
    """The joint of the modes of a flexible body, in the model without flexible bodies."""
    return next(
        joint
        for joint in flat.joints.values()
        if isinstance(joint.kind, Deformation) and joint.kind.body == body
    )


def node_body(frame: Frame) -> str:
    """The name of the body that a node with a frame becomes."""
    return f"{frame.body} {frame.name}"


def name_problems(model: Model) -> Iterator[Problem]:
    """Names that were given to something else than the node of a flexible body they stand for."""
    bodies, joints, carriers = set(model.bodies), set(model.joints), _carriers(model)
    for body in flexible_bodies(model):
        held = _held(body, carriers.get(body.name))
        nodes = {node_body(f) for f in body.frames.values() if isinstance(f, NodeFrame)}
        bending = {_bending(model, body.name)} - {body.name}
        for section, made, known in (
            ("bodies", nodes, bodies),
            ("joints", (nodes - {node_body(held)}) | bending, joints),
        ):
            for name in sorted(made & known):
                what = f"a part of the flexible body '{body.name}' is called '{name}' too"
                yield Problem(what, path(section, name), "give one of them another name")
            known |= made


def _carriers(model: Model) -> dict[str, Joint]:
    """The joint that leads to each body, as if structure did not change; the first to one that
    hangs on nothing."""
    lasting = model.copy()
    lasting.stages = {}
    known = [*reversed(lasting.joints.values()), *spanning_tree(lasting)[0]]
    return {ends(joint)[1]: joint for joint in known}


def _held(body: FlexibleBody, carrying: Joint | None) -> Frame:
    """The frame by which a flexible body is carried."""
    frame = carrying.outboard.partition(".")[2] if carrying else ""
    return body.frames[frame] if frame else Frame(body.name)


def _bending(model: Model, name: str) -> str:
    """The name of the joint that has the modal coordinates."""
    return name if name not in model.joints else name + BENDING


def _replace(model: Model, body: FlexibleBody, carrying: Joint | None) -> None:
    name, floating, motions = body.name, body.floating, _motions(body)
    held = _held(body, carrying)
    taken = {*model.bodies, *motions}
    mass = _unused(f"{name} mass", taken) if floating else name
    base = name if floating else _unused(f"{name} base", taken)
    if isinstance(held, NodeFrame):
        base = node_body(held)
    model.bodies |= {name: Body(name, 0.0), base: Body(base, 0.0)}
    frames = [_at_node(model, frame) for frame in body.frames.values()]
    model.bodies[mass] = Body(mass, body.mass, body.inertia, body.centre)
    model.bodies[name].frames.update({frame.name: frame for frame in frames})
    if carrying and not isinstance(held, NodeFrame) and not floating:
        model.bodies[base].frames[held.name] = replace(held, body=base)
        at_base = f"{base}.{held.name}" if held.name else base
        carrying = model.joints[carrying.name]  # its other end may be at a node by now
        model.joints[carrying.name] = replace(carrying, outboard=at_base)
    moved = [_moved(model, joint, name) for joint in model.joints.values()]
    beyond = {name, *motions} - {base}  # what leads there closes a loop: the mass leads there too
    model.joints |= {
        joint.name: replace(joint, cut=True) if ends(joint)[1] in beyond else joint
        for joint in moved
    }
    moments = floating.moments if floating else body.moments
    deformation, bends = Deformation(name, moments, motions.get(base)), _bending(model, name)
    model.joints[bends] = Joint(bends, deformation, base, mass)
    for end, motion in motions.items():
        if end != base:
            station = _unused(end, model.joints)
            model.joints[station] = Joint(station, Station(motion), mass, end)


def _motions(body: FlexibleBody) -> dict[str, NodeMotion]:
    """How the bodies of nodes, and that of B, move against the frame of the mass."""
    nodes = {node_body(f): f.node for f in body.frames.values() if isinstance(f, NodeFrame)}
    motions = {end: body.node_motion(node) for end, node in nodes.items()}
    if body.floating is None:
        return motions
    seen = {end: body.floating.seen(motion) for end, motion in motions.items()}
    return {body.name: body.floating.frame} | seen


def _unused(wish: str, taken: Container[str]) -> str:
    """A name that is not taken."""
    while wish in taken:
        wish += "_"
    return wish


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
