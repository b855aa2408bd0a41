"""Contact of two shapes, compliant; and whether two shapes can be near each other at all."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from treetop.errors import Problem
from treetop.model.force import Force
from treetop.model.quantity import Invalid, Measured, number, scalar
from treetop.model.shapes import AnyShape, Capsule, Plane, Point, Shape
from treetop.model.spec import path, spec

if TYPE_CHECKING:
    from treetop.model.model import Model


@spec
class Contact(Force):
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
        if isinstance(self.a, Point) and isinstance(self.b, Point):
            raise Invalid("two points have no size to touch with", "make one of them a sphere")


def ends_of(contact: Contact) -> list[str]:
    """The frames of both shapes."""
    shapes = contact.a, contact.b
    return [getattr(shape, field) for shape in shapes for field in shape.frames]


def pair_problems(model: Model, a: Shape, b: Shape, where: str) -> Iterator[Problem]:
    """What is wrong with two shapes that are to come near each other; their frames are known."""
    bodies = []
    for name, shape in (("a", a), ("b", b)):
        on = [model.frame(getattr(shape, field)).body for field in shape.frames]
        bodies.append(on[0])
        if isinstance(shape, Capsule) and on[0] != on[1]:
            what = f"the ends of a capsule are on two bodies, '{on[0]}' and '{on[1]}'"
            yield Problem(what, path(where, name), "give two frames of one body")
    if isinstance(a, Plane) and isinstance(b, Plane):
        hint = "make one of them a sphere, a point or a capsule"
        yield Problem("two planes do not meet in a point", where, hint)
    if bodies[0] == bodies[1]:
        what = f"both shapes are on '{bodies[0]}', so they never move against each other"
        yield Problem(what, where, "give shapes on two bodies")
