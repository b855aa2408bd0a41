"""The tables of devices."""

from __future__ import annotations

import math
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, TypeAlias

import numpy as np

from treetop.assembly.deployers import deployer_table
from treetop.assembly.forces import JointPlaces, named
from treetop.assembly.frames import FrameBook
from treetop.assembly.functions_of_time import DriveBook
from treetop.assembly.generalised_forces import AlongJoints
from treetop.assembly.internal_states import device_outputs, internal_states
from treetop.assembly.numbering import Labels
from treetop.assembly.propulsion import tank_table, thruster_table
from treetop.assembly.thermal import thermal_deformation_table, thermal_node_table
from treetop.core.devices import DeviceRows, DeviceTables
from treetop.core.devices.actuator import WRENCH, Actuators
from treetop.core.devices.imbalance import Imbalances
from treetop.core.devices.magnetorquer import Magnetorquers
from treetop.core.devices.motor import Motors
from treetop.core.devices.stored_momentum import StoredMomenta
from treetop.core.devices.tether import Tethers
from treetop.core.devices.wheel import Wheels
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


def device_tables(
    model: Mechanism, frames: FrameBook, tree: Labels, closing: Labels, drives: DriveBook
) -> DeviceTables:
    """Tables of a model; labels of the joints of the tree, and of those that close loops, are given
    in order."""
    states = {label: k for k, label in enumerate(internal_states(model))}
    outputs = {label: k for k, label in enumerate(device_outputs(model))}
    stored = [momentum for _, momentum in named(model, StoredMomentum)]
    return DeviceTables(
        _wheels(model, frames, states, outputs),
        _imbalances(model, states),
        thruster_table(model, frames, states, outputs),
        tank_table(model, frames, tree, states, outputs),
        StoredMomenta(
            _integers([frames.add(each.at) for each in stored]),
            _vectors([each.momentum for each in stored]),
        ),
        _coils(model, frames, states, outputs),
        _motors(model, tree, states, outputs),
        _motors(model, closing, states, outputs),
        _actuators(model, frames, states, outputs),
        thermal_node_table(model, frames, states, outputs),
        thermal_deformation_table(model, frames, tree, states),
        deployer_table(model, frames, tree, states, outputs, drives),
        _tethers(model, frames, states, outputs),
    )


def _wheels(model: Mechanism, frames: FrameBook, states: Places, outputs: Places) -> Wheels:
    wheels = wheels_of(model)
    return Wheels(
        frame=_integers([frames.add(wheel.at) for _, wheel in wheels]),
        axis=_vectors([wheel.axis for _, wheel in wheels]),
        law=np.array([_law(wheel) for _, wheel in wheels], float).reshape(-1, 5),
        mode=_integers([wheel.mode for _, wheel in wheels]),
        state=_integers([states[f"{name}.momentum"] for name, _ in wheels]),
        command=_commands(states, [(f"{name}.torque", each) for name, each in wheels]),
        output=_integers([outputs[f"{name}.speed"] for name, _ in wheels]),
    )


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


def device_rows(
    model: Mechanism,
    number: dict[str, int],
    along: AlongJoints,
    tree: JointPlaces,
    closing: JointPlaces,
) -> DeviceRows:
    """Which force each row is, by the numbers of forces, or which generalised force."""
    wheels = _integers([number[name] for name, _ in wheels_of(model)])
    kinds = (Thruster, StoredMomentum, Magnetorquer)
    at_frames = (_integers([number[name] for name, _ in named(model, kind)]) for kind in kinds)
    rows = [
        wheels,
        *at_frames,
        along.rows(tree, False, Motor),
        along.rows(closing, True, Motor),
        _integers([number[name] for name, _ in named(model, Actuator)]),
        _integers([number[name] for name, _ in named(model, ThermalDeformation)]),
        _integers([number[name] for name, _ in named(model, Tether)]),
    ]
    return DeviceRows._make(rows)


def _limit(limit: float | None) -> float:
    return math.inf if limit is None else limit


def _integers(values: list) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def _offsets(counts: list[int]) -> np.ndarray:
    return np.array([0, *accumulate(counts)], dtype=np.int64)


def _vectors(rows: list) -> np.ndarray:
    return np.array(rows, dtype=float).reshape(-1, 3)
