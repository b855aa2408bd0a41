"""A system with inputs and outputs, as linear models see it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from treetop.analysis.linear_models.inputs import COMMAND, Input, with_forces
from treetop.core.compiler import boxed
from treetop.core.outputs import event_functions as w
from treetop.model.events import Event
from treetop.simulation.event_functions import (
    evaluation_by,
    functions_of,
    numbered,
    signal_table,
)
from treetop.simulation.output_index import OutputRef
from treetop.system.initial_assembly import mechanism_size
from treetop.system.plant import Look, Plant
from treetop.system.state import State
from treetop.system.system import System
from treetop.system.user_functions import signal_functions

COMMAND_STEP = 0.05  # part of a command, or of its unit, by which it is changed at most


class InputOutputPlant(Plant):
    """A system with inputs and outputs.

    Parameters
    ----------
    system : System
    state : State
        Tells how large inputs are.
    inputs : sequence of Input
    events : mapping of str to Event
    signals : sequence of OutputRef
        What is looked at: the signals of the events.
    """

    def __init__(
        self,
        system: System,
        state: State,
        inputs: Sequence[Input],
        events: dict[str, Event],
        signals: Sequence[OutputRef],
    ) -> None:
        super().__init__(system)
        self.inputs = list(inputs)
        tables, self._forces = with_forces(system, self.inputs)
        self._context = system.context(tables)
        self.output_units = [signal.unit for signal in signals]
        table, _ = signal_table(system, list(events.values()), numbered(list(signals)))
        table = table._replace(user=signal_functions(events))
        parts, recorded = evaluation_by(system, functions_of(system, signals))
        self._handle, alive = w.pack(
            boxed(self._context.problem), w.evaluate_signals.function, *parts[:-1], table, parts[-1]
        )
        self._alive = alive, recorded
        self._evaluate = w.evaluate_signals.function
        self._rate, self._values = parts[-1].rate, np.zeros((2, len(events) + 1))
        self._commands = [k for k, each in enumerate(self.inputs) if each.kind == COMMAND]
        self._places = [int(self.inputs[k].place) for k in self._commands]
        self._others = [k for k in range(len(self.inputs)) if k not in self._commands]
        self._axes = [self.inputs[k].axis for k in self._others]
        self.steps = self._steps(state)
        self.input_changes = np.zeros((len(self.inputs), system.size))
        self.input_changes[self._commands, self._places] = 1.0

    def look(self, time: float, y: np.ndarray, inputs: np.ndarray | None = None) -> Look:
        if inputs is not None:
            y = y.copy()
            y[self._places] += inputs[self._commands]
            self._forces[range(len(self._others)), self._axes] = inputs[self._others]
        self._context.work.rank[0] = -1
        self._evaluate(time, y, self._handle, self._values)
        if inputs is not None:
            self._forces[:] = 0.0
        return Look(self._rate.copy(), self._values[w.VALUE, :-1].copy())

    def _steps(self, state: State) -> np.ndarray:
        """Steps of commands by their values; of forces and torques by the weight of all in 1 m/s²,
        since all else is linear in them."""
        steps = np.zeros(len(self.inputs))
        values = np.abs(state.vector[self._places])
        steps[self._commands] = COMMAND_STEP * np.maximum(values, 1.0)
        if self._others:
            size = mechanism_size(self.system.at(state))
            weight = float(self.system.tables.bodies.mass.sum()) or 1.0
            lengths = [size if self.inputs[k].unit == "N*m" else 1.0 for k in self._others]
            steps[self._others] = weight * size * np.array(lengths)
        return steps
