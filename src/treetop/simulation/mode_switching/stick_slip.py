"""Dry friction: slipping one way, the other way, or stuck.

While it slips the law has a direction, that of the slip, and is smooth; when the slip comes to an
end the joint is held.  What holds it says when friction at rest no longer suffices, and which way
it slips then: against what it was held by.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from treetop.assembly.curves import curve_shape
from treetop.core.tables.kinds import STUCK
from treetop.model import Curvilinear, DryFriction, JointKind
from treetop.model.events import Event
from treetop.model.signals import Grip, Slip
from treetop.simulation.impact.impulse_response import ImpulseResponse
from treetop.simulation.mode_switching.coordinate import labels_along
from treetop.simulation.mode_switching.friction_element import FrictionElement
from treetop.system.state import State
from treetop.topology.mechanism import Mechanism
from treetop.topology.structure import LockedPose

REST_SPEED = 1e-12  # m/s or rad/s: slower, the direction is rounding
REVERSAL_SPEED = 1e-9  # m/s or rad/s: faster the other way, it was struck and did not come to rest
FREE_FRACTION = 1e-12  # part of a speed that must be free to move
STOP_LOSS = 1e-6  # m/s or rad/s, which nothing may lose where slip comes to an end


@dataclass(frozen=True, eq=False)
class DryFrictionElement(FrictionElement):
    """Sticks or slips; until the run begins, nothing is known."""

    words = "sticks", "slips"
    undecided = True

    name: str
    friction: DryFriction
    joint: str
    coordinate: str
    speed: str
    lock: str  # the constraint that holds the coordinate
    kind: JointKind
    mode: int
    place: float = 0.0

    @classmethod
    def of(cls, name: str, friction: DryFriction, model: Mechanism) -> DryFrictionElement:
        kind = model.joints[friction.joint].kind
        joint, coordinate, speed = labels_along(model, friction)
        lock = model.lock_name(coordinate)
        return cls(name, friction, joint, coordinate, speed, lock, kind, int(friction.mode))

    def begin(self, state: State) -> DryFrictionElement:
        speed = state[self.speed]
        return self._in_mode(0 if abs(speed) <= REST_SPEED else int(np.sign(speed)), state)

    def events(self) -> dict[str, Event]:
        if self.mode != STUCK:
            slip = Slip(self.speed, self.mode)
            return {f"{self.name} sticks": slip.falls(-REST_SPEED)}
        static = self.friction.slipping_and_at_rest[1]
        constant = self.friction.coefficient is None
        level, part = (static, 0.0) if constant else (0.0, static)
        axis = _axis(self.kind, self.place)
        grip = Grip(self.lock, self.friction.joint, level, part, axis)
        return {f"{self.name} slips": grip.rises(0.0)}

    def holds(self) -> dict[str, LockedPose]:
        return {} if self.mode != STUCK else {self.coordinate: LockedPose(value=self.place)}

    def act(self, event: str, direction: int, state: State) -> tuple[DryFrictionElement, str]:
        if self.mode == STUCK:
            held_by = state.system.evaluate(state).constraint[self.lock].effort
            return self._slips(-int(np.sign(held_by)), state)
        if abs(state[self.speed]) > REVERSAL_SPEED or _goes_on(self.speed, state):
            return self._slips(-self.mode, state)
        return self._in_mode(STUCK, state), "sticks"

    def _slips(self, mode: int, state: State) -> tuple[DryFrictionElement, str]:
        return self._in_mode(mode, state), "slips forward" if mode > 0 else "slips backward"

    def _in_mode(self, mode: int, state: State) -> DryFrictionElement:
        return replace(self, mode=mode, place=float(state[self.coordinate]))


def _goes_on(speed: str, state: State) -> bool:
    """Whether a joint of a loop is not to be held although its slip has come to an end: others hold
    it already, or it only turns round while the others go on."""
    system = state.system
    if not system.constrained:
        return False
    z = system.joint_vectors(state.vector)[0]
    at, q, u = (
        ImpulseResponse(system, state.time, z),
        len(system.coordinate_labels),
        system.speed_labels,
    )
    row = at.line_of(speed).along
    (half,) = at.factor(row[None, :])
    if at.N is not None and np.linalg.norm(row @ at.N) <= FREE_FRACTION * np.linalg.norm(row):
        return True
    change = at.response(row) * (row @ z[q : q + len(u)]) / (half @ half)
    return bool(np.abs(change).max() > STOP_LOSS)


def _axis(kind: Any, place: float) -> tuple[float, ...]:
    """The unit vector, in the inboard frame, along which nothing presses the joint together where
    it stands."""
    if not kind.pressed_across:
        return 0.0, 0.0, 0.0
    if isinstance(kind, Curvilinear):
        axis = curve_shape(kind.curve.points, kind.across).direction(place)
    else:
        axis = np.array(kind.axis, dtype=float)
    return tuple((axis / np.linalg.norm(axis)).tolist())
