"""Fuel that sloshes."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import PlainValidator

from treetop.model.body import Name
from treetop.model.devices.base import Device
from treetop.model.forces.base import Momenta
from treetop.model.joints import Axis
from treetop.model.quantity import Invalid, each, elements, number, numbers, optional, scalar
from treetop.model.rotation import dot
from treetop.model.specification import spec

__all__ = ["Slosh"]


def _list(unit: str) -> PlainValidator:
    """A field of one or several numbers, one for each mode."""

    def read(value: Any) -> tuple[float, ...]:
        several = isinstance(value, (list, tuple)) or getattr(value, "ndim", False)
        items = elements(value) if several else [value]
        found = tuple(each(items, lambda item: number(item, unit)))
        for k, x in enumerate(found):
            if x < 0.0:
                raise Invalid(f"{x:g} {unit} is less than 0", "give 0 or more", (k,))
        return found

    return optional(PlainValidator(read))


def _places(value: Any) -> tuple[tuple[float, ...], ...]:
    rows = elements(value)
    if rows and not isinstance(rows[0], (list, tuple)):
        rows = [rows]
    return tuple(each(rows, lambda row: numbers(row, 3, "m")))


def _count(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 10:
        raise Invalid(f"{value!r} is not a number of modes", "give a whole number from 1 to 10")
    return value


@spec
class Slosh(Device):
    """Fuel of a ``tank`` that sloshes: masses on pendulums or springs, a body and a joint each.

    The masses are taken from the fuel of the tank. By default they, and lengths of pendulums or
    stiffnesses of springs, are those of an upright cylinder (Abramson, NASA SP-106) for so many
    ``modes``, and follow the level; the tank has to be a cylinder. Springs need the
    ``acceleration`` along the tank's axis that they stand for, and so does ``damping``, the part
    of critical damping.

    By hand: ``mass`` of each mode, kg, which stays, with ``length`` of pendulums or ``stiffness``
    of springs, a ``damper``, N s/m or N m s, and the place ``at`` of the hinge or of the mass at
    rest in the frame of the tank.

    A ``pendulum`` swings, and a ``spring`` moves, along ``direction``, in the axes of the tank's
    frame; a ``spherical-pendulum`` along it and square to it. Pendulums hang towards where fuel
    settles in the tank, or by hand towards ``down``.

    By default pendulums and springs follow the level as a whole: mass, length and the hinge of a
    pendulum, which moves in the tank, or mass, height and stiffness of a spring. The speeds of a
    run are those at a constant level.
    """

    kind: ClassVar[str] = "slosh"
    ends: ClassVar[tuple[str, ...]] = ()
    acts: ClassVar[bool] = False
    acts_on: ClassVar[str] = ""

    tank: Name
    model: Literal["pendulum", "spherical-pendulum", "spring"] = "pendulum"
    modes: Annotated[Any, PlainValidator(_count)] = 1
    direction: Axis = (0.0, 1.0, 0.0)
    acceleration: Annotated[Any, optional(scalar("m/s^2", above=0))] = None
    damping: Annotated[Any, scalar("1", at_least=0)] = 0.0
    mass: Annotated[Any, _list("kg")] = None
    length: Annotated[Any, _list("m")] = None
    stiffness: Annotated[Any, _list("N/m")] = None
    damper: Annotated[Any, _list("1")] = None
    at: Annotated[Any, optional(PlainValidator(_places))] = None
    down: Axis = (-1.0, 0.0, 0.0)

    def __post_init__(self) -> None:
        if self.mass is None:
            self._check_level()
        else:
            self._check_given()

    def _check_level(self) -> None:
        for name in ("length", "stiffness", "damper", "at"):
            if getattr(self, name) is not None:
                raise Invalid(f"'{name}' goes with masses by hand", "give 'mass' too", (name,))
        if self.acceleration is None and (self.model == "spring" or self.damping):
            what = "springs and damping depend on the acceleration of the tank"
            raise Invalid(what, "give the acceleration along its axis", ("acceleration",))

    def _check_given(self) -> None:
        needed = "stiffness" if self.model == "spring" else "length"
        if getattr(self, needed) is None:
            raise Invalid(f"a {self.model} needs '{needed}'", "give one for each mass", (needed,))
        for name in (needed, "damper", "at"):
            values = getattr(self, name)
            if values is not None and len(values) not in (1, len(self.mass)):
                what = f"{len(self.mass)} masses do not go with {len(values)} of '{name}'"
                raise Invalid(what, "give one for each mass", (name,))
        if self.model != "spring" and abs(dot(self.direction, self.down)) > 1e-9:
            what = "a pendulum swings across the direction in which it hangs"
            raise Invalid(what, "give a direction square to 'down'", ("direction",))

    @property
    def leaves_alone(self) -> Momenta:
        return Momenta(linear=True, angular=True)

    def switched_off(self) -> Slosh:
        return self
