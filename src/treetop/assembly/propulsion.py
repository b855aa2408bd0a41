"""The tables of thrusters, tanks and fuel that sloshes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

import numpy as np

from treetop.assembly.forces import named
from treetop.assembly.frames import FrameBook
from treetop.assembly.numbering import Labels
from treetop.assembly.poses import rotation_matrix
from treetop.core.devices.fuel_column import FuelColumns
from treetop.core.devices.slosh import Sloshes
from treetop.core.devices.tank import Tanks
from treetop.core.devices.thruster import Thrusters
from treetop.model.devices.kinds import Tank, Thruster
from treetop.topology.device_expansion import SloshNode, fixed_fuel, slosh_nodes
from treetop.topology.feed_lines import feeding_tank
from treetop.topology.fuel import COLUMNS, WIDTH, in_pose, inertia_of, shape_numbers
from treetop.topology.fuel_columns import ColumnPart, column_parts, is_column, part_fuel
from treetop.topology.lines import deployers
from treetop.topology.mechanism import Mechanism

Numbers = Mapping[str, int]


def thruster_table(
    model: Mechanism, frames: FrameBook, states: Numbers, outputs: Numbers
) -> Thrusters:
    thrusters = named(model, Thruster)
    feeding = [_feeding(model, each) for _, each in thrusters]
    # Of one whose tanks are all empty nothing is left.
    part = [
        float(tank >= 0 or not each.tank)
        for (_, each), tank in zip(thrusters, feeding, strict=True)
    ]
    full = [x * each.thrust * _turned(each) for (_, each), x in zip(thrusters, part, strict=True)]
    flow = [x * each.full_flow for (_, each), x in zip(thrusters, part, strict=True)]
    return Thrusters(
        frame=_integers([frames.add(each.at) for _, each in thrusters]),
        force=np.array(full, dtype=float).reshape(-1, 3),
        flow=np.array(flow, dtype=float),
        tank=_integers(feeding),
        blow_down=_integers([int(each.blow_down) for _, each in thrusters]),
        command=_integers(
            [states[f"{n}.{_opening(each)}"] if each.powered else -1 for n, each in thrusters]
        ),
        level=_integers([states[f"{n}.level"] if each.lags else -1 for n, each in thrusters]),
        lag=np.array([(each.rise, each.fall) for _, each in thrusters], float).reshape(-1, 2),
        output=_integers([outputs[f"{name}.thrust"] for name, _ in thrusters]),
        exhaust=_integers([states.get("exhaust.mass", -1)]),
    )


def _opening(thruster: Thruster) -> str:
    """The internal state that says how far its valve is open."""
    return "valve" if thruster.pulsed else "throttle"


def _feeding(model: Mechanism, thruster: Thruster) -> int:
    """The number of the tank that feeds a thruster; -1 if there is none."""
    tanks, feeding = [name for name, _ in named(model, Tank)], feeding_tank(model, thruster)
    return -1 if feeding is None else tanks.index(feeding)


def _turned(thruster: Thruster) -> np.ndarray:
    """The direction of the force, with its misalignment."""
    v, d = np.array(thruster.misalignment, dtype=float), np.array(thruster.direction, dtype=float)
    angle = float(np.linalg.norm(v))
    if not angle:
        return d
    half = np.sin(0.5 * angle) / angle * v
    return rotation_matrix((float(np.cos(0.5 * angle)), *half.tolist())) @ d


def tank_table(
    model: Mechanism, frames: FrameBook, labels: Labels, states: Numbers, outputs: Numbers
) -> Tanks:
    """Tables of tanks and bodies with fuel; the labels of the tree's joints are given in order."""
    tanks = named(model, Tank)
    shapes = [shape_numbers(tank) for _, tank in tanks]
    bodies = sorted(_filled(model, frames))
    dry = [_without_fuel(model, frames, i) for i in bodies]
    return Tanks(
        frame=_integers([frames.add(tank.at) for _, tank in tanks]),
        shape=_integers([each.shape for each in shapes]),
        law=np.array([each.law for each in shapes], dtype=float).reshape(-1, WIDTH),
        row_at=_offsets([len(each.knots) for each in shapes]),
        knots=np.concatenate([np.zeros(0), *(each.knots for each in shapes)]),
        pieces=_stacked([each.pieces for each in shapes], 4 * COLUMNS),
        state=_integers([states[f"{name}.mass"] for name, _ in tanks]),
        ullage=np.array([_ullage(tank) for _, tank in tanks], dtype=float).reshape(-1, 4),
        density=np.array([tank.density or 1.0 for _, tank in tanks], dtype=float),
        output=_integers([outputs.get(f"{name}.pressure", -1) for name, _ in tanks]),
        body=_integers(bodies),
        dry=np.array(dry, dtype=float).reshape(-1, 10),
        slosh=_slosh_table(model, frames, labels, [name for name, _ in tanks]),
        columns=_column_table(model, frames, [tank for _, tank in tanks]),
    )


def _filled(model: Mechanism, frames: FrameBook) -> set[int]:
    """Numbers of the bodies with fuel, or with a line stored in them."""
    tanks = [tank for _, tank in named(model, Tank)]
    places = [tank.at for tank in tanks if not is_column(tank)]
    places += [part.rod for tank in tanks for part in _parts(model, tank)]
    places += [line.mouth for line in deployers(model.model).values()]
    return {frames.numbers[model.frame(place).body] for place in places} - {0}


def _ullage(tank: Tank) -> tuple[float, ...]:
    """Pressure at first, volumes of tank and gas, exponent."""
    if tank.pressure is None or tank.room is None:
        return 0.0, 1.0, 1.0, 1.0
    return tank.pressure, tank.room, tank.room - tank.fuel / tank.density, tank.exponent


def _without_fuel(model: Mechanism, frames: FrameBook, i: int) -> tuple[float, ...]:
    """Mass, first moment and inertia about the origin of a body in the tables, without fuel."""
    name = next(name for name, number in frames.numbers.items() if number == i)
    pose, body = frames.in_joint[i], model.bodies[name]
    dry: Any = in_pose(inertia_of(body), pose.R, pose.p)
    for tank_name, tank in named(model, Tank):
        for part in _parts(model, tank):
            if part.rod == name:
                dry = dry - in_pose(part_fuel(tank, part), pose.R, pose.p)
        if model.frame(tank.at).body == name and not is_column(tank):
            _, at = frames.seen_from_joint(tank.at)
            dry = dry - in_pose(fixed_fuel(model.model, tank_name, tank), at.R, at.p)
    return dry.m, *dry.h, *dry.J


def _parts(model: Mechanism, tank: Tank) -> list[ColumnPart]:
    """The parts of fuel that is along a beam."""
    return column_parts(model.model, model.bodies, model.joints, tank) if is_column(tank) else []


def _column_table(model: Mechanism, frames: FrameBook, tanks: list[Tank]) -> FuelColumns:
    columns = [_parts(model, tank) for tank in tanks]
    parts = [part for each in columns for part in each]
    along = [tank.shape if is_column(tank) else None for tank in tanks]
    return FuelColumns(
        part_at=_offsets([len(each) for each in columns]),
        body=_integers([frames.numbers[part.rod] for part in parts]),
        law=np.array([part.law for part in parts], dtype=float).reshape(-1, 7),
        exit=np.array([part.exit for part in parts], dtype=float),
        settles=_integers([int(bool(shape and shape.settles)) for shape in along]),
        flows=_integers([int(bool(shape and shape.inner_flow)) for shape in along]),
    )


def _slosh_table(model: Mechanism, frames: FrameBook, labels: Labels, tanks: list[str]) -> Sloshes:
    nodes = slosh_nodes(model.model)
    numbers = [frames.numbers[node.body] for node in nodes]
    poses = [frames.in_joint[i] for i in numbers]
    along = [np.array(node.part.along, dtype=float) for node in nodes]
    places = {name: tank.at for name, tank in named(model, Tank)}
    seats = [frames.seen_from_joint(places[node.tank])[1] for node in nodes]
    hinges = [seat.R @ node.part.place + seat.p for seat, node in zip(seats, nodes, strict=True)]
    follows = np.array([node.part.follows for node in nodes], dtype=bool)
    return Sloshes(
        tank=_integers([tanks.index(node.tank) for node in nodes]),
        body=_integers(numbers),
        place=_vectors([pose.p for pose in poses]),
        along=_vectors([pose.R @ d for pose, d in zip(poses, along, strict=True)]),
        rest=_vectors([node.part.place for node in nodes]),
        rest_along=_vectors(along),
        at=np.array([_places(node, labels) for node in nodes], dtype=np.int64).reshape(-1, 3),
        row_at=_offsets([len(node.part.knots) for node in nodes]),
        knots=np.concatenate([np.zeros(0), *(node.part.knots for node in nodes)]),
        pieces=_stacked([node.part.pieces for node in nodes], 20),
        hung=np.where(follows, np.cumsum(follows) - 1, -1),
        hinge=_vectors(hinges),
        hinge_along=_vectors([seat.R @ d for seat, d in zip(seats, along, strict=True)]),
    )


def _places(node: SloshNode, labels: Labels) -> tuple[int, int, int]:
    """First coordinate and speed of its joint, and how many there are."""
    of_joint = [[x.startswith(f"{node.joint}.") for x in each] for each in labels]
    return of_joint[0].index(True), of_joint[1].index(True), sum(of_joint[1])


def _vectors(rows: list) -> np.ndarray:
    return np.array(rows, dtype=float).reshape(-1, 3)


def _stacked(rows: list, width: int) -> np.ndarray:
    return np.vstack([np.zeros((0, width)), *(each for each in rows if len(each))])


def _integers(values: list[int]) -> np.ndarray:
    return np.array(values, dtype=np.int64)


def _offsets(sizes: list[int]) -> np.ndarray:
    return np.array([0, *accumulate(sizes)], dtype=np.int64)
