"""What events of one instant do: a situation and a state lead to others.

First what the user's events say, then stages that they end, then what elements with modes do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from treetop.errors import RunError, TreetopError
from treetop.model import Model
from treetop.model.stages import Stage
from treetop.results.events import EventRecord
from treetop.simulation.commands import commanded
from treetop.simulation.event_functions import is_clock
from treetop.simulation.impact.impulse import Impulse
from treetop.simulation.mode_switching import Strike
from treetop.simulation.state_transfer import lock_pose, observed_at, transferred, with_work
from treetop.simulation.supervisor.calls import called_at
from treetop.simulation.supervisor.impacts import Impacts, foremost, impacts_at
from treetop.simulation.supervisor.log import with_impulse, with_strike
from treetop.simulation.supervisor.rebound import rebound, speed_apart
from treetop.simulation.supervisor.situation import Situation
from treetop.simulation.supervisor.systems import Systems
from treetop.system.state import State
from treetop.topology.stage_graph import following
from treetop.topology.structure import LockedPose, Structure


class Transition:
    """From a situation and a state to those that follow.

    Attributes
    ----------
    now : Situation
    state : State
    records : list of EventRecord
        What is reported.
    """

    def __init__(self, systems: Systems, before: Situation, state: State) -> None:
        self.systems, self.now, self.state = systems, before, state
        self.model: Model = systems.base.model
        self.records: list[EventRecord] = []

    def user_event(self, name: str) -> None:
        """What an event does by itself, whether it ends a stage or not."""
        event = self.model.events[name]
        if event.on or event.off:
            structure = self.now.structure
            off = (structure.off - set(event.on)) | set(event.off)
            self.switch_to(self._next_structure(structure._replace(off=off)))
        if event.set:
            self.state = commanded(self.state, event.set)
        if event.call:
            self.state = called_at(name, event, self.state)

    # --- structure ----------------------------------------------------------------------------

    def switch_to(self, structure: Structure) -> Impulse | None:
        """Go over to another structure; the impulse that it takes, if any."""
        if structure == self.now.structure:
            return None
        holds = {n: at for n, at in self.now.holds.items() if n in structure.locked}
        system = self.systems.of(structure, holds)
        self.now = replace(self.now, structure=structure, holds=holds, system=system)
        self.state, impulse = transferred(self.state, system)
        return impulse

    def with_modes(self, structure: Structure | None = None) -> Structure:
        """The structure, by default the present one, as the stage and the elements have it."""
        found, holds = self.now.with_modes(structure or self.now.structure)
        self.now = replace(self.now, holds=holds)
        return found

    def _next_structure(
        self, structure: Structure, freed: frozenset[str] = frozenset()
    ) -> Structure:
        """The structure that follows, with the modes of its elements: those that begin to act, or
        are freed, take theirs from the state; those that no longer act forget it."""
        for element in self.now.elements.values():
            acts, acted = element.acts_in(structure), element.acts_in(self.now.structure)
            if acts and (not acted or freed & {element.joint, element.coordinate}):
                self.now = self.now.with_element(element.begin(self.state))
            elif acted and not acts:
                self.now = self.now.with_element(element.leave())
        return self.with_modes(structure) if self.now.elements else structure

    def _release_friction(self) -> None:
        """Free all that has nothing to set against an impulse, or only pushes."""
        for element in self.now.acting():
            self.now = self.now.with_element(element.loosen())
        self.switch_to(self.with_modes())

    def _reapply_friction(self) -> Impulse | None:
        """Hold that again which an impulse has left at rest."""
        for element in self.now.acting():
            self.now = self.now.with_element(element.tighten(self.state))
        return self.switch_to(self.with_modes())

    # --- modes --------------------------------------------------------------------------------

    def switch_modes(self, directions: Mapping[str, int]) -> None:
        """Let elements change their modes by what strikes nothing, all as they are at this state;
        then the structure follows."""
        time, stage, notes = self.state.time, self.now.stage, []
        switching = [
            (element.name, event)
            for element in self.now.acting()
            for event in element.events()
            if event in directions and not element.strikes(event)
        ]
        for name, event in switching:
            element, note = self.now.elements[name].act(event, directions[event], self.state)
            self.now = self.now.with_element(element)
            notes.append((event, note))
        impulse = self.switch_to(self.with_modes()) if notes else None
        for event, note in notes:  # joints that come to rest by friction lose but rounding
            entry = EventRecord(time, event, directions[event], stage, note=note)
            self.records.append(with_impulse(entry, impulse, self.now.system.mechanism))

    # --- impacts ------------------------------------------------------------------------------

    def strike(self, directions: Mapping[str, int]) -> None:
        """Let all be struck that is at this instant, together."""
        struck = [
            name
            for element in self.now.acting()
            for name in element.events()
            if name in directions and element.strikes(name)
        ]
        if not struck:
            return
        self._release_friction()
        loose = self.state
        strikes = self._strikes(struck)
        self._pass(directions, struck, strikes)
        now = foremost(strikes)
        if not any(strike.event for strike in now):
            self._reapply_friction()
            return
        found = impacts_at(loose, now)
        self.state = with_work(loose, found.state)
        entries = self._struck(found, loose)
        impulse = self._reapply_friction()
        count = len(entries)
        self.records += [_supported(each, found, impulse, loose, count) for each in entries]

    def _strikes(self, struck: list[str]) -> list[Strike]:
        found = [
            each.strike(next((name for name in struck if name in each.events()), ""), self.state)
            for each in self.now.acting()
        ]
        return [strike for strike in found if strike]

    def _pass(
        self, directions: Mapping[str, int], struck: list[str], strikes: list[Strike]
    ) -> None:
        """Report events by which nothing is exerted after all."""
        met = {strike.event for strike in strikes}
        for each in self.now.acting():
            for name in each.events():
                if name in struck and name not in met:
                    element, note = self.now.elements[each.name].passed(name, self.state)
                    self.now = self.now.with_element(element)
                    entry = (self.state.time, name, directions[name], self.now.stage)
                    self.records.append(EventRecord(*entry, note=note))

    def _struck(self, found: Impacts, loose: State) -> list[EventRecord]:
        """Let elements take note of impacts; what is reported of each."""
        entries = []
        for strike, part, stays in zip(found.strikes, found.parts, found.stay, strict=True):
            if strike.event:
                before = self.now.elements[strike.element.name]
                element, note = before.struck(strike, part, stays, self.state)
                self.now = self.now.with_element(element)
                what = (self.state.time, strike.event, strike.direction, self.now.stage)
                entries.append(with_strike(EventRecord(*what, note=note), strike, part, loose))
        return entries

    # --- stages -------------------------------------------------------------------------------

    def through_stages(self, directions: Mapping[str, int]) -> None:
        """Let events end stages, each event one: of those that end the same stage, the one that it
        names first."""
        others, ending, stage = dict(directions), [], self.now.stage
        while ends := [event for event in following(self.model, stage) if event in others]:
            ending.append(ends[0])
            others.pop(ends[0])
            stage = following(self.model, stage)[ends[0]]
        time, first = self.state.time, self.now.stage
        reported = [EventRecord(time, name, sign, first) for name, sign in others.items()]
        for k, name in enumerate(ending):
            entry = EventRecord(time, name, directions[name], self.now.stage)
            next_one = following(self.model, self.now.stage).get(name)
            if next_one is None:  # of a stage that would have begun, had its parts not rebounded
                self.records.append(entry)
            else:
                self._next_stage(entry, next_one, ending[k + 1 :])
        self.records += reported

    def _next_stage(self, entry: EventRecord, name: str, later: list[str]) -> None:
        """Go on in the next stage, or with a rebound; other events of this instant, that are to end
        stages after it, are given."""
        stage = self.model.stages[name]
        self._require_end(stage, self.state.time, later)
        if stage.lock or stage.engage:
            self._release_friction()
        before, state = self.now, self.state
        impulse, supports = self._begin_stage(stage)
        mechanism = self.now.system.mechanism
        if impulse and stage.restitution:
            rebounding = rebound(state, self.state, stage.restitution)
            if speed_apart(rebounding, stage) > (stage.capture or 0.0):
                self.now, self.state = before, rebounding
                bounced = entry._replace(note="rebound")
                self.records.append(
                    with_impulse(bounced, impulse, mechanism, 1.0 + stage.restitution)
                )
                self._reapply_friction()
                return
        self.now = replace(self.now, stage=name)
        entry = with_impulse(entry._replace(next_stage=name), impulse, mechanism)
        if supports:
            entry = _supported(entry, supports, None, self.state, 1)
        self.records.append(entry)
        self._reapply_friction()

    def _begin_stage(self, stage: Stage) -> tuple[Impulse | None, Impacts | None]:
        """Take on the structure of a stage: the impulse that it takes, and what pushes back."""
        if stage.lock:
            locked = _found(self.state, stage.lock)
            self.now = replace(self.now, holds={**self.now.holds, **locked})
        try:
            impulse = self.switch_to(self._structure_of(stage))
            supports = self._supports() if impulse else None
        except TreetopError as error:
            raise RunError(f"stage '{stage.name}' cannot begin: {error}") from None
        if supports:
            self.state = with_work(self.state, supports.state)
        return impulse, supports

    def _structure_of(self, stage: Stage) -> Structure:
        """The structure of a stage; elements take up again what it no longer locks."""
        freed = self.now.staged & set(stage.unlock)
        self.now = replace(self.now, staged=(self.now.staged - freed) | set(stage.lock))
        return self._next_structure(self.now.structure.after(stage), freed)

    def _supports(self) -> Impacts | None:
        """What pushes back where parts rest that an impulse presses against others."""
        found = [each.strike("", self.state) for each in self.now.acting() if each.loose]
        strikes = [strike for strike in found if strike]
        return impacts_at(self.state, strikes) if strikes else None

    def _require_end(self, stage: Stage, time: float, later: list[str]) -> None:
        """Refuse a stage that would never end: time does not pass what ends it again."""
        if set(later) & set(stage.until):
            return
        events = [self.model.events[name] for name in stage.until]
        if events and all(is_clock(event) and event.value <= time for event in events):
            text = " and ".join(event.text for event in events)
            what = f"stage '{stage.name}' begins at {time:g} s and would never end: {text} is past"
            raise RunError(f"{what} (let it end at a later time, or by another event)")


def _supported(
    entry: EventRecord, found: Impacts, impulse: Impulse | None, state: State, count: int
) -> EventRecord:
    """An entry of the log with its share of what others exerted that were at rest, and of what it
    took to hold what stays."""
    for strike, part in zip(found.strikes, found.parts, strict=True):
        if not strike.event:
            entry = with_strike(entry, strike, part, state, 1.0 / count)
    lost = impulse.lost / count if impulse else 0.0
    return entry._replace(energy_lost=entry.energy_lost + lost)


def _found(state: State, names: Iterable[str]) -> dict[str, LockedPose]:
    """Where joints and coordinates are at a state."""
    mechanism, at = state.system.mechanism, observed_at(state)[0]
    return {
        name: LockedPose(value=state[name]) if "." in name else lock_pose(mechanism, at, name)
        for name in names
    }
