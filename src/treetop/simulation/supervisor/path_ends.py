"""Ends of paths: a point that passes one has nothing left to slide along, and the run ends."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from treetop.assembly.curves import shape_of
from treetop.errors import ModelError, Problem, TreetopError
from treetop.model import Curvilinear
from treetop.model.events import Event
from treetop.model.signals import Quantity
from treetop.model.specification import path
from treetop.system.state import State
from treetop.system.system import System

MARGIN = 1e-6  # of the length of a path, by which a point may be beyond its end
BEGINNING, END = "beginning of path", "end of path"


class PathLength(NamedTuple):
    """How long a path is, and whose it is."""

    length: float  # m
    section: str  # of the model: constraints or joints
    stops: str  # what keeps a point from its ends


def path_ends(system: System) -> dict[str, Event]:
    """Events of points that pass the ends of their paths, by name."""
    found = {}
    for name, (length, _, _) in _lengths(system).items():
        s = Quantity(f"{name}.arc_length")
        found[f"{name} {BEGINNING}"] = s.falls(-MARGIN * length)
        found[f"{name} {END}"] = s.rises((1.0 + MARGIN) * length)
    return found


def require_on_path(system: System, events: Iterable[str]) -> None:
    """Refuse to go on where a point has passed an end of its path."""
    passed = set(events)
    for name, (length, section, stops) in _lengths(system).items():
        for word, s in ((BEGINNING, 0.0), (END, length)):
            if f"{name} {word}" in passed:
                what = f"'{name}' leaves its path at the {word.partition(' ')[0]}, at {s:g} m"
                hint = f"stop it there by {stops}, or the run by an event before"
                raise TreetopError(f"{path(section, name)}: {what} ({hint})")


def require_start_on_paths(start: State) -> None:
    """Refuse a start at which a point is beyond an end of its path."""
    lengths = _lengths(start.system)
    now = start.system.evaluate(start) if lengths else {}
    for name, (length, section, _) in lengths.items():
        s = float(now[f"{name}.arc_length"])
        if not -MARGIN * length <= s <= (1.0 + MARGIN) * length:
            what = f"it starts at an arc length of {s:g} m"
            hint = f"its path is from 0 to {length:g} m"
            raise ModelError([Problem(what, path(section, name), hint)])


def _lengths(system: System) -> dict[str, PathLength]:
    """The lengths of all paths, by the names of their constraints and of joints that hold."""
    mechanism, found = system.mechanism, {}
    for name, length in system.assembly.drives.sliding.lengths.items():
        found[name] = PathLength(length, "constraints", "lower and upper")
    for name, joint in mechanism.joints.items():
        if isinstance(joint.kind, Curvilinear) and not mechanism.opened.get(name):
            found[name] = PathLength(shape_of(joint.kind, name).end, "joints", "a HardStop")
    return found
