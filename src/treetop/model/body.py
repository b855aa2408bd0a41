"""Bodies and the frames fixed to them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from functools import lru_cache
from reprlib import repr as short
from typing import Annotated, Any, ClassVar, TypeAlias

from pydantic import PlainValidator

from treetop.errors import ModelError, Problem
from treetop.model.appearance import Attitude, Look, Looks, Position, looks
from treetop.model.inertia import inertia
from treetop.model.quantity import LARGEST, Invalid, scalar
from treetop.model.specification import made_from, path, spec

__all__ = ["GROUND", "Body", "Frame", "Name", "Reference"]

GROUND = "ground"

_NAME = re.compile(r"[^\W\d][\w-]*(?: [\w-]+)*")


def checked_name(value: Any) -> str:
    """``value`` if it can be a name."""
    if not isinstance(value, str):
        raise Invalid(f"{short(value)} is not a name", "a name is a text")
    if not _NAME.fullmatch(value):
        hint = "begin with a letter, then letters, digits, '_', '-' or single spaces (no dots)"
        raise Invalid(f"{short(value)} cannot be a name", hint)
    return value


def require_name(value: Any, where: str) -> None:
    """Refuse what cannot be a name, at its place in a model."""
    try:
        checked_name(value)
    except Invalid as error:
        raise ModelError([Problem(error.what, where, error.hint)]) from None


def reference(value: Any) -> str:
    """The text that stands for a frame."""
    value = getattr(value, "reference", value)
    if value is None:
        raise Invalid("no frame is given", "give one such as bus.port, bus or ground")
    if not isinstance(value, str):
        hint = "give a frame, a body, or a text such as 'bus.port' or 'ground'"
        raise Invalid(f"{short(value)} is not a frame", hint)
    return value


def mass(value: Any) -> float:
    """Kilograms: none, or enough that accelerations are finite numbers."""
    read: Any = scalar("kg", at_least=0).func
    result: float = read(value)
    if 0.0 < result < 1 / LARGEST:
        raise Invalid(f"{result:g} kg is too small to compute with", "give 0 for no mass")
    return result


Name: TypeAlias = Annotated[Any, PlainValidator(checked_name)]
Reference: TypeAlias = Annotated[Any, PlainValidator(reference)]
Inertia: TypeAlias = Annotated[Any, PlainValidator(inertia)]


@spec
class Frame:
    """A frame F fixed to a body B, which carries joints, forces and sensors.

    Attributes
    ----------
    body, name : str
        The body, and the name of the frame on it; empty for the frame B of the body itself.
    at : 3 numbers, m
        Origin of F, in B.
    attitude : 4 numbers
        Unit quaternion, scalar first, that turns F's axes to B's; a 3x3 matrix is taken too.
    """

    body: Name
    name: Annotated[Any, PlainValidator(lambda value: value and checked_name(value))] = ""
    at: Position = (0.0, 0.0, 0.0)
    attitude: Attitude = (1.0, 0.0, 0.0, 0.0)

    @property
    def reference(self) -> str:
        """The text that stands for this frame in a model: ``"bus.port"``."""
        return f"{self.body}.{self.name}" if self.name else str(self.body)


@lru_cache(maxsize=4096)
def own_frame(body: str) -> Frame:
    """The frame B of a body itself."""
    return Frame(body)


def frame_among(body: Callable[[str], Any], reference: str) -> Frame:
    """The frame that ``"bus.port"``, ``"bus"`` or ``"ground"`` stands for, of bodies by name; a
    KeyError if there is none."""
    name, dot, frame = str(reference).partition(".")
    frames = body(name).frames
    return frames[frame] if dot else own_frame(name)


@spec
class Body:
    """A rigid body with a frame B.

    Attributes
    ----------
    name : str
    mass : number, kg
    inertia : 3x3 numbers, kg m²
        About the mass centre, in the axes of B. The three moments of a diagonal tensor, or 0 for
        a point mass, are taken too.
    centre : 3 numbers, m
        The mass centre, in B.
    frames : dict of Frame
        By name; `frame` adds to it.
    looks : list of Look
        What it looks like; `add_look` adds to it. Without any, inertia and joints
        give its shape.
    """

    section: ClassVar[str] = "bodies"

    name: Name
    mass: Annotated[Any, PlainValidator(mass)]
    inertia: Inertia = ((0.0,) * 3,) * 3
    centre: Position = (0.0, 0.0, 0.0)
    frames: dict[str, Frame] = field(default_factory=dict, hash=False)
    looks: Looks = field(default_factory=list, hash=False)

    @property
    def reference(self) -> str:
        """The text that stands for the frame B of this body: its name."""
        return str(self.name)

    def add_look(self, look: Look) -> None:
        """Let it look like this too, such as ``tt.looks.Box([2, 1, 1])``."""
        add_look(self, look)

    def frame(
        self, name: str, at: Any = (0, 0, 0), attitude: Any = (1, 0, 0, 0), **misspelt: Any
    ) -> Frame:
        """Fix a frame to this body.

        Parameters
        ----------
        name : str
        at : 3 numbers, m
            Its origin, in the frame of the body.
        attitude : 4 numbers or 3x3 numbers
            Unit quaternion, scalar first, or matrix, from its axes to those of the body.

        Examples
        --------
        >>> import treetop as tt
        >>> bus = tt.Model("craft").add_body("bus", mass=2200)
        >>> bus.frame("port", at=[1, 0, "50 cm"]).at
        (1.0, 0.0, 0.5)
        """
        where = new_frame(self, name)
        values = {"body": self.name, "name": name, "at": at, "attitude": attitude, **misspelt}
        frame = made_from(Frame, values, where)
        self.frames[name] = frame
        return frame


def new_frame(body: Any, name: Any) -> str:
    """The place in a model of a frame that a body does not have yet."""
    where = path(*owner(body), "frames", str(name))
    require_name(name, path(where, "name"))
    if name in body.frames:
        hint = "give each frame of a body its own name"
        raise ModelError([Problem(f"the frame '{name}' is there already", where, hint)])
    return where


def owner(body: Any) -> tuple[str, ...]:
    """The place of a body in a model."""
    return (GROUND,) if body.name == GROUND else (body.section, body.name)


def add_look(body: Any, look: Any) -> None:
    """Add a look to a body, flexible or not."""
    try:
        body.looks.extend(looks([look]))
    except ModelError as error:
        count = f"[{len(body.looks)}]"
        raise ModelError(
            problem._replace(
                where=path(*owner(body), "looks") + problem.where[5:].replace("[0]", count, 1)
            )
            for problem in error.problems
        ) from None


def on_its_own(body: Body) -> Body:
    """A copy of the body, to which frames and looks can be added; nothing of it is checked
    again."""
    twin = object.__new__(type(body))
    vars(twin).update(vars(body), frames=dict(body.frames), looks=list(body.looks))
    return twin
