"""What devices make of bodies and joints: wheels, fuel, fuel that sloshes, gyros and dampers,
lines that are paid out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

import numpy as np

from treetop.core.compiler import interpreted
from treetop.core.devices.tank_shapes import UNIFORM, point_mass
from treetop.core.spatial import RigidInertia, Vec3
from treetop.core.tables.kinds import STUCK
from treetop.model.body import GROUND, Frame, own_frame
from treetop.model.devices.slosh import Slosh
from treetop.model.devices.tank import Tank
from treetop.model.devices.wheel import Wheel
from treetop.model.rotation import matrix
from treetop.topology.added_bodies import added_names, gyros_and_dampers
from treetop.topology.flexible_expansion import Expansion
from treetop.topology.fuel import fuel_of, shape_numbers, with_inertia
from treetop.topology.fuel_columns import column_parts, is_column, part_fuel
from treetop.topology.lines import line_parts
from treetop.topology.nodes import BodyNode, JointNode, NodeId, Role, made_joint, unused
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


def with_devices(model: Model, expansion: Expansion) -> Expansion:
    """Bodies and joints, as devices leave them."""
    bodies, joints = without_wheels(expansion.bodies, model), dict(expansion.joints)
    tanks = {
        n: part for n, part in model.devices.items() if isinstance(part, Tank) and _moves(part)
    }
    for name, tank in tanks.items():
        for frame, fuel in _places_of_fuel(model, bodies, joints, name, tank):
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
        mass, offset, _ = part.at(tank.fuel)
        centre = tuple(offset * x for x in part.along)
        identity = NodeId(Role.SLOSH, node.slosh, node.body)
        bodies[node.body] = BodyNode(identity, node.body, mass, centre=centre)
        joints[node.joint] = made_joint(identity, node.joint, part.kind, hinge.reference, node.body)
    for added in gyros_and_dampers(model):
        body, frame = added.body, _frame(bodies, added.at)
        bodies[body.name] = body
        joints[added.joint] = made_joint(
            body.id, added.joint, added.kind, frame.reference, body.name
        )
    for piece, joint in line_parts(model):
        joints[joint.name] = joint
        if piece is not None:
            bodies[piece.name] = piece
    return Expansion(bodies, joints)


def without_wheels(bodies: Mapping[str, BodyNode], model: Model) -> dict[str, BodyNode]:
    """The bodies, without the inertia of wheels about their axles, which does not turn along."""
    wheels = [device for device in model.devices.values() if _moving(device)]
    return _with_inertia(bodies, wheels, -1.0)


def with_stuck_wheels(
    bodies: Mapping[str, BodyNode], forces: Mapping[str, Any]
) -> dict[str, BodyNode]:
    """The bodies, with the inertia of wheels that stick."""
    wheels = [f for f in forces.values() if _moving(f) and f.mode == STUCK]
    return _with_inertia(bodies, wheels, 1.0)


def _with_inertia(
    bodies: Mapping[str, BodyNode], wheels: list[Wheel], sign: float
) -> dict[str, BodyNode]:
    changed = dict(bodies)
    for wheel in wheels:
        frame = _frame(changed, wheel.at)
        a, body = np.array(matrix(frame.attitude)) @ wheel.axis, changed[frame.body]
        inertia = np.array(body.inertia) + sign * wheel.inertia * np.outer(a, a)
        changed[frame.body] = body._replace(inertia=tuple(map(tuple, inertia.tolist())))
    return changed


def slosh_nodes(model: Model) -> list[SloshNode]:
    """All parts of fuel that slosh."""
    nodes: list[SloshNode] = []
    names = added_names(model)
    for name, slosh in model.devices.items():
        if isinstance(slosh, Slosh):
            tank: Tank = model.devices[slosh.tank]  # type: ignore[assignment]
            parts = zip(slosh_parts(slosh, tank), names[name], strict=True)
            nodes += (SloshNode(name, slosh.tank, part, *pair) for part, pair in parts)
    return nodes


def fixed_fuel(model: Model, name: str, tank: Tank) -> RigidInertia:
    """The fuel of a tank at the start that does not slosh, in its frame: see
    `treetop.core.devices.tank.fixed_part`."""
    fuel: Any = fuel_of(tank, tank.fuel)
    for node in slosh_nodes(model):
        if node.tank == name:
            mass, _, down = node.part.at(tank.fuel)
            rest = np.array(node.part.place) + down * np.array(node.part.along)
            taken = fuel_of(tank, mass)
            if shape_numbers(tank).shape != UNIFORM:
                with interpreted():
                    taken = point_mass(mass, Vec3(*rest.tolist()))
            fuel = fuel - taken
    return fuel


def _places_of_fuel(
    model: Model,
    bodies: Mapping[str, BodyNode],
    joints: Mapping[str, JointNode],
    name: str,
    tank: Tank,
) -> list[tuple[Frame, RigidInertia]]:
    """The frames in which its fuel that does not slosh is given, and this fuel."""
    if is_column(tank):
        parts = column_parts(model, bodies, joints, tank)
        return [(own_frame(part.rod), part_fuel(tank, part)) for part in parts]
    return [(_frame(bodies, tank.at), fixed_fuel(model, name, tank))]


def _moving(device: Any) -> TypeGuard[Wheel]:
    """Whether it is a wheel in a body that moves."""
    return isinstance(device, Wheel) and _moves(device)


def _moves(device: Tank | Wheel) -> bool:
    """Whether it is on a body; on the ground it is refused elsewhere."""
    return bool(device.at.partition(".")[0] != GROUND)


def _frame(bodies: Mapping[str, BodyNode], reference: str) -> Frame:
    body, dot, name = reference.partition(".")
    return bodies[body].frames[name] if dot else own_frame(body)
