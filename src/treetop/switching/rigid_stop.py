"""A stop that does not give: apart, or at rest against one of its limits."""

from __future__ import annotations

import numpy as np

from treetop.errors import RunError
from treetop.impulse import Impulse, Stop, motions, rebound
from treetop.model import Model, RigidStop
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.model.structure import Held, lock_name
from treetop.state import State
from treetop.switching.coordinate import labels_along
from treetop.switching.element import Change, Element

APART = 1e-7  # m or rad, relative to the limit: further beyond it nothing was struck
AT_REST = 1e-6  # part of the fastest blow, below which what comes back stays
LOWEST = 1e-12  # part of the coordinate: what moves no further between two blows stays as well

ROUNDING = 1e-14  # part of a limit, to which a coordinate is known

LOWER, UPPER = -1, 1
WORDS = {LOWER: "lower", UPPER: "upper"}


class RigidStopElement(Element):
    """Blows at the limits, and rest against one of them; the side is 0 while it is apart."""

    words = "lower", "upper", "lets go"

    def __init__(self, name: str, stop: RigidStop, model: Model) -> None:
        self.name, self.stop = name, stop
        self.leave()
        self.joint, self.coordinate, self.speed = labels_along(model, stop)
        self.limits = {
            side: float(limit)
            for side, limit in ((LOWER, stop.lower), (UPPER, stop.upper))
            if limit is not None
        }

    def leave(self) -> None:
        self.side, self.fastest, self.last = 0, 0.0, -np.inf
        self.beyond: dict[int, float] = {}  # where limits are passed, if not just there

    def events(self) -> dict[str, Event]:
        if self.side:
            # It only pushes: back from the upper limit, forward from the lower.
            effort = Quantity(f"{lock_name(self.coordinate)}.holding_effort")
            pulled = effort.rises(0.0) if self.side == UPPER else effort.falls(0.0)
            return {f"{self.name} lets go": pulled}
        at = Quantity(self.coordinate)
        # To be at a limit is not to have passed it; a signal that is zero counts as risen.
        return {
            f"{self.name} {WORDS[side]}": at.falls(limit)
            if side == LOWER
            else at.rises(float(np.nextafter(limit, np.inf)))
            for side, limit in (self.limits | self.beyond).items()
        }

    def let_go(self, state: State) -> None:
        # In absolute coordinates it may be a rounding beyond the limit, which is no blow.
        limit = self.limits[self.side]
        over = max(0.0, self.side * (state[self.coordinate] - limit))
        self.beyond = {self.side: limit + self.side * (over + ROUNDING * max(1.0, abs(limit)))}
        self.side = 0

    def strikes(self, event: str) -> bool:
        return not self.side

    def pulled(self, impulse: Impulse, state: State) -> bool:
        load = impulse.constraint.get(lock_name(self.coordinate)) if self.side else None
        return load is not None and self.side * load.effort > 0.0

    def holds(self) -> dict[str, Held]:
        return {self.coordinate: Held(value=self.limits[self.side])} if self.side else {}

    def act(self, event: str, way: int, state: State) -> Change:
        if self.side:
            self.let_go(state)
            return Change("lets go")
        side = UPPER if event == f"{self.name} upper" else LOWER
        self._require_near(side, state)
        self.beyond = {}
        before = abs(state[self.speed])
        self.fastest = max(self.fastest, before)
        rest = AT_REST * self.fastest if self.stop.rest is None else self.stop.rest
        moved, self.last = before * (state.time - self.last), state.time
        lowest = LOWEST * max(1.0, abs(self.limits[side]))
        closing = side * state[self.speed] >= 0.0  # else another blow has just sent it away
        if closing and (self.stop.restitution * before <= rest or moved <= lowest):
            self.side = side
            return Change(f"rests at its {WORDS[side]} limit")
        return self._blow(state, side)

    def _require_near(self, side: int, state: State) -> None:
        """Refuse a stop that begins to act where its limit is far behind."""
        limit, at = self.limits[side], state[self.coordinate]
        if abs(at - limit) > APART * max(1.0, abs(limit)):
            what = f"the stop '{self.name}' acts from here on, but '{self.coordinate}' is {at:.6g}"
            hint = "let it begin to act within its limits"
            raise RunError(f"{what}, beyond its {WORDS[side]} limit {limit:g} ({hint})")

    def _blow(self, state: State, side: int) -> Change:
        """The speed just after, the coordinate being put where the limit is."""
        system, before = state.system, motions(state.system, state)
        z = system.joint_vectors(state.vector)[0]
        if self.coordinate in system.coordinate_labels:
            # On the near side to the last digit: the next blow is then sure to be seen.
            limit = self.limits[side]
            near = np.nextafter(limit, -np.inf) if side == UPPER else limit
            z[system.coordinate_labels.index(self.coordinate)] = near
        hit = Stop(self.speed, -side, float(self.stop.restitution))
        impulse = rebound(system, state.time, z, before, [hit])
        q, u = len(system.coordinate_labels), len(system.speed_labels)
        z[q : q + u] = impulse.speeds
        after = State(system, state.time, system.own_vector(z))
        return Change(f"blow at its {WORDS[side]} limit", after, impulse)
