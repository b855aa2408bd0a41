"""A latch: open, then shut for good."""

from __future__ import annotations

from dataclasses import dataclass, replace

from treetop.model import Latch
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.simulation.impact.impulse import Part, Seize
from treetop.simulation.mode_switching.coordinate import about_to_pass, labels_along
from treetop.simulation.mode_switching.element import Element, Strike
from treetop.system.state import State
from treetop.topology.mechanism import Mechanism
from treetop.topology.structure import LockedPose


@dataclass(frozen=True, eq=False)
class LatchElement(Element):
    """Holds its coordinate where the latch is, once that is passed."""

    words = ("",)

    name: str
    latch: Latch
    joint: str
    coordinate: str
    speed: str
    lock: str  # the constraint that holds the coordinate
    shut: bool = False

    @classmethod
    def of(cls, name: str, latch: Latch, model: Mechanism) -> LatchElement:
        joint, coordinate, speed = labels_along(model, latch)
        return cls(name, latch, joint, coordinate, speed, model.lock_name(coordinate))

    def leave(self) -> LatchElement:
        return replace(self, shut=False)

    def events(self) -> dict[str, Event]:
        if self.shut:
            return {}
        return {self.name: Event(Quantity(self.coordinate), crosses=float(self.latch.place))}

    def strikes(self, event: str) -> bool:
        return True

    def holds(self) -> dict[str, LockedPose]:
        return {self.coordinate: LockedPose(value=float(self.latch.place))} if self.shut else {}

    @property
    def load_name(self) -> str:
        return self.lock

    def strike(self, event: str, state: State) -> Strike | None:
        if self.shut or not (event or self._about_to(state)) or self._too_fast(state):
            return None
        speed = state[self.speed]
        return Strike(self, self.name, 1 if speed > 0.0 else -1, Seize(self.speed), abs(speed))

    def _about_to(self, state: State) -> bool:
        place = float(self.latch.place)
        return any(about_to_pass(state, self.coordinate, self.speed, place, s) for s in (1, -1))

    def _too_fast(self, state: State) -> bool:
        return self.latch.capture is not None and abs(state[self.speed]) > self.latch.capture

    def passed(self, event: str, state: State) -> tuple[LatchElement, str]:
        return self, f"let through at {abs(state[self.speed]):.4g}, too fast to hold"

    def struck(
        self, strike: Strike, part: Part, stays: bool, state: State
    ) -> tuple[LatchElement, str]:
        return replace(self, shut=True), "latched"

    def act(self, event: str, direction: int, state: State) -> tuple[LatchElement, str]:
        raise NotImplementedError
