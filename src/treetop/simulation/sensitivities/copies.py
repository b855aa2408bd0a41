"""Copies of a system with one number a little different, taken through what the system does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from treetop.core.interface import EXTRA
from treetop.errors import RunError, TreetopError
from treetop.model.events import Event
from treetop.simulation.sensitivities.parameters import Parameter
from treetop.simulation.sensitivities.recorder import Occurrence
from treetop.simulation.sensitivities.starts import starts
from treetop.simulation.supervisor import Supervisor
from treetop.system.state import State
from treetop.system.system import System

FAR = 0.1  # part of a state: copies further from the system itself have met something else


class Copies:
    """The four copies for one number.

    Attributes
    ----------
    parameter : Parameter
    systems : list of System
        In the present structure.
    sigma : ndarray
        The derivative of the state vector by the number, times the size of the number.
    """

    def __init__(self, parameter: Parameter, start: State, duration: float) -> None:
        self.parameter, base = parameter, start.system
        states = starts(parameter, start)
        for state in states:
            self._require_alike(state.system, base)
        self._supervisors = [Supervisor(state.system, duration) for state in states]
        pairs = zip(self._supervisors, states, strict=True)
        self._states = [supervisor.begun(state) for supervisor, state in pairs]
        self.systems = [state.system for state in self._states]
        self.sigma = np.zeros(base.size)

    def _require_alike(self, system: System, base: System) -> None:
        """Refuse numbers that change how many unknowns there are, or when forces jump."""
        name, labels = self.parameter.name, (system.coordinate_labels, system.speed_labels)
        if labels != (base.coordinate_labels, base.speed_labels) or system.size != base.size:
            what = f"nothing can be differentiated by '{name}': it changes what there is to solve"
            raise TreetopError(what)
        if not np.array_equal(system.breaks, base.breaks):
            what = f"nothing can be differentiated by '{name}': it moves a time at which a force"
            hint = "let it begin by an event, whose value can be varied"
            raise TreetopError(f"{what} or a prescribed motion changes abruptly ({hint})")
        if base.equations != system.equations:
            what = f"nothing can be differentiated by '{name}': near by, other equations are solved"
            raise TreetopError(what)

    def weighed(self, values: Sequence[Any]) -> np.ndarray:
        """The derivative of what the copies have, times the size of the number."""
        return np.tensordot(self.parameter.weights, np.asarray(values), axes=1)

    def vectors(self, y: np.ndarray, sigma: np.ndarray) -> list[np.ndarray]:
        """State vectors of the copies where the system has y."""
        return [y + c * sigma for c in self.parameter.offsets]

    def place(self, state: State, shift: float = 0.0, rate: np.ndarray | None = None) -> None:
        """Put copies to where they are when the system is at a state, or each as much later as it
        comes to an event, by the rate."""
        towards = self.sigma if rate is None else self.sigma + shift * rate
        vectors = self.vectors(state.vector, towards)
        self._states = [
            State(system, state.time + c * shift, y)
            for system, c, y in zip(self.systems, self.parameter.offsets, vectors, strict=True)
        ]

    def signals(self, name: str, value: Callable[[State, Event], float]) -> list[float]:
        """What a function of states and events has at the copies."""
        armed = (supervisor.armed[name] for supervisor in self._supervisors)
        return [value(state, event) for state, event in zip(self._states, armed, strict=True)]

    def act(self, occurrence: Occurrence) -> None:
        """Let happen to the copies what has happened to the system."""
        name = self.parameter.name
        for k, supervisor in enumerate(self._supervisors):
            try:
                verdict = supervisor.act(occurrence.directions, self._states[k])
            except TreetopError as error:
                raise _differs(name, occurrence, str(error)) from None
            self._states[k] = verdict.state or self._states[k]
            now, other = supervisor.situation, occurrence.after
            if (now.structure, now.stage) != (other.structure, other.stage):
                raise _differs(name, occurrence, "")
        self.systems = [state.system for state in self._states]

    def go_on(self, state: State, shift: float, rate: np.ndarray) -> None:
        """Take up the derivative behind an event: the system goes on from a state, by the rate."""
        vectors = [each.vector for each in self._states]
        gone = rate * shift
        far = max(
            float(np.abs(y - state.vector - c * gone)[:-EXTRA].max(initial=0.0))
            for y, c in zip(vectors, self.parameter.offsets, strict=True)
        )
        if not far <= FAR * (1.0 + np.abs(state.vector[:-EXTRA]).max(initial=0.0)):
            at = f"at {state.time:.9g} s"
            what = f"a little away from '{self.parameter.name}' the run takes another course"
            raise RunError(f"sensitivities: {at}: {what}")
        self.sigma = self.weighed(vectors) - gone


def _differs(name: str, occurrence: Occurrence, why: str) -> RunError:
    events = ", ".join(f"'{each}'" for each in occurrence.directions)
    what = f"what follows {events} is something else a little away from the value of '{name}'"
    text = f"sensitivities: at {occurrence.state.time:.9g} s: {what}"
    return RunError(f"{text}: {why}" if why else text)
