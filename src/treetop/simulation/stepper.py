"""A run that a program takes forward itself, from one of its own instants to the next."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any

import numpy as np

from treetop.core.compilation import prepare
from treetop.core.control.pulses import open_valve
from treetop.core.integrators.outcome import Outcome
from treetop.errors import ModelError, Problem, RunError, TreetopError
from treetop.model.quantity import Invalid, number
from treetop.model.specification import unknown
from treetop.results.events import EventRecord
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.integrators import needed_kernels
from treetop.simulation.simulate import checked_settings
from treetop.simulation.start_checks import require_runnable
from treetop.system.state import State, checked_time, require_system
from treetop.system.system import System
from treetop.topology.connections import commands_of, inputs_of

STEPS_AT_ONCE = 10**9


class Inputs(MutableMapping[str, float]):
    """The commands of devices, by name; those that no controller writes can be set."""

    def __init__(self, stepper: Stepper) -> None:
        model = stepper.system.model
        self._stepper, self._ports = stepper, inputs_of(model)
        self._written = {
            command: name
            for name, controller in model.controllers.items()
            for command in commands_of(controller, model)
        }

    def __getitem__(self, command: str) -> float:
        return float(self._stepper._states[self._place(command)])

    def __setitem__(self, command: str, value: Any) -> None:
        place = self._place(command)
        if command in self._written:
            what = f"the controller '{self._written[command]}' writes '{command}'"
            raise TreetopError(f"{what}: it would not last (take the controller out)")
        try:
            command_value = number(value, self._ports[command].unit or "1")
        except Invalid as error:
            raise ModelError([Problem(error.what, f"inputs.{command}", error.hint)]) from None
        self._stepper._command(place, command_value)

    def __delitem__(self, command: str) -> None:
        raise TreetopError("a command cannot be taken away; set it to 0")

    def __iter__(self) -> Iterator[str]:
        return iter(self._ports)

    def __len__(self) -> int:
        return len(self._ports)

    def _place(self, command: str) -> int:
        if command not in self._ports:
            raise ModelError([unknown("command", command, self._ports, "inputs")])
        return list(self._stepper.system.assembly.states).index(command)


class Stepper:
    """A run under way.

    Made by `treetop.step`.

    Attributes
    ----------
    inputs : mapping
        Commands of devices, to be read and set between steps; they are held.
    """

    def __init__(self, system: System, start: State, settings: dict[str, Any]) -> None:
        require_system(system)
        chosen = checked_settings(settings)
        start = system.convert_state(start)
        system.require_start(start)
        require_runnable(system, start, chosen)
        prepare(*needed_kernels(chosen.method.kind, system.model))
        self._hybrid = HybridSimulation(start, chosen, np.zeros(0))
        self._changed, self._outcome = False, Outcome.PAUSED
        self.inputs = Inputs(self)

    @property
    def system(self) -> System:
        """The equations of the present structure."""
        return self._segment.system  # type: ignore[return-value]

    @property
    def time(self) -> float:
        return float(self._segment.reached)

    @property
    def state(self) -> State:
        segment = self._segment
        return segment.ended or State(self.system, self.time, segment.loop.y)

    @property
    def events(self) -> list[EventRecord]:
        """What has happened so far."""
        return self._hybrid.log

    @property
    def ended(self) -> bool:
        """Whether an event has stopped the run."""
        return self._outcome is Outcome.EVENT

    def __getitem__(self, quantity: str) -> Any:
        """A quantity of the present state, by the names of results."""
        return self.system.evaluate(self.state)[quantity]

    def advance(self, by: float | str) -> State:
        """Go on for a time, s; return the state there.

        Examples
        --------
        >>> stepper.advance("20 ms")     # doctest: +SKIP
        """
        ahead = checked_time(by)
        target = self.time + ahead
        if not ahead > 0.0:
            raise TreetopError(f"a step of {ahead:g} s does not go on; give more than 0")
        if target > self._hybrid.end:
            what = f"{target:g} s is beyond {self._hybrid.end:g} s, the horizon of this run"
            raise TreetopError(f"{what} (give tt.step a longer horizon)")
        while self.time < target and not self.ended:
            self._take_up()
            self._segment.plan.pause[0] = target
            self._outcome = self._hybrid.advance(STEPS_AT_ONCE)
            if self._outcome.failed:
                cause = self._hybrid.cause or self._segment.cause(self._outcome)
                raise RunError(f"at {self.time:.9g} s: {cause or self._outcome.text}")
            if self._outcome is Outcome.FINISHED:
                break
        return self.state

    @property
    def _segment(self) -> Any:
        return self._hybrid.segments[-1]

    @property
    def _states(self) -> np.ndarray:
        """The internal states, to be written."""
        return self._segment.loop.y[self.system.internal]  # type: ignore[no-any-return]

    def _command(self, place: int, value: float) -> None:
        """Write a command into the state that was reached."""
        self._states[place], self._changed = value, True
        y, at = self._segment.loop.y, self.system.internal.start + place
        open_valve(self._segment.plan.pulses, y, at, self.time)

    def _take_up(self) -> None:
        """Let the loop know the rate that commands make."""
        if self._changed:
            segment, after = self._segment, np.nextafter(self.time, np.inf)
            equations, loop = segment.stabilized, segment.loop
            equations.derivative(after, loop.y, loop.rate, equations.problem)
            self._changed = False


def step(system: System, start: State, horizon: float | str = "1 day", **settings: Any) -> Stepper:
    """A run that goes on when it is asked to, with commands that are set between.

    Parameters
    ----------
    system : System
    start : State
    horizon : number, s
        How far it may go.
    **settings
        Method, tolerances and so on, as `treetop.simulate` takes them.

    Examples
    --------
    >>> stepper = tt.step(system, start)     # doctest: +SKIP
    >>> stepper.inputs["wheel.torque"] = "20 mN*m"     # doctest: +SKIP
    >>> stepper.advance("20 ms")["hinge.angle"]     # doctest: +SKIP
    """
    return Stepper(system, start, {"duration": horizon, **settings})
