"""A hybrid simulation: continuous segments, and events between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from treetop.core.integrators.outcome import Outcome
from treetop.core.integrators.stiffness import STEPS
from treetop.errors import ModelError, Problem, RunError, TreetopError
from treetop.model.events import Event
from treetop.model.run import Auto, Dop853, RunSettings
from treetop.model.run.methods import METHODS
from treetop.model.specification import path
from treetop.results.events import EventRecord
from treetop.simulation.event_functions import is_clock
from treetop.simulation.loop_memory import LoopCounts, counts_of
from treetop.simulation.method_review import better_method, next_look
from treetop.simulation.segment import Segment, signals_at
from treetop.simulation.supervisor import Supervisor
from treetop.system.state import State

EVENTFUL = (Outcome.EVENT, Outcome.OTHER_METHOD)
MAX_CHANGES_AT_ONCE = 20  # changes of modes, and two for each element, before time must pass
VALUE_ROUNDING = 1e-11  # part of a value, or of one: nearer to it a signal is at it, to rounding


class HybridSimulation:
    """From a start to an end, through all changes of structure.

    Attributes
    ----------
    begin, end : float, s
    start : State
        As it was given; elements with modes may let the first segment begin in another structure.
    times : ndarray
        Where samples are wanted.
    segments : list of Segment
    cause : str
        Why it cannot go on, if what an event asks for is impossible.
    """

    def __init__(
        self,
        start: State,
        settings: RunSettings,
        times: np.ndarray,
        supervisor: type[Supervisor] = Supervisor,
    ) -> None:
        self.begin, self.end = start.time, start.time + settings.duration
        self.start, self.settings, self.times, self.cause = start, settings, times, ""
        chosen = settings.method
        self.method = Dop853.kind if isinstance(chosen, Auto) else chosen.kind
        eventful = start.system.model is not None  # the user's own equations have no events
        self.supervisor = supervisor(start.system, settings.duration) if eventful else None
        start = self.supervisor.begun(start) if self.supervisor else start
        self.segments: list[Segment] = []
        self.sides: dict[str, int] = {}  # of values that signals are at, on which they count
        first = self._segment(start, times)
        self._require_pending(first)
        if not self.supervisor or not self.supervisor.may_follow:
            self.segments.append(self._off_values(first, {}))
        else:
            self._require_begun(self._next_segment(start, times, start, {}))

    @property
    def log(self) -> list[EventRecord]:
        return self.supervisor.log if self.supervisor else []

    @property
    def statistics(self) -> dict[str, Any]:
        """Counts over all segments."""
        counted = [counts_of(segment.loop) for segment in self.segments]
        total = LoopCounts(*map(sum, zip(*counted, strict=True)))
        counts: dict[str, Any] = {
            "steps": total.steps,
            "rejected_steps": total.rejected_steps,
            "evaluations": total.evaluations,
            "work_range": np.ptp(self.segments[-1].loop.works, axis=0).tolist(),
        }
        # Beyond the tolerance: next to singular positions, where rounding forbids to meet it.
        counts |= {"relaxed_steps": total.relaxed_steps} if total.relaxed_steps else {}
        found = dict.fromkeys(each.jacobian for each in self.segments if each.jacobian)
        counts |= {"jacobian": "; ".join(found)} if found else {}
        if isinstance(self.settings.method, Auto):
            return counts | {"changes_of_method": self._changes_of_method}
        explicit = [each.loop.stiffness for each in self.segments if METHODS[each.method].explicit]
        stiff = int(sum(seen[STEPS] for seen in explicit))
        return counts | ({"stiff_steps": stiff} if stiff else {})

    @property
    def _changes_of_method(self) -> int:
        return sum(bool(each.follower) for each in self.segments)

    def advance(self, steps: int) -> Outcome:
        """Go on for so many steps, or to the next event and beyond it."""
        segment = self.segments[-1]
        if segment.reviewed:
            outcome = self._reviewed_advance(segment, steps)
        else:
            outcome = segment.advance(steps)
        return self._at_event(segment) if outcome in EVENTFUL else outcome

    def _reviewed_advance(self, segment: Segment, steps: int) -> Outcome:
        """Go on until the method is to be looked at, at most; it may be found unsuited there."""
        look = next_look(segment, self._changes_of_method)
        outcome = segment.advance(min(steps, look - counts_of(segment.loop).steps))
        at_look = outcome is Outcome.PAUSED and counts_of(segment.loop).steps == look
        better = better_method(self.segments, self.settings) if at_look else ""
        if better:
            segment.end_here(better)
            return Outcome.OTHER_METHOD
        return outcome

    def happen_again(self, event: np.ndarray) -> Outcome:
        """Let an event of the present segment happen that did so before; return what follows."""
        segment = self.segments[-1]
        segment.return_to(event)
        return self._at_event(segment)

    def _at_event(self, segment: Segment) -> Outcome:
        if not segment.directions:
            return self._change_method(segment)
        assert self.supervisor is not None
        state, armed = segment.event_state, list(self.supervisor.armed)
        try:
            verdict = self.supervisor.act(segment.directions, state)
            if not (verdict.stop or verdict.state or list(self.supervisor.armed) != armed):
                if not set(segment.directions) <= set(self.supervisor.noted):
                    segment.seen[state.time] = state.vector
                return Outcome.PAUSED
            segment.ended = state
            after = verdict.state or state
            times = np.append(after.time, self.times[self.times > after.time])
            if verdict.stop:
                self.segments += [self._segment(after, times)] if verdict.state else []
                return Outcome.EVENT
            return self._next_segment(after, times, state, segment.directions)
        except TreetopError as error:
            segment.ended, self.cause = state, str(error)
            return Outcome.EVENT_FAILED

    def _change_method(self, segment: Segment) -> Outcome:
        """Go on from where a segment ended by the method that suits better from there."""
        self.method = segment.follower
        state = segment.event_state
        self.segments.append(self._segment(state, self.times[self.times > state.time]))
        return Outcome.PAUSED

    def _next_segment(
        self, start: State, times: np.ndarray, before: State, reported: dict[str, int]
    ) -> Outcome:
        """Begin the next segment, once no change brings about another at the same time; the state
        before the last change is given, and in which direction events went that are reported
        already."""
        assert self.supervisor is not None
        for _ in range(MAX_CHANGES_AT_ONCE + 2 * len(self.supervisor.situation.elements)):
            segment = self._segment(start, times)
            directions = self._immediate_events(segment, before, reported)
            if not directions:
                self.segments.append(self._off_values(segment, reported))
                return Outcome.PAUSED
            verdict = self.supervisor.act(directions, start)
            user_events = self.supervisor.model.events
            reported = reported | {n: sign for n, sign in directions.items() if n in user_events}
            before, start = start, verdict.state or start
            if verdict.stop:
                self.segments.append(self._segment(start, times))
                return Outcome.EVENT
        stage = f" in stage '{self.supervisor.stage}'" if self.supervisor.stage else ""
        what = "modes change again and again without time passing"
        hint = "let parts rest, or take restitution away"
        self.cause = f"{', '.join(directions)}{stage}: {what} ({hint})"
        return Outcome.EVENT_FAILED

    def _off_values(self, segment: Segment, reported: dict[str, int]) -> Segment:
        """The segment, watching for events a rounding off their values where signals are just at
        them, as those of parts that are held there: rounding is not to pass them.

        One that was reported counts as on the side to which it went, any other as above.
        """
        if self.supervisor is None:
            return segment
        armed, sides = self.supervisor.armed, {}
        for name, value in segment.signals_at_start().items():
            event = self.supervisor.model.events.get(name)
            if event and not is_clock(event) and abs(value) <= _rounding(event):
                sides[name] = reported.get(name) or self.sides.get(name, 1)
        self.sides = sides
        if not sides:
            return segment
        shifted = {name: _shifted(armed[name], side) for name, side in sides.items()}
        return self._segment(segment.start, segment.plan.times, armed | shifted)

    def _immediate_events(
        self, segment: Segment, before: State, reported: dict[str, int]
    ) -> dict[str, int]:
        """What happens as a segment begins: elements whose modes cannot last, and events whose
        signals have jumped past their values since the state before."""
        assert self.supervisor is not None
        armed, user_events = self.supervisor.armed, self.supervisor.model.events
        after = segment.signals_at_start()
        directions = {
            name: armed[name].direction
            for name, value in after.items()
            if name not in user_events and armed[name].direction * value > 0.0
        }
        events = {
            name: armed[name] for name in after if name in user_events and name not in reported
        }
        for name, value in signals_at(before, events).items():
            sign = int(after[name] >= 0.0) - int(value >= 0.0)
            jumped = abs(after[name] - value) > _rounding(events[name])
            if jumped and sign and armed[name].direction in (0, sign):
                directions[name] = sign
        return directions

    def _segment(
        self, start: State, times: np.ndarray, events: Mapping[str, Event] | None = None
    ) -> Segment:
        armed = events or (self.supervisor.armed if self.supervisor else {})
        stage = self.supervisor.stage if self.supervisor else ""
        span = self.begin, self.end
        segment = Segment(start, self.settings, times, span, armed, stage, self.method)
        if segment.reviewed and self._changes_of_method:
            segment.plan.further[1] = 0  # the review goes on alone
        if self.segments:
            segment.loop.works[:] = self.segments[-1].loop.works
        return segment

    def _require_pending(self, segment: Segment) -> None:
        """Refuse to start where what is to end a stage, or the run, has happened already."""
        if self.supervisor is None:
            return
        problems, armed = [], self.supervisor.armed
        for name, value in segment.signals_at_start().items():
            event = armed[name]
            ends = self.supervisor.ends(name) and name not in self.supervisor.may_follow
            past = is_clock(event) and value >= 0.0  # time does not pass it again
            if (ends and event.direction * value > 0.0) or (past and self.supervisor.acts(name)):
                problems.append(self._already_true(name, event))
        if problems:
            raise ModelError(problems)

    def _require_begun(self, outcome: Outcome) -> None:
        """Refuse to start where modes that follow at once end the run."""
        assert self.supervisor is not None
        if outcome is Outcome.EVENT_FAILED:
            raise RunError(self.cause)
        if outcome is Outcome.EVENT:
            name = self.supervisor.log[-1].event
            raise ModelError([self._already_true(name, self.supervisor.model.events[name])])

    def _already_true(self, name: str, event: Event) -> Problem:
        assert self.supervisor is not None
        for element in self.supervisor.situation.elements.values():
            if name in element.event_names:
                what = f"what '{element.name}' acts at is passed at the start already: {event.text}"
                hint = "choose another start, or let it begin to act in a later stage"
                return Problem(what, path("forces", element.name), hint)
        what = f"the event '{name}' is true at the start already: {event.text}"
        hint = "choose another value or start, or let it be looked at in a later stage"
        return Problem(what, path("events", name), hint)


def _rounding(event: Event) -> float:
    return VALUE_ROUNDING * max(1.0, abs(event.value))


def _shifted(event: Event, side: int) -> Event:
    """A level shifted by rounding: below a value above which its signal counts, or above it."""
    word = {1: "rises", -1: "falls", 0: "crosses"}[event.direction]
    value: Any = {word: event.value - side * _rounding(event)}
    return replace(event, **value)
