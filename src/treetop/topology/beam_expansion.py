"""Beams and cables as rods and hinges.

The first rod has the name of the beam and its frame at the root.  Hinges lead away from the rod
that the first joint to the beam holds; what gives way in them is a force of its own, which acts on
the rods whichever way these hang together.

Two turns or a slide and a turn do not commute: the one that comes first is taken in turns, so that
what this does of first order in the length of a rod cancels from hinge to hinge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np

from treetop.model.beam import Line
from treetop.model.beam_body import BeamBody, BeamFrame
from treetop.model.body import Frame
from treetop.model.forces.base import Force
from treetop.model.joints import (
    Free,
    JointKind,
    Planar,
    Prismatic,
    Revolute,
    Spherical,
    Universal,
)
from treetop.model.rotation import matrix, quaternion_of
from treetop.topology.beam_pieces import Piece, hinge_stiffness, piece_at, pieces
from treetop.topology.flexible_expansion import Expansion, carriers
from treetop.topology.nodes import BodyNode, JointNode, NodeId, Role, made_joint, unused

if TYPE_CHECKING:
    from treetop.model.model import Model

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))
INWARD, OUTWARD = "inward", "outward"  # frames of a rod at its hinges


class HingeRow(NamedTuple):
    """An elastic hinge: references to its frames, stiffness and damping along and about axes."""

    F: str
    M: str
    stiffness: tuple[float, ...]  # (6,)
    damping: tuple[float, ...]  # (6,)
    slack: bool


@dataclass(frozen=True)
class Elasticity(Force):
    """What the hinges of a beam do to its rods; no user adds it."""

    kind: ClassVar[str] = "elasticity of a beam"
    acts: ClassVar[bool] = False  # within a beam, not on it

    rows: tuple[HingeRow, ...]

    @property
    def paired(self) -> bool:
        return True

    @property
    def potential(self) -> bool:
        return not any(any(row.damping) for row in self.rows)


class _Plan(NamedTuple):
    """The pieces of a beam, and their names."""

    body: BeamBody
    cut: list[Piece]
    names: list[str]  # of the rods
    frames: dict[str, Frame]  # of the beam, each on its rod
    inner: tuple[str, str]  # frames at hinges: towards the root, towards the tip
    carried: int  # the rod by which the beam is carried
    carrying: str  # the joint that does so

    @property
    def line(self) -> Line:
        line: Line = self.body.line
        return line


class BeamParts(NamedTuple):
    """The names of what a beam is made of."""

    rods: list[str]
    hinges: list[str]  # the joints by which rods turn against each other


def with_beams(model: Model, given: Expansion) -> Expansion:
    """Bodies and joints, beams and cables taken apart."""
    known = model.beams.values()
    if not known:
        return given
    bodies, leading = dict(given.bodies), carriers(model)
    plans = {}
    for body in known:
        plans[body.name] = plan = _plan(body, leading.get(body.name), bodies)
        bodies |= _rods(plan)
    joints = {name: _moved(joint, plans) for name, joint in given.joints.items()}
    for plan in plans.values():
        for k in range(len(plan.cut) - 1):
            _add_hinge(plan, k, bodies, joints, model)
    return Expansion(bodies, joints)


def elasticities(model: Model, given: Expansion) -> dict[str, Elasticity]:
    """What acts within the beams of a model, by names that no force has."""
    found = dict[str, Elasticity]()
    for body in model.beams.values():
        name = unused(f"{body.name} elasticity", model.forces, model.devices, model.surfaces, found)
        found[name] = Elasticity(tuple(_rows(body, given)))
    return found


def hinge_frames(body: BeamBody) -> tuple[str, str]:
    """The names of the frames of each rod at its hinges: towards the root, towards the tip."""
    return unused(INWARD, body.frames), unused(OUTWARD, body.frames)


def beam_parts(bodies: Any, joints: Any, beam: str) -> BeamParts:
    """The names of rods and hinges of a beam, from its root to its tip."""
    rods = {b.id.detail: name for name, b in bodies.items() if _is(b, Role.ROD, beam)}
    hinges = {j.id.detail: name for name, j in joints.items() if _is(j, Role.HINGE, beam)}
    ordered = (sorted(known, key=int) for known in (rods, hinges))
    return BeamParts(
        *([known[k] for k in keys] for known, keys in zip((rods, hinges), ordered, strict=True))
    )


def _is(node: BodyNode | JointNode, role: Role, beam: str) -> bool:
    return node.role is role and node.id.part == beam


# --- rods ---------------------------------------------------------------------------------


def _plan(body: BeamBody, carrying: Any, taken: dict[str, BodyNode]) -> _Plan:
    cut = pieces(body.line)
    names = [body.name, *(unused(f"{body.name} rod {k}", taken) for k in range(1, len(cut)))]
    inner = hinge_frames(body)
    frames = {name: _on_rod(body, frame, cut, names) for name, frame in body.frames.items()}
    held = carrying.outboard.partition(".")[2] if carrying else ""
    first = names.index(frames[held].body) if held else 0
    joint = carrying.name if carrying else ""
    return _Plan(body, cut, names, frames, inner, first, joint)


def _on_rod(body: BeamBody, frame: Any, cut: list[Piece], names: list[str]) -> Frame:
    """A frame of a beam on the rod that it moves with."""
    s = frame.s if isinstance(frame, BeamFrame) else 0.0
    k = piece_at(cut, s) if s > 0.0 else 0
    attitude, place = cut[k].place(body.line.bent, s)
    R = np.array(matrix(attitude))
    at = np.array(place) + R @ np.array(frame.at)
    turned = (R @ np.array(matrix(frame.attitude))).tolist()
    own = tuple(at.tolist()), quaternion_of(tuple(map(tuple, turned)))
    return Frame(names[k], frame.name, *own)


def _rods(plan: _Plan) -> dict[str, BodyNode]:
    made, bent = {}, plan.line.bent
    on_rod = dict[str, dict[str, Frame]]()
    for frame in plan.frames.values():
        on_rod.setdefault(frame.body, {})[frame.name] = frame
    for k, (name, piece) in enumerate(zip(plan.names, plan.cut, strict=True)):
        frames = dict(on_rod.get(name, {})) if k else dict(plan.frames)
        for inner, s in zip(plan.inner, (piece.first, piece.last), strict=True):
            attitude, at = piece.place(bent, s)
            frames[inner] = Frame(name, inner, at, attitude)
        looks = tuple(plan.body.looks) if k == 0 else ()
        own = NodeId(Role.ROD, plan.body.name, str(k))
        made[name] = BodyNode(own, name, piece.mass, piece.inertia, piece.centre, frames, looks)
    return made


def _moved(joint: JointNode, plans: dict[str, _Plan]) -> JointNode:
    """The joint with its ends on rods; one that leads to a beam that another joint carries closes
    a loop."""
    ends = (_on(end, plans) for end in (joint.inboard, joint.outboard))
    plan = plans.get(joint.bodies[1])
    cut = joint.cut or (plan is not None and joint.name != plan.carrying)
    own = made_joint(joint.id, joint.name, joint.kind, *ends)
    return own._replace(cut=cut, stiffness=joint.stiffness)


def _on(reference: str, plans: dict[str, _Plan]) -> str:
    body, _, frame = reference.partition(".")
    return plans[body].frames[frame].reference if body in plans and frame else reference


# --- hinges -------------------------------------------------------------------------------


def _add_hinge(
    plan: _Plan,
    k: int,
    bodies: dict[str, BodyNode],
    joints: dict[str, JointNode],
    model: Model,
) -> None:
    """Join rod k to the next one."""
    name, line = plan.body.name, plan.line
    ends = [f"{plan.names[k]}.{plan.inner[1]}", f"{plan.names[k + 1]}.{plan.inner[0]}"]
    kinds = [_turning(line, k)]
    if _slides(line):
        slider = unused(f"{name} slider {k}", bodies)
        bodies[slider] = BodyNode(NodeId(Role.SLIDER, name, str(k)), slider)
        ends.insert(1, slider)
        kinds.insert(0 if _slides_first(line, k) else 1, Prismatic(AXES[0]))
    pairs = list(zip(kinds, ends, ends[1:], strict=False))
    if k < plan.carried:
        pairs = [(kind, b, a) for kind, a, b in reversed(pairs)]
    for kind, inboard, outboard in pairs:
        role, word = (
            (Role.SLIDER, "slide") if isinstance(kind, Prismatic) else (Role.HINGE, "hinge")
        )
        own = unused(f"{name} {word} {k}", joints, model.constraints)
        joints[own] = made_joint(NodeId(role, name, str(k)), own, kind, inboard, outboard)


def _turning(line: Line, k: int) -> JointKind:
    """How hinge k turns, and moves where a beam shears."""
    along, about = line.stiffness
    axes = [axis for axis, value in zip(AXES, about, strict=True) if value is not None]
    if any(value is not None for value in along[1:]):
        return Free() if len(axes) == 3 else Planar(axes[0], AXES[0])
    if len(axes) == 3:
        return Spherical()
    if len(axes) == 2:
        return Universal(axes[k % 2], axes[1 - k % 2])
    return Revolute(axes[0])


def _slides(line: Line) -> bool:
    """Whether rods slide along themselves, beside the turning of hinges."""
    along = line.stiffness.along
    return along[0] is not None and along[1] is None and along[2] is None


def _slides_first(line: Line, k: int) -> bool:
    """Whether hinge k slides along the rod before it, rather than along that behind it: links
    between lumps stretch along themselves."""
    return not line.lumped and k % 2 == 0


def _rows(body: BeamBody, given: Expansion) -> list[HingeRow]:
    line: Line = body.line
    none, stiffness = [0.0, 0.0, 0.0], hinge_stiffness(line).tolist()
    rods = beam_parts(given.bodies, given.joints, body.name).rods
    inner = hinge_frames(body)
    sliders = {
        node.id.detail: name
        for name, node in given.bodies.items()
        if _is(node, Role.SLIDER, body.name)
    }
    found = []
    for k, own in enumerate(stiffness):
        F, M = f"{rods[k]}.{inner[1]}", f"{rods[k + 1]}.{inner[0]}"
        if str(k) in sliders:
            slid = (F, sliders[str(k)]) if _slides_first(line, k) else (sliders[str(k)], M)
            found += [_row(line, *slid, own[:3] + none), _row(line, F, M, none + own[3:])]
        else:
            found.append(_row(line, F, M, own))
    return found


def _row(line: Line, F: str, M: str, stiffness: list[float]) -> HingeRow:
    damping = tuple(float(line.damping) * value for value in stiffness)
    return HingeRow(F, M, tuple(stiffness), damping, bool(line.tension_only and stiffness[0]))
