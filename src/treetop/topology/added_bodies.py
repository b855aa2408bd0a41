"""Bodies and joints that stand for devices: their names, and what gyros and dampers are made of."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from treetop.model.devices.base import Device
from treetop.model.devices.control_moment_gyro import ControlMomentGyro
from treetop.model.devices.motor import Motor
from treetop.model.devices.nutation_damper import NutationDamper
from treetop.model.devices.slosh import Slosh
from treetop.model.devices.wheel import Wheel
from treetop.model.environment.planet import ENVIRONMENT
from treetop.model.joints import JointKind, Prismatic, Revolute
from treetop.topology.nodes import BodyNode, NodeId, Role, unused

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.mechanism import Mechanism


class Names(NamedTuple):
    """Names of the body and the joint of a part of a device."""

    body: str
    joint: str


def added_names(model: Model) -> dict[str, list[Names]]:
    """The names of all bodies and joints that stand for devices: those of the devices, with a
    number if there are several of one."""
    bodies, joints = set(model.bodies), {*model.joints, *model.constraints}
    found = dict[str, list[Names]]()
    for name, device in model.devices.items():
        count = _count(device)
        for k in range(1, count + 1):
            wish = name if count == 1 else f"{name} {k}"
            pair = Names(unused(wish, bodies), unused(wish, joints))
            bodies.add(pair.body)
            joints.add(pair.joint)
            found.setdefault(name, []).append(pair)
    return found


def _count(device: Device) -> int:
    if isinstance(device, Slosh):
        return device.modes if device.mass is None else len(device.mass)
    return int(isinstance(device, (ControlMomentGyro, NutationDamper)))


class AddedBody(NamedTuple):
    """A body that stands for a device, and the joint by which it hangs on the device's frame."""

    body: BodyNode
    joint: str
    kind: JointKind
    at: str


def gyros_and_dampers(model: Model) -> Iterator[AddedBody]:
    names = added_names(model)
    for name, device in model.devices.items():
        if isinstance(device, ControlMomentGyro):
            added = names[name][0]
            identity = NodeId(Role.GIMBAL, name)
            body = BodyNode(identity, added.body, device.mass, _gimbal_inertia(device))
            yield AddedBody(body, added.joint, Revolute(device.gimbal_axis), device.at)
        elif isinstance(device, NutationDamper):
            added = names[name][0]
            body = BodyNode(NodeId(Role.DAMPER, name), added.body, device.mass)
            yield AddedBody(body, added.joint, Prismatic(device.axis), device.at)


def _gimbal_inertia(gyro: ControlMomentGyro) -> tuple[tuple[float, ...], ...]:
    """In the axes of the frame, without that of the wheel about its axis."""
    s, g = np.array(gyro.spin_axis), np.array(gyro.gimbal_axis)
    axes = np.array([s, np.cross(g, s), g])
    return tuple(map(tuple, (axes.T @ np.diag(gyro.principal_inertia) @ axes).tolist()))


def forces_of(model: Model) -> dict[str, Any]:
    """Forces, devices and surfaces of a model, and its environment; of a damper, its spring."""
    names = added_names(model)
    devices = {
        name: device.spring(names[name][0].joint) if isinstance(device, NutationDamper) else device
        for name, device in model.devices.items()
    }
    around = {ENVIRONMENT: model.environment} if model.environment else {}
    return {**model.forces, **devices, **model.surfaces, **around}


def wheels_of(model: Mechanism) -> list[tuple[str, Wheel]]:
    """All wheels of a mechanism, those of gyros among them, in order."""
    names = added_names(model.model)
    found = []
    for name, force in model.forces.items():
        if isinstance(force, Wheel):
            found.append((name, force))
        elif isinstance(force, ControlMomentGyro):
            found.append((name, force.wheel(names[name][0].body)))
    return found


class Drive(NamedTuple):
    """A motor, and what its command and the first of its outputs are called."""

    motor: Motor
    command: str
    output: str


def motors_of(model: Mechanism) -> list[Drive]:
    """All motors of a mechanism that drive joints, then those of gyros."""
    drives = [
        Drive(force, f"{name}.{next(iter(force.inputs))}", f"{name}.motor_torque")
        for name, force in model.forces.items()
        if isinstance(force, Motor) and force.engaged
    ]
    names = added_names(model.model)
    for name, force in model.forces.items():
        if isinstance(force, ControlMomentGyro):
            motor = force.motor(names[name][0].joint)
            drives.append(Drive(motor, f"{name}.gimbal_torque", f"{name}.gimbal_motor_torque"))
    return [each for each in drives if each.motor.joint not in model.let_go]
