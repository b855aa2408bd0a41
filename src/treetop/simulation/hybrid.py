"""A run as a journey: leg after leg, with what happens between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from treetop.core.integrators.outcome import Outcome
from treetop.core.integrators.stiffness import STEPS
from treetop.errors import ModelError, Problem, RunError, TreetopError
from treetop.model.events import Event
from treetop.model.specification import path
from treetop.results.events import Happening
from treetop.simulation.event_functions import is_clock
from treetop.simulation.segment import INSTEAD, Leg, signals_at
from treetop.simulation.supervisor import Course
from treetop.system.state import State

EVENTFUL = (Outcome.EVENT, Outcome.OTHER_METHOD)
AT_ONCE = 20  # changes of modes, and two for each element, before time must pass
AT_VALUE = 1e-11  # part of a value, or of one: nearer to it a signal is at it, to rounding


class Journey:
    """From a start to an end, through all changes of structure.

    Attributes
    ----------
    begin, end : float, s
    start : State
        As it was given; elements with modes may let the first leg begin in another structure.
    times : ndarray
        Where samples are wanted.
    legs : list of Leg
    cause : str
        Why it cannot go on, if what an event asks for is impossible.
    """

    def __init__(self, start: State, settings: Mapping[str, Any], times: np.ndarray) -> None:
        self.begin, self.end = start.time, start.time + settings["duration"]
        self.start, self.settings, self.times, self.cause = start, settings, times, ""
        self.method = "dop853" if settings["method"] == "auto" else settings["method"]
        eventful = hasattr(start.system, "model")  # equations in symbols have no events
        self.course = Course(start.system, settings["duration"]) if eventful else None
        start = self.course.begun(start) if self.course else start
        self.legs: list[Leg] = []
        self.sides: dict[str, int] = {}  # of values that signals are at, on which they count
        first = self._leg(start, times)
        self._require_not_yet(first)
        if not self.course or not self.course.may_follow:
            self.legs.append(self._apart(first, {}))
        else:
            self._require_begun(self._go_on(start, times, start, {}))

    @property
    def log(self) -> list[Happening]:
        return self.course.log if self.course else []

    @property
    def statistics(self) -> dict[str, Any]:
        """Counts over all legs."""
        steps, rejected, evaluations, _samples, relaxed = map(
            int, np.sum([leg.loop.counts for leg in self.legs], axis=0)
        )
        counts: dict[str, Any] = {
            "steps": steps,
            "rejected_steps": rejected,
            "evaluations": evaluations,
            "work_range": np.ptp(self.legs[-1].loop.works, axis=0).tolist(),
        }
        # Beyond the tolerance: next to singular positions, where rounding forbids to meet it.
        counts |= {"relaxed_steps": relaxed} if relaxed else {}
        if self.settings["method"] == "auto":
            return counts | {"changes_of_method": sum(leg.followed for leg in self.legs)}
        explicit = [leg.loop.stiffness for leg in self.legs if leg.method == "dop853"]
        stiff = int(sum(seen[STEPS] for seen in explicit))
        return counts | ({"stiff_steps": stiff} if stiff else {})

    def advance(self, steps: int) -> Outcome:
        """Go on for so many steps, or to the next event and beyond it."""
        leg = self.legs[-1]
        outcome = leg.advance(steps)
        return self._at_event(leg) if outcome in EVENTFUL else outcome

    def happen_again(self, event: np.ndarray) -> Outcome:
        """Let an event of the present leg happen that did so before; return what follows."""
        leg = self.legs[-1]
        leg.return_to(event)
        return self._at_event(leg)

    def _at_event(self, leg: Leg) -> Outcome:
        if not leg.ways:
            return self._change_method(leg)
        assert self.course is not None
        state, armed = leg.event_state, list(self.course.armed)
        try:
            verdict = self.course.act(leg.ways, state)
            if not (verdict.stop or verdict.state or list(self.course.armed) != armed):
                leg.seen[state.time] = state.vector
                return Outcome.PAUSED
            leg.ended = state
            after = verdict.state or state
            times = np.append(after.time, self.times[self.times > after.time])
            if verdict.stop:
                self.legs += [self._leg(after, times)] if verdict.state else []
                return Outcome.EVENT
            return self._go_on(after, times, state, leg.ways)
        except TreetopError as error:
            leg.ended, self.cause = state, str(error)
            return Outcome.EVENT_FAILED

    def _change_method(self, leg: Leg) -> Outcome:
        """Go on from where a leg ended by the method that suits better from there."""
        self.method, leg.followed, state = INSTEAD[leg.method], True, leg.event_state
        self.legs.append(self._leg(state, self.times[self.times > state.time]))
        return Outcome.PAUSED

    def _go_on(
        self, start: State, times: np.ndarray, before: State, told: dict[str, int]
    ) -> Outcome:
        """Take the next leg, once no change brings about another at the same time; the state before
        the last change is given, and which way events went that are told already."""
        assert self.course is not None
        for _ in range(AT_ONCE + 2 * len(self.course.elements)):
            leg = self._leg(start, times)
            ways = self._at_once(leg, before, told)
            if not ways:
                self.legs.append(self._apart(leg, told))
                return Outcome.PAUSED
            verdict = self.course.act(ways, start)
            told = told | {n: way for n, way in ways.items() if n in self.course.model.events}
            before, start = start, verdict.state or start
            if verdict.stop:
                self.legs.append(self._leg(start, times))
                return Outcome.EVENT
        stage = f" in stage '{self.course.stage}'" if self.course.stage else ""
        what = "modes change again and again without time passing"
        self.cause = f"{', '.join(ways)}{stage}: {what} (let parts rest, or take restitution away)"
        return Outcome.EVENT_FAILED

    def _apart(self, leg: Leg, told: dict[str, int]) -> Leg:
        """The leg, watching for events a rounding off their values where signals are just there, as
        those of parts that are held there: rounding is not to pass them.

        One that was told counts as on the side to which it went, any other as above.
        """
        if self.course is None:
            return leg
        armed, sides = self.course.armed, {}
        for name, value in leg.signals_at_start().items():
            event = self.course.model.events.get(name)
            if event and not is_clock(event) and abs(value) <= _rounding(event):
                sides[name] = told.get(name) or self.sides.get(name, 1)
        self.sides = sides
        if not sides:
            return leg
        shifted = {name: _shifted(armed[name], side) for name, side in sides.items()}
        return self._leg(leg.start, leg.plan.times, armed | shifted)

    def _at_once(self, leg: Leg, before: State, told: dict[str, int]) -> dict[str, int]:
        """What happens as a leg begins: elements whose modes cannot last, and events whose signals
        have jumped past their values since the state before."""
        assert self.course is not None
        armed, own = self.course.armed, self.course.model.events
        after = leg.signals_at_start()
        ways = {
            name: armed[name].way
            for name, value in after.items()
            if name not in own and armed[name].way * value > 0.0
        }
        events = {name: armed[name] for name in after if name in own and name not in told}
        for name, value in signals_at(before, events).items():
            way = int(after[name] >= 0.0) - int(value >= 0.0)
            jumped = abs(after[name] - value) > _rounding(events[name])
            if jumped and way and armed[name].way in (0, way):
                ways[name] = way
        return ways

    def _leg(
        self, start: State, times: np.ndarray, events: Mapping[str, Event] | None = None
    ) -> Leg:
        armed = events or (self.course.armed if self.course else {})
        stage = self.course.stage if self.course else ""
        leg = Leg(start, self.settings, times, self.end, armed, stage, self.begin, self.method)
        if self.legs:
            leg.loop.works[:] = self.legs[-1].loop.works
        return leg

    def _require_not_yet(self, leg: Leg) -> None:
        """Refuse to start where what is to end a stage, or the run, has happened already."""
        if self.course is None:
            return
        problems, armed = [], self.course.armed
        for name, value in leg.signals_at_start().items():
            event = armed[name]
            ends = self.course.ends(name) and name not in self.course.may_follow
            past = is_clock(event) and value >= 0.0  # time does not pass it again
            if (ends and event.way * value > 0.0) or (past and self.course.acts(name)):
                problems.append(self._true_already(name, event))
        if problems:
            raise ModelError(problems)

    def _require_begun(self, outcome: Outcome) -> None:
        """Refuse to start where modes that follow at once end the run."""
        assert self.course is not None
        if outcome is Outcome.EVENT_FAILED:
            raise RunError(self.cause)
        if outcome is Outcome.EVENT:
            name = self.course.log[-1].event
            raise ModelError([self._true_already(name, self.course.model.events[name])])

    def _true_already(self, name: str, event: Event) -> Problem:
        assert self.course is not None
        for element in self.course.elements:
            if name in element.event_names:
                what = f"what '{element.name}' acts at is passed at the start already: {event.text}"
                hint = "choose another start, or let it begin to act in a later stage"
                return Problem(what, path("forces", element.name), hint)
        what = f"the event '{name}' is true at the start already: {event.text}"
        hint = "choose another value or start, or let it be looked at in a later stage"
        return Problem(what, path("events", name), hint)


def _rounding(event: Event) -> float:
    return AT_VALUE * max(1.0, abs(event.value))


def _shifted(event: Event, side: int) -> Event:
    """The same, a rounding off: below a value above which its signal counts, or above it."""
    word = {1: "rises", -1: "falls", 0: "crosses"}[event.way]
    value: Any = {word: event.value - side * _rounding(event)}
    return replace(event, **value)
