"""Beams and cables: long thin bodies that bend as far as they like."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from reprlib import repr as short
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import PlainValidator, StrictBool

from treetop.model.functions.along import Along, Profile, along, check_along, profile
from treetop.model.quantity import Invalid, each, elements, number, optional, scalar
from treetop.model.sections import section
from treetop.model.specification import spec, unknown

__all__ = ["Beam", "Cable"]

MAX_ELEMENTS = 100_000  # tables and results of more do not fit in the memory of a computer
BENDING, ABOUT_Y, ABOUT_Z = "bending", "bending about y", "bending about z"
TWIST, STRETCH, SHEAR = "twist", "stretch", "shear"
UNITS = {
    "mass_per_length": "kg/m", "EI": "N*m^2", "GJ": "N*m^2", "EA": "N", "GA": "N",
    "rotary_inertia": "kg*m",
}  # fmt: skip


def _count(value: Any) -> int:
    if not isinstance(value, Integral) or isinstance(value, bool):
        raise Invalid(f"{short(value)} is not a number of elements", "give one such as 20")
    count = int(value)
    if count < 1:
        raise Invalid(f"a beam of {count} elements is nothing", "give 1 or more, such as 20")
    if count > MAX_ELEMENTS:
        what = f"{count} elements do not fit in memory"
        raise Invalid(
            what, f"give {MAX_ELEMENTS} or fewer; the error falls with the square of the number"
        )
    return count


def _one(value: Any) -> bool:
    """Whether a value is one property, rather than a list of several."""
    return value is None or isinstance(value, (str, int, float, Along, Mapping))


def _both(name: str) -> PlainValidator:
    """One property for both directions, or one for each; None where nothing gives way."""
    read: Any = optional(along(UNITS[name], at_least=0)).func

    def read_both(value: Any) -> tuple[Any, ...]:
        return (read(value),) * 2 if _one(value) else tuple(each(_counted(value, 2), read))

    return PlainValidator(read_both)


def _rotary(value: Any) -> tuple[Any, ...]:
    """About x, y and z; one property is about y and z, and twice as much about x."""
    read: Any = along(UNITS["rotary_inertia"], at_least=0).func
    if _one(value):
        across = read(value)
        return (_twice(across), across, across)
    return tuple(each(_counted(value, 3), read))


def _twice(value: Any) -> Any:
    if isinstance(value, Along):
        return Along(value.s, [2.0 * each for each in value.values], value.interpolation)
    return f"2*({value})" if isinstance(value, str) else 2.0 * value


def _curvature(value: Any) -> tuple[float, ...]:
    return tuple(each(_counted(value, 2), lambda item: number(item, "rad/m")))


def _counted(value: Any, count: int) -> list[Any]:
    items = elements(value)
    if len(items) != count:
        raise Invalid(f"{count} numbers are needed, not {len(items)}", f"got {short(items)}")
    return items


def _words(*known: str) -> PlainValidator:
    """Some of the known words."""

    def read(word: Any) -> Any:
        if word not in known:
            problem = unknown("strain", word, known, "")
            raise Invalid(problem.what, problem.hint)
        return word

    return optional(PlainValidator(lambda value: tuple(each(elements(value), read))))


class Stiffness(NamedTuple):
    """Stiffness of the sections along their axes and about them, along the length; None: they do
    not give way there."""

    along: tuple[Profile | None, ...]  # (3,)  N
    about: tuple[Profile | None, ...]  # (3,)  N m²


class Line:
    """What beams and cables have in common; `stiffness` is along and about the section's axes.

    Attributes
    ----------
    kind : str
        Its word in files.
    bent : 3 numbers, rad/m
        Twist and curvatures at rest.
    lumped : bool
        Whether its mass is at points, with links between them.
    tension_only : bool
        Whether it resists being stretched, and not being pressed.
    """

    kind: ClassVar[str]
    by_section: ClassVar[tuple[str, ...]]  # fields that a section stands for
    length: Any
    mass_per_length: Any
    elements: Any
    damping: Any
    radius: Any
    section: Any
    strains: Any
    lumped: Any = False
    tension_only: Any = False

    @property
    def stiffness(self) -> Stiffness:
        raise NotImplementedError

    @property
    def mass(self) -> Profile:
        """Mass of a metre, kg/m."""
        return profile(self.mass_per_length) if self.section is None else self.section.mass

    @property
    def rotary(self) -> tuple[Profile, ...]:
        """Rotary inertia of a metre about x, y and z, kg m."""
        return (profile(0.0),) * 3

    @property
    def bent(self) -> tuple[float, ...]:
        return (0.0, 0.0, 0.0)

    @property
    def outline(self) -> Profile | None:
        """The radius along its length, m, if it is known."""
        if self.radius is not None:
            return profile(self.radius)
        return None if self.section is None else self.section.radius

    @property
    def even(self) -> bool:
        """Whether its mass and inertia are the same all along."""
        return self.mass.even and all(each.even for each in self.rotary)

    def _check_section(self, needed: tuple[str, ...]) -> None:
        """Refuse properties that are missing, given twice, or none somewhere along it."""
        given = {name: getattr(self, name) for name in self.by_section}
        if self.section is None:
            for name in needed:
                if given[name] is None:
                    raise Invalid(f"'{name}' is missing", f"add '{name}', or a 'section'")
            if self.strains is not None:
                what = "'strains' choose among what a section resists, and there is none"
                raise Invalid(what, "give 'section', or leave out 'strains'", ("strains",))
            for name, value in given.items():
                for each in value if isinstance(value, tuple) else (value,):
                    positive = name != "rotary_inertia"
                    check_along(each, name, float(self.length), UNITS[name], positive=positive)
            return
        defaults = {item: getattr(type(self), item, None) for item in given}
        twice = [name for name, value in given.items() if value != defaults[name]]
        if twice:
            what = f"both 'section' and '{twice[0]}' are given"
            raise Invalid(what, "leave out one of them", (twice[0],))
        self.section.check(float(self.length))

    def _of_section(self, default: tuple[str, ...]) -> Stiffness:
        """The stiffness of the section, for the strains that are asked for."""
        shape, strains = self.section, default if self.strains is None else self.strains
        shear = shape.shearing if SHEAR in strains else (None, None)
        bending = tuple(
            each if {BENDING, word} & set(strains) else None
            for each, word in zip(shape.bending, (ABOUT_Y, ABOUT_Z), strict=True)
        )
        shears = tuple(
            each if across is not None else None
            for each, across in zip(shear, bending[::-1], strict=True)
        )
        return Stiffness(
            (shape.axial if STRETCH in strains else None, *shears),
            (shape.torsion if TWIST in strains else None, *bending),
        )


_LENGTH: Any = scalar("m", above=0)
_MASS: Any = along("kg/m", above=0)
_ETA: Any = scalar("s", at_least=0)
_RADIUS: Any = optional(scalar("m", above=0))
_SECTION: Any = optional(PlainValidator(section))


@spec
class Beam(Line):
    """A beam along x, from its root to its tip, that bends as far as it likes.

    It has a ``section``, or ``mass_per_length`` and ``EI``. What is not given does not give way:
    without ``GJ`` it does not twist, without ``EA`` it does not stretch, without ``GA`` it does not
    shear. Mass, rotary inertia and stiffness may change along the length: a number is the same all
    along, a `treetop.Along` a table, a text such as ``"1400*(1 - s/20)"`` a function of the arc
    length s, in SI units.

    Attributes
    ----------
    length : number, m
    mass_per_length : number, Along or expression in s, kg/m
    EI : number, Along or expression in s, or 2 of them, N m²
        Bending stiffness about y and about z of the section; None for a direction in which it does
        not bend: ``[None, 100]`` bends in the plane x-y alone.
    GJ : number, Along or expression in s, N m², optional
        Torsional stiffness; a beam that twists needs a rotary inertia.
    EA : number, Along or expression in s, N, optional
        Axial stiffness.
    GA : number, Along or expression in s, or 2 of them, N, optional
        Shear stiffness k G A along y and along z; a beam that shears stretches too.
    rotary_inertia : number, Along or expression in s, or 3 of them, kg m
        Of a metre of the beam, about the axes x, y and z of the section.  A single one is about
        y and z, and twice as much about x.
    curvature : 2 numbers, rad/m
        At rest, about y and about z.
    twist : number, rad/m
        At rest.
    damping : number, s
        Of the material: stresses are those of the strain and this time its rate.
    elements : int
        The error falls with the square of it; see `treetop.Run.discretisation`.
    radius : number, m, optional
        Of the tube that is drawn, that of the section unless given.
    section : Section, optional
        Such as ``tt.sections.Tube(outer=0.05, inner=0.046, E="70 GPa", nu=0.33, density=2700)``.
    strains : list of words, optional
        What gives way of a section: "bending", or "bending about y" or "bending about z", and
        "twist", "stretch", "shear". Bending alone unless given.
    """

    kind: ClassVar[str] = "beam"
    by_section: ClassVar[tuple[str, ...]] = tuple(UNITS)

    length: Annotated[Any, _LENGTH]
    mass_per_length: Annotated[Any, _MASS] = None
    EI: Annotated[Any, _both("EI")] = None
    GJ: Annotated[Any, optional(along("N*m^2", at_least=0))] = None
    EA: Annotated[Any, optional(along("N", above=0))] = None
    GA: Annotated[Any, _both("GA")] = (None, None)
    rotary_inertia: Annotated[Any, PlainValidator(_rotary)] = (0.0, 0.0, 0.0)
    curvature: Annotated[Any, PlainValidator(_curvature)] = (0.0, 0.0)
    twist: Annotated[Any, scalar("rad/m")] = 0.0
    damping: Annotated[Any, _ETA] = 0.0
    elements: Annotated[Any, PlainValidator(_count)] = 20
    radius: Annotated[Any, _RADIUS] = None
    section: Annotated[Any, _SECTION] = None
    strains: Annotated[Any, _words(BENDING, ABOUT_Y, ABOUT_Z, TWIST, STRETCH, SHEAR)] = None

    def __post_init__(self) -> None:
        self._check_section(("mass_per_length", "EI"))
        along, about = self.stiffness
        if about[1:] == (None, None):
            raise Invalid("it bends in no direction", "give EI, a rigid body is not a beam")
        if about[0] is not None and self.section is None and self.rotary_inertia[0] == 0:
            what = "it twists, and has no inertia about its axis"
            raise Invalid(what, "give rotary_inertia, or leave out GJ")
        shears, bends = ([value is not None for value in part[1:]] for part in (along, about))
        if any(shears):
            if along[0] is None:
                raise Invalid("it shears and does not stretch", "give EA beside GA")
            if bends[::-1] != shears:
                what = "it shears along y where it bends about z, and along z where about y"
                raise Invalid(what, "give GA and EI for the same planes")
            if all(bends) and about[0] is None:
                raise Invalid("it shears in space and does not twist", "give GJ beside GA")

    @property
    def stiffness(self) -> Stiffness:
        if self.section is not None:
            return self._of_section((BENDING,))
        return Stiffness(_profiles(self.EA, *self.GA), _profiles(self.GJ, *self.EI))

    @property
    def rotary(self) -> tuple[Profile, ...]:
        if self.section is not None:
            rotary: tuple[Profile, ...] = self.section.rotary
            return rotary
        return tuple(map(profile, self.rotary_inertia))

    @property
    def bent(self) -> tuple[float, ...]:
        return (self.twist, *self.curvature)


@spec
class Cable(Line):
    """A cable along x, from its root to its tip: it bends, does not twist, and only pulls.

    It has a ``section``, or ``mass_per_length``. Mass and stiffness may change along the length, as
    those of a `treetop.Beam`.

    Attributes
    ----------
    length : number, m
    mass_per_length : number, Along or expression in s, kg/m
    EA : number, Along or expression in s, N, optional
        Axial stiffness; left out, it does not stretch.
    EI : number, Along or expression in s, or 2 of them, N m²
        Bending stiffness about y and about z, none by default.
    damping : number, s
        Of the material: stresses are those of the strain and this time its rate.
    elements : int
    lumped : bool
        Whether its mass is at the ends of its elements, with straight links between them, rather
        than spread along rods.
    tension_only : bool
        Whether it goes slack rather than be pressed.
    radius : number, m, optional
        Of the tube that is drawn, that of the section unless given.
    section : Section, optional
        Such as ``tt.sections.Circle(diameter="2 mm", E="70 GPa", nu=0.33, density=2700)``.
    strains : list of words, optional
        What a section resists, "stretch" and "bending": stretch alone unless given, and with an
        empty list neither.
    """

    kind: ClassVar[str] = "cable"
    by_section: ClassVar[tuple[str, ...]] = ("mass_per_length", "EA", "EI")

    length: Annotated[Any, _LENGTH]
    mass_per_length: Annotated[Any, _MASS] = None
    EA: Annotated[Any, optional(along("N", above=0))] = None
    EI: Annotated[Any, _both("EI")] = (0.0, 0.0)
    damping: Annotated[Any, _ETA] = 0.0
    elements: Annotated[Any, PlainValidator(_count)] = 20
    lumped: StrictBool = False
    tension_only: StrictBool = True
    radius: Annotated[Any, _RADIUS] = None
    section: Annotated[Any, _SECTION] = None
    strains: Annotated[Any, _words(BENDING, STRETCH)] = None

    def __post_init__(self) -> None:
        self._check_section(("mass_per_length",))
        if self.EI == (None, None):
            raise Invalid("it bends in no direction", "leave out EI, or give [None, 0]")
        if self.lumped and (any(self.EI) or BENDING in (self.strains or ())):
            what = "links between points have no bending stiffness"
            raise Invalid(what, "leave out EI, or 'lumped'")

    @property
    def stiffness(self) -> Stiffness:
        along, about = (self.EA, None, None), (None, *self.EI)
        if self.section is None:
            return Stiffness(_profiles(*along), _profiles(*about))
        resists = self._of_section((STRETCH,))
        bends = resists.about[1:] if BENDING in (self.strains or ()) else _profiles(0.0, 0.0)
        return Stiffness(resists.along, (None, *bends))


def _profiles(*values: Any) -> tuple[Profile | None, ...]:
    return tuple(None if value is None else profile(value) for value in values)


LINES: dict[str, type[Line]] = {kind.kind: kind for kind in (Beam, Cable)}
