"""Sensors and controllers as blocks that the time loop runs at their sample times."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import accumulate
from math import lcm
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np

from treetop.core.compiler import BOX, boxed, callback
from treetop.core.control import blocks as c
from treetop.core.control.blocks import PYTHON
from treetop.core.control.laws import (
    GPS,
    PASS_ON,
    SENSOR,
    USER,
    control_laws,
    sensor_laws,
)
from treetop.core.control.pulses import open_valve
from treetop.core.outputs import event_functions as w
from treetop.errors import ModelError, Problem
from treetop.model.block import Block
from treetop.model.controllers.allocation import Allocation
from treetop.model.controllers.base import ControllerKind
from treetop.model.quantity import Invalid, Measured, number
from treetop.model.signals import quantity
from treetop.model.specification import path
from treetop.simulation.event_functions import evaluation_by, functions_of, signal_table
from treetop.simulation.gain_units import gain_problems
from treetop.simulation.linear_program import share_torque
from treetop.simulation.output_index import OutputRef, output_index
from treetop.system.evaluation import frozen
from treetop.system.pulses import pulses_of
from treetop.system.system import System
from treetop.system.user_functions import law_numbers, user_laws
from treetop.topology.actuators import DeviceGeometry
from treetop.topology.connections import (
    execution_order,
    memory_labels,
    samples_late,
    whole_samples_late,
    written_by,
)
from treetop.topology.readings import Source, sources_of

LATER = 1  # number of a sample that is not the first
FINEST = 10**9  # parts of a second in which periods are counted


class _Task(NamedTuple):
    """A sensor or a controller, or the later part of one with a delay."""

    name: str
    law: int
    period: float
    first: float
    inputs: tuple[Source, ...]
    memory: tuple[str, ...] = ()
    parameters: tuple[float, ...] = ()
    to: tuple[str, ...] = ()


class _Call(NamedTuple):
    """A block in Python: its function, what it reads, where it remembers, and where it writes."""

    function: Callable[..., Any]
    z: np.ndarray
    x: slice
    p: np.ndarray
    places: np.ndarray


class _Shared(NamedTuple):
    """What all runs of a system have in common."""

    tasks: list[_Task]
    functions: dict[str, Callable[..., Any] | None]
    rates: np.ndarray
    signals: list[OutputRef]
    read: Any  # the table of these
    reading: tuple[Any, ...]  # functions by which they are evaluated
    blocks: Any  # table of the blocks, without what runs those in Python


_SHARED: WeakKeyDictionary[System, dict[int, _Shared]] = WeakKeyDictionary()


def _shared(system: System, seed: int) -> _Shared:
    """That of a system and a seed, made once for run after run."""
    if system.model is None:  # the user's own equations
        return _shared_by_runs(system, seed)
    of_system = _SHARED.setdefault(system, {})
    if seed not in of_system:
        of_system.clear()
        of_system[seed] = _shared_by_runs(system, seed)
    return of_system[seed]


def _shared_by_runs(system: System, seed: int) -> _Shared:
    blocks = execution_order(system.model) if system.model else {}
    _require_gains(system, blocks)
    blocks = {name: block for name, block in blocks.items() if block.every is not None}
    # What was computed before takes effect before anything is computed anew.
    tasks = sorted(_tasks(system, blocks, seed), key=lambda task: task.law != PASS_ON)
    functions = {name: _in_python(block) for name, block in blocks.items()}
    rates, rows = _rates(tasks)
    if not tasks:
        return _Shared(tasks, functions, rates, [], None, (), None)
    signals = _signals(system, blocks, tasks)
    read, _ = signal_table(system, [quantity("time").rises(0)] * len(signals), signals)
    read = read._replace(user=w.user_signals(()))
    laws = {"sensors": sensor_laws.function, "controllers": control_laws.function}
    table = _table(system, tasks, rows)._replace(**laws, user=user_laws(blocks))
    reading = functions_of(system, signals, slopes=False)
    return _Shared(tasks, functions, rates, signals, frozen(read), reading, frozen(table))


class SampledBlocks:
    """What the time loop needs to run sensors and controllers, in a problem of the run's own.

    Attributes
    ----------
    rates : ndarray (r, 5)
        Periods and first times.
    handle : ndarray (1,)
    alive
        What the handle refers to.
    state : ndarray
        The state that the loop has reached, in which blocks in Python write.
    error : BaseException or None
        What a block in Python has raised.
    """

    def __init__(self, system: System, problem: Any, seed: int) -> None:
        self.system, shared = system, _shared(system, seed)
        self._tasks, self._functions, self.rates = shared.tasks, shared.functions, shared.rates
        self.handle, self.alive = BOX.copy(), None
        self.state = np.zeros(0)
        self.error: BaseException | None = None
        if not self._tasks:
            return
        in_python = any(task.law == PYTHON for task in self._tasks)
        run = callback(self._run_python) if in_python else None
        self._table = shared.blocks._replace(python=run)
        counts = len(shared.signals), self._table.u.size
        self._buffers = c.Held(*map(np.zeros, counts))
        self._python = {b: self._call_of(b) for b, t in enumerate(self._tasks) if t.law == PYTHON}
        parts, recorded = evaluation_by(system, shared.reading)
        arrays = shared.read, parts[-1], self.rates, self._table, self._buffers
        handle, alive = c.pack(boxed(problem), c.tick.function, *parts[:-1], *arrays)
        self.alive = alive, recorded
        self.handle = boxed(handle)

    def _run_python(self, b: int, t: float) -> int:
        """Run block b, which is in Python; an exception waits until the loop has returned."""
        try:
            function, z, x, p, places = self._python[b]
            states = self.state[self.system.internal]
            u = states[places]
            function(t, z.copy(), states[x], p.copy(), u)
            states[places] = u
            pulses, first = self._table.pulses, self.system.internal.start
            for place in places if pulses.command.size else ():
                open_valve(pulses, self.state, first + place, t)
        except BaseException as error:  # the compiled loop knows none
            error.add_note(f"in the function of '{self._tasks[b].name}', at {t:g} s")
            self.error = error
            return 1
        return 0

    def beyond_array(self) -> str:
        """Which compiled function reads or writes beyond its arrays, in words; empty if none."""
        for task in self._tasks:
            function = self._functions[task.name] if task.law >= USER else None
            sizes = len(task.inputs), len(task.memory), len(task.parameters), len(task.to)
            try:
                if function is not None:
                    function(0.0, *map(np.zeros, sizes))
            except IndexError:
                given = "z has {}, x {}, p {} and u {} numbers".format(*sizes)
                return f"the function of '{task.name}' reads or writes beyond an array: {given}"
            except Exception:  # by zeros, which nobody gave it
                continue
        return ""

    def _call_of(self, b: int) -> _Call:
        blocks, buffers = self._table, self._buffers
        z, p = buffers.z[blocks.z_at[b] : blocks.z_at[b + 1]], np.array(self._tasks[b].parameters)
        places = blocks.u[blocks.u_at[b] : blocks.u_at[b + 1]]
        function: Any = self._functions[self._tasks[b].name]
        return _Call(function, z, slice(*blocks.x[b]), p, places)

    @property
    def blocks(self) -> list[_Task]:
        """In the order in which they are run at one instant."""
        return self._tasks

    def run_law(self, b: int, t: float, z: np.ndarray, x: np.ndarray, u: np.ndarray) -> None:
        """Let block b read z, and change what it remembers, x, and its commands u."""
        task, laws = self._tasks[b], self._table
        p = np.array(task.parameters, dtype=float)
        if task.law == PYTHON:
            function: Any = self._functions[task.name]
            function(t, z, x, p, u)
            return
        of_sensors = laws.sensors if SENSOR <= task.law <= GPS else laws.controllers
        (laws.user if task.law >= USER else of_sensors)(task.law, t, LATER, z, x, p, u)


def _in_python(block: Block) -> Callable[..., Any] | None:
    """What is called of a block that runs in Python."""
    return share_torque if isinstance(block, Allocation) else getattr(block, "function", None)


def _tasks(system: System, blocks: Mapping[str, Block], seed: int) -> list[_Task]:
    numbers, tasks = law_numbers(blocks), []
    for name, block in blocks.items():
        if isinstance(block, ControllerKind):
            parameters = block.parameters_in(DeviceGeometry(system.mechanism))
        else:
            parameters = seed, stream_of(name), *block.parameters
        tasks += _tasks_of(system, name, block, numbers[name], parameters)
    return tasks


def stream_of(name: str) -> int:
    """The number of a sensor's stream of noise: of its name, so that others do not matter."""
    return zlib.crc32(name.encode())


def _tasks_of(
    system: System, name: str, block: Block, law: int, parameters: tuple[float, ...]
) -> list[_Task]:
    to, (memory, pending) = tuple(written_by(name, block, system.model)), memory_labels(name, block)
    assert block.every is not None
    period, first, late = block.every, block.offset, samples_late(block)
    values = tuple(sources_of(system.model, block)), memory, parameters
    if not late:
        return [_Task(name, law, period, first, *values, to)]
    # Samples wait in a row, which moves on once a period: the first one takes effect.
    moved, latest = (*to, *pending[: -len(to)]), pending[-len(to) :]
    waiting = _decimal(block.delay) - (late - 1) * _decimal(period)
    first_move = first if whole_samples_late(block) else float(_decimal(first) + waiting)
    return [
        _Task(name, PASS_ON, period, first_move, tuple(map(Source, pending)), to=moved),
        _Task(name, law, period, first, *values, latest),
    ]


def _decimal(x: float) -> Fraction:
    """The decimal number that is written for a float."""
    return Fraction(repr(float(x)))


def _rates(tasks: list[_Task]) -> tuple[np.ndarray, list[int]]:
    """The rates that differ, and which of them each task has."""
    rates = list(dict.fromkeys((task.period, task.first) for task in tasks))
    rows = [rates.index((task.period, task.first)) for task in tasks]
    return np.array([_rate(*rate) for rate in rates], dtype=float).reshape(-1, 5), rows


def _rate(period: float, first: float) -> tuple[float, ...]:
    """A row of the table of rates: see `treetop.core.control.sampling`."""
    step, begin = _decimal(period), _decimal(first)
    parts = lcm(step.denominator, begin.denominator)
    if parts > FINEST:
        return period, first, 0.0, 0.0, 0.0
    return period, first, float(step * parts), float(begin * parts), float(parts)


def _signals(system: System, blocks: Mapping[str, Block], tasks: list[_Task]) -> list[OutputRef]:
    """What is read; refuses names and units that do not fit, all at once."""
    signals, problems = [], dict[Problem, None]()
    for task in tasks:
        block = blocks[task.name]
        fields = [r.field for r in block.reads]
        for k, source in enumerate(task.inputs):
            try:
                signals.append(signal_of_source(system, source))
                if task.law != PASS_ON:
                    problems |= dict.fromkeys(_other_units(task.name, block, signals[-1].unit))
            except Invalid as error:
                field = fields[min(k, len(fields) - 1)]
                where = path(block.section, task.name, field)
                problems[Problem(error.what, where, error.hint)] = None
    if problems:
        raise ModelError(list(problems))
    return signals


def signal_of_source(system: System, source: Source) -> OutputRef:
    if source.frame:
        row = system.assembly.frames.rows[source.frame]
        return OutputRef(w.FRAME, unit=source.unit, frame=(row, source.number))
    if source.label == "time":
        return OutputRef(w.TIME, unit="s")
    return output_index(system).output(source.label)


def _require_gains(system: System, blocks: Mapping[str, Block]) -> None:
    """Refuse gains in units that lead from no input to no command."""

    def input_unit(block: Block) -> str:
        try:
            return signal_of_source(system, sources_of(system.model, block)[0]).unit
        except Invalid:  # an unknown name is refused where it is read
            return ""

    def command_unit(name: str, block: Block) -> str:
        labels = written_by(name, block, system.model) if getattr(block, "to", ()) else ()
        units = {system.assembly.states[label].unit for label in labels}
        return units.pop() if len(units) == 1 else ""

    problems = list(gain_problems(blocks, input_unit, command_unit))
    if problems:
        raise ModelError(problems)


def _other_units(name: str, block: Block, unit: str) -> list[Problem]:
    """Errors of a sensor that are not in the unit of what it reads."""
    found = []
    for field in block.in_units_of_input if unit else ():
        value = getattr(block, field)
        try:
            if isinstance(value, Measured):
                number(value.text, unit)
        except Invalid as error:
            found.append(Problem(error.what, path(block.section, name, field), error.hint))
    return found


def _table(system: System, tasks: list[_Task], rows: list[int]) -> c.Blocks:
    places = {label: k for k, label in enumerate(system.assembly.states)}
    memory = [[places[label] for label in task.memory] or [0, -1] for task in tasks]
    numbers = [number for task in tasks for number in task.parameters]
    return c.Blocks(
        rate=np.array(rows, dtype=np.int64),
        law=np.array([task.law for task in tasks], dtype=np.int64),
        z_at=_offsets([task.inputs for task in tasks]),
        x=np.array([(each[0], each[-1] + 1) for each in memory], dtype=np.int64),
        p_at=_offsets([task.parameters for task in tasks]),
        p=np.array(numbers, dtype=float),
        u_at=_offsets([task.to for task in tasks]),
        u=np.array([places[label] for task in tasks for label in task.to], dtype=np.int64),
        pulses=pulses_of(system),
        sensors=None,
        controllers=None,
        user=None,
        python=None,
    )


def _offsets(groups: list[tuple[Any, ...]]) -> np.ndarray:
    return np.array([0, *accumulate(map(len, groups))], dtype=np.int64)
