"""The supervisor of a run: what its events do, and the structure that follows.

Between two events nothing here is asked: the compiled loop runs on its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from treetop.errors import ModelError, RunError, TreetopError
from treetop.model.events import Event
from treetop.model.stages import Stage
from treetop.results.events import EventRecord
from treetop.simulation.event_functions import is_clock, signals_of
from treetop.simulation.impact.impulse import Impulse, Part
from treetop.simulation.mode_switching import Element, Strike, elements_of
from treetop.simulation.state_transfer import found_at, looked_at, transferred, with_work
from treetop.simulation.supervisor.calls import called_at
from treetop.simulation.supervisor.chatter import Pace
from treetop.simulation.supervisor.checks import taken_names, unheld
from treetop.simulation.supervisor.impacts import Impacts, foremost, impacts_at
from treetop.simulation.supervisor.log import with_impulse, with_strike
from treetop.simulation.supervisor.rebound import rebound, speed_apart
from treetop.system.state import State
from treetop.system.system import System
from treetop.topology.stage_graph import carried_model, following, visits
from treetop.topology.structure import Held, Structure, structured

KEPT = 32  # structures that are kept for when they come again


class Verdict(NamedTuple):
    """What follows an event: the run ends, goes on as it was, or from another state."""

    stop: bool = False
    state: State | None = None


@dataclass
class Supervisor:
    """Which events are looked at, and what they lead to."""

    system: System
    duration: float
    log: list[EventRecord] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.model = self.system.described
        first = visits(self.model)[0]
        self.stage, self.structure = first
        self.holds: dict[str, Held] = {}
        self.base = carried_model(self.model)
        self.elements = elements_of(self.base)
        self.staged = set(self.structure.locked)  # what stages lock, whatever elements do
        self.undecided: list[Element] = []
        self.told: dict[str, int] = defaultdict(int)
        self.pace = Pace(self.duration)
        self.built: dict[Any, System] = {(self.structure, frozenset()): self.system}
        self._require_structures()

    def _require_structures(self) -> None:
        """Refuse stages whose structures cannot move, before the run rather than within."""
        problems = [*unheld(self.model), *taken_names(self.model, self.elements)]
        if problems:
            raise ModelError(problems)
        signals_of(self.system, self.model.events)
        for stage, structure in visits(self.model)[:KEPT]:
            try:
                self._system(structure, {}).require_inertia()
            except ModelError as error:
                told = (p._replace(what=f"in stage '{stage}': {p.what}") for p in error.problems)
                raise ModelError(told) from None

    # --- what is looked at ------------------------------------------------------------------

    @property
    def armed(self) -> dict[str, Event]:
        """The events that are looked at, by name: all that are not told often enough."""
        events = {
            name: event
            for name, event in self.model.events.items()
            if not (event.most and self.told[name] >= event.most)
        }
        for element in self._acting():
            events |= element.events()
        return events

    def ends(self, event: str) -> bool:
        """Whether an event ends the stage, the run or what an element is in."""
        own = self.model.events.get(event)
        return own is None or own.do == "stop" or event in following(self.model, self.stage)

    def acts(self, event: str) -> bool:
        """Whether an event does more than to be told."""
        own = self.model.events.get(event)
        return self.ends(event) or bool(own and (own.on or own.off or own.call))

    def begun(self, state: State) -> State:
        """The start, elements being in the modes that it asks for."""
        self.undecided = [each for each in self.elements if each.begin(state)]
        return self._switch_to(self._with_modes(), state)[0] if self.undecided else state

    @property
    def may_follow(self) -> set[str]:
        """Events that may be true at the start: the modes of some elements follow from it."""
        return {name for element in self.undecided for name in element.events()}

    def _acting(self, structure: Structure | None = None) -> list[Element]:
        """The elements whose joints hold and are not locked by a stage, and which are not switched
        off; by default in the present structure."""
        structure = structure or self.structure
        return [
            each
            for each in self.elements
            if each.acts_in(structure) and not self.staged & {each.joint, each.coordinate}
        ]

    # --- what happens -----------------------------------------------------------------------

    def act(self, ways: dict[str, int], state: State) -> Verdict:
        """Let events happen at a state, all at once; for each is told which way it went.

        First what the user's events say, then stages that they end, then what elements do.
        """
        for name in ways:
            self.told[name] += 1
            self.pace.note(name, state.time)
        own = {name: way for name, way in ways.items() if name in self.model.events}
        after, stage = state, self.stage
        for name in own:
            after = self._done(name, after)
        after = self._through_stages(own, after)
        others = {name: way for name, way in ways.items() if name not in own}
        after = self._struck(others, self._switched(others, after))
        stop = any(self.model.events[name].do == "stop" for name in own)
        if not others and after is state and self.stage == stage:
            return Verdict(stop)
        self.pace.changed(", ".join(ways), state.time)
        return Verdict(stop, after)

    def _done(self, name: str, state: State) -> State:
        """What an event does by itself, whether it ends a stage or not."""
        event = self.model.events[name]
        if event.on or event.off:
            off = (self.structure.off - set(event.on)) | set(event.off)
            structure = self._next_structure(self.structure._replace(off=off), state)
            state = self._switch_to(structure, state)[0]
        return called_at(name, event, state) if event.call else state

    def _through_stages(self, ways: dict[str, int], state: State) -> State:
        """Let events end stages, each event one: of those that end the same stage, the one that it
        names first."""
        others, ending, stage = dict(ways), [], self.stage
        while ends := [event for event in following(self.model, stage) if event in others]:
            ending.append(ends[0])
            others.pop(ends[0])
            stage = following(self.model, stage)[ends[0]]
        told = [EventRecord(state.time, name, way, self.stage) for name, way in others.items()]
        for k, name in enumerate(ending):
            entry = EventRecord(state.time, name, ways[name], self.stage)
            next_one = following(self.model, self.stage).get(name)
            if next_one is None:  # of a stage that would have begun, had its parts not rebounded
                self.log.append(entry)
            else:
                state = self._next_stage(entry, next_one, state, ending[k + 1 :])
        self.log += told
        return state

    def _switched(self, ways: dict[str, int], state: State) -> State:
        """Let elements with modes of their own change by what strikes nothing, all as they are at
        this state; then the structure follows."""
        switching = [
            (element, name)
            for element in self._acting()
            for name in element.events()
            if name in ways and not element.strikes(name)
        ]
        notes = [(name, element.act(name, ways[name], state)) for element, name in switching]
        after, impulse = self._switch_to(self._with_modes(), state) if notes else (state, None)
        for name, note in notes:  # joints that come to rest by friction lose but rounding
            entry = EventRecord(state.time, name, ways[name], self.stage, note=note)
            self.log.append(with_impulse(entry, impulse, self.system.model))
        return after

    # --- impacts ----------------------------------------------------------------------------

    def _struck(self, ways: dict[str, int], state: State) -> State:
        """Let all be struck that is at this instant, together."""
        told = [name for each in self._acting() for name in each.events() if each.strikes(name)]
        told = [name for name in told if name in ways]
        if not told:
            return state
        loose = self._release_friction(state)
        strikes = [
            each.strike(next((n for n in told if n in each.events()), ""), loose)
            for each in self._acting()
        ]
        now = foremost([strike for strike in strikes if strike])
        met = {strike.event for strike in strikes if strike}
        for each in self._acting():
            for name in each.events():
                if name in told and name not in met:
                    note = each.passed(name, loose)
                    self.log.append(
                        EventRecord(state.time, name, ways[name], self.stage, note=note)
                    )
        if not any(strike.event for strike in now):
            return self._reapply_friction(loose)[0]
        found = impacts_at(loose, now)
        after = with_work(loose, found.state)
        entries = [
            with_strike(self._struck_by(*each, after), *each[:2], loose)
            for each in zip(found.strikes, found.parts, found.stay, strict=True)
            if each[0].event
        ]
        after, impulse = self._reapply_friction(after)
        self.log += [self._supported(each, found, impulse, loose, len(entries)) for each in entries]
        return after

    def _struck_by(self, strike: Strike, part: Part, stays: bool, state: State) -> EventRecord:
        note = strike.element.struck(strike, part, stays, state)
        return EventRecord(state.time, strike.event, strike.way, self.stage, note=note)

    def _supported(
        self, entry: EventRecord, found: Impacts, impulse: Impulse | None, state: State, count: int
    ) -> EventRecord:
        """An entry of the log with its share of what others exerted that were at rest, and of what
        it took to hold what stays."""
        for strike, part in zip(found.strikes, found.parts, strict=True):
            if not strike.event:
                entry = with_strike(entry, strike, part, state, 1.0 / count)
        lost = impulse.lost / count if impulse else 0.0
        return entry._replace(energy_lost=entry.energy_lost + lost)

    def _reapply_friction(self, state: State) -> tuple[State, Impulse | None]:
        """The state with that held again which an impulse has left at rest."""
        for element in self._acting():
            element.tighten(state)
        return self._switch_to(self._with_modes(), state)

    def _with_modes(self, structure: Structure | None = None) -> Structure:
        """The structure, by default the present one, as the stage and the elements have it."""
        structure = structure or self.structure
        acting = self._acting(structure)
        held = {name: at for element in acting for name, at in element.holds().items()}
        own = {element.coordinate for element in self.elements} - self.staged
        self.holds = {n: at for n, at in self.holds.items() if n not in own} | held
        return structure._replace(
            modes=frozenset(pair for element in self.elements for pair in element.modes()),
            locked=frozenset((structure.locked - own) | set(held)),
            kept=frozenset(each for element in acting for each in element.keeps()),
        )

    def _release_friction(self, state: State) -> State:
        """The state with all freed that has nothing to set against an impulse, or only pushes."""
        for element in self._acting():
            element.loosen()
        return self._switch_to(self._with_modes(), state)[0]

    def _next_structure(
        self, structure: Structure, state: State, freed: frozenset[str] = frozenset()
    ) -> Structure:
        """The structure that follows, with the modes of its elements: those that begin to act, or
        are freed, take theirs from the state; those that no longer act forget it."""
        for element in self.elements:
            acts, acted = element.acts_in(structure), element.acts_in(self.structure)
            if acts and (not acted or freed & {element.joint, element.coordinate}):
                element.begin(state)
            elif acted and not acts:
                element.leave()
        return self._with_modes(structure) if self.elements else structure

    def _next_stage(self, entry: EventRecord, name: str, state: State, later: list[str]) -> State:
        """The state in the next stage, or that of the rebound; other events of this instant, that
        are to end stages after it, are given."""
        stage = self.model.stages[name]
        self._require_end(stage, state.time, later)
        state = self._release_friction(state) if stage.lock or stage.engage else state
        before = self._memory()
        if stage.lock:
            self.holds |= _found(state, stage.lock)
        try:
            after, impulse = self._switch_to(self._after(stage, state), state)
            supports = self._supports(after) if impulse else None
        except TreetopError as error:
            raise RunError(f"stage '{name}' cannot begin: {error}") from None
        after, model = with_work(after, supports.state) if supports else after, self.system.model
        if impulse and stage.restitution:
            rebounding = rebound(state, after, stage.restitution)
            if speed_apart(rebounding, stage) > (stage.capture or 0.0):
                self._restore(before)
                note = entry._replace(note="rebound")
                self.log.append(with_impulse(note, impulse, model, 1.0 + stage.restitution))
                return self._reapply_friction(rebounding)[0]
        self.stage = name
        entry = with_impulse(entry._replace(next_stage=name), impulse, model)
        if supports:
            entry = self._supported(entry, supports, None, after, 1)
        self.log.append(entry)
        return self._reapply_friction(after)[0]

    def _supports(self, state: State) -> Impacts | None:
        """What pushes back where parts rest that an impulse presses against others."""
        found = [each.strike("", state) for each in self._acting() if each.loose]
        strikes = [strike for strike in found if strike]
        return impacts_at(state, strikes) if strikes else None

    def _require_end(self, stage: Stage, time: float, later: list[str]) -> None:
        """Refuse a stage that would never end: time does not pass what ends it again."""
        if set(later) & set(stage.until):
            return
        events = [self.model.events[name] for name in stage.until]
        if events and all(is_clock(event) and event.value <= time for event in events):
            text = " and ".join(event.text for event in events)
            what = f"stage '{stage.name}' begins at {time:g} s and would never end: {text} is past"
            raise RunError(f"{what} (let it end at a later time, or by another event)")

    def _after(self, stage: Stage, state: State) -> Structure:
        """The structure of a stage; elements take up again what it no longer locks."""
        freed = frozenset(self.staged & set(stage.unlock))
        self.staged = (self.staged - freed) | set(stage.lock)
        return self._next_structure(self.structure.after(stage), state, freed)

    def _switch_to(self, structure: Structure, state: State) -> tuple[State, Impulse | None]:
        """The state in another structure, which is from now on the present one."""
        if structure == self.structure:
            return state, None
        self.structure = structure
        self.holds = {n: at for n, at in self.holds.items() if n in structure.locked}
        self.system = self._system(structure, self.holds)
        return transferred(state, self.system)

    def _system(self, structure: Structure, holds: dict[str, Held]) -> System:
        """The system of a structure; made once, if it comes again soon."""
        key = structure, frozenset(holds.items())
        if key not in self.built:
            if len(self.built) > KEPT:
                self.built.pop(next(iter(self.built)))
            model = structured(self.base, structure, holds)
            self.built[key] = System(self.model, self.system.formulation, model)
        return self.built[key]

    def _memory(self) -> tuple[Structure, System, set[str], dict[str, Held], list[Element]]:
        """What a stage that does not come about must leave as it was."""
        elements = [copy(each) for each in self.elements]
        return self.structure, self.system, self.staged, self.holds, elements

    def _restore(
        self, memory: tuple[Structure, System, set[str], dict[str, Held], list[Element]]
    ) -> None:
        self.structure, self.system, self.staged, self.holds, self.elements = memory


def _found(state: State, names: Iterable[str]) -> dict[str, Held]:
    """Where joints and coordinates are at a state."""
    model, at = state.system.model, looked_at(state)[0]
    return {
        name: Held(value=state[name]) if "." in name else found_at(model, at, name)
        for name in names
    }
