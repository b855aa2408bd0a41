"""What controllers write, in which order they are run, and what they remember."""

from __future__ import annotations

import math
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from treetop.errors import ModelError, Problem
from treetop.model.controllers.base import Controller
from treetop.model.part import Port
from treetop.model.specification import path

if TYPE_CHECKING:
    from treetop.model.model import Model

ROUNDING = 1e-9  # of a delay in samples


def inputs_of(model: Model) -> dict[str, Port]:
    """The commands that devices take, by name."""
    return {
        f"{name}.{command}": port
        for name, device in model.devices.items()
        for command, port in device.inputs.items()
    }


def commands_of(controller: Controller, model: Model) -> tuple[str, ...]:
    """The commands that a controller writes; a device with one stands for it."""
    devices = {name: device.inputs for name, device in model.devices.items()}
    return tuple(
        f"{to}.{next(iter(devices[to]))}" if len(devices.get(to, ())) == 1 else to
        for to in controller.to
    )


def memory_labels(name: str, controller: Controller) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The internal states of a controller: what it remembers, and commands that wait."""
    memory = tuple(f"{name}.memory.{k}" for k in range(len(controller.memory)))
    waiting = len(controller.to) * samples_late(controller)
    return memory, tuple(f"{name}.pending.{k}" for k in range(waiting))


def samples_late(controller: Controller) -> int:
    """How many samples of a controller wait to take effect."""
    if controller.every is None:
        return 0
    return math.ceil(controller.delay / controller.every - ROUNDING)


def execution_order(model: Model) -> dict[str, Controller]:
    """The controllers, each after those whose commands it reads at once; an algebraic loop is
    refused."""
    writers = {
        command: name
        for name, controller in model.controllers.items()
        if not controller.delay
        for command in commands_of(controller, model)
    }
    waits = {
        name: {writers[label] for label in controller.inputs if label in writers} - {name}
        for name, controller in model.controllers.items()
    }
    try:
        order = list(TopologicalSorter(waits).static_order())
    except CycleError as error:
        loop = " -> ".join(f"'{name}'" for name in reversed(error.args[1]))
        what, hint = f"controllers wait for each other: {loop}", "give one of them a delay"
        raise ModelError([Problem(what, path("controllers", error.args[1][0]), hint)]) from None
    return {name: model.controllers[name] for name in order}
