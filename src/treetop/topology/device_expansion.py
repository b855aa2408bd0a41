"""What devices make of the bodies that they are in: wheels, fuel, and fuel that sloshes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from treetop.core.compiler import interpreted
from treetop.core.devices.tank_shapes import UNIFORM, point_mass
from treetop.core.spatial import RigidInertia, Vec3
from treetop.model.body import GROUND, Frame, own_frame
from treetop.model.devices.nutation_damper import NutationDamper
from treetop.model.devices.slosh import Slosh
from treetop.model.devices.tank import Tank
from treetop.model.devices.wheel import Wheel
from treetop.model.joints import Prismatic
from treetop.model.rotation import matrix
from treetop.topology.flexible_expansion import Expansion
from treetop.topology.fuel import fuel_of, shape_numbers, with_inertia
from treetop.topology.nodes import BodyNode, NodeId, Role, made_joint, unused
from treetop.topology.slosh import SloshPart, slosh_parts

if TYPE_CHECKING:
    from treetop.model.model import Model


class SloshNode(NamedTuple):
    """A part of a tank's fuel that sloshes, and the names of its body and joint."""

    slosh: str
    tank: str
    part: SloshPart
    body: str
    joint: str


def with_devices(model: Model, given: Expansion) -> Expansion:
    """Bodies and joints, as devices leave them."""
    bodies, joints = without_wheels(given.bodies, model), dict(given.joints)
    tanks = {
        n: part for n, part in model.devices.items() if isinstance(part, Tank) and _moves(part)
    }
    for name, tank in tanks.items():
        frame = _frame(bodies, tank.at)
        fuel = fixed_fuel(model, name, tank)
        bodies[frame.body] = with_inertia(bodies[frame.body], fuel, frame)
    for node in slosh_nodes(model):
        if node.tank not in tanks:
            continue
        tank = tanks[node.tank]
        frame, part = _frame(bodies, tank.at), node.part
        R = np.array(matrix(frame.attitude))
        at = tuple((np.array(frame.at) + R @ np.array(part.place)).tolist())
        hinge = Frame(frame.body, unused(node.joint, bodies[frame.body].frames), at, frame.attitude)
        bodies[frame.body] = bodies[frame.body].with_frame(hinge)
        mass, offset = part.at(tank.fuel)
        centre = tuple(offset * x for x in part.along)
        own = NodeId(Role.SLOSH, node.slosh, node.body)
        bodies[node.body] = BodyNode(own, node.body, mass, centre=centre)
        joints[node.joint] = made_joint(own, node.joint, part.kind, hinge.reference, node.body)
    for name, joint in damper_joints(model).items():
        damper: NutationDamper = model.devices[name]  # type: ignore[assignment]
        own, body = NodeId(Role.DAMPER, name), unused(name, bodies)
        bodies[body] = BodyNode(own, body, float(damper.mass))
        end = _frame(bodies, damper.at).reference
        joints[joint] = made_joint(own, joint, Prismatic(damper.axis), end, body)
    return Expansion(bodies, joints)


def damper_joints(model: Model) -> dict[str, str]:
    """The joints of nutation dampers, by the names of these."""
    taken, found = {*model.joints, *model.constraints}, dict[str, str]()
    taken |= {node.joint for node in slosh_nodes(model)}
    for name, device in model.devices.items():
        if isinstance(device, NutationDamper) and _moves(device):
            found[name] = unused(name, taken)
            taken.add(found[name])
    return found


def without_wheels(bodies: Mapping[str, BodyNode], model: Model) -> dict[str, BodyNode]:
    """The bodies, without the inertia of wheels about their axles, which does not turn along."""
    left = dict(bodies)
    for wheel in model.devices.values():
        if isinstance(wheel, Wheel) and _moves(wheel):
            frame = _frame(left, wheel.at)
            a = np.array(matrix(frame.attitude)) @ wheel.axis
            body = left[frame.body]
            inertia = np.array(body.inertia) - wheel.inertia * np.outer(a, a)
            left[frame.body] = body._replace(inertia=tuple(map(tuple, inertia.tolist())))
    return left


def slosh_nodes(model: Model) -> list[SloshNode]:
    """All parts of fuel that slosh; a joint has the name of the device, with its number if there
    are several."""
    nodes: list[SloshNode] = []
    bodies, joints = set(model.bodies), {*model.joints, *model.constraints}
    for name, slosh in model.devices.items():
        if isinstance(slosh, Slosh):
            tank: Tank = model.devices[slosh.tank]  # type: ignore[assignment]
            parts = slosh_parts(slosh, tank)
            for k, part in enumerate(parts, start=1):
                wish = name if len(parts) == 1 else f"{name} {k}"
                body, joint = unused(wish, bodies), unused(wish, joints)
                bodies.add(body)
                joints.add(joint)
                nodes.append(SloshNode(name, slosh.tank, part, body, joint))
    return nodes


def fixed_fuel(model: Model, name: str, tank: Tank) -> RigidInertia:
    """The fuel of a tank at the start that does not slosh, in its frame: see
    `treetop.core.devices.tank.fixed_part`."""
    fuel: Any = fuel_of(tank, tank.fuel)
    for node in slosh_nodes(model):
        if node.tank == name:
            mass, offset = node.part.at(tank.fuel)
            rest = np.array(node.part.place) + offset * np.array(node.part.along)
            taken = fuel_of(tank, mass)
            if shape_numbers(tank).shape != UNIFORM:
                with interpreted():
                    taken = point_mass(mass, Vec3(*rest.tolist()))
            fuel = fuel - taken
    return fuel


def _moves(device: Tank | Wheel | NutationDamper) -> bool:
    """Whether it is on a body; on the ground it is refused elsewhere."""
    return bool(device.at.partition(".")[0] != GROUND)


def _frame(bodies: Mapping[str, BodyNode], reference: str) -> Frame:
    body, dot, name = reference.partition(".")
    return bodies[body].frames[name] if dot else own_frame(body)
