"""The supervisor of a run: which events are looked at, and what follows them.

Between two events nothing here is asked: the compiled loop runs on its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from treetop.errors import ModelError
from treetop.model.events import Event
from treetop.results.events import EventRecord
from treetop.simulation.event_functions import signals_of
from treetop.simulation.mode_switching import elements_of
from treetop.simulation.supervisor.chatter import Pace
from treetop.simulation.supervisor.checks import taken_names, unheld
from treetop.simulation.supervisor.device_events import device_events, note_of
from treetop.simulation.supervisor.line_speeds import require_speeds, speed_limits
from treetop.simulation.supervisor.path_ends import path_ends, require_on_path
from treetop.simulation.supervisor.situation import Situation
from treetop.simulation.supervisor.systems import MAX_STRUCTURES, Systems
from treetop.simulation.supervisor.transition import Transition
from treetop.system.state import State
from treetop.system.system import System
from treetop.topology.stage_graph import following, visits


class Verdict(NamedTuple):
    """What follows an event: the run ends, goes on as it was, or from another state."""

    stop: bool = False
    state: State | None = None


class Supervisor:
    """Which events are looked at, and what they lead to.

    Parameters
    ----------
    system : System
        Of the first structure.
    duration : float, s
        Of the run.

    Attributes
    ----------
    situation : Situation
        Replaced as a whole where events change something.
    log : list of EventRecord
    """

    def __init__(self, system: System, duration: float) -> None:
        self.model = system.model
        stage, structure = visits(self.model)[0]
        self.systems = Systems(system, structure)
        elements = {each.name: each for each in elements_of(self.systems.base)}
        locked = frozenset(structure.locked)
        self.situation = Situation(stage, structure, system, elements, locked, {}, {})
        self.log: list[EventRecord] = []
        self.pace = Pace(duration)
        self._require_structures()

    def _require_structures(self) -> None:
        """Refuse stages whose structures cannot move, before the run rather than within."""
        elements = list(self.situation.elements.values())
        noted = self.noted | self._limits
        problems = [*unheld(self.model), *taken_names(self.model, elements, noted)]
        if problems:
            raise ModelError(problems)
        signals_of(self.situation.system, self.model.events)
        for stage, structure in visits(self.model)[:MAX_STRUCTURES]:
            try:
                self.systems.of(structure, {}).require_inertia()
            except ModelError as error:
                inside = (p._replace(what=f"in stage '{stage}': {p.what}") for p in error.problems)
                raise ModelError(inside) from None

    # --- what is looked at ------------------------------------------------------------------

    @property
    def stage(self) -> str:
        return self.situation.stage

    @property
    def armed(self) -> dict[str, Event]:
        """The events that are looked at, by name."""
        return self.situation.armed(self.model.events) | self.noted | self._limits

    @property
    def _limits(self) -> dict[str, Event]:
        """Events of what cannot go on: points at the ends of paths, lines that are too fast."""
        return path_ends(self.situation.system) | speed_limits(self.situation.system)

    @property
    def noted(self) -> dict[str, Event]:
        """Events of devices, which are kept in the log and change nothing."""
        return device_events(self.situation.system.mechanism)

    def ends(self, event: str) -> bool:
        """Whether an event ends the stage, the run or what an element is in."""
        if event in self.noted:
            return False
        user_event = self.model.events.get(event)
        stops = user_event is None or user_event.do == "stop"
        return stops or event in following(self.model, self.stage)

    def acts(self, event: str) -> bool:
        """Whether an event does more than to be reported."""
        user_event = self.model.events.get(event)
        return self.ends(event) or bool(user_event and user_event.changes)

    def begun(self, state: State) -> State:
        """The start, elements being in the modes that it asks for."""
        begun = {name: each.begin(state) for name, each in self.situation.elements.items()}
        transition = Transition(self.systems, replace(self.situation, elements=begun), state)
        if any(each.undecided for each in begun.values()):
            transition.switch_to(transition.with_modes())
        self.situation = transition.now
        return transition.state

    @property
    def may_follow(self) -> set[str]:
        """Events that may be true at the start: the modes of some elements follow from it."""
        undecided = (each for each in self.situation.elements.values() if each.undecided)
        return {name for element in undecided for name in element.events()}

    # --- what happens -----------------------------------------------------------------------

    def act(self, directions: Mapping[str, int], state: State) -> Verdict:
        """Let events happen at a state, all at once, each with the direction in which its signal
        went."""
        before, noted = self.situation, self.noted
        require_on_path(before.system, directions)
        require_speeds(before.system, directions)
        for name in (name for name in directions if name in noted):
            sign = directions[name]
            note = note_of(name, sign)
            self.log.append(EventRecord(state.time, name, sign, self.stage, note=note))
        directions = {name: sign for name, sign in directions.items() if name not in noted}
        if not directions:
            return Verdict()
        for name in directions:
            before = before.counting(name)
            self.pace.note(name, state.time)
        user = {name: sign for name, sign in directions.items() if name in self.model.events}
        others = {name: sign for name, sign in directions.items() if name not in user}
        transition = Transition(self.systems, before, state)
        for name in user:
            transition.user_event(name)
        transition.through_stages(user)
        transition.switch_modes(others)
        transition.strike(others)
        self.situation = transition.now
        self.log += transition.records
        stop = any(self.model.events[name].do == "stop" for name in user)
        if not others and transition.state is state and self.stage == before.stage:
            return Verdict(stop)
        self.pace.changed(", ".join(directions), state.time)
        return Verdict(stop, transition.state)
