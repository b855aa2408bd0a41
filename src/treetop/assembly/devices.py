"""The tables of devices: what fits each group of them to a model."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np

from treetop.assembly.deployers import deployer_table
from treetop.assembly.forces import JointPlaces, named
from treetop.assembly.frames import FrameBook
from treetop.assembly.numbering import Labels
from treetop.assembly.propulsion import tank_table, thruster_table
from treetop.assembly.site import Site
from treetop.assembly.thermal import thermal_deformation_table, thermal_node_table
from treetop.core.devices import (
    actuator,
    deployer,
    imbalance,
    magnetorquer,
    motor,
    stored_momentum,
    tank,
    tether,
    thermal_deformation,
    thermal_node,
    thruster,
    wheel,
)
from treetop.core.devices.actuator import WRENCH, Actuators
from treetop.core.devices.imbalance import Imbalances
from treetop.core.devices.magnetorquer import Magnetorquers
from treetop.core.devices.motor import Motors
from treetop.core.devices.tether import Tethers
from treetop.core.devices.wheel import Wheels
from treetop.core.forces.group import NO_FORCES, Fitted
from treetop.core.tables.kinds import STUCK
from treetop.model.devices.kinds import (
    Actuator,
    Magnetorquer,
    Motor,
    StoredMomentum,
    Tether,
    ThermalDeformation,
    Thruster,
)
from treetop.model.devices.wheel import Wheel
from treetop.model.part import Port
from treetop.topology.added_bodies import motors_of, wheels_of
from treetop.topology.mechanism import Mechanism

Places: TypeAlias = dict[str, int]  # of internal states, or of outputs, by label


def _wheels(model: Mechanism, frames: FrameBook, states: Places, outputs: Places) -> Wheels:
    wheels = wheels_of(model)
    return Wheels(
        frame=_integers([frames.add(wheel.at) for _, wheel in wheels]),
        axis=_vectors([_in_body(frames, wheel.at, wheel.axis) for _, wheel in wheels]),
        law=np.array([_law(wheel) for _, wheel in wheels], float).reshape(-1, 5),
        mode=_integers([wheel.mode for _, wheel in wheels]),
        state=_integers([states[f"{name}.momentum"] for name, _ in wheels]),
        command=_commands(states, [(f"{name}.torque", each) for name, each in wheels]),
        output=_integers([outputs[f"{name}.speed"] for name, _ in wheels]),
    )


def _in_body(frames: FrameBook, reference: str, axis: Any) -> np.ndarray:
    """A direction in a frame, told in the axes of the frame's body."""
    _, pose = frames.seen_from_joint(reference)
    return pose.R @ np.array(axis, dtype=float)


def _commands(states: Places, devices: Iterable[tuple[str, Any]]) -> np.ndarray:
    """Where in the state the command of each device is; -1 for one without power."""
    return _integers([states[command] if each.powered else -1 for command, each in devices])


def _law(wheel: Wheel) -> tuple[float, ...]:
    return wheel.inertia, _limit(wheel.torque), wheel.coulomb, wheel.viscous, _limit(wheel.speed)


def _imbalances(model: Mechanism, states: Places) -> Imbalances:
    rows = [
        (k, wheel.heavy_side, states[f"{name}.angle"], harmonic)
        for k, (name, wheel) in enumerate(wheels_of(model))
        for harmonic in wheel.imbalances
    ]
    return Imbalances(
        wheel=_integers([k for k, *_ in rows]),
        radial=_vectors([heavy_side for _, heavy_side, _, _ in rows]),
        law=_vectors([harmonic for *_, harmonic in rows]),
        angle=_integers([angle for _, _, angle, _ in rows]),
    )


def _coils(model: Mechanism, frames: FrameBook, states: Places, outputs: Places) -> Magnetorquers:
    coils = named(model, Magnetorquer)
    return Magnetorquers(
        frame=_integers([frames.add(coil.at) for _, coil in coils]),
        axis=_vectors([coil.axis for _, coil in coils]),
        limit=np.array([_limit(coil.dipole) for _, coil in coils], float),
        field=_vectors([coil.field or (0.0, 0.0, 0.0) for _, coil in coils]),
        ambient=_integers([coil.field is None for _, coil in coils]),
        command=_commands(states, [(f"{name}.dipole", coil) for name, coil in coils]),
        output=_integers([outputs[f"{name}.dipole_made"] for name, _ in coils]),
    )


def _motors(model: Mechanism, labels: Labels, states: Places, outputs: Places) -> Motors:
    places = JointPlaces(model, labels)
    rows = [
        (drive, speed)
        for drive in motors_of(model)
        for _, speed in places.along(drive.motor.joint, drive.motor.coordinate)
    ]
    return Motors(
        speed=_integers([speed for _, speed in rows]),
        law=np.array([drive.motor.law for drive, _ in rows], float).reshape(-1, 4),
        command=_commands(states, [(drive.command, drive.motor) for drive, _ in rows]),
        output=_integers([outputs[drive.output] for drive, _ in rows]),
    )


def _tethers(model: Mechanism, frames: FrameBook, states: Places, outputs: Places) -> Tethers:
    lines = named(model, Tether)
    return Tethers(
        frames=_integers([(frames.add(t.a), frames.add(t.b)) for _, t in lines]).reshape(-1, 2),
        elastic=np.array([(t.stiffness or 0.0, t.damping) for _, t in lines]).reshape(-1, 2),
        reel=np.array([t.reel for _, t in lines], float).reshape(-1, 4),
        law=np.array([t.law for _, t in lines], float).reshape(-1, 4),
        length=_integers([states[f"{name}.length"] if t.elastic else -1 for name, t in lines]),
        command=_commands(states, [(f"{name}.{t.command}", t) for name, t in lines]),
        output=_integers([outputs[f"{name}.tension"] for name, _ in lines]),
    )


def _actuators(model: Mechanism, frames: FrameBook, states: Places, outputs: Places) -> Actuators:
    actuators = named(model, Actuator)
    ends = [(frames.add(each.on), frames.add(each.reference)) for _, each in actuators]
    first = [f"{name}.{next(iter(each.output_units), '')}" for name, each in actuators]
    return Actuators(
        frames=np.array(ends, dtype=np.int64).reshape(-1, 2),
        x=_spans([(name, each.states) for name, each in actuators], states),
        c=_spans([(name, each.inputs) for name, each in actuators], states),
        on=_integers([each.powered for _, each in actuators]),
        p_at=_offsets([len(each.parameters) for _, each in actuators]),
        p=np.array([x for _, each in actuators for x in each.parameters], dtype=float),
        output_at=_offsets([WRENCH + len(each.outputs) for _, each in actuators]),
        output=_integers([outputs.get(label, 0) for label in first]),
        law=None,  # compiled where the model is built
    )


def _spans(groups: list[tuple[str, dict[str, Port]]], states: Places) -> np.ndarray:
    """The first internal state of each group, and the first that is not of it."""
    found = [[states[f"{name}.{port}"] for port in ports] or [0, -1] for name, ports in groups]
    return np.array([(rows[0], rows[-1] + 1) for rows in found], dtype=np.int64).reshape(-1, 2)


def _limit(limit: float | None) -> float:
    return math.inf if limit is None else limit


def _integers(values: list) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def _offsets(counts: list[int]) -> np.ndarray:
    return np.array([0, *accumulate(counts)], dtype=np.int64)


def _vectors(rows: list) -> np.ndarray:
    return np.array(rows, dtype=float).reshape(-1, 3)


# --- groups -------------------------------------------------------------------------------


def _wheel_groups(site: Site) -> Iterator[Fitted]:
    """Wheels that stick, all wheels, and those out of balance."""
    wheels = _wheels(site.model, site.frames, site.states, site.outputs)
    rows = _integers([site.along.number[name] for name, _ in wheels_of(site.model)])
    unbalanced = imbalance.Unbalanced(_imbalances(site.model, site.states), wheels)
    yield Fitted(wheel.STICKING, wheels, NO_FORCES, int(np.count_nonzero(wheels.mode == STUCK)))
    yield Fitted(wheel.GROUP, wheels, rows, len(rows))
    yield Fitted(imbalance.GROUP, unbalanced, rows, len(unbalanced.imbalances.wheel))


def _propulsion(site: Site) -> Iterator[Fitted]:
    """Thrusters; tanks, with bodies that store lines."""
    jets = thruster_table(site.model, site.frames, site.states, site.outputs)
    tanks = tank_table(site.model, site.frames, site.labels[0], site.states, site.outputs)
    fed, filled = thruster.Propulsion(jets, tanks), len(tanks.frame) + len(tanks.body)
    yield Fitted(tank.GROUP, tanks, NO_FORCES, filled)
    yield Fitted(thruster.GROUP, fed, site.rows(Thruster), len(jets.frame))


def _stored_momenta(site: Site) -> Iterator[Fitted]:
    stored = [momentum for _, momentum in named(site.model, StoredMomentum)]
    table = stored_momentum.StoredMomenta(
        _integers([site.frames.add(each.at) for each in stored]),
        _vectors([each.momentum for each in stored]),
    )
    yield Fitted(stored_momentum.GROUP, table, site.rows(StoredMomentum), len(stored))


def _magnetorquers(site: Site) -> Iterator[Fitted]:
    table = _coils(site.model, site.frames, site.states, site.outputs)
    yield Fitted(magnetorquer.GROUP, table, site.rows(Magnetorquer), len(table.frame))


def _joint_motors(site: Site) -> Iterator[Fitted]:
    tables = motor.JointMotors(
        *(_motors(site.model, labels, site.states, site.outputs) for labels in site.labels)
    )
    rows = motor.JointMotors(*site.generalised_rows(Motor))
    yield Fitted(motor.GROUP, tables, rows, sum(len(each.speed) for each in tables))


def _users(site: Site) -> Iterator[Fitted]:
    table = _actuators(site.model, site.frames, site.states, site.outputs)
    yield Fitted(actuator.GROUP, table, site.rows(Actuator), len(table.frames))


def _thermal_nodes(site: Site) -> Iterator[Fitted]:
    table = thermal_node_table(site.model, site.frames, site.states, site.outputs)
    yield Fitted(thermal_node.GROUP, table, NO_FORCES, len(table.frame))


def _thermal_deformations(site: Site) -> Iterator[Fitted]:
    table = thermal_deformation_table(site.model, site.frames, site.labels[0], site.states)
    rows = site.rows(ThermalDeformation)
    yield Fitted(thermal_deformation.GROUP, table, rows, len(table.frame))


def _deployers(site: Site) -> Iterator[Fitted]:
    places = site.labels[0], site.states, site.outputs
    table = deployer_table(site.model, site.frames, *places, site.drives)
    yield Fitted(deployer.GROUP, table, NO_FORCES, len(table.mouth))


def _lines(site: Site) -> Iterator[Fitted]:
    table = _tethers(site.model, site.frames, site.states, site.outputs)
    yield Fitted(tether.GROUP, table, site.rows(Tether), len(table.frames))


# In the order in which they act; stored lines are added to what tanks have filled.
DEVICES: tuple[Callable[[Site], Iterator[Fitted]], ...] = (
    *(_wheel_groups, _propulsion, _stored_momenta, _magnetorquers, _joint_motors),
    *(_users, _thermal_nodes, _thermal_deformations, _deployers, _lines),
)
