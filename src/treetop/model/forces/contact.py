"""Contact of two shapes, compliant or rigid; and whether two shapes can be near each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from treetop.errors import Problem
from treetop.model.forces.base import Force
from treetop.model.quantity import Invalid, Measured, number, optional, scalar
from treetop.model.shapes import AnyShape, Plane, Point, Shape
from treetop.model.specification import path, spec

if TYPE_CHECKING:
    from treetop.model.model import Model
    from treetop.topology.mechanism import Mechanism

__all__ = ["Contact", "RigidContact"]


class Touching(Force):
    """What acts between two shapes."""

    ends: ClassVar[tuple[str, ...]] = ("a", "b")

    a: Shape
    b: Shape

    @property
    def paired(self) -> bool:
        return True


@spec
class Contact(Touching):
    """Two shapes that push each other apart where they overlap.

    At a depth d the force along the normal is ``stiffness`` dⁿ (1 + ``damping`` d'), n being the
    ``exponent``: Hertz's law with the damping of Hunt and Crossley. It never pulls. Friction is
    ``friction`` times that, against the slip; below the ``slip_speed`` it fades away smoothly, so
    that what should stick creeps.

    Attributes
    ----------
    a, b : Shape
        `Sphere`, `Point`, `Plane` or `Capsule`, on two bodies.
    stiffness : N/mⁿ
    exponent : float
        1.5 for two spheres, or a sphere on a plane (Hertz); 1 for a linear spring.
    damping : s/m
    friction : float
        Coulomb's coefficient.
    slip_speed : m/s
    """

    kind: ClassVar[str] = "contact"

    a: AnyShape
    b: AnyShape
    stiffness: Annotated[Any, scalar("N/m^1.5", "N/m", "N/m^2", above=0)]
    exponent: Annotated[Any, scalar("1", at_least=1)] = 1.5
    damping: Annotated[Any, scalar("s/m", at_least=0)] = 0.0
    friction: Annotated[Any, scalar("1", at_least=0)] = 0.0
    slip_speed: Annotated[Any, scalar("m/s", above=0)] = 1e-3

    def __post_init__(self) -> None:
        if isinstance(self.stiffness, Measured):
            try:
                number(self.stiffness.text, f"N/m^{self.exponent:g}")
            except Invalid as error:
                raise error.inside("stiffness") from None
        _require_touch(self.a, self.b)


@spec
class RigidContact(Touching):
    """Two shapes that strike each other and do not give: what happens, happens at once.

    Where they meet, an impulse sends them apart that the whole system takes part in, with
    ``restitution`` (Poisson's) and ``friction`` at the point where they touch.  What comes apart
    slower than ``rest``, or left out a millionth of the fastest impact before, stays in touch,
    until something pulls it away; only a sphere or a point can rest on a plane or a sphere, and
    without friction.

    Attributes
    ----------
    a, b : Shape
        On two bodies.
    restitution : float
        From 0 to 1.
    friction : float
        Coulomb's coefficient.
    rest : m/s, optional
    """

    kind: ClassVar[str] = "rigid-contact"
    acts: ClassVar[bool] = False

    a: AnyShape
    b: AnyShape
    restitution: Annotated[Any, scalar("1", at_least=0, at_most=1)] = 0.0
    friction: Annotated[Any, scalar("1", at_least=0)] = 0.0
    rest: Annotated[Any, optional(scalar("m/s", above=0))] = None

    def __post_init__(self) -> None:
        _require_touch(self.a, self.b)


def _require_touch(a: Shape, b: Shape) -> None:
    for name, shape in (("a", a), ("b", b)):
        if not shape.touches:
            what = f"a {shape.kind} has clearances, and no law of contact"
            raise Invalid(what, "give points, spheres, planes or capsules", (name,))
    if isinstance(a, Point) and isinstance(b, Point):
        raise Invalid("two points have no size to touch with", "make one of them a sphere")


def pair_problems(model: Model | Mechanism, a: Shape, b: Shape, where: str) -> Iterator[Problem]:
    """What is wrong with two shapes that are to come near each other; their frames are known."""
    bodies = []
    for name, shape in (("a", a), ("b", b)):
        on = [model.frame(getattr(shape, field)).body for field in shape.frames]
        bodies.append(on[0])
        if on[0] != on[-1]:
            what = f"the ends of a {shape.kind} are on two bodies, '{on[0]}' and '{on[1]}'"
            yield Problem(what, path(where, name), "give two frames of one body")
    if isinstance(a, Plane) and isinstance(b, Plane):
        hint = "make one of them a sphere, a point or a capsule"
        yield Problem("two planes do not meet in a point", where, hint)
    if bodies[0] == bodies[1]:
        what = f"both shapes are on '{bodies[0]}', so they never move against each other"
        yield Problem(what, where, "give shapes on two bodies")
