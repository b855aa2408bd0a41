"""Two shapes that do not give: apart, or at rest against each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from treetop.assembly.contacts import pair_table
from treetop.assembly.poses import Pose, pose_of
from treetop.core.kinematics.clearance import WIDTH, seen_near
from treetop.errors import RunError
from treetop.model import Capsule, Distance, Model, Plane, PointOnPlane, RigidContact, Shape
from treetop.model.body import GROUND, Frame
from treetop.model.events import Event
from treetop.model.signals import Clearance, Push
from treetop.simulation.impact.impulse import Part, Touch, motions
from treetop.simulation.mode_switching.coordinate import AT_ONCE
from treetop.simulation.mode_switching.element import LEAVING, Element, Strike
from treetop.system.evaluation import Evaluation
from treetop.system.state import ORIGIN, State
from treetop.topology.structure import Kept, rest_name

APART = 1e-7  # m, relative to the places of shapes: overlapping more, they did not just meet
AT_REST = 1e-6  # part of the fastest blow, below which what comes apart stays
LOWEST = 1e3  # roundings of the gap: bodies that come no further apart between blows,
AGAIN = 3  # so many times in a row, stay; fewer may be the doing of others that strike them
ROUNDING = 4e-16  # part of the places of shapes, to which their gap is known
SMOOTH = 1e-14  # part of an impulse, below which what is across it is rounding


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
        """Of the gap."""
        return ROUNDING * max(1.0, self.size)


class RigidContactElement(Element):
    """Blows where the shapes meet, and rest."""

    words = "blow", "lets go"

    def __init__(self, name: str, contact: RigidContact, model: Model) -> None:
        self.name, self.contact, self.model = name, contact, model
        self.leave()
        self.first, self.second = contact.a, contact.b
        if isinstance(self.second, Plane):
            self.first, self.second = self.second, self.first

    def begin(self, state: State) -> bool:
        met = self._meeting(state)
        if met.gap <= 0.0 and self._near(met):
            self._lower(met)  # in touch, to rounding: not passed already
        return False

    def leave(self) -> None:
        self.resting, self.fastest, self.level = False, 0.0, 0.0
        self.last, self.again, self.loose = -np.inf, 0, False

    def let_go(self, state: State) -> None:
        self.resting = False
        self._lower(self._meeting(state))

    def loosen(self) -> None:
        self.loose = self.resting

    def tighten(self, state: State) -> None:
        if self.loose:
            self.loose = False
            met, before = self._meeting(state), motions(state.system, state)
            fastest = max((float(np.abs(V[3:]).max()) for V in before.values()), default=0.0)
            if _apart(met, before, state) > LEAVING * fastest:
                self.let_go(state)

    def events(self) -> dict[str, Event]:
        if self.resting:
            pushed = Push(self.load_name, self.first, self.second)
            return {f"{self.name} lets go": pushed.falls(0.0)}
        return {f"{self.name} blow": Clearance(self.first, self.second).falls(self.level)}

    def strikes(self, event: str) -> bool:
        return not self.resting

    def keeps(self) -> Iterable[Kept]:
        return [self._rest()] if self.resting and not self.loose else []

    def act(self, event: str, way: int, state: State) -> str:
        self.let_go(state)
        return "lets go"

    @property
    def load_name(self) -> str:
        return rest_name(self.name)

    # --- where the shapes meet ----------------------------------------------------------------

    def strike(self, event: str, state: State) -> Strike | None:
        met = self._meeting(state)
        if self.resting:
            return Strike(self, "", 0, self._touch(met)) if self.loose else None
        if event:
            self._require_near(met)
        elif met.gap > 0.0 and not self._near(met):
            return None
        closing = -_apart(met, motions(state.system, state), state)
        if closing < 0.0 or not (event or closing > 0.0):
            return None
        hit = self._touch(met, float(self.contact.restitution), float(self.contact.friction))
        return Strike(self, f"{self.name} blow", -1, hit, closing, self._most(closing, met, state))

    def _near(self, met: Meeting) -> bool:
        return abs(met.gap) <= AT_ONCE * max(1.0, met.size)

    def _touch(self, met: Meeting, restitution: float = 0.0, friction: float = 0.0) -> Touch:
        return Touch(met.a, met.b, met.point, met.normal, restitution, friction)

    def _require_near(self, met: Meeting) -> None:
        if met.gap < -APART * max(1.0, met.size):
            what = f"the rigid contact '{self.name}' acts from here on, but its shapes overlap by"
            hint = "let it begin to act while they are apart"
            raise RunError(f"{what} {-met.gap:.3g} m ({hint})")

    def _most(self, closing: float, met: Meeting, state: State) -> float:
        """The speed up to which the shapes stay in touch; all of it, if they were struck again and
        again without coming apart."""
        if self._at_once(closing, met, state) and self.again + 1 >= AGAIN:
            return np.inf
        return self.contact.rest or AT_REST * max(self.fastest, closing)

    def _at_once(self, closing: float, met: Meeting, state: State) -> bool:
        return bool(closing * (state.time - self.last) <= LOWEST * met.rounding)

    def passed(self, event: str, state: State) -> str:
        self._lower(self._meeting(state))
        return "moves apart already"

    def struck(self, strike: Strike, part: Part, stays: bool, state: State) -> str:
        met = self._meeting(state)
        self._lower(met)
        self.again = self.again + 1 if self._at_once(strike.closing, met, state) else 0
        self.fastest, self.last = max(self.fastest, strike.closing), state.time
        if not stays:
            return _told(part, met)
        self._require_rest()
        self.resting = True
        return "comes to rest"

    def _lower(self, met: Meeting) -> None:
        """Where a blow has happened the gap is a rounding below zero, and must not count again."""
        self.level = min(met.gap, self.level) - met.rounding

    def _meeting(self, state: State) -> Meeting:
        now = state.system.at(state)
        pairs = pair_table([(self.first, self.second)], now.system.assembly.frames)
        plane = isinstance(self.first, Plane)
        first = _placed(now, pairs.bodies[0, 0], pairs.first[0], plane)
        second = _placed(now, pairs.bodies[0, 1], pairs.second[0], False)
        out = np.zeros((1, WIDTH))
        seen_near(int(plane), first, second, *map(float, pairs.radius[0]), out)
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

    def _rest(self) -> Kept:
        """The constraint that keeps the shapes in touch."""
        name, second = self.load_name, self.second
        radius = getattr(second, "radius", 0.0)
        if not isinstance(self.first, Plane):
            length = radius + getattr(self.first, "radius", 0.0)
            return Kept(name, Distance(self.first.at, second.at, length))
        plane = self.model.frame(self.first.at)
        above = _moved(plane, name, self.first.normal, radius)
        return Kept(name, PointOnPlane(second.at, above.reference, self.first.normal), above)


def _placed(now: Evaluation, body: int, six: np.ndarray, plane: bool) -> np.ndarray:
    """Two points of a body, or a point and a normal, seen from the origin of positions."""
    work, O = now.work, now.state.vector[ORIGIN]
    R, p = work.R[body].reshape(3, 3), work.p[body] - (0.0 if body else O)
    return np.concatenate([p + R @ six[:3], R @ six[3:] + (0.0 if plane else p)])[None, :]


def _apart(met: Meeting, motion: dict[str, np.ndarray], state: State) -> float:
    """How fast the shapes come apart where they touch."""
    system, work, speed = state.system, state.system.at(state).work, 0.0
    for sign, body in ((-1.0, met.a), (1.0, met.b)):
        if body == GROUND:
            continue
        i = system.body_names.index(body) + 1
        own = work.p[i] + work.R[i].reshape(3, 3) @ system.tables.frames.p[i]
        V = motion[body]
        speed += sign * float(met.normal @ (V[3:] + np.cross(V[:3], met.point - own)))
    return speed


def _told(part: Part, met: Meeting) -> str:
    along = float(part.push @ met.normal)
    across = float(np.linalg.norm(part.push - along * met.normal))
    told = f"blow of {along:.6g} N s"
    if across > SMOOTH * along:
        told += f", friction {across:.6g} N s" + (", sticks" if part.sticks else "")
    return f"{told}; {part.note}" if part.note else told


def _moved(frame: Frame, name: str, normal: tuple[float, ...], by: float) -> Frame:
    """A frame beside another one, along a direction in its axes."""
    at = pose_of(frame) @ Pose(np.eye(3), by * np.array(normal))
    return Frame(frame.body, name, tuple(at.p.tolist()), frame.attitude)
