"""Dry friction: slipping one way, the other way, or stuck.

While it slips the law has a direction, that of the slip, and is smooth; when the slip comes to an
end the joint is held.  What holds it tells when friction at rest no longer suffices, and which way
it slips then: against what it was held by.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from treetop.model import DryFriction, Model
from treetop.model.events import Event
from treetop.model.joint_physics import PRESSED
from treetop.model.signals import Grip, Slip
from treetop.model.structure import Held, lock_name
from treetop.state import State
from treetop.switching.coordinate import labels_along
from treetop.switching.element import Change, Element

AT_REST = 1e-12  # m/s or rad/s: slower, rounding cannot tell which way it goes
STUCK = 0


class DryFrictionElement(Element):
    """Sticks or slips; until the run begins, nothing is known."""

    words = "sticks", "slips"

    def __init__(self, name: str, friction: DryFriction, model: Model) -> None:
        self.name, self.friction, self.mode, self.place = name, friction, int(friction.mode), 0.0
        self.joint, self.coordinate, self.speed = labels_along(model, friction)
        self.axis = _axis(model.joints[friction.joint].kind)

    def begin(self, state: State) -> bool:
        speed = state[self.speed]
        self._take(0 if abs(speed) <= AT_REST else int(np.sign(speed)), state)
        return True

    def events(self) -> dict[str, Event]:
        if self.mode != STUCK:
            slip = Slip(self.speed, self.mode)
            return {f"{self.name} sticks": slip.falls(-AT_REST)}
        static = self.friction.slipping_and_at_rest[1]
        given = self.friction.coefficient is None
        level, part = (static, 0.0) if given else (0.0, static)
        lock = lock_name(self.coordinate)
        grip = Grip(lock, self.friction.joint, level, part, self.axis)
        return {f"{self.name} slips": grip.rises(0.0)}

    def modes(self) -> Iterable[tuple[str, int]]:
        return ((self.name, self.mode),)

    def holds(self) -> dict[str, Held]:
        return {} if self.mode != STUCK else {self.coordinate: Held(value=self.place)}

    def act(self, event: str, way: int, state: State) -> Change:
        if self.mode != STUCK:
            self._take(STUCK, state)
            return Change("sticks")
        held_by = state.system.evaluate(state).constraint[lock_name(self.coordinate)].effort
        self._take(-int(np.sign(held_by)), state)
        return Change("slips forward" if self.mode > 0 else "slips backward")

    def _take(self, mode: int, state: State) -> None:
        self.mode = mode
        self.place = float(state[self.coordinate])


def _axis(kind: Any) -> tuple[float, ...]:
    """The unit vector, in the inboard frame, along which nothing presses the joint together."""
    if not PRESSED.get(kind.kind):
        return 0.0, 0.0, 0.0
    axis = np.array(kind.axis, dtype=float)
    return tuple((axis / np.linalg.norm(axis)).tolist())
