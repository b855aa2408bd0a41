"""Beams and cables: long thin bodies that bend as far as they like, and frames along them."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from numbers import Integral
from reprlib import repr as short
from typing import Annotated, Any, ClassVar, NamedTuple

import numpy as np
from pydantic import PlainValidator, StrictBool

from treetop.errors import ModelError, Problem
from treetop.model.appearance import Look, Looks
from treetop.model.body import Frame, Name, add_look, new_frame
from treetop.model.curve import pose_along
from treetop.model.quantity import Invalid, each, elements, number, optional, scalar
from treetop.model.specification import made_from, path, required, spec

__all__ = ["Beam", "BeamBody", "BeamFrame", "Cable"]

MAX_ELEMENTS = 100_000  # tables and results of more do not fit in the memory of a computer
ROOT, TIP = "root", "tip"
POINTS = 200  # along a beam, of which its inertia as a whole is told


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


def _not_negative(value: Any, unit: str) -> float | None:
    if value is None:
        return None
    read: Any = scalar(unit, at_least=0).func
    found: float = read(value)
    return found


def _both(unit: str) -> PlainValidator:
    """One number for both directions, or one for each; None where nothing gives way."""

    def read(value: Any) -> tuple[float | None, ...]:
        if value is None or isinstance(value, (str, int, float)):
            return (_not_negative(value, unit),) * 2
        return tuple(each(_counted(value, 2), lambda item: _not_negative(item, unit)))

    return PlainValidator(read)


def _rotary(value: Any) -> tuple[float, ...]:
    """About x, y and z; one number is about y and z, and twice as much about x."""
    unit = "kg*m"
    if isinstance(value, (str, int, float)):
        across: Any = _not_negative(value, unit)
        return (2.0 * across, across, across)
    return tuple(each(_counted(value, 3), lambda item: _not_negative(item, unit)))


def _curvature(value: Any) -> tuple[float, ...]:
    return tuple(each(_counted(value, 2), lambda item: number(item, "rad/m")))


def _counted(value: Any, count: int) -> list[Any]:
    items = elements(value)
    if len(items) != count:
        raise Invalid(f"{count} numbers are needed, not {len(items)}", f"got {short(items)}")
    return items


class Stiffness(NamedTuple):
    """Stiffness of a section along its axes and about them; None: it does not give way there."""

    along: tuple[float | None, ...]  # (3,)  N
    about: tuple[float | None, ...]  # (3,)  N m²


class Line:
    """What beams and cables have in common; `stiffness` is along and about the section's axes.

    Attributes
    ----------
    kind : str
        Its word in files.
    rotary : 3 numbers, kg m
        Rotary inertia of a metre.
    bent : 3 numbers, rad/m
        Twist and curvatures at rest.
    lumped : bool
        Whether its mass is at points, with links between them.
    tension_only : bool
        Whether it resists being stretched, and not being pressed.
    """

    kind: ClassVar[str]
    length: Any
    mass_per_length: Any
    elements: Any
    damping: Any
    radius: Any
    lumped: Any = False
    tension_only: Any = False

    @property
    def stiffness(self) -> Stiffness:
        raise NotImplementedError

    @property
    def rotary(self) -> tuple[float, ...]:
        return (0.0, 0.0, 0.0)

    @property
    def bent(self) -> tuple[float, ...]:
        return (0.0, 0.0, 0.0)


_LENGTH: Any = scalar("m", above=0)
_MASS: Any = scalar("kg/m", above=0)
_ETA: Any = scalar("s", at_least=0)


@spec
class Beam(Line):
    """A beam along x, from its root to its tip, that bends as far as it likes.

    What is not given does not give way: without ``GJ`` it does not twist, without ``EA`` it does
    not stretch, without ``GA`` it does not shear.

    Attributes
    ----------
    length : number, m
    mass_per_length : number, kg/m
    EI : number or 2 numbers, N m²
        Bending stiffness about y and about z of the section; None for a direction in which it does
        not bend: ``[None, 100]`` bends in the plane x-y alone.
    GJ : number, N m², optional
        Torsional stiffness; a beam that twists needs a rotary inertia.
    EA : number, N, optional
        Axial stiffness.
    GA : number or 2 numbers, N, optional
        Shear stiffness k G A along y and along z; a beam that shears stretches too.
    rotary_inertia : number or 3 numbers, kg m
        Of a metre of the beam, about the axes x, y and z of the section.  A single number is about
        y and z, and twice as much about x.
    curvature : 2 numbers, rad/m
        At rest, about y and about z.
    twist : number, rad/m
        At rest.
    damping : number, s
        Of the material: stresses are those of the strain and this time its rate.
    elements : int
        The error falls with the square of it; see `treetop.analysis.discretisation`.
    radius : number, m, optional
        Of the tube that is drawn.
    """

    kind: ClassVar[str] = "beam"

    length: Annotated[Any, _LENGTH]
    mass_per_length: Annotated[Any, _MASS]
    EI: Annotated[Any, _both("N*m^2")]
    GJ: Annotated[Any, optional(scalar("N*m^2", at_least=0))] = None
    EA: Annotated[Any, optional(scalar("N", above=0))] = None
    GA: Annotated[Any, _both("N")] = (None, None)
    rotary_inertia: Annotated[Any, PlainValidator(_rotary)] = (0.0, 0.0, 0.0)
    curvature: Annotated[Any, PlainValidator(_curvature)] = (0.0, 0.0)
    twist: Annotated[Any, scalar("rad/m")] = 0.0
    damping: Annotated[Any, _ETA] = 0.0
    elements: Annotated[Any, PlainValidator(_count)] = 20
    radius: Annotated[Any, optional(scalar("m", above=0))] = None

    def __post_init__(self) -> None:
        if self.EI == (None, None):
            raise Invalid("it bends in no direction", "give EI, a rigid body is not a beam")
        if self.GJ is not None and not self.rotary_inertia[0]:
            what = "it twists, and has no inertia about its axis"
            raise Invalid(what, "give rotary_inertia, or leave out GJ")
        shears = tuple(value is not None for value in self.GA)
        bends = tuple(value is not None for value in self.EI)
        if any(shears):
            if self.EA is None:
                raise Invalid("it shears and does not stretch", "give EA beside GA")
            if bends[::-1] != shears:
                what = "it shears along y where it bends about z, and along z where about y"
                raise Invalid(what, "give GA and EI for the same planes")
            if all(bends) and self.GJ is None:
                raise Invalid("it shears in space and does not twist", "give GJ beside GA")

    @property
    def stiffness(self) -> Stiffness:
        return Stiffness((self.EA, *self.GA), (self.GJ, *self.EI))

    @property
    def rotary(self) -> tuple[float, ...]:
        return tuple(self.rotary_inertia)

    @property
    def bent(self) -> tuple[float, ...]:
        return (self.twist, *self.curvature)


@spec
class Cable(Line):
    """A cable along x, from its root to its tip: it bends, does not twist, and only pulls.

    Attributes
    ----------
    length : number, m
    mass_per_length : number, kg/m
    EA : number, N, optional
        Axial stiffness; left out, it does not stretch.
    EI : number or 2 numbers, N m²
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
        Of the tube that is drawn.
    """

    kind: ClassVar[str] = "cable"

    length: Annotated[Any, _LENGTH]
    mass_per_length: Annotated[Any, _MASS]
    EA: Annotated[Any, optional(scalar("N", above=0))] = None
    EI: Annotated[Any, _both("N*m^2")] = (0.0, 0.0)
    damping: Annotated[Any, _ETA] = 0.0
    elements: Annotated[Any, PlainValidator(_count)] = 20
    lumped: StrictBool = False
    tension_only: StrictBool = True
    radius: Annotated[Any, optional(scalar("m", above=0))] = None

    def __post_init__(self) -> None:
        if self.EI == (None, None):
            raise Invalid("it bends in no direction", "leave out EI, or give [None, 0]")
        if self.lumped and any(self.EI):
            what = "links between points have no bending stiffness"
            raise Invalid(what, "leave out EI, or 'lumped'")

    @property
    def stiffness(self) -> Stiffness:
        return Stiffness((self.EA, None, None), (None, *self.EI))


LINES: dict[str, type[Line]] = {kind.kind: kind for kind in (Beam, Cable)}


def _line(value: Any) -> Line:
    hint = "give one such as Beam(length=10, mass_per_length=1.2, EI=1400)"
    return required(Line, value, "is neither a beam nor a cable", hint)


@spec
class BeamFrame(Frame):
    """A frame fixed to the section of a beam or cable at an arc length.

    Attributes
    ----------
    s : number, m
        Arc length from the root.
    at, attitude
        From the point of the axis at s, in the axes of the section: x along the beam.
    """

    s: Annotated[Any, scalar("m", at_least=0)] = 0.0


@spec
class BeamBody:
    """A beam or cable in a model, with frames along it; its own frame is that of its root.

    Attributes
    ----------
    name : str
    line : Beam or Cable
    frames : dict of BeamFrame
        By name, ``root`` and ``tip`` among them; `frame` and `at` add to it.
    looks : list of Look
        Of what is fixed to its root.
    """

    section: ClassVar[str] = "beams"

    name: Name
    line: Annotated[Any, PlainValidator(_line)]
    frames: dict[str, Frame] = field(default_factory=dict, hash=False)
    looks: Looks = field(default_factory=list, hash=False)

    def __post_init__(self) -> None:
        for name, s in ((ROOT, 0.0), (TIP, float(self.line.length))):
            self.frames.setdefault(name, BeamFrame(self.name, name, s=s))

    @property
    def reference(self) -> str:
        """The text that stands for the frame at its root: its name."""
        return str(self.name)

    @property
    def root(self) -> Frame:
        """The frame at its root."""
        return self.frames[ROOT]

    @property
    def tip(self) -> Frame:
        """The frame at its tip."""
        return self.frames[TIP]

    def add_look(self, look: Look) -> None:
        """Let its root look like this too, such as ``tt.looks.Box([2, 1, 1])``."""
        add_look(self, look)

    def frame(self, name: str, s: Any, at: Any = (0, 0, 0), attitude: Any = (1, 0, 0, 0)) -> Frame:
        """Fix a frame to a section.

        Parameters
        ----------
        name : str
        s : number, m
            Arc length from the root.
        at : 3 numbers, m
            From the axis, in the axes of the section.
        attitude : 4 numbers or 3x3 numbers
            From its axes to those of the section.

        Examples
        --------
        >>> import treetop as tt
        >>> line = tt.Beam(length=10, mass_per_length=1.2, EI=1400)
        >>> boom = tt.Model("craft").add_beam("boom", line)
        >>> boom.frame("camera", s="3 m", at=[0, 0, "5 cm"]).reference
        'boom.camera'
        """
        where = new_frame(self, name)
        values = {"body": self.name, "name": name, "s": s, "at": at, "attitude": attitude}
        frame = made_from(BeamFrame, values, where)
        if frame.s > self.line.length:
            what = f"{frame.s:g} m is beyond the end of '{self.name}'"
            raise ModelError(
                [Problem(what, path(where, "s"), f"it is {self.line.length:g} m long")]
            )
        self.frames[name] = frame
        return frame

    def at(self, s: Any) -> Frame:
        """The frame of the section at an arc length, in m, such as ``boom.at("3 m")``; it is named
        after it."""
        name = "s" + repr(float(number(s, "m"))).replace(".", "_").replace("+", "")
        return self.frames[name] if name in self.frames else self.frame(name, s)

    @property
    def text(self) -> str:
        """Its size in a few words."""
        return f"{self.line.kind}, {self.line.length:g} m, {self.line.elements} elements"

    @cached_property
    def mass(self) -> float:
        """[kg]."""
        return float(self.line.mass_per_length * self.line.length)

    @cached_property
    def _points(self) -> np.ndarray:
        """Points of its axis at rest, evenly along it, m."""
        s = (np.arange(POINTS) + 0.5) / POINTS * self.line.length
        return np.array([pose_along(self.line.bent, each)[1] for each in s])

    @property
    def centre(self) -> tuple[float, ...]:
        """Mass centre at rest, from its root [m]."""
        return tuple(self._points.mean(axis=0).tolist())

    @property
    def inertia(self) -> tuple[tuple[float, ...], ...]:
        """About the mass centre, at rest [kg m²]."""
        r = self._points - self._points.mean(axis=0)
        second = r.T @ r * (self.mass / len(r))
        return tuple(map(tuple, (np.trace(second) * np.eye(3) - second).tolist()))
