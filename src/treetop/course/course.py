"""The course of a run: what its events do, and the structure that follows.

Between two events nothing here is asked: the compiled loop runs on its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from treetop.course.checks import taken_names, unheld
from treetop.course.rebounding import rebound, speed_apart
from treetop.course.telling import with_impulse
from treetop.errors import ModelError, RunError, TreetopError
from treetop.impulse import Impulse
from treetop.model.events import Event
from treetop.model.stage_rules import carried_model, following, visits
from treetop.model.stages import Stage
from treetop.model.structure import Held, Structure, structured
from treetop.result.events import Happening
from treetop.state import State
from treetop.switching import Element, elements_of
from treetop.system import System
from treetop.transfer import found_at, looked_at, transferred, with_work
from treetop.watching import is_clock, signals_of

AT_ONCE = 1e-9  # part of a run, within which an event that happens again is about to chatter
CHATTER = 50  # times in a row that it may
KEPT = 32  # structures that are kept for when they come again


class Verdict(NamedTuple):
    """What follows an event: the run ends, goes on as it was, or from another state."""

    stop: bool = False
    state: State | None = None


@dataclass
class Course:
    """Which events are looked at, and what they lead to."""

    system: System
    duration: float
    log: list[Happening] = field(default_factory=list)

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
        self.recent: dict[str, list[float]] = defaultdict(list)
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
        """The events that are looked at in the present stage, by name."""
        ending = {event for stage in self.model.stages.values() for event in stage.until}
        own = self.model.stages[self.stage].until if self.stage else {}
        events = {
            name: event
            for name, event in self.model.events.items()
            if (name not in ending or name in own)
            and not (event.most and self.told[name] >= event.most)
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
        return self._changed(self._with_modes(), state)[0] if self.undecided else state

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
        """Let events happen at a state, all at once; for each is told which way it went."""
        verdict = Verdict()
        for name, way in ways.items():
            self._note(name, state.time)
            verdict = self._act(name, way, verdict.state or state, verdict)
            if verdict.stop:
                break
        return verdict

    def _act(self, name: str, way: int, state: State, verdict: Verdict) -> Verdict:
        for element in self._acting():
            if name in element.events():
                return self._by_element(element, name, way, state)
        if name not in self.model.events:
            return verdict  # of an element that an event of the same time has done away with
        event = self.model.events[name]
        following_stage = following(self.model, self.stage).get(name)
        happening = Happening(state.time, name, way, self.stage)
        if following_stage:
            return self._next_stage(happening, following_stage, state)
        if event.on or event.off:
            off = (self.structure.off - set(event.on)) | set(event.off)
            structure = self._reformed(self.structure._replace(off=off), state)
            state = self._changed(structure, state)[0]
            verdict = Verdict(state=state)
        if event.call:
            called = event.call(state)
            if called is not None:
                verdict = Verdict(state=self._checked(name, state, called))
        self.log.append(happening)
        return verdict._replace(stop=event.do == "stop")

    def _by_element(self, element: Element, name: str, way: int, state: State) -> Verdict:
        """Let an element with modes of its own change; then the structure follows."""
        strikes = element.strikes(name)
        state = self._loosened(state) if strikes else state
        before = self._memory()
        change = element.act(name, way, state)
        changed = with_work(state, change.state) if change.state else state
        after, impulse = self._changed(self._with_modes(), changed)
        pulled = self._pulled(change.impulse or impulse, state, element)
        if pulled:
            self._restore(before)
            return self._act(name, way, self._without(pulled, state), Verdict())
        after = self._tightened(after) if strikes else after
        note = Happening(state.time, name, way, self.stage, note=change.note)
        note = with_impulse(note, change.impulse or impulse, self.system.model)
        if change.impulse and impulse:
            note = note._replace(energy_lost=change.impulse.lost + impulse.lost)
        self.log.append(note)
        return Verdict(state=after)

    def _pulled(
        self, impulse: Impulse | None, state: State, striking: Element | None = None
    ) -> set[str]:
        """Elements that an impulse pulls at, although they only push; but for the one it is of."""
        if impulse is None:
            return set()
        others = (each for each in self._acting() if each is not striking)
        return {each.name for each in others if each.pulled(impulse, state)}

    def _without(self, pulled: set[str], state: State) -> State:
        """The state with these elements let go."""
        for each in self.elements:
            if each.name in pulled:
                each.let_go(state)
        return self._changed(self._with_modes(), state)[0]

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

    def _loosened(self, state: State) -> State:
        """The state with all freed that has nothing to set against an impulse."""
        for element in self._acting():
            element.loosen()
        return self._changed(self._with_modes(), state)[0]

    def _tightened(self, state: State) -> State:
        """The state with that held again which an impulse has left at rest."""
        for element in self._acting():
            if element.undecided:
                element.begin(state)
        return self._changed(self._with_modes(), state)[0]

    def _reformed(
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

    def _next_stage(self, happening: Happening, name: str, state: State) -> Verdict:
        stage = self.model.stages[name]
        self._require_end(stage, state.time)
        state = self._loosened(state) if stage.lock or stage.engage else state
        before = self._memory()
        if stage.lock:
            self.holds |= _found(state, stage.lock)
        try:
            after, impulse = self._changed(self._after(stage, state), state)
        except TreetopError as error:
            raise RunError(f"stage '{name}' cannot begin: {error}") from None
        pulled = self._pulled(impulse, state)
        if pulled:
            self._restore(before)
            return self._next_stage(happening, name, self._without(pulled, state))
        model = self.system.model
        if impulse and stage.restitution:
            rebounding = rebound(state, after, stage.restitution)
            if speed_apart(rebounding, stage) > (stage.capture or 0.0):
                self._restore(before)
                note = happening._replace(note="rebound")
                self.log.append(with_impulse(note, impulse, model, 1.0 + stage.restitution))
                return Verdict(state=self._tightened(rebounding))
        self.stage = name
        happening = happening._replace(next_stage=name)
        self.log.append(with_impulse(happening, impulse, model))
        return Verdict(state=self._tightened(after))

    def _require_end(self, stage: Stage, time: float) -> None:
        """Refuse a stage that would never end: time does not pass what ends it again."""
        events = [self.model.events[name] for name in stage.until]
        if events and all(is_clock(event) and event.value <= time for event in events):
            text = " and ".join(event.text for event in events)
            what = f"stage '{stage.name}' begins at {time:g} s and would never end: {text} is past"
            raise RunError(f"{what} (let it end at a later time, or by another event)")

    def _after(self, stage: Stage, state: State) -> Structure:
        """The structure of a stage; elements take up again what it no longer locks."""
        freed = frozenset(self.staged & set(stage.unlock))
        self.staged = (self.staged - freed) | set(stage.lock)
        return self._reformed(self.structure.after(stage), state, freed)

    def _changed(self, structure: Structure, state: State) -> tuple[State, Impulse | None]:
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

    def _note(self, name: str, time: float) -> None:
        """Count events; refuse one that happens again and again in no time."""
        self.told[name] += 1
        recent = self.recent[name]
        if recent and time - recent[-1] > AT_ONCE * self.duration:
            recent.clear()
        recent.append(time)
        if len(recent) > CHATTER:
            text = f"the event '{name}' chatters: it happened {CHATTER} times from "
            text += f"{recent[0]:.12g} to {time:.12g} s"
            hint = "let it act only once ('most'), or put distance between what switches on and off"
            raise RunError(f"{text} ({hint})")

    def _checked(self, name: str, state: State, called: Any) -> State:
        if not isinstance(called, State) or called.time != state.time:
            what = f"the function that the event '{name}' calls returned {called!r}"
            raise TreetopError(f"{what} (return nothing, or a state of the same time)")
        state.system.require_own(called)
        return called


def _found(state: State, names: Iterable[str]) -> dict[str, Held]:
    """Where joints and coordinates are at a state."""
    model, at = state.system.model, looked_at(state)[0]
    return {
        name: Held(value=state[name]) if "." in name else found_at(model, at, name)
        for name in names
    }
