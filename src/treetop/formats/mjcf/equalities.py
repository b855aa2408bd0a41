"""Equality constraints of an MJCF file: connect, weld and joint.

MuJoCo's are soft by `solref` and `solimp`; here they hold exactly.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.formats.mjcf.compiled import pose
from treetop.formats.urdf.pose import Pose
from treetop.model.constraints.kinds import Coincident, Coupling
from treetop.model.joints import Fixed

if TYPE_CHECKING:
    from treetop.formats.mjcf.reader import Builder

_COORDINATES = {"hinge": "angle", "slide": "slide"}


def add_equalities(builder: Builder) -> None:
    """Add the constraints that are active."""
    m, table = builder.m, builder.table
    for number in range(m.neq):
        label = table.name("equality", number)
        word = table.kind("mjtEq", "mjEQ_", m.eq_type[number])
        if not m.eq_active0[number]:
            builder.notes.add("a constraint that is not active is left out", label)
        elif word == "joint":
            _coupled(builder, number, label)
        elif word in ("connect", "weld"):
            _tied(builder, number, label, word)
        else:
            builder.notes.add(f"a constraint of the sort {word} is left out", label)


def _tied(builder: Builder, number: int, label: str, word: str) -> None:
    """Two points at one place, or two frames that are one."""
    m = builder.m
    ends = int(m.eq_obj1id[number]), int(m.eq_obj2id[number])
    data = m.eq_data[number]
    if builder.table.kind("mjtObj", "mjOBJ_", m.eq_objtype[number]) == "site":
        bodies = [int(m.site_bodyid[end]) for end in ends]
        poses = [pose(m.site_pos[end], m.site_quat[end]) for end in ends]
    elif word == "connect":
        bodies = list(ends)
        poses = [Pose(np.array(data[k : k + 3]), np.eye(3)) for k in (0, 3)]
    else:
        bodies = list(ends)
        poses = [pose(data[3:6], data[6:10]), Pose(np.array(data[:3]), np.eye(3))]
    name = builder.unused(label)
    frames = [
        builder.frame(body, at, f"{name}_{side}")
        for body, at, side in zip(bodies, poses, "ab", strict=True)
    ]
    builder.notes.add("constraints hold exactly, and not softly by solref and solimp", label)
    if word == "connect":
        builder.model.add_constraint(name, Coincident(*frames))
    else:
        builder.model.add_joint(name, Fixed(), *frames, cut=True)


def _coupled(builder: Builder, number: int, label: str) -> None:
    """q1 = a0 + a1 q2, both counted from the pose that the file describes."""
    m, table = builder.m, builder.table
    offset, slope, *rest = m.eq_data[number][:5].tolist()
    joints = [int(m.eq_obj1id[number]), int(m.eq_obj2id[number])]
    words = [table.kind("mjtJoint", "mjJNT_", m.jnt_type[joint]) for joint in joints if joint >= 0]
    if any(rest) or not set(words) <= set(_COORDINATES):
        builder.notes.add("a coupling that is not linear is left out", label)
        return
    names = [f"{builder.joints[j]}.{_COORDINATES[w]}" for j, w in zip(joints, words, strict=False)]
    weights = {names[0]: 1.0}
    if len(names) > 1 and slope:
        weights[names[1]] = -slope
    builder.model.add_constraint(builder.unused(label), Coupling(weights, offset))
