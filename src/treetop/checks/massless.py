"""Where nothing resists a motion, its acceleration has no answer.

A body without mass, or a point mass, may stand between others, but at the end of a tree every
motion that its joint allows must move some inertia.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from treetop.errors import Problem
from treetop.model.body import GROUND, Frame
from treetop.model.joints import JointKind
from treetop.model.rotation import matrix
from treetop.model.specification import path
from treetop.topology.modal_joint import Deformation

if TYPE_CHECKING:
    from treetop.topology.mechanism import Mechanism
    from treetop.topology.nodes import BodyNode

_ROUNDING = 1e-14


def massless_problems(model: Mechanism) -> Iterator[Problem]:
    """Bodies that a joint moves without moving any inertia.

    With loops and other constraints it depends on the position: the equations of motion will show
    it.
    """
    if model.tree.closing or model.constraints:
        return
    carriers = _carriers(model)
    inner = {joint.bodies[0] for joint in model.joints.values()}
    for joint in model.joints.values():
        name = joint.bodies[1]
        body = model.bodies[name]
        if not joint.kind.speeds or isinstance(joint.kind, Deformation):
            continue  # modes have mass of their own
        if name not in carriers:
            what = f"the body '{name}' at the end of the moving joint '{joint.name}' has no mass"
            hint = "give it a mass, connect a body with mass to it, or fix the joint"
            yield Problem(what, path("bodies", name, "mass"), hint)
        elif name not in inner and moves_freely(body, joint.kind, model.frame(joint.outboard)):
            what = f"nothing of the body '{name}' resists some motion of its joint '{joint.name}'"
            hint = f"give it inertia about every axis that a {joint.kind.kind} joint lets it turn"
            yield Problem(what, path("bodies", name, "inertia"), hint)


def _carriers(model: Mechanism) -> set[str]:
    """The bodies with inertia of their own or outboard of them."""
    ends = (joint.bodies for joint in model.joints.values())
    inboard = {outboard: inboard for inboard, outboard in ends}
    carriers: set[str] = set()
    for name, body in model.bodies.items():
        if body.mass or any(map(any, body.inertia)):
            while name != GROUND and name not in carriers:
                carriers.add(name)
                name = inboard[name]
    return carriers


def moves_freely(body: BodyNode, kind: JointKind, frame: Frame) -> bool:
    """Whether a motion of the joint leaves a body, at the end of a tree, without kinetic energy.

    ``frame`` is the outboard frame F. With the allowed motions as rows of w and v, in F, the
    energy is that of the matrix w I wᵀ + m v_C v_Cᵀ, v_C = v + w × c; it is made dimensionless
    by the size of the inertia about F.
    """
    R_FB = np.array(matrix(frame.attitude)).T
    c = R_FB @ np.subtract(body.centre, frame.at)
    inertia = R_FB @ np.array(body.inertia) @ R_FB.T
    w, v = np.moveaxis(np.array(kind.motions), 1, 0)
    with np.errstate(over="ignore", invalid="ignore"):
        v_C = v + np.cross(w, c)
        energy = w @ inertia @ w.T + body.mass * v_C @ v_C.T
        turning = np.trace(inertia) + body.mass * (c @ c)
        size = np.sum(w * w, 1) * turning + np.sum(v * v, 1) * body.mass
    if not np.all(size > 0):
        return True
    if not np.isfinite(size).all():  # more inertia than there are numbers
        return False
    root = np.sqrt(size)
    return bool(np.linalg.eigvalsh(energy / np.outer(root, root))[0] < _ROUNDING)
