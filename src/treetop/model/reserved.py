"""Names that are made up while structure changes, which nothing else may have."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from treetop.errors import Problem
from treetop.model.specification import path

if TYPE_CHECKING:
    from treetop.model.model import Model

LOCK = " lock"  # ends the names of what holds a joint, or a coordinate, that is locked,
FREE = " free"  # of joints that carry bodies which hang on nothing, beside a joint of their name,
BENDING = " bending"  # of joints with the modes of a flexible body, likewise,
REST = " rest"  # and of what holds a rigid contact that has come to rest

_WHAT = {
    LOCK: "what holds a joint that is locked",
    FREE: "joints that carry bodies which are let go",
    BENDING: "the modes of flexible bodies",
    REST: "what holds rigid contacts at rest",
}
_ENDINGS = {
    "joints": (LOCK, FREE, BENDING),
    "constraints": (LOCK, REST),
    "frames": (LOCK, REST),
}


def reserved_problem(section: str, name: str, where: str) -> Problem | None:
    """The problem of a name that could be one of those that are made up, or None."""
    for ending in _ENDINGS.get(section, ()):
        if name.endswith(ending):
            what = f"'{name}': names of {section} that end with '{ending.strip()}' are kept for"
            return Problem(f"{what} {_WHAT[ending]}", where, f"call it '{_instead(name)}'")
    return None


def _instead(name: str) -> str:
    words = name.split(" ")
    return "-".join([" ".join(words[:-1]), words[-1]])


def reserved_names(model: Model) -> Iterator[Problem]:
    """All such names in a model."""
    bodies = {"ground": model.ground} | model.bodies
    parts = [("joints", name, path("joints", name)) for name in model.joints]
    parts += [("constraints", name, path("constraints", name)) for name in model.constraints]
    for body, each in bodies.items():
        owner = "ground" if each is model.ground else path("bodies", body)
        parts += [("frames", name, path(owner, "frames", name)) for name in each.frames]
    for section, name, where in parts:
        problem = reserved_problem(section, name, where)
        if problem:
            yield problem
