"""Controllers as blocks that the time loop runs at their sample times."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any, NamedTuple

import numpy as np

from treetop.core.compiler import boxed
from treetop.core.control import blocks as c
from treetop.core.control.laws import PASS_ON
from treetop.core.interface import EXTRA
from treetop.core.outputs import event_functions as w
from treetop.errors import ModelError, Problem
from treetop.model.controllers.base import Controller
from treetop.model.model import Model
from treetop.model.quantity import Invalid
from treetop.model.signals import quantity
from treetop.model.specification import path
from treetop.simulation.event_functions import evaluation_of, signal_table
from treetop.simulation.output_index import OutputRef, output_index
from treetop.system.system import System
from treetop.system.user_functions import control_laws, law_numbers
from treetop.topology.connections import (
    commands_of,
    execution_order,
    memory_labels,
    samples_late,
)


class _Block(NamedTuple):
    """A controller, or the later part of one with a delay."""

    name: str
    law: int
    period: float
    first: float
    inputs: tuple[str, ...]
    memory: tuple[str, ...] = ()
    parameters: tuple[float, ...] = ()
    to: tuple[str, ...] = ()


class SampledBlocks:
    """What the time loop needs to run controllers, in a problem of the run's own.

    Attributes
    ----------
    rates : ndarray (r, 2)
        Periods and first times.
    handle : ndarray (1,)
    """

    def __init__(self, system: System, problem: Any) -> None:
        self.system = system
        controllers = execution_order(system.model) if system.model else {}
        controllers = {n: each for n, each in controllers.items() if each.every is not None}
        numbers = law_numbers(controllers)
        every = [
            block for each in controllers.items() for block in _blocks(system.model, *each, numbers)
        ]
        # What was computed before takes effect before anything is computed anew.
        self._blocks = sorted(every, key=lambda block: block.law != PASS_ON)
        self._functions: dict[str, Any] = {
            name: getattr(each, "function", None) for name, each in controllers.items()
        }
        self.rates, rows = _rates(self._blocks)
        self.handle, self._alive = np.zeros(1, dtype=np.int64), None
        if not self._blocks:
            return
        signals = _signals(system, self._blocks)
        events = [quantity(label).rises(0) for block in self._blocks for label in block.inputs]
        table, _ = signal_table(system, events, signals)
        table = table._replace(user=w.user_signals(()))
        self._table = _table(system, self._blocks, rows)._replace(run=control_laws(controllers))
        counts = sum(len(block.inputs) for block in self._blocks), self._table.u.size
        self._held = c.Held(*map(np.zeros, counts), np.zeros(1, dtype=np.int64))
        parts, recorded = evaluation_of(system, signals)
        arrays = table, parts[-1], self.rates, self._table, self._held
        handle, alive = c.pack(boxed(problem), c.tick.function, *parts[:-1], *arrays)
        self._alive = alive, recorded
        self.handle = boxed(handle)

    def run_python(self, t: float, y: np.ndarray) -> None:
        """Run the block in Python that waits."""
        b, blocks, held = int(self._held.next[0]), self._table, self._held
        labels = len(self.system.assembly.states)
        first = y.size - EXTRA - len(self.system.tables.loops.carried) - labels
        states = y[first : first + labels]
        z, p = held.z[blocks.z_at[b] : blocks.z_at[b + 1]].copy(), self._blocks[b].parameters
        places = blocks.u[blocks.u_at[b] : blocks.u_at[b + 1]]
        u = states[places]
        self._functions[self._blocks[b].name](t, z, states[slice(*blocks.x[b])], np.array(p), u)
        states[places] = u
        held.next[0] = b + 1

    @property
    def blocks(self) -> list[_Block]:
        """In the order in which they are run at one instant."""
        return self._blocks

    def run_law(self, b: int, t: float, z: np.ndarray, x: np.ndarray, u: np.ndarray) -> None:
        """Let block b read z, and change what it remembers, x, and its commands u."""
        block = self._blocks[b]
        p = np.array(block.parameters, dtype=float)
        if block.law == c.PYTHON:
            self._functions[block.name](t, z, x, p, u)
        else:
            self._table.run(block.law, t, z, x, p, u)


def _blocks(
    model: Model, name: str, controller: Controller, numbers: Mapping[str, int]
) -> list[_Block]:
    law, to = numbers[name], commands_of(controller, model)
    period, first, delay = controller.every, controller.offset, controller.delay
    memory, pending = memory_labels(name, controller)
    values = controller.inputs, memory, controller.parameters
    late = samples_late(controller)
    if not late:
        return [_Block(name, law, period, first, *values, to)]
    # Samples wait in a row, which moves on once a period: the first one takes effect.
    moved, latest = (*to, *pending[: -len(to)]), pending[-len(to) :]
    first_move = first + (delay - (late - 1) * period)
    return [
        _Block(name, PASS_ON, period, first_move, pending, to=moved),
        _Block(name, law, period, first, *values, latest),
    ]


def _rates(blocks: list[_Block]) -> tuple[np.ndarray, list[int]]:
    """The rates that differ, and which of them each block has."""
    rates = list(dict.fromkeys((block.period, block.first) for block in blocks))
    rows = [rates.index((block.period, block.first)) for block in blocks]
    return np.array(rates, dtype=float).reshape(-1, 2), rows


def _signals(system: System, blocks: list[_Block]) -> list[OutputRef]:
    """What blocks read; refuses names that do not fit, all at once."""
    signals, problems, index = [], [], output_index(system)
    for block in blocks:
        for k, label in enumerate(block.inputs):
            try:
                is_time = label == "time"
                signals.append(OutputRef(w.TIME) if is_time else index.output(label))
            except Invalid as error:
                where = path("controllers", block.name, "inputs", k)
                problems.append(Problem(error.what, where, error.hint))
    if problems:
        raise ModelError(problems)
    return signals


def _table(system: System, blocks: list[_Block], rows: list[int]) -> c.Blocks:
    places = {label: k for k, label in enumerate(system.assembly.states)}
    memory = [[places[label] for label in block.memory] or [0, -1] for block in blocks]
    numbers = [number for block in blocks for number in block.parameters]
    return c.Blocks(
        rate=np.array(rows, dtype=np.int64),
        law=np.array([block.law for block in blocks], dtype=np.int64),
        z_at=_offsets([block.inputs for block in blocks]),
        x=np.array([(each[0], each[-1] + 1) for each in memory], dtype=np.int64),
        p_at=_offsets([block.parameters for block in blocks]),
        p=np.array(numbers, dtype=float),
        u_at=_offsets([block.to for block in blocks]),
        u=np.array([places[label] for block in blocks for label in block.to], dtype=np.int64),
        run=None,
    )


def _offsets(groups: list[tuple[Any, ...]]) -> np.ndarray:
    return np.array([0, *accumulate(map(len, groups))], dtype=np.int64)
