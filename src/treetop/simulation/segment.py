"""One segment of a run: a system in one structure, from a state to an event or the end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

import numpy as np

from treetop.core.integrators.constrained_newton import constrained_newton_of
from treetop.core.integrators.event_monitor import EventMonitor
from treetop.core.integrators.loop import Integrator, Loop, Plan, loop_from
from treetop.core.integrators.outcome import Outcome
from treetop.core.integrators.step_recursion import is_recursive, step_recursion_of
from treetop.core.outputs.event_functions import evaluate_signals
from treetop.errors import RunError
from treetop.model.events import Event
from treetop.model.run import Auto, Projection, RunSettings
from treetop.model.run.methods import METHODS
from treetop.simulation.activity import STEPS_PER_RUN, found_breaks
from treetop.simulation.event_functions import event_monitor_for, is_clock
from treetop.simulation.integrators import INTEGRATORS
from treetop.simulation.jacobians import RunJacobian, run_jacobian
from treetop.simulation.loop_memory import clock_of, counts_of
from treetop.simulation.sampled_blocks import SampledBlocks
from treetop.simulation.stabilization import stabilized
from treetop.system.plant import still_components
from treetop.system.protocol import DynamicalSystem
from treetop.system.pulses import pulses_of
from treetop.system.state import State
from treetop.system.user_functions import beyond_array


class Segment:
    """A part of a run without a change of structure.

    Attributes
    ----------
    system : DynamicalSystem
    start : State
    stage : str
    events : list of str
        What is looked at.
    jacobian : str
        How an implicit method finds its matrices; empty of others.
    plan, loop
        What the compiled loop is given, and what it remembers.
    """

    def __init__(
        self,
        start: State,
        settings: RunSettings,
        times: np.ndarray,
        span: tuple[float, float],
        events: Mapping[str, Event],
        stage: str = "",
        method: str | None = None,
        by_differences: bool = False,
    ) -> None:
        self.system, self.start, self.stage, self.events = start.system, start, stage, list(events)
        self.method = method or settings.method.kind
        integrator, y = INTEGRATORS[self.method], start.vector
        # The first step is taken with the ranks that the constraints have at the start.
        self.context = self.system.context()
        problem = self.context.problem
        self.blocks = SampledBlocks(self.system, problem, settings.seed)
        plan = plan_for(start, settings, times, span, events)
        self.plan = plan._replace(rates=self.blocks.rates, blocks=self.blocks.handle)
        if integrator.matrices and self.system.model is not None:
            self.plan = self.plan._replace(still=still_components(self.system))
        # Whether what many steps took is to tell how the method suits, see `method_review`.
        self.reviewed = isinstance(settings.method, Auto) and self.blocks.rates.size > 0
        self.system.project(start.time, y.copy(), np.zeros_like(y), problem)
        monitor, self._watched = event_monitor_for(self.system, events, problem)
        projected = isinstance(settings.constraints, Projection)
        jacobian: RunJacobian | None = None
        matrix = not recursive(self.system, integrator, projected)
        if METHODS[self.method].differentiates and matrix:
            asked = projected, by_differences, integrator.recursive
            jacobian = run_jacobian(self.system, problem, *asked)
        self.jacobian = jacobian.method if jacobian else ""
        parts = projected, monitor, jacobian
        self.loop, self._alive = loop_for(self.system, start, integrator, *parts)
        self.blocks.state = self.loop.y
        self.stabilized = stabilized(self.system, settings, y.size, problem)
        self._advance = integrator.advance.function
        self.seen: dict[float, np.ndarray] = {}  # states at events that were only recorded
        self.ended: State | None = None  # just before another structure followed
        # Events: directions of signals, time, state, number of the method that goes on.
        self.passed: list[np.ndarray] = []
        self.failed = ""  # what a user function raised
        self.follower = ""  # the method that goes on from where it ended

    def advance(self, steps: int) -> Outcome:
        """Let the compiled loop make so many steps."""
        functions = self.stabilized.derivative, self.stabilized.project, self.stabilized.problem
        try:
            outcome = Outcome(self._advance(*functions, self.plan, self.loop, steps))
            if outcome is Outcome.SAMPLED:
                raise self.blocks.error or RuntimeError(outcome.text)
        except IndexError as error:  # of a user function
            self.failed = self.blocks.beyond_array() or beyond_array(error)
            return Outcome.NOT_FINITE
        if outcome is Outcome.OTHER_METHOD:
            self.end_here(METHODS[self.method].alternative)
        elif outcome is Outcome.EVENT:
            self._note_event()
        return outcome

    def end_here(self, follower: str) -> None:
        """Stand at an event of no signal, after which another method goes on."""
        monitor, self.follower = self.loop.monitor, follower
        monitor.found[:], monitor.time[:] = 0, clock_of(self.loop).time
        monitor.y[0] = self.loop.y
        self._note_event()

    def _note_event(self) -> None:
        monitor, methods = self.loop.monitor, list(INTEGRATORS)
        follower = methods.index(self.follower) if self.follower else -1
        event = monitor.found, monitor.time, monitor.y[0], [follower]
        self.passed.append(np.concatenate(event))

    @property
    def memory(self) -> tuple[Any, ...]:
        """All that the compiled loop refers to beside its plan, itself and the context."""
        return self._alive, self._watched, self.blocks.alive

    @property
    def event_size(self) -> int:
        """How many numbers describe an event."""
        return len(self.events) + 1 + self.loop.y.size + 1

    def return_to(self, event: np.ndarray) -> None:
        """Stand at an event that was passed before."""
        monitor, k = self.loop.monitor, len(self.events)
        monitor.found[:], monitor.time[:], monitor.y[0] = event[:k], event[k], event[k + 1 : -1]
        self.follower = list(INTEGRATORS)[int(event[-1])] if event[-1] >= 0 else ""
        self.passed.append(event)

    def signals_at_start(self) -> dict[str, float]:
        """How far each signal is from what it is to pass."""
        return _signals(self.start, self.loop.monitor, self.events)

    @property
    def directions(self) -> dict[str, int]:
        """The events that have just happened, and the directions in which their signals went."""
        found = self.loop.monitor.found.tolist()
        return {
            name: direction for name, direction in zip(self.events, found, strict=True) if direction
        }

    @property
    def event_state(self) -> State:
        """The state at these events."""
        monitor = self.loop.monitor
        return State(self.system, float(monitor.time[0]), monitor.y[0].copy())

    @property
    def reached(self) -> float:
        """The time reached, s."""
        return self.ended.time if self.ended else clock_of(self.loop).time

    def samples(self, outcome: Outcome) -> tuple[np.ndarray, np.ndarray]:
        """Times and states that were asked for, or seen at events; of a run that ended early also
        the state it reached; of a segment that another one followed the state just before."""
        done, reached = counts_of(self.loop).samples, clock_of(self.loop).time
        times, vectors = self.plan.times[:done], self.plan.samples[:done]
        seen = dict(self.seen)
        if self.ended:
            before = times < self.ended.time
            times, vectors = times[before], vectors[before]
            seen[np.nextafter(self.ended.time, -np.inf)] = self.ended.vector
        elif self.follower:
            pass
        elif self.failed:  # perhaps at the state reached, which cannot be observed then
            seen |= {} if done else {self.start.time: self.start.vector}
        elif outcome is not Outcome.FINISHED and (done == 0 or reached > times[-1]):
            seen[reached] = self.loop.y
        seen = {t: y for t, y in seen.items() if t not in times and t >= self.start.time}
        times = np.append(times, list(seen))
        vectors = np.vstack([vectors, *seen.values()])
        order = np.argsort(times)
        return times[order], vectors[order]

    # --- when it fails ----------------------------------------------------------------------

    def cause(self, outcome: Outcome) -> str:
        """What has made it fail, as far as the system can say; asked before anything else is
        evaluated."""
        if self.failed:
            return self.failed
        if outcome is Outcome.NOT_FINITE:
            return self._trouble()
        if outcome is Outcome.CONSTRAINTS_LOST:
            return self.system.unmet(self._ahead())
        if outcome is Outcome.STEP_COLLAPSED:
            return self.system.locked(self.start, self._ahead())
        return ""

    def _trouble(self) -> str:
        """What is not finite ahead: within a failed step it has spread to all."""
        for state in self._ahead():
            now = self.system.at(state)
            if not np.isfinite(now.rate).all():
                break
        named = now.not_finite_part()
        return named or self.system.locked(self.start, self._ahead()) or now.trouble()

    def _ahead(self) -> Iterator[State]:
        """The state reached, then states further and further ahead along the tangent."""
        loop, t = self.loop, clock_of(self.loop).time
        far = self.plan.breaks[-1] - t
        for h in (0.0, *(far * np.logspace(-16, 0, 17))):
            yield State(self.system, t + h, loop.y + h * loop.rate if h else loop.y)


def signals_at(state: State, events: Mapping[str, Event]) -> dict[str, float]:
    """How far the signals of events are, at a state, from what they are to pass."""
    context = state.system.context()
    monitor, alive = event_monitor_for(state.system, events, context.problem)
    values = _signals(state, monitor, events) if monitor else {}
    del alive, context  # what the monitor refers to, until here
    return values


def _signals(state: State, monitor: EventMonitor, events: Iterable[str]) -> dict[str, float]:
    names = list(events)
    node, y = np.zeros_like(monitor.node[0]), state.vector.copy()
    try:
        if names:
            evaluate_signals(state.time, y, monitor.evaluator[0], node)
    except IndexError as error:
        raise RunError(f"at {state.time:g} s: {beyond_array(error)}") from error
    return dict(zip(names, node[0].tolist(), strict=False))


def recursive(system: DynamicalSystem, integrator: Integrator, projected: bool) -> bool:
    """Whether steps are solved by a recursion, without a matrix."""
    return integrator.recursive and projected and is_recursive(*system.geometry)


def loop_for(
    system: DynamicalSystem,
    start: State,
    integrator: Integrator,
    projected: bool = True,
    monitor: EventMonitor | None = None,
    jacobian: RunJacobian | None = None,
) -> tuple[Loop, Any]:
    """What the loop remembers, and what must be kept alive while it runs.

    A method that meets constraints by itself does so as long as they are kept by projection.
    """
    memory: Any = integrator.memory
    alive: Any = None
    if integrator.holds:
        chart, tables = system.geometry if projected else (None, None)
        constrained, alive = constrained_newton_of(chart, tables)
        memory = partial(integrator.memory, constrained=constrained)
        if integrator.recursive:
            components = start.vector.size - int(constrained.size[0])
            recursion, more = step_recursion_of(chart, tables, constrained.along, components)
            memory, alive = partial(memory, recursion=recursion), (alive, more)
    if jacobian:
        memory, alive = partial(memory, exact=jacobian.exact), (alive, jacobian.alive)
    return loop_from(start.time, start.vector, memory, monitor), alive


def plan_for(
    start: State,
    settings: RunSettings,
    times: np.ndarray,
    span: tuple[float, float],
    events: Mapping[str, Event],
) -> Plan:
    """The plan of a segment, within the span of its whole run."""
    system, end, n = start.system, span[1], start.vector.size
    clocks = [event.value for event in events.values() if is_clock(event)]
    knots = np.concatenate([system.breaks, clocks, found_breaks(system, start, *span)])
    breaks = np.unique(np.append(knots[(knots > start.time) & (knots < end)], end))
    longest = (span[1] - span[0]) / STEPS_PER_RUN if system.timed else np.inf
    method = settings.method
    control = [method.rtol, method.atol, method.step_bound or longest]
    weights = INTEGRATORS[method.kind].weights
    if weights:
        control += weights(method.rho_inf, method.index)
    return Plan(
        control=np.array(control),
        controlled=np.array([n - system.uncontrolled]),
        breaks=breaks,
        times=times,
        samples=np.zeros((times.size, n)),
        further=np.array([system.origin_index, isinstance(method, Auto)]),
        pulses=pulses_of(system),
        pause=np.full(1, np.inf),
    )
