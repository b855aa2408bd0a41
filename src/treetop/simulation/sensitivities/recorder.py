"""A supervisor that takes note of what happens, so that copies of its system can go through it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from treetop.model.events import Event
from treetop.simulation.supervisor import Supervisor, Verdict
from treetop.simulation.supervisor.situation import Situation
from treetop.system.state import State
from treetop.system.system import System


class Occurrence(NamedTuple):
    """Events of one instant: in which directions their signals went, the state just before, and
    what they led to."""

    events: dict[str, Event]
    directions: dict[str, int]
    state: State
    after: Situation


class Recorder(Supervisor):
    """Takes note of all that happens.

    Attributes
    ----------
    happened : list of Occurrence
    """

    def __init__(self, system: System, duration: float) -> None:
        super().__init__(system, duration)
        self.happened: list[Occurrence] = []

    def act(self, directions: Mapping[str, int], state: State) -> Verdict:
        armed = self.armed
        verdict = super().act(directions, state)
        events = {name: armed[name] for name in directions}
        self.happened.append(Occurrence(events, dict(directions), state, self.situation))
        return verdict
