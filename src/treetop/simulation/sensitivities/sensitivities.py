"""From a run that was made to the derivatives of all its quantities.

The motion is gone through again, segment by segment, together with its derivatives by numbers of
the model.  Events are known: copies of the system with numbers a little different are taken through
what the system did there, each at its own time, which gives what the saltation matrix does,

    S+ = R_y (S- + f- dt/dp) + R_p + R_t dt/dp - f+ dt/dp

with R the change of state, impulses and structure included.  Where the motion depends so much on a
number that copies come far from the system, all is gone through again with copies that are nearer.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from treetop.core.integrators.outcome import Outcome
from treetop.core.interface import WORKS
from treetop.errors import RunError
from treetop.results import Run
from treetop.results.sensitivities import Derivatives, with_derivatives
from treetop.simulation.concatenate import concatenated
from treetop.simulation.hybrid import HybridSimulation
from treetop.simulation.segment import Segment
from treetop.simulation.sensitivities.copies import Copies
from treetop.simulation.sensitivities.crossings import Crossings
from treetop.simulation.sensitivities.parameters import parameters_of
from treetop.simulation.sensitivities.recorder import Occurrence, Recorder
from treetop.simulation.sensitivities.variation import varied
from treetop.system.state import ORIGIN, VELOCITY, State
from treetop.system.system import System

NEAR = 0.03  # part of a state: differences of order 4 of copies as near as that are exact enough
MARGIN = 1.5  # times nearer than needed by what was found too far: rounding grows as they near
LEAST = 1e-6  # part of the size of a number, below which differences are lost in rounding
LOOKS = 50  # in a segment, beside samples, at how far copies are


class Passage(NamedTuple):
    """A copy in one segment, as results see it."""

    system: System
    stage: str
    times: np.ndarray
    vectors: np.ndarray

    def samples(self, outcome: Outcome) -> tuple[np.ndarray, np.ndarray]:
        return self.times, self.vectors


def add_sensitivities(run: Run, hybrid: HybridSimulation, outcome: Outcome) -> None:
    """Give a run the derivatives that its settings ask for, by copies that stay near it."""
    names = hybrid.settings.sensitivities
    parts = np.ones(len(names))
    while True:
        found = _Retraced(hybrid, outcome, parts)
        far = found.spread > NEAR
        if not far.any():
            break
        parts[far] *= NEAR / found.spread[far] / MARGIN
        if parts.min() < LEAST:
            name, to = names[int(parts.argmin())], found.hybrid.segments[-1].reached
            what = f"within {to:.9g} s the motion depends on '{name}' too much to be differentiated"
            raise RunError(f"sensitivities: {what} (make the run shorter)")
    with_derivatives(run, found.derivatives(len(run.time)))


class _Retraced:
    """A simulation gone through again."""

    def __init__(self, hybrid: HybridSimulation, outcome: Outcome, parts: np.ndarray) -> None:
        self.hybrid, self.outcome, start = hybrid, outcome, hybrid.start
        model, settings = start.system.model, hybrid.settings
        self.every = [
            Copies(parameter, start, settings.duration)
            for parameter in parameters_of(model, settings.sensitivities, parts.tolist())
        ]
        self.spread = np.zeros(len(self.every))  # how far copies come from the system
        assert isinstance(hybrid.supervisor, Recorder)
        self.ahead = list(hybrid.supervisor.happened)
        self.shift_at: dict[float, np.ndarray] = {}  # of times of events, for sizes of numbers
        self.seen: list[list[Passage]] = [[] for _ in range(4 * len(self.every))]
        shifts = self._act(self._taken(start.time), None)
        self._go_on(hybrid.segments[0].start, shifts)
        for k, segment in enumerate(hybrid.segments):
            later = hybrid.segments[k + 1 :]
            self._through(segment, later[0].start if later else None)
            if (self.spread > NEAR).any():
                return

    def derivatives(self, samples: int) -> Derivatives:
        """Derivatives of all quantities at so many samples, and of the times of events."""
        parameters = [copies.parameter for copies in self.every]
        histories: dict[str, list[np.ndarray]] = {}
        errors: dict[str, list[np.ndarray]] = {}
        for j, copies in enumerate(self.every):
            four = [concatenated(self.seen[4 * j + i], self.outcome)[0] for i in range(4)]
            for name in four[0]:
                values = [each[name][:samples] for each in four]
                size = copies.parameter.size
                histories.setdefault(name, []).append(copies.weighed(values) / size)
                error = copies.parameter.error_of(values).max(axis=0, initial=0.0)
                errors.setdefault(name, []).append(error / size)
        del histories["time"]
        sizes = np.array([each.size for each in parameters])
        none = np.zeros(len(parameters))
        shifts = [self.shift_at.get(entry.time, none) / sizes for entry in self.hybrid.log]
        return Derivatives(
            [each.name for each in parameters],
            [each.unit for each in parameters],
            sizes,
            {name: np.array(rows) for name, rows in histories.items()},
            {name: np.array(rows) for name, rows in errors.items()},
            np.array(shifts).reshape(-1, len(parameters)).T,
        )

    def _through(self, segment: Segment, after: State | None) -> None:
        """Go through a segment, and on to the state that the next one starts from."""
        times, _ = segment.samples(self.outcome)
        end = segment.ended.time if segment.ended else max(segment.reached, *times[-1:])
        within = [each for each in self.ahead if each.state.time < end]
        looks = np.linspace(segment.start.time, end, LOOKS)
        stops = np.unique([*times, *looks, *(each.state.time for each in within)])
        rows = varied(segment, self.every, self.hybrid.settings, stops, end)
        self.spread = np.maximum(self.spread, _spread(rows, self.every, segment.system))
        if (self.spread > NEAR).any():
            return
        self._note(segment, times, rows[np.searchsorted(stops, times)])
        crossings = Crossings(segment.loop.clock[1])
        for occurrence in within:
            self._derive(rows[np.searchsorted(stops, occurrence.state.time)])
            self._act(self._taken(occurrence.state.time), crossings)
        self._derive(rows[-1])
        if segment.ended:
            shifts = self._act(self._taken(end), crossings)
            if after is not None:
                self._go_on(after, shifts)

    def _act(self, happened: list[Occurrence], crossings: Crossings | None) -> np.ndarray:
        """Let happen to copies what did, each at its own time if a signal crosses its value; how
        much later that is."""
        shifts = np.zeros(len(self.every))
        if crossings and happened:
            first = happened[0].state
            shifts = self.shift_at[first.time] = crossings.shifts(happened[0], self.every)
            rate = _rate(first, -np.inf)
            for copies, shift in zip(self.every, shifts, strict=True):
                copies.place(first, shift, rate)
        for occurrence in happened:
            for copies in self.every:
                copies.act(occurrence)
        return shifts

    def _go_on(self, after: State, shifts: np.ndarray) -> None:
        rate = _rate(after, np.inf)
        for copies, shift in zip(self.every, shifts, strict=True):
            copies.go_on(after, shift, rate)

    def _derive(self, row: np.ndarray) -> None:
        for copies, sigma in zip(self.every, row, strict=False):
            copies.sigma = sigma.copy()

    def _note(self, segment: Segment, times: np.ndarray, rows: np.ndarray) -> None:
        """Keep where the copies are at samples."""
        for j, copies in enumerate(self.every):
            vectors = [rows[:, -1] + c * rows[:, j] for c in copies.parameter.offsets]
            for i, system in enumerate(copies.systems):
                passage = Passage(system, segment.stage, times, vectors[i])
                self.seen[4 * j + i].append(passage)

    def _taken(self, time: float) -> list[Occurrence]:
        """What happens next, at one time."""
        found = []
        while self.ahead and self.ahead[0].state.time <= time:
            found.append(self.ahead.pop(0))
        return found


def _spread(rows: np.ndarray, every: list[Copies], system: System) -> np.ndarray:
    """How far copies come from the system: angles in rad, others as part of what they are, or of
    one; works do not count."""
    y = np.abs(rows[:, -1])
    for part in (ORIGIN, VELOCITY):
        y[:, part] = np.linalg.norm(y[:, part], axis=1, keepdims=True)
    if not system.equations.absolute:
        names = [label.rpartition(".")[2] for label in system.coordinate_labels]
        y[:, [k for k, name in enumerate(names) if name.startswith("angle")]] = 0.0
    away = [
        np.abs(copies.parameter.offsets).max() * np.abs(rows[:, j]) / (1.0 + y)
        for j, copies in enumerate(every)
    ]
    return np.array([each[:, :-WORKS].max() for each in away])


def _rate(state: State, towards: float) -> np.ndarray:
    """The rate just before or after the time of a state, at which forces may jump."""
    aside = State(state.system, np.nextafter(state.time, towards), state.vector)
    return np.asarray(state.system.rate(aside))
