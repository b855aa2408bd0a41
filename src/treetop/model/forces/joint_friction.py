"""What real joints do beside moving freely: stops, play, hysteresis and friction, each along one
coordinate."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, TypeAlias

from pydantic import PlainValidator

from treetop.core.tables.kinds import AS_IT_MOVES
from treetop.model.body import Name
from treetop.model.forces.base import DAMPING, EFFORT, STIFFNESS, JointForce, OptionalName
from treetop.model.joints import JOINT_KINDS, JointKind
from treetop.model.part import Port
from treetop.model.quantity import Invalid, each, elements, number, optional, scalar
from treetop.model.specification import spec

__all__ = ["Backlash", "DryFriction", "HardStop", "HysteresisSpring", "LuGre"]

Units: TypeAlias = dict[str, dict[str, tuple[str, ...]]]

LENGTH: dict[str, tuple[str, ...]] = {"m": ("m",), "rad": ("rad",)}
SPEED: dict[str, tuple[str, ...]] = {"m": ("m/s",), "rad": ("rad/s",)}

_Limit = Annotated[Any, optional(scalar("m", "rad"))]
_Stiffness = Annotated[Any, scalar(*STIFFNESS["m"], *STIFFNESS["rad"], above=0)]
_Damping = Annotated[Any, scalar(*DAMPING["m"], *DAMPING["rad"], at_least=0)]
_Level = Annotated[Any, optional(scalar(*EFFORT["m"], *EFFORT["rad"], at_least=0))]
_Coefficient = Annotated[Any, optional(scalar("1", at_least=0))]
_Speed = Annotated[Any, optional(scalar("m/s", "rad/s", above=0))]


class JointPhysics(JointForce):
    """What acts along one coordinate of a joint; ``units`` are those of fields, by the unit of the
    coordinate."""

    units: ClassVar[Units]
    holds: ClassVar[bool] = False  # whether it may come to hold the coordinate where it is


def require_limits(lower: float | None, upper: float | None) -> None:
    """Refuse a stop that has no limit, or its limits the wrong way round."""
    if lower is None and upper is None:
        raise Invalid("there is no limit to stop at", "give lower, upper or both")
    if lower is not None and upper is not None and lower >= upper:
        what = f"lower {lower:g} is not below upper {upper:g}"
        raise Invalid(what, "let lower be less than upper", ("lower",))


_YIELDING: Units = {"stiffness": STIFFNESS, "damping": DAMPING}


@spec
class HardStop(JointPhysics):
    """A compliant stop at a ``lower`` and an ``upper`` limit of a coordinate, or at one of them.

    Beyond a limit by s the stop pushes back with ``stiffness`` s + ``damping`` s'; it never pulls,
    so a fast rebound leaves it early.
    """

    kind: ClassVar[str] = "hard-stop"
    units: ClassVar[Units] = {
        "lower": LENGTH,
        "upper": LENGTH,
        **_YIELDING,
    }

    joint: Name
    stiffness: _Stiffness
    lower: _Limit = None
    upper: _Limit = None
    damping: _Damping = 0.0
    coordinate: OptionalName = None

    def __post_init__(self) -> None:
        require_limits(self.lower, self.upper)


@spec
class Backlash(JointPhysics):
    """Backlash: nothing within ``gap`` / 2 of the ``middle``, spring and damper beyond.

    The two flanks only push, as those of a `HardStop` do.
    """

    kind: ClassVar[str] = "backlash"
    units: ClassVar[Units] = {
        "gap": LENGTH,
        "middle": LENGTH,
        **_YIELDING,
    }

    joint: Name
    gap: Annotated[Any, scalar("m", "rad", above=0)]
    stiffness: _Stiffness
    damping: _Damping = 0.0
    middle: Annotated[Any, scalar("m", "rad")] = 0.0
    coordinate: OptionalName = None


def _efforts(value: Any) -> tuple[float, ...]:
    return tuple(each(elements(value), lambda item: number(item, *EFFORT["m"], *EFFORT["rad"])))


def _increasing(value: Any) -> tuple[float, ...]:
    at = each(elements(value), lambda item: number(item, "m", "rad"))
    for index, (before, after) in enumerate(pairwise(at), start=1):
        if after <= before:
            raise Invalid(f"{after:g} comes after {before:g}", "let them increase", (index,))
    return tuple(at)


@spec
class HysteresisSpring(JointPhysics):
    """A spring that gives back less than it takes, such as a deployment spring: one effort on the
    way ``out``, while the coordinate grows, another on the way ``back``.

    Both are tabulated at the coordinates ``knots``, with lines between, and held beyond the ends.
    When the motion turns round, the effort passes from one curve to the other exponentially in the
    distance travelled, whose scale is ``reversal``; how fast it goes makes no difference. It begins
    on the curve ``start``.
    """

    kind: ClassVar[str] = "hysteresis-spring"
    units: ClassVar[Units] = {"knots": LENGTH, "out": EFFORT, "back": EFFORT, "reversal": LENGTH}

    joint: Name
    knots: Annotated[Any, PlainValidator(_increasing)]
    out: Annotated[Any, PlainValidator(_efforts)]
    back: Annotated[Any, PlainValidator(_efforts)]
    reversal: Annotated[Any, scalar("m", "rad", above=0)]
    start: Literal["out", "back"] = "out"
    coordinate: OptionalName = None

    @property
    def states(self) -> dict[str, Port]:
        return {"part_out": Port(1.0 if self.start == "out" else 0.0, "1")}

    def __post_init__(self) -> None:
        for name in ("out", "back"):
            count = len(getattr(self, name))
            if count != len(self.knots) or count == 0:
                what = f"{len(self.knots)} coordinates but {count} efforts"
                raise Invalid(what, "give one effort for each coordinate", (name,))
        for k, (out, back) in enumerate(zip(self.out, self.back, strict=True)):
            if out > back:
                what = f"on the way out {out:g} is more than {back:g} on the way back"
                hint = "a spring gives back less than it takes: let out be at most back"
                raise Invalid(what, hint, ("out", k))


@spec
class LuGre(JointPhysics):
    """Friction by the model of Canudas de Wit, Olsson, Åström and Lischinsky: bristles that bend.

    The mean deflection z of the bristles is a state of its own. At the speed v, with the level
    g = ``coulomb`` + (``static`` - ``coulomb``) exp(-(v / ``stribeck_speed``)²), it changes at the
    rate z' = v - ``stiffness`` abs(v) z / g, and the effort is -(``stiffness`` z + ``damping`` z' +
    ``viscous`` v). At rest it holds like a spring. ``static`` left out is the same as ``coulomb``.
    """

    kind: ClassVar[str] = "lugre"
    units: ClassVar[Units] = {
        "coulomb": EFFORT, "static": EFFORT, "stribeck_speed": SPEED,
        "stiffness": STIFFNESS, "damping": DAMPING, "viscous": DAMPING,
    }  # fmt: skip

    joint: Name
    coulomb: Annotated[Any, scalar(*EFFORT["m"], *EFFORT["rad"], above=0)]
    stiffness: _Stiffness
    static: _Level = None
    stribeck_speed: _Speed = None
    damping: _Damping = 0.0
    viscous: _Damping = 0.0
    coordinate: OptionalName = None

    @property
    def states(self) -> dict[str, Port]:
        return {"deflection": Port(0.0, "")}  # in the unit of the coordinate

    def __post_init__(self) -> None:
        require_more(self.coulomb, self.static, "static")
        if self.static is not None and self.static > self.coulomb and self.stribeck_speed is None:
            what = "nothing says how friction falls from its level at rest"
            raise Invalid(what, "give stribeck_speed", ("stribeck_speed",))


@spec
class DryFriction(JointPhysics):
    """Coulomb's friction with true sticking.

    While the joint slips with the speed v, the friction opposes it with ``coulomb`` +
    (``static`` - ``coulomb``) exp(-(v / ``stribeck_speed``)²), and ``viscous`` v beside. At rest it
    holds whatever is less than ``static``, which left out is the same as ``coulomb``. Without a
    ``stribeck_speed`` it falls to ``coulomb`` as soon as it slips.

    In place of these two levels, a ``coefficient`` and a ``static_coefficient`` make friction
    proportional to the force that presses the joint together: of a slide the reaction square to its
    axis, of a joint along a curve square to the curve, of a hinge its whole force, at the
    ``radius`` of the pin; of a cylindrical joint the force square to its axis for both.

    ``mode`` is the direction in which it slips, 1 or -1, or 0 while it sticks, which a run decides;
    2 is as the speed says.
    """

    kind: ClassVar[str] = "dry-friction"
    holds: ClassVar[bool] = True
    units: ClassVar[Units] = {
        "coulomb": EFFORT, "static": EFFORT, "stribeck_speed": SPEED, "viscous": DAMPING,
    }  # fmt: skip

    joint: Name
    coulomb: _Level = None
    static: _Level = None
    stribeck_speed: _Speed = None
    viscous: _Damping = 0.0
    coefficient: _Coefficient = None
    static_coefficient: _Coefficient = None
    radius: Annotated[Any, optional(scalar("m", above=0))] = None
    coordinate: OptionalName = None
    mode: Literal[-1, 0, 1, 2] = AS_IT_MOVES

    def __post_init__(self) -> None:
        if (self.coulomb is None) == (self.coefficient is None):
            what = "friction has one level: a given one, or one proportional to the reaction"
            raise Invalid(what, "give either coulomb or coefficient")
        given = self.coefficient is None
        for name in ("static_coefficient", "radius") if given else ("static",):
            if getattr(self, name) is not None:
                other = "coefficient" if given else "coulomb"
                raise Invalid(f"it goes with {other}", "leave it out", (name,))
        if given:
            require_more(self.coulomb, self.static, "static")
        else:
            require_more(self.coefficient, self.static_coefficient, "static_coefficient")

    @property
    def slipping_and_at_rest(self) -> tuple[float, float]:
        """Levels of fast slip and at rest: N or N m, or m or 1 per unit of what presses."""
        if self.coefficient is None:
            return self.coulomb, self.coulomb if self.static is None else self.static
        arm = 1.0 if self.radius is None else self.radius
        rest = self.coefficient if self.static_coefficient is None else self.static_coefficient
        return arm * self.coefficient, arm * rest


def require_more(slipping: float, rest: float | None, name: str) -> None:
    """Friction at rest must not be less than that of slipping."""
    if rest is not None and rest < slipping:
        what = f"{rest:g} at rest is less than {slipping:g} while slipping"
        raise Invalid(what, f"give {slipping:g} or more, or leave it out", (name,))


def require_normal(force: JointPhysics, kind: JointKind, turns: bool) -> None:
    """A coefficient of friction needs a force that presses the joint together, and about an angle
    an arm."""
    if not isinstance(force, DryFriction) or force.coefficient is None:
        return
    if kind.pressed_across is None:
        pressed = [each.kind for each in JOINT_KINDS.values() if each.pressed_across is not None]
        what = f"nothing determines which reaction presses a {kind.kind} joint together"
        hint = f"give coulomb, or take a joint that is {', '.join(pressed)}"
        raise Invalid(what, hint, ("coefficient",))
    if turns and force.radius is None:
        what = "friction about an angle needs an arm"
        raise Invalid(what, "give the radius of the pin", ("radius",))
    if not turns and force.radius is not None:
        raise Invalid("friction along a slide has no arm", "leave radius out", ("radius",))


JOINT_PHYSICS: tuple[type[JointPhysics], ...] = (
    HardStop, Backlash, HysteresisSpring, LuGre, DryFriction,
)  # fmt: skip
