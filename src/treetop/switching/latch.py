"""A latch: open, then shut for good."""

from __future__ import annotations

from treetop.model import Latch, Model
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.model.structure import Held
from treetop.state import State
from treetop.switching.coordinate import labels_along
from treetop.switching.element import Change, Element


class LatchElement(Element):
    """Holds its coordinate where the latch is, once that is passed."""

    words = ("",)

    def __init__(self, name: str, latch: Latch, model: Model) -> None:
        self.name, self.latch, self.shut = name, latch, False
        self.joint, self.coordinate, self.speed = labels_along(model, latch)

    def leave(self) -> None:
        self.shut = False

    def events(self) -> dict[str, Event]:
        if self.shut:
            return {}
        return {self.name: Event(Quantity(self.coordinate), crosses=float(self.latch.place))}

    def strikes(self, event: str) -> bool:
        return True

    def holds(self) -> dict[str, Held]:
        return {self.coordinate: Held(value=float(self.latch.place))} if self.shut else {}

    def act(self, event: str, way: int, state: State) -> Change:
        speed = abs(state[self.speed])
        if self.latch.capture is not None and speed > self.latch.capture:
            return Change(f"let through at {speed:.4g}, too fast to hold")
        self.shut = True
        return Change("latched")
