"""A tank: it feeds thrusters, until only what cannot be used is left."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from treetop.model.devices.tank import EMPTY, Tank
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.simulation.mode_switching.element import Element
from treetop.system.state import State
from treetop.topology.mechanism import Mechanism


@dataclass(frozen=True, eq=False)
class TankElement(Element):
    """Feeds, or is empty for good."""

    words = ("empties",)
    undecided = True

    name: str
    tank: Tank
    empty: bool = False
    joint: str = ""
    coordinate: str = ""

    @classmethod
    def of(cls, name: str, tank: Tank, model: Mechanism) -> TankElement:
        return cls(name, tank)

    def begin(self, state: State) -> TankElement:
        return replace(self, empty=bool(state[f"{self.name}.mass"] <= self.tank.residual))

    def events(self) -> dict[str, Event]:
        if self.empty:
            return {}
        left = Quantity(f"{self.name}.mass")
        return {f"{self.name} empties": left.falls(float(self.tank.residual))}

    def modes(self) -> Iterable[tuple[str, int]]:
        return ((self.name, EMPTY),) if self.empty else ()

    def act(self, event: str, direction: int, state: State) -> tuple[TankElement, str]:
        return replace(self, empty=True), "empty"
