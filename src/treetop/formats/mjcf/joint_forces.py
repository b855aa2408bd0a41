"""Springs, dampers, friction and stops of the joints of an MJCF file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from treetop.model.forces.joint_friction import DryFriction, HardStop
from treetop.model.forces.kinds import JointSpring

if TYPE_CHECKING:
    from treetop.formats.mjcf.reader import Builder

# Speeds of joints that have more than one, with the places of their dampers.
_SPEEDS = {"ball": (("angular_velocity", 0),), "free": (("velocity", 0), ("angular_velocity", 3))}


def add_joint_forces(builder: Builder) -> None:
    """Add what acts at joints by themselves."""
    m, table = builder.m, builder.table
    for joint, name in builder.joints.items():
        word = table.kind("mjtJoint", "mjJNT_", m.jnt_type[joint])
        first = m.jnt_dofadr[joint]
        label = table.name("joint", joint)
        _note_rest(builder, joint, first, label)
        if word in _SPEEDS:
            for coordinate, more in _SPEEDS[word]:
                if m.dof_damping[first + more]:
                    damper = JointSpring(
                        name, damping=float(m.dof_damping[first + more]), coordinate=coordinate
                    )
                    builder.model.add_force(builder.unused(f"{label}_damping"), damper)
            if m.jnt_stiffness[joint]:
                builder.notes.add("springs of joints with several coordinates are left out", label)
            continue
        _single(builder, joint, name, label)


def _single(builder: Builder, joint: int, name: str, label: str) -> None:
    """A hinge or a slide."""
    m = builder.m
    dof, place = m.jnt_dofadr[joint], m.jnt_qposadr[joint]
    stiffness, damping = float(m.jnt_stiffness[joint]), float(m.dof_damping[dof])
    zero = float(m.qpos0[place])
    if stiffness or damping:
        spring = JointSpring(
            name, stiffness=stiffness, rest=float(m.qpos_spring[place]) - zero, damping=damping
        )
        builder.model.add_force(builder.unused(f"{label}_spring"), spring)
    if m.dof_frictionloss[dof]:
        friction = DryFriction(name, coulomb=float(m.dof_frictionloss[dof]))
        builder.model.add_force(builder.unused(f"{label}_friction"), friction)
    if m.jnt_limited[joint]:
        _stop(builder, joint, name, label, zero)


def _stop(builder: Builder, joint: int, name: str, label: str, zero: float) -> None:
    lower, upper = (builder.m.jnt_range[joint] - zero).tolist()
    options = builder.options
    if options.stop_stiffness is None:
        builder.notes.add("limits have no stops unless stop_stiffness is given", label)
    elif not lower < upper:
        builder.notes.add("limits without a range between them have no stop", label)
    else:
        stop = HardStop(
            name, options.stop_stiffness, lower=lower, upper=upper, damping=options.stop_damping
        )
        builder.model.add_force(builder.unused(f"{label}_stop"), stop)


def _note_rest(builder: Builder, joint: int, first: int, label: str) -> None:
    m, word = builder.m, builder.table.kind("mjtJoint", "mjJNT_", builder.m.jnt_type[joint])
    count = {"free": 6, "ball": 3}.get(word, 1)
    rows = slice(first, first + count)
    if m.dof_armature[rows].any():
        builder.notes.add("armature, the inertia of rotors, is left out", label)
    if count > 1 and (m.dof_frictionloss[rows].any() or m.jnt_limited[joint]):
        builder.notes.add("friction and limits of such joints are left out", label)
    for table, where in (("jnt_stiffnesspoly", joint), ("dof_dampingpoly", rows)):
        found = getattr(m, table, None)
        if found is not None and np.any(found[where]):
            builder.notes.add("springs and dampers that are not linear are left out", label)
