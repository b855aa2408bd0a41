"""What is wrong with devices, sensors and controllers, and between them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from treetop.errors import ModelError, Problem
from treetop.model.controllers.base import ControllerKind
from treetop.model.controllers.linear_controller import LinearController
from treetop.model.devices.wheel import Wheel
from treetop.model.quantity import Invalid, Measured, number
from treetop.model.specification import path, unknown
from treetop.topology.actuators import DeviceGeometry
from treetop.topology.connections import (
    command_named,
    commands_of,
    execution_order,
    inputs_of,
)
from treetop.topology.mechanism import Mechanism
from treetop.topology.readings import blocks_of, held_outputs, sources

if TYPE_CHECKING:
    from treetop.model.model import Model

LEAST = -1e-12  # part of a body's inertia: less is not that of any matter


def device_problems(model: Model) -> Iterator[Problem]:
    """Commands that nothing takes, or that two controllers give."""
    known, writers = inputs_of(model), dict[str, str]()
    yield from _reading_problems(model)
    for name, controller in model.controllers.items():
        for k, command in enumerate(commands_of(controller, model)):
            where = path("controllers", name, "to", k)
            if command not in known:
                yield _no_command(model, command, where)
            elif command in writers:
                what = f"'{writers[command]}' writes the command '{command}' already"
                yield Problem(what, where, "let one controller write each command")
            writers.setdefault(command, name)
        yield from _useless(name, controller)
    yield from _event_problems(model, writers)
    try:
        execution_order(model)
    except ModelError as error:
        yield from error.problems


def _no_command(model: Model, command: str, where: str) -> Problem:
    device = command.partition(".")[0]
    if device in model.devices and not model.devices[device].inputs:
        kind = model.devices[device].kind
        return Problem(f"'{device}' is a {kind}, which takes no commands", where, "leave it out")
    return unknown("command", command, inputs_of(model), where)


def _event_problems(model: Model, writers: dict[str, str]) -> Iterator[Problem]:
    """Commands of events that nothing takes, that do not fit, or that controllers give."""
    known = inputs_of(model)
    for name, event in model.events.items():
        for label, value in event.set.items():
            command, where = command_named(label, model), path("events", name, "set", label)
            if command not in known:
                yield _no_command(model, command, where)
            elif command in writers:
                what = f"the controller '{writers[command]}' writes '{command}': it would not last"
                yield Problem(what, where, "take one of the two out")
            elif isinstance(value, Measured):
                try:
                    number(value.text, known[command].unit or "1")
                except Invalid as error:
                    yield Problem(error.what, where, error.hint)


def _useless(name: str, controller: ControllerKind) -> Iterator[Problem]:
    if not controller.to and not controller.outputs:
        hint = "name the commands that it gives, such as to: [wheel.torque]"
        yield Problem("it writes no commands", path("controllers", name), hint)


def _reading_problems(model: Model) -> Iterator[Problem]:
    """What sensors and controllers read that cannot be meant, or that they cannot take."""
    outputs = held_outputs(model)
    for name, block in blocks_of(model).items():
        count, complete = 0, True
        for reading in block.reads:
            try:
                count += len(sources(model, reading, outputs))
            except Invalid as error:
                complete = False
                where = path(block.section, name, reading.field)
                yield Problem(error.what, where, error.hint)
        if isinstance(block, LinearController) and complete and count != block.input_count:
            what = f"its inputs are {count} numbers, but its matrices take {block.input_count}"
            yield Problem(
                what, path("controllers", name, "inputs"), "name as many as B has columns"
            )


def steering_problems(model: Mechanism) -> Iterator[Problem]:
    """Torques that devices cannot give; all that devices and controllers name is known."""
    geometry = DeviceGeometry(model)
    for name, controller in model.model.controllers.items():
        try:
            controller.parameters_in(geometry)
        except Invalid as error:
            yield Problem(error.what, path("controllers", name), error.hint)
        except ModelError as error:
            yield from error.problems


def wheel_problems(model: Mechanism) -> Iterator[Problem]:
    """Wheels that their bodies are too small for."""
    wheels = {n: part for n, part in model.forces.items() if isinstance(part, Wheel)}
    for name, wheel in wheels.items():
        body = model.bodies[model.frame(wheel.at).body]
        described = model.model.bodies.get(body.name)
        least = np.linalg.eigvalsh(np.array(body.inertia)).min()
        if described is None or not hasattr(described, "inertia"):
            continue  # a node, which has none of its own
        if least < LEAST * np.trace(np.array(described.inertia)):
            what = f"the inertia of '{body.name}' is less than that of the wheels in it"
            hint = "the inertia of a body includes that of its wheels, as if they were locked"
            yield Problem(what, path("devices", name, "inertia"), hint)
