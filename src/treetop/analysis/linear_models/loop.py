"""The loop of a controller of a system, opened at its commands.

Between instants at which something is sampled, states go on by the linear model of the system with
commands held; at each instant the blocks that are due change what is held, one after another, as
the time loop has them do it.  Over one period of the controller that is a linear map of states,
held commands, memories and commands that wait, exact for any offsets and delays.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from treetop.analysis.linear_models.controllers import continuous_loop, law_matrix, without_quanta
from treetop.analysis.linear_models.inputs import fired_by, held_inputs, inputs_named
from treetop.analysis.linear_models.linearise import state_names
from treetop.analysis.linear_models.margins import Margins, margins_of
from treetop.analysis.linear_models.plant import InputOutputPlant
from treetop.analysis.linear_models.sampling import zero_order_hold
from treetop.analysis.linear_models.state_space import LinearModel
from treetop.core.control.laws import PASS_ON
from treetop.errors import ModelError, TreetopError
from treetop.model.signals import quantity
from treetop.model.specification import unknown
from treetop.results.views import ResponseViews
from treetop.simulation.sampled_blocks import SampledBlocks, signal_of_source
from treetop.system.linearization import (
    independent_speeds,
    linear_along,
    require_joint_coordinates,
)
from treetop.system.perturbation import from_mass_centre
from treetop.system.plant import continuous_states, internal_places
from treetop.system.state import State
from treetop.system.system import System
from treetop.topology.connections import written_by
from treetop.topology.readings import Source

if TYPE_CHECKING:
    import xarray as xr

ROUNDING = 1e-9  # of a period
SAMPLES = 3  # after which blocks remember what they do from then on
NOWHERE = 1e-12  # of a pole in the z plane that stands for a delay


@dataclass(frozen=True, eq=False)
class Loop(ResponseViews):
    """A loop that is opened at the commands of a controller, all others being closed.

    Attributes
    ----------
    controller : str
    commands : tuple of str
    open : LinearModel
        From the commands that take effect to those that the controller gives; sampled at its
        period, if it has one.
    """

    controller: str
    commands: tuple[str, ...]
    open: LinearModel

    @property
    def period(self) -> float:
        """Period of the samples, s; 0 for a continuous controller."""
        return self.open.period

    @property
    def closed(self) -> LinearModel:
        """The loop closed, with additions to the commands as inputs."""
        return replace(self.open, A=self.open.A + self.open.B @ self.open.C)

    @property
    def poles(self) -> np.ndarray:
        """Poles of the closed loop, of what commands move and the controller sees; in the z plane
        if it is sampled."""
        return self.closed.minimal().poles

    @property
    def stable(self) -> bool:
        """Whether what commands move and the controller sees dies away in the closed loop."""
        poles = self.poles
        return bool((np.abs(poles) < 1.0 if self.period else poles.real < 0.0).all())

    @property
    def decay(self) -> np.ndarray:
        """The closed loop's poles as rates, 1/s: of a sampled one the logarithms of those in the z
        plane."""
        return self._rates(self.poles)

    def _rates(self, points: np.ndarray) -> np.ndarray:
        """Points of the z plane in the s plane."""
        if not self.period:
            return points
        return np.asarray(np.log(points[np.abs(points) > NOWHERE].astype(complex)) / self.period)

    def response(self, frequencies: np.ndarray) -> xr.DataArray:
        """The response of the open loop, with the sign that makes it unstable around -1."""
        return -self.open.response(frequencies)

    def margins(self, command: str | None = None) -> Margins:
        """Margins of gain, phase and delay at one command, the loops of all others being closed."""
        minimal = self.at_command(command).minimal()
        corners = np.abs(self._rates(np.append(minimal.poles, minimal.zeros)))

        def response(w: np.ndarray) -> np.ndarray:
            points = np.exp(1j * w * self.period) if self.period else 1j * w
            return -minimal.at(points)[:, 0, 0]

        highest = math.pi / self.period if self.period else math.inf
        return margins_of(response, corners, highest, self.stable)

    def at_command(self, command: str | None = None) -> LinearModel:
        """The loop opened at one command alone."""
        if command is None:
            if len(self.commands) > 1:
                several = ", ".join(f"'{each}'" for each in self.commands)
                raise TreetopError(f"'{self.controller}' has several commands, name one: {several}")
            command = self.commands[0]
        if command not in self.commands:
            raise ModelError([unknown("command", command, self.commands, "command")])
        others = [k for k, each in enumerate(self.commands) if each != command]
        whole = replace(self.open, A=self.open.A + self.open.B[:, others] @ self.open.C[others])
        return whole.part(command, command)


def loop_of(system: System, state: State, controller: str) -> Loop:
    """The loop of a controller about a state."""
    controllers = system.model.controllers
    if controller not in controllers:
        raise ModelError([unknown("controller", controller, controllers, "controller")])
    if fired := fired_by(system, controller):
        what = f"'{fired[0]}' is the on-time of a pulse"
        raise TreetopError(f"the loop of '{controller}' has no linear model: {what}")
    system, state = without_quanta(system, state)
    if controllers[controller].every is None:
        commands, model = continuous_loop(system, state, controller)
    else:
        commands, model = _Period(system, state, controller).loop()
    return Loop(controller, commands, model)


class _Instant(NamedTuple):
    time: float
    block: int


class _Period:
    """One period of a controller, as maps of states and of all that is held."""

    def __init__(self, system: System, state: State, controller: str) -> None:
        self.system, self.state, self.controller = system, state, controller
        self._context = system.context()
        self.sampled = SampledBlocks(system, self._context.problem, seed=0)
        self.blocks = self.sampled.blocks
        self.broken = next(
            b
            for b, each in enumerate(self.blocks)
            if each.name == controller and each.law != PASS_ON
        )
        written = [label for each in self.blocks for label in (*each.memory, *each.to)]
        self.sampled_states = list(dict.fromkeys(written))
        self.commands = [label for label in held_inputs(system) if label in self.sampled_states]
        places = internal_places(system)
        constant = {"time", *(set(places) - set(continuous_states(system)) - set(written))}
        read = dict.fromkeys(source for each in self.blocks for source in each.inputs)
        self.read = [
            x for x in read if x.label not in constant and x.label not in self.sampled_states
        ]
        self._linearise()
        self.values: dict[str, float] = {"time": state.time}
        self.values |= {label: float(state.vector[place]) for label, place in places.items()}
        self.n, self.size = len(self.linear.A), len(self.linear.A) + len(self.sampled_states)
        self._run_blocks()

    def _run_blocks(self) -> None:
        """Let blocks remember and give what they do after some samples at the state."""
        commands = set(self.commands)
        for _ in range(SAMPLES):
            for b, block in enumerate(self.blocks):
                labels = (*block.memory, *block.to)
                new = self._made(b)(self._read(b))
                written = zip(labels, new.tolist(), strict=True)
                self.values |= {label: value for label, value in written if label not in commands}

    def _linearise(self) -> None:
        """The system with the commands as inputs, and what is read as outputs."""
        system = self.system
        about = from_mass_centre(system, require_joint_coordinates(system, self.state))
        independent = independent_speeds(system, about)
        self.states, self.units = state_names(system, independent)
        events = {str(k): quantity("time").rises(0) for k in range(len(self.read))}
        signals = [signal_of_source(system, source) for source in self.read]
        entries = inputs_named(system, self.commands)
        plant = InputOutputPlant(system, about, entries, events, signals)
        self.linear = linear_along(system, about, independent, plant)
        self.seen = plant.look(about.time, about.vector).outputs
        if self.linear.broken.any():
            what = "forces, or what blocks read, jump or have a corner at the state"
            raise TreetopError(f"the loop of '{self.controller}' has no linear model: {what}")

    @property
    def period(self) -> float:
        return self.blocks[self.broken].period

    def loop(self) -> tuple[tuple[str, ...], LinearModel]:
        """The commands of the controller, and the open loop."""
        out = len(self.blocks[self.broken].to)
        X = np.hstack([np.eye(self.size), np.zeros((self.size, out))])
        feedback, now, start = np.zeros((out, self.size)), 0.0, X
        for time, b in self._instants():
            if time > now:
                X = self._flow(time - now) @ X
                now, start = time, X
            elif b == self._instants()[0].block:
                start = X
            X, commanded = self._run(b, X, start)
            if b == self.broken:
                feedback = commanded[:, : self.size]
        X = self._flow(self.period - now) @ X
        model = self.system.model
        commands = tuple(written_by(self.controller, model.controllers[self.controller], model))
        states = (*self.states, *self.sampled_states)
        zero = np.zeros((out, out))
        A, B = X[:, : self.size], X[:, self.size :]
        names = states, commands, commands, self.units, self.period
        return commands, LinearModel(A, B, feedback, zero, *names)

    def _instants(self) -> list[_Instant]:
        """Instants of one period that begins with the sample of the controller, in order; blocks
        that fire pulses are left out."""
        T, first = self.period, self.blocks[self.broken].first
        found = []
        for b, block in enumerate(self.blocks):
            if fired_by(self.system, block.name):
                continue
            times = round(T / block.period)
            if abs(times * block.period - T) > ROUNDING * T:
                what = f"'{block.name}' is sampled every {block.period:g} s, which is no part of"
                raise TreetopError(f"{what} the period of '{self.controller}', {T:g} s: no margins")
            offset = math.fmod(block.first - first, block.period)
            offset += block.period if offset < -ROUNDING * T else 0.0
            offset = 0.0 if min(abs(offset), block.period - offset) < ROUNDING * T else offset
            found += [_Instant(offset + k * block.period, b) for k in range(times)]
        found.sort(key=lambda each: (round(each.time / T / ROUNDING), each.block))
        return found

    def _flow(self, h: float) -> np.ndarray:
        """What a time with held commands does."""
        A, B = zero_order_hold(self.linear.A, self.linear.B, h)
        F = np.eye(self.size)
        F[: self.n, : self.n] = A
        F[: self.n, [self.n + self.sampled_states.index(each) for each in self.commands]] = B
        return F

    def _run(self, b: int, X: np.ndarray, start: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """What a block makes of all, and its commands; those of the controller go nowhere."""
        block, X = self.blocks[b], X.copy()
        seen = [self._reading(source, X, start) for source in block.inputs]
        memory = [self.n + self.sampled_states.index(label) for label in block.memory]
        to = [self.n + self.sampled_states.index(label) for label in block.to]
        J = self._law(b)
        new = J @ np.vstack([np.array(seen).reshape(-1, X.shape[1]), X[memory], X[to]])
        X[memory], commanded = new[: len(memory)], new[len(memory) :]
        X[to] = commanded
        if b == self.broken:
            X[to] = np.eye(X.shape[1])[self.size :]
        return X, commanded

    def _reading(self, source: Source, X: np.ndarray, start: np.ndarray) -> np.ndarray:
        """What is read: of what is held as it is now, of the motion as at the instant's begin."""
        if source.label in self.sampled_states:
            return X[self.n + self.sampled_states.index(source.label)]
        if source not in self.read:  # constant
            return np.zeros(X.shape[1])
        k = self.read.index(source)
        commands = [self.n + self.sampled_states.index(each) for each in self.commands]
        return self.linear.C[k] @ start[: self.n] + self.linear.D[k] @ start[commands]

    def _value(self, source: Source) -> float:
        if source in self.read:
            return float(self.seen[self.read.index(source)])
        return self.values[source.label]

    def _law(self, b: int) -> np.ndarray:
        """Memories and commands after a block, by what it reads and those before."""
        block = self.blocks[b]
        labels = (*(each.label for each in block.inputs), *block.memory, *block.to)
        return law_matrix(block.name, self._made(b), self._read(b), labels)

    def _read(self, b: int) -> np.ndarray:
        """What a block reads, its memories and its commands before."""
        block = self.blocks[b]
        read = [self._value(source) for source in block.inputs]
        remembered = [self.values[label] for label in (*block.memory, *block.to)]
        return np.array([*read, *remembered], dtype=float)

    def _made(self, b: int) -> Callable[[np.ndarray], np.ndarray]:
        """What a block makes of that: its memories and its commands."""
        block = self.blocks[b]
        z, x = len(block.inputs), len(block.inputs) + len(block.memory)

        def made(values: np.ndarray) -> np.ndarray:
            memory, commands = values[z:x].copy(), values[x:].copy()
            self.sampled.run_law(b, self.state.time, values[:z].copy(), memory, commands)
            return np.append(memory, commands)

        return made
