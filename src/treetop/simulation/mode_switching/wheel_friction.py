"""Coulomb's friction of a wheel: turning one way, the other way, or stuck.

While the wheel turns friction has a direction, and is smooth; where its speed comes to an end the
wheel is a part of its body.  The torque that it takes to turn along with the body,

    J a·ω' - motor

tells when friction at rest no longer suffices, and which way the wheel turns then.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from treetop.core.tables.kinds import AS_IT_MOVES, STUCK
from treetop.model.devices.wheel import Wheel
from treetop.model.events import Event
from treetop.model.rotation import matrix
from treetop.model.signals import Slip, TurningAlong
from treetop.simulation.mode_switching.friction_element import FrictionElement
from treetop.system.state import State
from treetop.topology.mechanism import Mechanism
from treetop.topology.structure import Structure

REST_SPEED = 1e-12  # rad/s: slower, rounding cannot tell which way it turns


@dataclass(frozen=True, eq=False)
class WheelFrictionElement(FrictionElement):
    """Sticks or turns; until the run begins, nothing is known."""

    words = "sticks", "turns forward", "turns backward"
    undecided = True

    name: str
    wheel: Wheel
    body: str
    axis: tuple[float, ...]  # in the axes of the body
    mode: int = AS_IT_MOVES
    joint: str = ""
    coordinate: str = ""

    @classmethod
    def of(cls, name: str, wheel: Wheel, model: Mechanism) -> WheelFrictionElement:
        frame = model.frame(wheel.at)
        axis = np.array(matrix(frame.attitude)) @ wheel.axis
        return cls(name, wheel, frame.body, tuple(axis.tolist()))

    def acts_in(self, structure: Structure) -> bool:
        return True  # friction is there whether or not the motor is

    def begin(self, state: State) -> WheelFrictionElement:
        speed = self._speed(state)
        return replace(self, mode=STUCK if abs(speed) <= REST_SPEED else int(np.sign(speed)))

    def events(self) -> dict[str, Event]:
        if self.mode != STUCK:
            return {f"{self.name} sticks": Slip(f"{self.name}.speed", self.mode).falls(-REST_SPEED)}
        needed = TurningAlong(self.body, self.name, self.wheel.inertia, self.axis)
        level = self.wheel.coulomb
        # What friction exerts to take the wheel along is opposite to the way it turns without.
        return {
            f"{self.name} turns backward": needed.rises(level),
            f"{self.name} turns forward": needed.falls(-level),
        }

    def act(self, event: str, direction: int, state: State) -> tuple[WheelFrictionElement, str]:
        word = event.removeprefix(f"{self.name} ")
        mode = {"sticks": STUCK, "turns forward": 1, "turns backward": -1}[word]
        return replace(self, mode=mode), word

    def _speed(self, state: State) -> float:
        labels = list(state.system.labels["output"])
        seen = state.system.observe(np.array([state.time]), state.vector[None, :])["outputs"]
        return float(seen[0, labels.index(f"{self.name}.speed")])
