"""Two shapes that do not give: apart, or at rest against each other."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from treetop.assembly.contacts import pair_table
from treetop.assembly.poses import Pose, pose_of
from treetop.core.kinematics.clearance import WIDTH, seen_near
from treetop.errors import RunError
from treetop.model import Capsule, Distance, Plane, PointOnPlane, RigidContact, Shape
from treetop.model.body import GROUND, Frame
from treetop.model.events import Event
from treetop.model.signals import Clearance, Push
from treetop.simulation.impact.impulse import Part, Touch, motions
from treetop.simulation.mode_switching.coordinate import AT_ONCE
from treetop.simulation.mode_switching.element import LEAVING, Element, Strike
from treetop.system.evaluation import Evaluation
from treetop.system.state import ORIGIN, State
from treetop.topology.mechanism import Mechanism
from treetop.topology.nodes import unused
from treetop.topology.structure import RestConstraint

OVERLAP_TOLERANCE = 1e-7  # m, relative to positions: shapes that overlap more did not just meet
REST_FRACTION = 1e-6  # part of the fastest impact, below which what comes apart stays
GAP_RESOLUTION = 1e3  # roundings of the gap: bodies that come no further apart between impacts,
BLOWS_TO_REST = 3  # so many times in a row, stay; fewer may be the doing of others that strike them
GAP_ROUNDING = 4e-16  # part of the places of shapes, to which their gap is known
FRICTION_ROUNDING = 1e-14  # part of an impulse, below which what is across it is rounding


class Meeting(NamedTuple):
    """Where two shapes touch, seen from the origin of positions."""

    a: str  # bodies
    b: str
    point: np.ndarray
    normal: np.ndarray
    gap: float
    size: float  # of the places of both shapes

    @property
    def rounding(self) -> float:
        """Rounding error of the gap."""
        return GAP_ROUNDING * max(1.0, self.size)


@dataclass(frozen=True, eq=False)
class RigidContactElement(Element):
    """Impacts where the shapes meet, and rest."""

    words = "blow", "lets go"

    name: str
    contact: RigidContact
    model: Mechanism
    first: Any  # shape, the plane if there is one
    second: Any
    resting: bool = False
    fastest: float = 0.0  # speed of an impact so far
    level: float = 0.0  # gap below which the next one counts
    last: float = -np.inf  # time of an impact
    again: int = 0  # impacts in a row without coming apart
    loose: bool = False
    joint: str = ""
    coordinate: str = ""

    @classmethod
    def of(cls, name: str, contact: RigidContact, model: Mechanism) -> RigidContactElement:
        first, second = contact.a, contact.b
        if isinstance(second, Plane):
            first, second = second, first
        return cls(name, contact, model, first, second)

    def begin(self, state: State) -> RigidContactElement:
        met = self._meeting(state.system.at(state))
        if met.gap <= 0.0 and self._near(met):  # in touch, to rounding: not passed already
            return replace(self, level=self._lowered(met))
        return self

    def leave(self) -> RigidContactElement:
        return RigidContactElement(self.name, self.contact, self.model, self.first, self.second)

    def let_go(self, state: State) -> RigidContactElement:
        return self._released(self._meeting(state.system.at(state)))

    def _released(self, met: Meeting) -> RigidContactElement:
        return replace(self, resting=False, level=self._lowered(met))

    def loosen(self) -> RigidContactElement:
        return replace(self, loose=self.resting)

    def tighten(self, state: State) -> RigidContactElement:
        if not self.loose:
            return self
        tight = replace(self, loose=False)
        now = state.system.at(state)
        met, motion = self._meeting(now), motions(now)
        fastest = max((float(np.abs(V[3:]).max()) for V in motion.values()), default=0.0)
        leaves = _apart(met, motion, now) > LEAVING * fastest
        return tight._released(met) if leaves else tight

    def events(self) -> dict[str, Event]:
        if self.resting:
            pushed = Push(self.load_name, self.first, self.second)
            return {f"{self.name} lets go": pushed.falls(0.0)}
        return {f"{self.name} blow": Clearance(self.first, self.second).falls(self.level)}

    def strikes(self, event: str) -> bool:
        return not self.resting

    def keeps(self) -> Iterable[RestConstraint]:
        return [self._rest()] if self.resting and not self.loose else []

    def act(self, event: str, direction: int, state: State) -> tuple[RigidContactElement, str]:
        return self.let_go(state), "lets go"

    @property
    def load_name(self) -> str:
        return self.model.rest_name(self.name)

    # --- where the shapes meet ----------------------------------------------------------------

    def strike(self, event: str, state: State) -> Strike | None:
        now = state.system.at(state)
        met = self._meeting(now)
        if self.resting:
            return Strike(self, "", 0, self._touch(met)) if self.loose else None
        if event:
            self._require_near(met)
        elif met.gap > 0.0 and not self._near(met):
            return None
        closing = -_apart(met, motions(now), now)
        if closing < 0.0 or not (event or closing > 0.0):
            return None
        hit = self._touch(met, float(self.contact.restitution), float(self.contact.friction))
        return Strike(
            self, f"{self.name} blow", -1, hit, closing, self._rest_speed(closing, met, state)
        )

    def _near(self, met: Meeting) -> bool:
        return abs(met.gap) <= AT_ONCE * max(1.0, met.size)

    def _touch(self, met: Meeting, restitution: float = 0.0, friction: float = 0.0) -> Touch:
        return Touch(met.a, met.b, met.point, met.normal, restitution, friction)

    def _require_near(self, met: Meeting) -> None:
        if met.gap < -OVERLAP_TOLERANCE * max(1.0, met.size):
            what = f"the rigid contact '{self.name}' acts from here on, but its shapes overlap by"
            hint = "let it begin to act while they are apart"
            raise RunError(f"{what} {-met.gap:.3g} m ({hint})")

    def _rest_speed(self, closing: float, met: Meeting, state: State) -> float:
        """The speed up to which the shapes stay in touch; all of it, if they were struck again and
        again without coming apart."""
        if self._at_once(closing, met, state) and self.again + 1 >= BLOWS_TO_REST:
            return np.inf
        return self.contact.rest or REST_FRACTION * max(self.fastest, closing)

    def _at_once(self, closing: float, met: Meeting, state: State) -> bool:
        return bool(closing * (state.time - self.last) <= GAP_RESOLUTION * met.rounding)

    def passed(self, event: str, state: State) -> tuple[RigidContactElement, str]:
        met = self._meeting(state.system.at(state))
        return replace(self, level=self._lowered(met)), "moves apart already"

    def struck(
        self, strike: Strike, part: Part, stays: bool, state: State
    ) -> tuple[RigidContactElement, str]:
        met = self._meeting(state.system.at(state))
        after = replace(
            self,
            level=self._lowered(met),
            again=self.again + 1 if self._at_once(strike.closing, met, state) else 0,
            fastest=max(self.fastest, strike.closing),
            last=state.time,
        )
        if not stays:
            return after, _in_words(part, met)
        self._require_rest()
        return replace(after, resting=True), "comes to rest"

    def _lowered(self, met: Meeting) -> float:
        """Where an impact has happened the gap is a rounding below zero, and must not count
        again."""
        return min(met.gap, self.level) - met.rounding

    def _meeting(self, now: Evaluation) -> Meeting:
        pairs = pair_table([(self.first, self.second)], now.system.assembly.frames)
        plane = isinstance(self.first, Plane)
        first = _placed(now, pairs.bodies[0, 0], pairs.first[0], plane)
        second = _placed(now, pairs.bodies[0, 1], pairs.second[0], False)
        out = np.zeros((1, WIDTH))
        seen_near(pairs.sort[0], first, second, pairs.radius[0], out)
        a, b = (self._body(shape) for shape in (self.first, self.second))
        size = float(max(np.abs(first).max(), np.abs(second).max()))
        gap, normal, point = out[0, 0], out[0, 1:4], 0.5 * (out[0, 4:7] + out[0, 7:])
        return Meeting(a, b, point, normal, float(gap), size)

    def _body(self, shape: Shape) -> str:
        return self.model.frame(getattr(shape, shape.frames[0])).body

    # --- at rest ------------------------------------------------------------------------------

    def _require_rest(self) -> None:
        what = ""
        if isinstance(self.first, Capsule) or isinstance(self.second, Capsule):
            what = "a capsule"
        elif self.contact.friction:
            what = "what has friction"
        if what:
            text = f"the rigid contact '{self.name}' comes to rest, which {what} cannot do"
            raise RunError(f"{text} (make it a tt.Contact, which gives)")

    def _rest(self) -> RestConstraint:
        """The constraint that keeps the shapes in touch."""
        name, second = self.load_name, self.second
        radius = getattr(second, "radius", 0.0)
        if not isinstance(self.first, Plane):
            length = radius + getattr(self.first, "radius", 0.0)
            return RestConstraint(name, self.name, Distance(self.first.at, second.at, length))
        plane = self.model.frame(self.first.at)
        frame = unused(name, self.model.body(plane.body).frames)
        above = _moved(plane, frame, self.first.normal, radius)
        rest = PointOnPlane(second.at, above.reference, self.first.normal)
        return RestConstraint(name, self.name, rest, above)


def _placed(now: Evaluation, body: int, six: np.ndarray, plane: bool) -> np.ndarray:
    """Two points of a body, or a point and a normal, seen from the origin of positions."""
    work, O = now.work, now.state.vector[ORIGIN]
    R, p = work.R[body].reshape(3, 3), work.p[body] - (0.0 if body else O)
    return np.concatenate([p + R @ six[:3], R @ six[3:] + (0.0 if plane else p)])[None, :]


def _apart(met: Meeting, motion: dict[str, np.ndarray], now: Evaluation) -> float:
    """How fast the shapes come apart where they touch."""
    system, work, speed = now.system, now.work, 0.0
    for sign, body in ((-1.0, met.a), (1.0, met.b)):
        if body == GROUND:
            continue
        i = system.body_names.index(body) + 1
        origin = work.p[i] + work.R[i].reshape(3, 3) @ system.tables.frames.p[i]
        V = motion[body]
        speed += sign * float(met.normal @ (V[3:] + np.cross(V[:3], met.point - origin)))
    return speed


def _in_words(part: Part, met: Meeting) -> str:
    along = float(part.push @ met.normal)
    across = float(np.linalg.norm(part.push - along * met.normal))
    words = f"impact of {along:.6g} N s"
    if across > FRICTION_ROUNDING * along:
        words += f", friction {across:.6g} N s" + (", sticks" if part.sticks else "")
    return f"{words}; {part.note}" if part.note else words


def _moved(frame: Frame, name: str, normal: tuple[float, ...], by: float) -> Frame:
    """A frame beside another one, along a direction in its axes."""
    at = pose_of(frame) @ Pose(np.eye(3), by * np.array(normal))
    return Frame(frame.body, name, tuple(at.p.tolist()), frame.attitude)
