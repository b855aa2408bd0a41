"""Beams and cables in a model, and frames along them."""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import Annotated, Any, ClassVar

import numpy as np
from pydantic import PlainValidator

from treetop.errors import ModelError, Problem
from treetop.model.appearance import Look, Looks
from treetop.model.beam import Line
from treetop.model.body import Frame, Name, add_look, new_frame
from treetop.model.curve import pose_along
from treetop.model.functions.along import integrals
from treetop.model.quantity import number, scalar
from treetop.model.specification import made_from, path, required, spec

ROOT, TIP = "root", "tip"
POINTS = 200  # along a beam, by which its inertia as a whole is computed


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
        return float(self._masses.sum())

    @cached_property
    def _masses(self) -> np.ndarray:
        """Masses of pieces of equal length, kg."""
        return integrals(self.line.mass, np.linspace(0.0, float(self.line.length), POINTS + 1))

    @cached_property
    def _points(self) -> np.ndarray:
        """The middles of these pieces, at rest, m."""
        s = (np.arange(POINTS) + 0.5) / POINTS * self.line.length
        return np.array([pose_along(self.line.bent, each)[1] for each in s])

    @property
    def centre(self) -> tuple[float, ...]:
        """Mass centre at rest, from its root [m]."""
        return tuple((self._masses @ self._points / self.mass).tolist())

    @property
    def inertia(self) -> tuple[tuple[float, ...], ...]:
        """About the mass centre, at rest [kg m²]."""
        r = self._points - self.centre
        second = (r.T * self._masses) @ r
        return tuple(map(tuple, (np.trace(second) * np.eye(3) - second).tolist()))
