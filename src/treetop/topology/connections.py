"""What sensors and controllers write, in which order they are run, and what they remember."""

from __future__ import annotations

import math
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from treetop.errors import ModelError, Problem
from treetop.model.block import Block
from treetop.model.part import Port
from treetop.model.quantity import Invalid
from treetop.model.specification import path
from treetop.topology.readings import blocks_of, held_outputs, sources

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


def commands_of(block: Block, model: Model) -> tuple[str, ...]:
    """The commands that a controller writes; a device with one stands for it."""
    return tuple(command_named(to, model) for to in block.to)


def command_named(name: str, model: Model) -> str:
    """The command that a name stands for: a device with one stands for it."""
    inputs = model.devices[name].inputs if name in model.devices else {}
    return f"{name}.{next(iter(inputs))}" if len(inputs) == 1 else name


def written_by(name: str, block: Block, model: Model) -> dict[str, Port]:
    """What a block writes: commands, then numbers of its own."""
    commands = inputs_of(model)
    outputs = {f"{name}.{output}": port for output, port in block.outputs.items()}
    return {label: commands[label] for label in commands_of(block, model)} | outputs


def memory_labels(name: str, block: Block) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The internal states of a block: what it remembers, and numbers that wait."""
    memory = tuple(f"{name}.memory.{k}" for k in range(len(block.memory)))
    waiting = (len(block.to) + len(block.outputs)) * samples_late(block)
    return memory, tuple(f"{name}.pending.{k}" for k in range(waiting))


def samples_late(block: Block) -> int:
    """How many samples of a block wait to take effect."""
    if block.every is None:
        return 0
    return math.ceil(block.delay / block.every - ROUNDING)


def whole_samples_late(block: Block) -> bool:
    """Whether a delay ends where samples are taken."""
    late = block.delay / block.every if block.every else 0.0
    return abs(late - round(late)) <= ROUNDING


def execution_order(model: Model) -> dict[str, Block]:
    """Sensors, then controllers, each after those whose numbers it reads at once; an algebraic loop
    is refused."""
    waits = _waits(model)
    try:
        order = list(TopologicalSorter(waits).static_order())
    except CycleError as error:
        loop = " -> ".join(f"'{name}'" for name in reversed(error.args[1]))
        blocks, what = blocks_of(model), f"blocks wait for each other: {loop}"
        sampled = any(blocks[name].every is not None for name in error.args[1])
        hint = "give one of them a delay" if sampled else "let one of them be sampled, with a delay"
        section = blocks[error.args[1][0]].section
        raise ModelError([Problem(what, path(section, error.args[1][0]), hint)]) from None
    blocks = blocks_of(model)
    return {
        name: blocks[name] for name in sorted(order, key=lambda each: each in model.controllers)
    }


def _waits(model: Model) -> dict[str, set[str]]:
    """The blocks that each must wait for; sensors do not wait for controllers."""
    outputs, blocks = held_outputs(model), blocks_of(model)
    writers = {
        label: name
        for name, block in blocks.items()
        if not block.delay
        for label in (*commands_of(block, model), *(f"{name}.{each}" for each in block.outputs))
    }
    waits = dict[str, set[str]]()
    for name, block in blocks.items():
        waits[name] = set()
        for reading in block.reads:
            try:
                read = [source.label for source in sources(model, reading, outputs)]
            except Invalid:  # which is reported elsewhere
                continue
            known = {name} if block.every is not None else set()  # from the sample before
            waits[name] |= {writers[label] for label in read if label in writers} - known
        if name in model.sensors:
            waits[name] -= model.controllers.keys()
    return waits
