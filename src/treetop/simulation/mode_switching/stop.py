"""A stop that does not give: apart, or at rest against one of its limits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from treetop.errors import RunError
from treetop.model import RigidStop
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.simulation.impact.impulse import Part, Stop
from treetop.simulation.mode_switching.coordinate import about_to_pass, labels_along
from treetop.simulation.mode_switching.element import LEAVING, Element, Strike
from treetop.system.state import State
from treetop.topology.mechanism import Mechanism
from treetop.topology.structure import LockedPose

LIMIT_TOLERANCE = 1e-7  # m or rad, relative to the limit: further beyond it nothing was struck
REST_FRACTION = 1e-6  # part of the fastest impact, below which what comes back stays
LEAST_TRAVEL = 1e-12  # part of the coordinate: what moves less between two impacts stays

LIMIT_ROUNDING = 1e-14  # part of a limit, to which a coordinate is known

LOWER, UPPER = -1, 1
WORDS = {LOWER: "lower", UPPER: "upper"}


@dataclass(frozen=True, eq=False)
class RigidStopElement(Element):
    """Impacts at the limits, and rest against one of them."""

    words = "lower", "upper", "lets go"

    name: str
    stop: RigidStop
    joint: str
    coordinate: str
    speed: str
    lock: str  # the constraint that holds the coordinate
    limits: Mapping[int, float]  # by side
    side: int = 0  # at which it rests; none while it is apart
    fastest: float = 0.0  # speed of an impact so far
    last: float = -np.inf  # time of one
    beyond: Mapping[int, float] = field(default_factory=dict)  # where limits count as passed, if
    # not just there
    loose: bool = False

    @classmethod
    def of(cls, name: str, stop: RigidStop, model: Mechanism) -> RigidStopElement:
        limits = {LOWER: stop.lower, UPPER: stop.upper}
        known = {side: float(limit) for side, limit in limits.items() if limit is not None}
        joint, coordinate, speed = labels_along(model, stop)
        return cls(name, stop, joint, coordinate, speed, model.lock_name(coordinate), known)

    def leave(self) -> RigidStopElement:
        return replace(self, side=0, fastest=0.0, last=-np.inf, beyond={}, loose=False)

    def events(self) -> dict[str, Event]:
        if self.side:
            # It only pushes: back from the upper limit, forward from the lower.
            effort = Quantity(f"{self.lock}.holding_effort")
            pulled = effort.rises(0.0) if self.side == UPPER else effort.falls(0.0)
            return {f"{self.name} lets go": pulled}
        at = Quantity(self.coordinate)
        # To be at a limit is not to have passed it; a signal that is zero counts as risen.
        return {
            f"{self.name} {WORDS[side]}": at.falls(limit)
            if side == LOWER
            else at.rises(float(np.nextafter(limit, np.inf)))
            for side, limit in {**self.limits, **self.beyond}.items()
        }

    def let_go(self, state: State) -> RigidStopElement:
        # In absolute coordinates it may be a rounding beyond the limit, which is no impact.
        limit = self.limits[self.side]
        over = max(0.0, self.side * (state[self.coordinate] - limit))
        beyond = {self.side: limit + self.side * (over + LIMIT_ROUNDING * max(1.0, abs(limit)))}
        return replace(self, side=0, beyond=beyond)

    def loosen(self) -> RigidStopElement:
        return replace(self, loose=bool(self.side))

    def tighten(self, state: State) -> RigidStopElement:
        if not self.loose:
            return self
        tight = replace(self, loose=False)
        fastest = float(np.abs(state.speeds).max(initial=0.0))
        leaves = -self.side * state[self.speed] > LEAVING * fastest
        return tight.let_go(state) if leaves else tight

    def holds(self) -> dict[str, LockedPose]:
        resting = self.side and not self.loose
        return {self.coordinate: LockedPose(value=self.limits[self.side])} if resting else {}

    @property
    def load_name(self) -> str:
        return self.lock

    def act(self, event: str, direction: int, state: State) -> tuple[RigidStopElement, str]:
        return self.let_go(state), "lets go"

    # --- where a limit is met -----------------------------------------------------------------

    def strikes(self, event: str) -> bool:
        return not self.side

    def strike(self, event: str, state: State) -> Strike | None:
        if self.side:
            return Strike(self, "", 0, Stop(self.speed, -self.side)) if self.loose else None
        side = self._side(event) or self._about_to(state)
        if not side:
            return None
        if event:
            self._require_near(side, state)
        closing = side * state[self.speed]
        if closing < 0.0:
            return None
        hit = Stop(self.speed, -side, float(self.stop.restitution))
        event = f"{self.name} {WORDS[side]}"
        return Strike(self, event, side, hit, closing, self._rest(closing, state))

    def _side(self, event: str) -> int:
        return next((side for side in WORDS if event == f"{self.name} {WORDS[side]}"), 0)

    def _about_to(self, state: State) -> int:
        limits = self.limits.items()
        near = (s for s, at in limits if about_to_pass(state, self.coordinate, self.speed, at, s))
        return next(near, 0)

    def _rest(self, closing: float, state: State) -> float:
        """The speed up to which it stays; all of it, if it has not moved since the last impact."""
        lowest = LEAST_TRAVEL * max(1.0, *(abs(limit) for limit in self.limits.values()))
        if closing * (state.time - self.last) <= lowest:
            return np.inf
        return (
            REST_FRACTION * max(self.fastest, closing) if self.stop.rest is None else self.stop.rest
        )

    def passed(self, event: str, state: State) -> tuple[RigidStopElement, str]:
        beyond = self._stand_off(self._side(event), state)
        return replace(self, beyond=beyond), "moves away already"

    def struck(
        self, strike: Strike, part: Part, stays: bool, state: State
    ) -> tuple[RigidStopElement, str]:
        side = self._side(strike.event)
        fastest, beyond = max(self.fastest, strike.closing), self._stand_off(side, state)
        after = replace(self, fastest=fastest, last=state.time, beyond=beyond)
        if stays:
            return replace(after, side=side), f"rests at its {WORDS[side]} limit"
        return after, f"impact at its {WORDS[side]} limit"

    def _stand_off(self, side: int, state: State) -> dict[int, float]:
        """A coordinate that is a rounding beyond its limit is not to pass it at once again."""
        limit, at = self.limits[side], state[self.coordinate]
        over = side * (at - limit)
        return {side: at + side * LIMIT_ROUNDING * max(1.0, abs(limit))} if over > 0.0 else {}

    def _require_near(self, side: int, state: State) -> None:
        """Refuse a stop that begins to act where its limit is far behind."""
        limit, at = self.limits[side], state[self.coordinate]
        if abs(at - limit) > LIMIT_TOLERANCE * max(1.0, abs(limit)):
            what = f"the stop '{self.name}' acts from here on, but '{self.coordinate}' is {at:.6g}"
            hint = "let it begin to act within its limits"
            raise RunError(f"{what}, beyond its {WORDS[side]} limit {limit:g} ({hint})")

    def near_side(self, strike: Strike) -> tuple[str, float]:
        """The coordinate that is struck, and its limit on the near side to the last digit: the next
        impact is then sure to be seen."""
        side = self._side(strike.event)
        if not side:
            return "", 0.0
        limit = self.limits[side]
        return self.coordinate, float(np.nextafter(limit, -np.inf)) if side == UPPER else limit
