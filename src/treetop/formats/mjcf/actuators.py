"""Actuators of an MJCF file that drive hinges and slides.

A motor becomes a `Motor`, whose command is the control; actuators for positions and velocities
become springs and dampers, whose control is 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from treetop.model.devices.motor import Motor
from treetop.model.forces.kinds import JointSpring

if TYPE_CHECKING:
    from treetop.formats.mjcf.reader import Builder


def add_actuators(builder: Builder) -> None:
    """Add the actuators that there is a law for."""
    m, table = builder.m, builder.table
    for number in range(m.nu):
        label = table.name("actuator", number)
        joint = int(m.actuator_trnid[number][0])
        through = table.kind("mjtTrn", "mjTRN_", m.actuator_trntype[number])
        if through not in ("joint", "jointinparent") or m.jnt_type[joint] not in (2, 3):
            builder.notes.add("an actuator that drives no hinge or slide is left out", label)
        elif not _is_plain(builder, number):
            builder.notes.add("an actuator with a law of its own is left out", label)
        else:
            _add(builder, number, joint, label)


def _is_plain(builder: Builder, number: int) -> bool:
    """Whether its force is linear in the control, the length and the speed."""
    m, table = builder.m, builder.table
    return bool(
        table.kind("mjtDyn", "mjDYN_", m.actuator_dyntype[number]) == "none"
        and table.kind("mjtGain", "mjGAIN_", m.actuator_gaintype[number]) == "fixed"
        and table.kind("mjtBias", "mjBIAS_", m.actuator_biastype[number]) in ("none", "affine")
        and not m.actuator_gainprm[number][1:].any()
        and not m.actuator_biasprm[number][3:].any()
    )


def _add(builder: Builder, number: int, joint: int, label: str) -> None:
    m, name = builder.m, builder.joints[joint]
    gear, gain = float(m.actuator_gear[number][0]), float(m.actuator_gainprm[number][0])
    constant, per_length, per_speed = m.actuator_biasprm[number][:3].tolist()
    zero = float(m.qpos0[m.jnt_qposadr[joint]])
    if m.actuator_forcelimited[number]:
        builder.notes.add("limits of an actuator's force are not applied", label)
    if not (constant or per_length or per_speed):
        if gear * gain:
            motor = Motor(name, gear=gear * gain, torque=_limit(builder, number, label))
            builder.model.add_device(builder.unused(label), motor)
        return
    if per_length > 0 or per_speed > 0:
        builder.notes.add("an actuator that pushes away from its target is left out", label)
        return
    stiffness, damping = -per_length * gear**2, -per_speed * gear**2
    rest = -zero
    if constant and stiffness:
        rest += gear * constant / stiffness
    elif constant:
        builder.notes.add("the constant force of an actuator is left out", label)
    what = "position" if stiffness else "velocity"
    builder.notes.add(f"an actuator for a {what} is a spring or damper whose control is 0", label)
    spring = JointSpring(name, stiffness=stiffness, rest=rest, damping=damping)
    builder.model.add_force(builder.unused(label), spring)


def _limit(builder: Builder, number: int, label: str) -> float | None:
    """The greatest control, if it is the same both ways."""
    if not builder.m.actuator_ctrllimited[number]:
        return None
    lower, upper = builder.m.actuator_ctrlrange[number].tolist()
    if lower != -upper or upper <= 0:
        builder.notes.add("limits of a control that differ both ways are not applied", label)
        return None
    return float(upper)
