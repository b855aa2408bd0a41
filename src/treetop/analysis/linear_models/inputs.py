"""The inputs that a linear model can have: commands of devices, efforts along joints, forces and
torques at frames."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from treetop.assembly.force_outputs import UNITS
from treetop.core.tables.tables import Frames, Tables
from treetop.errors import ModelError, Problem
from treetop.model.part import frames_of
from treetop.model.specification import path, unknown
from treetop.system.fields import AXES
from treetop.system.plant import internal_places
from treetop.system.pulses import fires_pulses
from treetop.system.system import System
from treetop.topology.connections import commands_of, inputs_of, memory_labels
from treetop.topology.readings import blocks_of, held_outputs, sources_of

COMMAND, EFFORT, CLOSING_EFFORT, FORCE, TORQUE = range(5)
HINT = (
    "inputs are commands such as 'wheel.torque', efforts such as 'hinge.effort', and forces and"
    " torques at frames such as 'bus.force.x'"
)


class Input(NamedTuple):
    """What is given: of a command its place in a state vector, of an effort its speed, of a force
    its frame."""

    label: str
    unit: str
    kind: int
    place: int | str
    axis: int = 0


def inputs_named(system: System, labels: Iterable[str]) -> list[Input]:
    """Inputs by name; those that are none are refused, all at once."""
    known = _commands(system) | _references(system) | _efforts(system)
    found, problems = [], []
    for k, label in enumerate(labels):
        one = known.get(str(label)) or _at_frame(system, str(label))
        if one is None:
            problems.append(_wrong(system, str(label), known, path("inputs", k)))
        else:
            found.append(one)
    if problems:
        raise ModelError(problems)
    return found


def free_commands(system: System) -> list[str]:
    """The commands that no continuous controller gives; on-times of pulses are none."""
    return list(_commands(system))


def held_inputs(system: System) -> list[str]:
    """What acts on the motion and is held: such commands, and what continuous controllers read of
    sampled sensors and controllers."""
    return [*_commands(system), *_references(system)]


def _references(system: System) -> dict[str, Input]:
    """What continuous controllers read of sampled sensors and controllers."""
    model, places = system.model, internal_places(system)
    sampled = {label: port.unit for label, port in held_outputs(model).items()}
    for name, block in blocks_of(model).items():
        sampled |= dict.fromkeys(memory_labels(name, block)[0] if block.every else (), "")
    read = (
        source.label
        for controller in model.controllers.values()
        if controller.every is None
        for source in sources_of(model, controller)
    )
    return {x: Input(x, sampled[x], COMMAND, places[x]) for x in read if x in sampled}


def _commands(system: System) -> dict[str, Input]:
    places, continuous = internal_places(system), continuous_commands(system)
    return {
        label: Input(label, port.unit, COMMAND, places[label])
        for label, port in inputs_of(system.model).items()
        if label in places and label not in continuous and not opens_valve(system, label)
    }


def opens_valve(system: System, command: str) -> bool:
    """Whether a command is the on-time of a pulse."""
    return fires_pulses(system.model.devices.get(command.partition(".")[0]))


def fired_by(system: System, block: str) -> list[str]:
    """The on-times of pulses that a controller gives; a sensor gives none."""
    model = system.model
    commands = commands_of(model.controllers[block], model) if block in model.controllers else ()
    return [command for command in commands if opens_valve(system, command)]


def continuous_commands(system: System) -> dict[str, str]:
    """Commands that continuous controllers give, and which of these."""
    return {
        label: name
        for name, controller in system.model.controllers.items()
        if controller.every is None
        for label in commands_of(controller, system.model)
    }


def _efforts(system: System) -> dict[str, Input]:
    """Along the speeds of all joints, those that are prescribed left out."""
    tree, labels = len(system.speed_labels), system.all_labels.speeds
    units = dict(zip(system.labels["speed"], system.labels["speed_unit"][1], strict=True))
    joints = [label.partition(".")[0] for label in labels]
    found = {}
    for j, (label, joint) in enumerate(zip(labels, joints, strict=True)):
        if j < tree and system.tables.tree.prescribed[j]:
            continue
        rest = label.partition(".")[2]
        name = f"{joint}.effort" if joints.count(joint) == 1 else f"{joint}.effort.{rest}"
        kind, place = (EFFORT, j) if j < tree else (CLOSING_EFFORT, j - tree)
        found[name] = Input(name, UNITS.get(units[label], "").replace(" ", "*"), kind, place)
    return found


def _at_frame(system: System, label: str) -> Input | None:
    reference, _, rest = label.rpartition(".")
    reference, _, sort = reference.rpartition(".")
    kinds = {"force": (FORCE, "N"), "torque": (TORQUE, "N*m")}
    if sort not in kinds or rest not in AXES or not _has_frame(system, reference):
        return None
    kind, unit = kinds[sort]
    return Input(label, unit, kind, reference, AXES.index(rest))


def _has_frame(system: System, reference: str) -> bool:
    body, dot, name = reference.partition(".")
    if reference in system.assembly.frames.rows:
        return body != system.model.ground.name
    bodies = system.mechanism.bodies
    return body in bodies and bool(dot) and name in bodies[body].frames


def _wrong(system: System, label: str, known: Iterable[str], where: str) -> Problem:
    continuous = continuous_commands(system)
    if label in continuous:
        what = f"'{label}' is given by the continuous controller '{continuous[label]}'"
        return Problem(
            what, where, f"linear.loop({continuous[label]!r}) is about the loop opened there"
        )
    if opens_valve(system, label):
        what = f"'{label}' is the on-time of a pulse, which has no linear model"
        nozzle = frames_of(system.model.devices[label.partition(".")[0]])[0]
        return Problem(what, where, f"take the force instead, such as '{nozzle}.force.x'")
    from treetop.simulation.output_index import output_index

    if label in output_index(system).names():
        return Problem(f"'{label}' is a quantity of the motion and no input", where, HINT)
    bodies = system.body_names
    frames = (f"{b}.{sort}.{x}" for b in bodies for sort in ("force", "torque") for x in AXES)
    problem = unknown("input", label, [*known, *frames], where)
    return problem._replace(hint=f"{problem.hint}; {HINT}")


# --- forces that are not in the model -----------------------------------------------------


def with_forces(system: System, inputs: list[Input]) -> tuple[Tables, np.ndarray]:
    """The tables with a constant force for each input that is no command, and the array (inputs,
    3) of the values of these forces, zero at first."""
    tables, forces = system.tables, [each for each in inputs if each.kind != COMMAND]
    signals, count = tables.signals, len(forces)
    first, knots = len(signals.hold), len(signals.time)
    value = np.concatenate([signals.value, np.zeros((count + 1, 3))])
    more = np.arange(1, count + 2) + knots
    signals = signals._replace(
        at=np.concatenate([signals.at, more]),
        hold=np.append(signals.hold, np.zeros(count + 1, dtype=np.int64)),
        time=np.append(signals.time, np.zeros(count + 1)),
        value=value,
    )
    rows = {id(each): first + k for k, each in enumerate(forces)}
    none = first + count  # a force or a torque that is not there
    at_joints = {
        name: _more_efforts(getattr(tables, name), [e for e in forces if e.kind == kind], rows)
        for name, kind in (("joint_efforts", EFFORT), ("closing_efforts", CLOSING_EFFORT))
    }
    at_frames = [each for each in forces if each.kind in (FORCE, TORQUE)]
    frames, numbers = _more_frames(system, [str(each.place) for each in at_frames])
    pairs = [(rows[id(e)], none) if e.kind == FORCE else (none, rows[id(e)]) for e in at_frames]
    present = tables.frame_forces
    frame_forces = present._replace(
        frame=np.append(present.frame, numbers).astype(np.int64),
        signal=np.concatenate([present.signal, np.array(pairs, np.int64).reshape(-1, 2)]),
        inertial=np.append(present.inertial, np.zeros(len(at_frames), dtype=np.int64)),
    )
    tables = tables._replace(signals=signals, frame_forces=frame_forces, frames=frames, **at_joints)
    return tables, value[knots : knots + count]


def _more_efforts(table, forces: list[Input], rows: dict[int, int]):
    return table._replace(
        speed=np.append(table.speed, [each.place for each in forces]).astype(np.int64),
        signal=np.append(table.signal, [rows[id(each)] for each in forces]).astype(np.int64),
        push=np.concatenate([table.push, np.zeros((len(forces), 3))]),
    )


def _more_frames(system: System, references: list[str]) -> tuple[Frames, list[int]]:
    """The frames with those that nothing in the model refers to, and the rows of references."""
    book, frames = system.assembly.frames, system.tables.frames
    rows = dict(book.rows)
    for reference in references:
        if reference not in rows:
            body, pose = book.seen_from_joint(reference)
            rows[reference] = len(frames.body)
            frames = Frames(
                np.append(frames.body, body),
                np.concatenate([frames.R, pose.R.reshape(1, 9)]),
                np.concatenate([frames.p, pose.p.reshape(1, 3)]),
            )
    return frames, [rows[reference] for reference in references]
